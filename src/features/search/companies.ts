// What a page shows of its companies, the same for whichever engine found them: the stored facts, and the newest signals
// by which the query matches. One statement for the whole page.
//
// Each clause has a LATERAL of its own, which reads at most five signals of each company by the index on (company, type,
// time). Of all signals that are a reason, the newest five are among the newest five of each clause, so that it is
// enough to put those together by the rules of `newestMatches`: of an OR the parts that hold, of a NOT none.

import { many, type Queryable } from '../../db/index.ts'
import { searchNotReady } from '../../http/index.ts'
import { COMPANY_COLUMNS, type Company } from '../companies/index.ts'
import {
  type Clause,
  countHolds,
  DAY_SECONDS,
  newestFirst,
  type Query,
  reasonBy,
  type Step,
  startOfDay,
} from '../query/index.ts'
import { heatAt, NO_HEAT } from '../scores/index.ts'
import {
  type FieldValue,
  isoTime,
  type PublicSignal,
  publicSignal,
  SIGNAL_TYPES,
  type Signal,
  type SignalStatus,
  type SignalType,
} from '../signals/index.ts'
import { COUNTED_DAYS, type Found, MOST_SHOWN, type Shown } from './engine.ts'
import { clauseSql } from './postgres/clause-sql.ts'
import { Parameters } from './postgres/parameters.ts'
import { chainSql } from './postgres/query-sql.ts'
import { inTime } from './postgres/run.ts'
import { readySql } from './postgres/statements.ts'

/** A company of a search page, as customers see it. */
export interface FoundCompany {
  readonly id: string
  readonly name: string
  readonly domain: string
  readonly logo: string | null
  readonly hqCountry: string
  readonly employeeCount: number
  readonly fundingStage: Company['fundingStage']
  readonly industry: string
  readonly aiAdoptionScore: { readonly score: number }
  readonly heat: number
  readonly lastSignalAt: string | null
  /** Of the last 90 days, every type named. */
  readonly signalCounts: Readonly<Record<SignalType, number>>
  readonly signals: readonly PublicSignal[]
}

type Leaf = Clause | (Query & { node: 'sequence' })

/**
 * What a page shows. An engine that knows which signals those are has them read by their keys; where one is not there
 * any more, changed a moment ago, all are looked for.
 */
export async function readPage(db: Queryable, found: Found, query: Query, asOf: number): Promise<FoundCompany[]> {
  const known = found.shown && (await readShown(db, found.ordinals, found.shown, asOf))
  return known ?? readFoundCompanies(db, found.ordinals, query, asOf)
}

const SIGNAL_JSON = `json_build_array(s.id, s.type, s.label, s.confidence, s.status, extract(epoch from s.occurred_at)::bigint,
  extract(epoch from s.first_seen_at)::bigint, extract(epoch from s.last_seen_at)::bigint, s.source, s.url, s.fields)`

const READ_SHOWN = {
  name: 'read_search_page',
  text: `select ${COMPANY_COLUMNS.replace(/(^|,\s*)(\w+)/g, '$1c.$2')}, r.heat_key as "heatKey", r.score_tenths as "scoreTenths",
            extract(epoch from r.last_at)::bigint as "lastAt", k.signals
       from unnest($1::int[]) with ordinality as p (ordinal, place)
       join companies c on c.ordinal = p.ordinal
       left join company_ranks r on r.company_ordinal = c.ordinal
       left join lateral (
         select json_agg(${SIGNAL_JSON} order by s.occurred_at desc, s.id) as signals
           from unnest($2::int[], $3::text[], $4::float8[], $5::text[], $6::text[]) as k (place, type, at, head, tail)
           join signals s on s.company_ordinal = c.ordinal and s.type = k.type and s.occurred_at = to_timestamp(k.at)
          where k.place = p.place and left(s.id::text, 8) = k.head and right(s.id::text, 4) = k.tail
            and s.status <> 'retracted') k on true
      order by p.place`,
}

