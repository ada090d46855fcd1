// What a page shows of its companies, the same for whichever engine found them: the stored facts, and the newest signals
// by which the query matches. One statement for the whole page.
//
// Each clause has a LATERAL of its own, which reads at most five signals of each company by the index on (company, type,
// time). Of all signals that are a reason, the newest five are among the newest five of each clause, so that it is
// enough to put those together by the rules of `newestMatches`: of an OR the parts that hold, of a NOT none.

import { many, type Queryable } from '../../db/index.ts'
import { searchNotReady } from '../../http/index.ts'
import type { Company } from '../companies/index.ts'
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
import { isoTime, type PublicSignal, publicSignal, SIGNAL_TYPES, type SignalType } from '../signals/index.ts'
import { COUNTED_DAYS, type Found, MOST_SHOWN } from './engine.ts'
import { clauseSql } from './postgres/clause-sql.ts'
import { Parameters } from './postgres/parameters.ts'
import { chainSql } from './postgres/query-sql.ts'
import { inTime } from './postgres/run.ts'
import { readySql } from './postgres/statements.ts'
import { COLUMNS_OF_C, type CompanyRow, type ShownRows } from './shown-rows.ts'
import { SIGNAL_JSON, type SignalColumns, signalOf } from './signal-json.ts'

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
 * What a page shows. Where an engine knows which signals those are, they are read by their keys; where one is not there any
 * more, changed a moment ago, all are looked for.
 */
export async function readPage(
  db: Queryable,
  rows: ShownRows,
  found: Found,
  query: Query,
  asOf: number,
): Promise<FoundCompany[]> {
  const known = found.shown && (await rows.read(found))
  if (!known) return readFoundCompanies(db, found.ordinals, query, asOf)
  return known.map(({ company, counts, signals }) => {
    const byType = Object.fromEntries(SIGNAL_TYPES.map((type, n) => [type, counts[n] ?? 0]))
    return shownCompany(company, byType, signals, asOf)
  })
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
      `select ${COLUMNS_OF_C}, c.heat_key as "heatKey", c.score_tenths as "scoreTenths",
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
  return `select json_build_object('n', ${n}, 'newest', json_agg(json_build_array(${SIGNAL_JSON}))) as found from (${newest}) s`
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
  return `select json_build_object('n', count(*), 'newest', json_agg(json_build_array(${SIGNAL_JSON}))) as found
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
  return shownCompany(row, row.counts ?? {}, newestFirst(byId.values()).slice(0, MOST_SHOWN).map(publicSignal), asOf)
}

function shownCompany(
  row: CompanyRow,
  counts: Readonly<Record<string, number>>,
  signals: readonly PublicSignal[],
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
    signals,
  }
}