/** Undefined when not all of it is found. */
async function readShown(
  db: Queryable,
  ordinals: readonly number[],
  shown: readonly Shown[],
  asOf: number,
): Promise<FoundCompany[] | undefined> {
  if (ordinals.length === 0) return []
  const keys = shown.flatMap(({ signals }, i) => signals.map((signal) => ({ place: i + 1, ...signal })))
  const rows = await inTime(
    many<ShownRow>(db, READ_SHOWN, [
      ordinals,
      keys.map(({ place }) => place),
      keys.map(({ type }) => type),
      keys.map(({ occurredAt }) => occurredAt),
      keys.map(({ idHead }) => idHead),
      keys.map(({ idTail }) => idTail),
    ]),
  )
  const isWhole = rows.every(({ signals }, i) => (signals ?? []).length === shown[i]?.signals.length)
  if (rows.length !== ordinals.length || !isWhole) return undefined
  return rows.map(({ signals, ...row }, i) => {
    const counts = Object.fromEntries(SIGNAL_TYPES.map((type, n) => [type, shown[i]?.counts[n] ?? 0]))
    return shownCompany(row, counts, (signals ?? []).map(signalOf), asOf)
  })
}

interface ShownRow extends CompanyRow {
  signals: readonly SignalColumns[] | null
}

/** In the order of the ordinals. A company that is not there is left out. */
export async function readFoundCompanies(
  db: Queryable,
  ordinals: readonly number[],
  query: Query,
  asOf: number,
): Promise<FoundCompany[]> {
  if (ordinals.length === 0) return []
  const leaves = leavesOf(query, false)
  const parameters = new Parameters()
  const places = parameters.add(ordinals, 'int[]')
  const since = parameters.add(startOfDay(asOf) - COUNTED_DAYS * DAY_SECONDS, 'float8')
  const laterals = leaves.map(({ leaf, shown }, i) => lateralSql(leaf, shown, asOf, i, parameters))
  const columns = [
    `${readySql(query, parameters)} as ready`,
    'c.counts',
    ...leaves.map((_, i) => `l${i}.found as found_${i}`),
  ]
  const rows = await inTime(
    many<Row>(
      db,
      `select ${COMPANY_COLUMNS.replace(/(^|,\s*)(\w+)/g, '$1c.$2')}, c.heat_key as "heatKey", c.score_tenths as "scoreTenths",
            extract(epoch from c.last_at)::bigint as "lastAt", ${columns.join(', ')}
       from (select p.place, c.*, r.heat_key, r.score_tenths, r.last_at,
                    (select json_object_agg(type, n) from (
                       select s.type, count(*) as n from signals s
                        where s.company_ordinal = c.ordinal and s.type in (${SIGNAL_TYPES.map((type) => `'${type}'`).join(', ')})
                          and s.occurred_at >= to_timestamp(${since}) and s.status <> 'retracted' group by s.type) t) as counts
               from unnest(${places}) with ordinality as p (ordinal, place)
               join companies c on c.ordinal = p.ordinal
               left join company_ranks r on r.company_ordinal = c.ordinal) c
       ${laterals.join('\n')}
      order by c.place`,
      parameters.values,
    ),
  )
  // A signal without its text would be left out without a word, whichever engine found the company.
  if (rows.some(({ ready }) => !ready)) throw searchNotReady()
  return rows.map((row) => foundCompany(row, query, asOf))
}

interface CompanyRow extends Company {
  heatKey: number | null
  scoreTenths: number | null
  lastAt: number | null
  [column: string]: unknown
}

interface Row extends CompanyRow {
  ready: boolean
  counts: Record<string, number> | null
  /** found_0 … by leaf: the number of signals, as far as it matters, and the newest of them. */
  [found: string]: unknown
}

interface LeafFound {
  readonly n: number
  readonly newest: readonly SignalColumns[] | null
}

type SignalColumns = [
  id: string,
  type: SignalType,
  label: string,
  confidence: number,
  status: SignalStatus,
  occurredAt: number,
  firstSeenAt: number,
  lastSeenAt: number,
  source: string,
  url: string | null,
  fields: Record<string, FieldValue>,
]

/** Clauses and whole sequences, in query order; those under NOT decide but are not shown. */
function leavesOf(query: Query, negated: boolean): { leaf: Leaf; shown: boolean }[] {
  if (query.node === 'clause' || query.node === 'sequence') return [{ leaf: query, shown: !negated }]
  if (query.node === 'not') return leavesOf(query.of, true)
  return query.of.flatMap((part) => leavesOf(part, negated))
}

function lateralSql(leaf: Leaf, shown: boolean, asOf: number, i: number, parameters: Parameters): string {
  const most = shown ? MOST_SHOWN : 1
  const found =
    leaf.node === 'clause' ? clauseFound(leaf, most, asOf, parameters) : chainFound(leaf.steps, most, asOf, parameters)
  return `left join lateral (${found}) l${i} on true`
}

/** A count is counted no further than it takes to decide. */
function clauseFound(clause: Clause, most: number, asOf: number, parameters: Parameters): string {
  const where = `s.company_ordinal = c.ordinal and ${clauseSql(clause, asOf, parameters, 'of-company')}`
  const newest = newestSql(clause, where, most)
  const enough = clause.count ? (clause.count.atMost ?? clause.count.atLeast - 1) + 1 : 0
  const n = clause.count
    ? `(select count(*) from (select from signals s where ${where} limit ${parameters.add(enough, 'bigint')}) e)`
    : 'count(*)'
  return `select json_build_object('n', ${n}, 'newest', json_agg(${SIGNAL_JSON})) as found from (${newest}) s`
}

/** A clause of any type takes the newest of each type first, or the index could not tell which come next. */
function newestSql({ type }: Clause, where: string, most: number): string {
  const newest = (more: string) =>
    `select s.* from signals s where ${where}${more} order by s.occurred_at desc, s.id limit ${most}`
  if (type !== 'any') return newest('')
  return `select s.* from (values ${TYPE_ROWS}) as t (type) cross join lateral (${newest(' and s.type = t.type')}) s
    order by s.occurred_at desc, s.id limit ${most}`
}

const TYPE_ROWS = SIGNAL_TYPES.map((type) => `('${type}')`).join(', ')

function chainFound(steps: readonly Step[], most: number, asOf: number, parameters: Parameters): string {
  const stands = steps.map((_, i) => `stands_${i}`).join(' or ')
  const chain = chainSql(steps, asOf, parameters, 's.company_ordinal = c.ordinal')
  const newest = `select id from (${chain}) chained where ${stands} order by t desc, id limit ${most}`
  return `select json_build_object('n', count(*), 'newest', json_agg(${SIGNAL_JSON})) as found
    from signals s where s.id in (${newest})`
}

function foundCompany(row: Row, query: Query, asOf: number): FoundCompany {
  const leaves: LeafFound[] = []
  for (let i = 0; row[`found_${i}`] !== undefined; i++) leaves.push(row[`found_${i}`] as LeafFound)
  const next = leaves[Symbol.iterator]()
  const reason =
    reasonBy(query, (leaf) => {
      const { n, newest } = next.next().value ?? { n: 0, newest: null }
      const holds = leaf.node === 'clause' ? countHolds(leaf, n) : n > 0
      return holds ? (newest ?? []) : undefined
    }) ?? []
  const byId = new Map(reason.map((columns) => [columns[0], signalOf(columns)]))
  return shownCompany(row, row.counts ?? {}, newestFirst(byId.values()).slice(0, MOST_SHOWN), asOf)
}

function shownCompany(
  row: CompanyRow,
  counts: Readonly<Record<string, number>>,
  signals: readonly Signal[],
  asOf: number,
): FoundCompany {
  return {
    id: row.id,
    name: row.name,
    domain: row.domain,
    logo: row.logo,
    hqCountry: row.hqCountry,
    employeeCount: row.employeeCount,
    fundingStage: row.fundingStage,
    industry: row.industry,
    aiAdoptionScore: { score: (row.scoreTenths ?? 0) / 10 },
    heat: heatAt(row.heatKey ?? NO_HEAT, asOf),
    lastSignalAt: row.lastAt === null ? null : isoTime(row.lastAt),
    signalCounts: Object.fromEntries(SIGNAL_TYPES.map((type) => [type, counts[type] ?? 0])) as Record<
      SignalType,
      number
    >,
    signals: signals.map(publicSignal),
  }
}

function signalOf(columns: SignalColumns): Signal {
  const [id, type, label, confidence, status, occurredAt, firstSeenAt, lastSeenAt, source, url, fields] = columns
  return {
    id,
    type,
    label,
    confidence: confidence / 100,
    status,
    occurredAt,
    firstSeenAt,
    lastSeenAt,
    source: url === null ? { name: source } : { name: source, url },
    fields,
  }
}
