// Reads the companies of a search page: the stored facts, the match, and the signals that made the query match. The
// result is the same for both engines. One statement reads the complete page.
//
// Each clause has its own LATERAL, which reads the strongest and the newest five signals of each company by the index
// on (company, type, time). The newest five of all matching signals are among the newest five of each clause, so those
// are combined by the rules of query/evaluate/ranking.ts: the parts of an OR that hold, and nothing from a NOT.

import { many, type Queryable } from '../../db/index.ts'
import { searchNotReady } from '../../http/index.ts'
import type { Company } from '../../meaning/companies/index.ts'
import { heatAt, heatSeconds, NO_HEAT, scoreCoverage } from '../../meaning/scores/index.ts'
import { isoTime, type PublicSignal, publicSignal, type Signal } from '../../meaning/signals/index.ts'
import { isLastingType, SIGNAL_TYPES, type SignalType } from '../../meaning/types/index.ts'
import {
  type Clause,
  countHolds,
  LEAST,
  leavesOf,
  matchAt,
  negatedTypes,
  parseSignalQuery,
  type Query,
  type Reason,
  reasonBy,
  SIGNAL_RANKING,
  type Step,
  type StrengthBy,
  shownOf,
  sizeSecondsOf,
  startOfDay,
  strengthIn,
} from '../../query/index.ts'
import { typesOfBits } from '../../write/sources/index.ts'
import { MAX_SHOWN_SIGNALS, type SearchResult, SIGNAL_COUNT_DAYS } from '../engine.ts'
import { clauseSql } from '../postgres/clause-sql.ts'
import { matchKeySql } from '../postgres/match-key-sql.ts'
import { Parameters } from '../postgres/parameters.ts'
import { chainSql } from '../postgres/query-sql.ts'
import { withTimeoutError } from '../postgres/run.ts'
import { readySql } from '../postgres/statements.ts'
import { type CompanyCache, type CompanyRow, PREFIXED_COMPANY_COLUMNS } from './company-cache.ts'
import { SIGNAL_JSON, type SignalColumns, signalOf } from './signal-json.ts'

/** A company of a search page, as customers see it. */
interface FoundCompany {
  readonly id: string
  readonly name: string
  readonly domain: string
  readonly logo: string | null
  readonly hqCountry: string
  readonly employeeCount: number
  readonly fundingStage: Company['fundingStage']
  readonly industry: string
  readonly employerKind: Company['employerKind']
  readonly aiAdoptionScore: { readonly score: number; readonly coverage: number; readonly asOf: string }
  readonly match: number
  readonly heat: number
  readonly lastSignalAt: string | null
  /** Open jobs, pages that are up, tools in use, and the other signals of the last 90 days. Every type has an entry. */
  readonly signalCounts: Readonly<Record<SignalType, number>>
  readonly signals: readonly PublicSignal[]
  /** Types under NOT that the company isn't monitored for. Absent if there are none. */
  readonly notLooked?: readonly SignalType[]
}

/** What is counted of each type: what its clause matches, of an act within the last 90 days. */
const COUNTED = SIGNAL_TYPES.map(
  (type) => parseSignalQuery(isLastingType(type) ? type : `${type}:${SIGNAL_COUNT_DAYS}d`) as Clause,
)

type Leaf = Clause | (Query & { node: 'sequence' })

/**
 * The companies of a page. If the engine knows which signals to show, they are read by their keys. If one of them no
 * longer exists, because it just changed, the statement for an unknown page searches for all of them.
 */
export async function readPage(
  db: Queryable,
  cache: CompanyCache,
  found: SearchResult,
  query: Query,
  asOf: number,
): Promise<FoundCompany[]> {
  const known = found.shown && (await cache.read(found))
  if (!known) return readFoundCompanies(db, found.ordinals, query, asOf)
  return known.map(({ company, counts, matchKey, signals }) => {
    const byType = Object.fromEntries(SIGNAL_TYPES.map((type, n) => [type, counts[n] ?? 0]))
    return shownCompany(company, byType, matchKey, signals, query, asOf)
  })
}

/** In the order of the ordinals. A company that doesn't exist is left out. */
export async function readFoundCompanies(
  db: Queryable,
  ordinals: readonly number[],
  query: Query,
  asOf: number,
): Promise<FoundCompany[]> {
  if (ordinals.length === 0) return []
  const leaves = pageLeavesOf(query, false, 'key')
  const parameters = new Parameters()
  const places = parameters.add(ordinals, 'int[]')
  const counts = COUNTED.map((clause) => {
    const where = clauseSql(clause, asOf, parameters, 'one-company')
    return `'${clause.type}', (select count(*) from signals s where s.company_ordinal = c.ordinal and ${where})`
  })
  const laterals = leaves.map((each, i) => lateralSql(each, asOf, i, parameters))
  const columns = [
    `${readySql(query, parameters)} as ready`,
    'c.counts',
    ...leaves.map((_, i) => `l${i}.found as found_${i}`),
  ]
  const rows = await withTimeoutError(
    many<Row>(
      db,
      `select ${PREFIXED_COMPANY_COLUMNS}, c.heat_key as "heatKey", c.score_tenths as "scoreTenths",
            extract(epoch from c.as_of)::bigint as "scoreDay", c.looked,
            extract(epoch from c.last_at)::bigint as "lastAt", ${columns.join(', ')}
       from (select p.place, c.*, r.heat_key, r.score_tenths, r.as_of, r.last_at, r.looked,
                    json_build_object(${counts.join(', ')}) as counts
               from unnest(${places}) with ordinality as p (ordinal, place)
               join companies c on c.ordinal = p.ordinal
               left join company_ranks r on r.company_ordinal = c.ordinal) c
       ${laterals.join('\n')}
      order by c.place`,
      parameters.values,
    ),
  )
  // A signal without search text would be left out silently, whichever engine found the company.
  if (rows.some(({ ready }) => !ready)) throw searchNotReady()
  return rows.map((row) => foundCompany(row, query, asOf))
}

interface Row extends CompanyRow {
  ready: boolean
  counts: Record<string, number>
  /** found_0 … for each leaf: the number of signals, counted as far as needed, and the newest and strongest of them. */
  [found: string]: unknown
}

interface LeafFound {
  readonly n: number
  /** By clause, the id of the strongest signal. */
  readonly strongest: readonly (string | null)[]
  /** The strongest and the newest signals. */
  readonly signals: readonly SignalColumns[] | null
}

interface PageLeaf {
  readonly leaf: Leaf
  readonly shown: boolean
  readonly by: StrengthBy
}

/** Clauses and complete sequences, in query order. Those under NOT decide the match but are not shown. */
function pageLeavesOf(query: Query, negated: boolean, by: StrengthBy): PageLeaf[] {
  if (query.node === 'clause' || query.node === 'sequence') return [{ leaf: query, shown: !negated, by }]
  if (query.node === 'not') return pageLeavesOf(query.of, true, 'key')
  return query.of.flatMap((part) => pageLeavesOf(part, negated, strengthIn(query, part, by)))
}

function lateralSql({ leaf, shown, by }: PageLeaf, asOf: number, i: number, parameters: Parameters): string {
  const limit = shown ? MAX_SHOWN_SIGNALS : 1
  const found =
    leaf.node === 'clause'
      ? clauseFound(leaf, limit, by, asOf, parameters)
      : chainFound(leaf.steps, limit, asOf, parameters)
  return `left join lateral (${found}) l${i} on true`
}

/** Counts only as far as needed to decide a `count`. */
function clauseFound(clause: Clause, limit: number, by: StrengthBy, asOf: number, parameters: Parameters): string {
  const where = `s.company_ordinal = c.ordinal and ${clauseSql(clause, asOf, parameters, 'one-company')}`
  const newest = newestSql(clause, where, limit)
  const enough = clause.count ? (clause.count.atMost ?? clause.count.atLeast - 1) + 1 : 0
  const n = clause.count
    ? `(select count(*) from (select from signals s where ${where} limit ${parameters.add(enough, 'bigint')}) e)`
    : `(select count(*) from (${newest}) e)`
  const strongest = `(select s.id from signals s where ${where}
    order by ${by === 'key' ? matchKeySql(parameters) : 's.confidence'} desc nulls last, s.occurred_at desc, s.id limit 1)`
  return foundSql(n, `select n.id from (${newest}) n`, [strongest])
}

/** Reads the newest signals and the strongest of each clause, given as subqueries of ids. */
function foundSql(n: string, newest: string, strongest: readonly string[]): string {
  return `select json_build_object('n', f.n, 'strongest', f.strongest, 'signals',
      (select json_agg(json_build_array(${SIGNAL_JSON})) from signals s where s.id = any(f.newest || f.strongest))) as found
    from (select ${n} as n, array(${newest}) as newest, array[${strongest.join(', ')}] as strongest) f`
}

/** For a clause of any type, the newest of each type are read first: the index on (company, type, time) can't order across types. */
function newestSql({ type }: Clause, where: string, limit: number): string {
  const newest = (more: string) =>
    `select s.* from signals s where ${where}${more} order by s.occurred_at desc, s.id limit ${limit}`
  if (type !== 'any') return newest('')
  return `select s.* from (values ${TYPE_ROWS}) as t (type) cross join lateral (${newest(' and s.type = t.type')}) s
    order by s.occurred_at desc, s.id limit ${limit}`
}

const TYPE_ROWS = SIGNAL_TYPES.map((type) => `('${type}')`).join(', ')

function chainFound(steps: readonly Step[], limit: number, asOf: number, parameters: Parameters): string {
  const inChain = steps.map((_, i) => `in_chain_${i}`).join(' or ')
  const chain = chainSql(steps, asOf, parameters, 's.company_ordinal = c.ordinal')
  const strongest = steps.flatMap(({ clauses }, i) =>
    clauses.map((_, j) => {
      const meets = clauses.length === 1 ? '' : ` and meets_${i}_${j}`
      return `(select id from chained where in_chain_${i}${meets} order by key desc nulls last, t desc, id limit 1)`
    }),
  )
  const newest = `select id from chained where ${inChain} order by t desc, id limit ${limit}`
  return `with chained as materialized (${chain})
    ${foundSql(`(select count(*) from chained where ${inChain})`, newest, strongest)}`
}

function foundCompany(row: Row, query: Query, asOf: number): FoundCompany {
  const leaves: LeafFound[] = []
  for (let i = 0; row[`found_${i}`] !== undefined; i++) leaves.push(row[`found_${i}`] as LeafFound)
  const next = leaves[Symbol.iterator]()
  const leafReason = (leaf: Leaf) => {
    const { n, signals, strongest } = next.next().value ?? { n: 0, signals: null, strongest: [] }
    const holds = leaf.node === 'clause' ? countHolds(leaf, n) : n > 0
    if (!holds) return undefined
    const byId = new Map((signals ?? []).map((columns) => [columns[0], signalOf(columns)]))
    return { strongest: strongest.map((id) => (id === null ? undefined : byId.get(id))), signals: [...byId.values()] }
  }
  const reason = reasonBy(query, SIGNAL_RANKING, leafReason, sizeSecondsOf(row.employeeCount))
  const shown = reason ? shownOf(unique(reason), SIGNAL_RANKING, MAX_SHOWN_SIGNALS) : []
  return shownCompany(row, row.counts, reason?.key ?? LEAST, shown.map(publicSignal), query, asOf)
}

/** A signal found by several clauses was read several times. */
function unique({ key, strongest, signals }: Reason<Signal>): Reason<Signal> {
  const byId = new Map([...signals, ...strongest].map((signal) => [signal.id, signal]))
  const same = (list: readonly Signal[]) => list.map(({ id }) => byId.get(id) as Signal)
  return { key, strongest: same(strongest), signals: same(signals) }
}

/** A row that was found by a dropped tool, a closed job or an old surge never shows 0. */
function countsFor(query: Query, counts: Readonly<Record<string, number>>, shown: readonly PublicSignal[]) {
  const asked = new Set(leavesOf(query).flatMap(({ clause, negated }) => (negated ? [] : [clause.type])))
  const countOf = (type: SignalType) =>
    counts[type] || (asked.has(type) ? shown.filter((signal) => signal.type === type).length : 0)
  return Object.fromEntries(SIGNAL_TYPES.map((type) => [type, countOf(type)])) as Record<SignalType, number>
}

function shownCompany(
  row: CompanyRow,
  counts: Readonly<Record<string, number>>,
  matchKey: number,
  signals: readonly PublicSignal[],
  query: Query,
  asOf: number,
): FoundCompany {
  const looked = typesOfBits(row.looked ?? 0)
  const notLooked = negatedTypes(query).filter((type) => !looked.includes(type))
  return {
    id: row.id,
    name: row.name,
    domain: row.domain,
    logo: row.logo,
    hqCountry: row.hqCountry,
    employeeCount: row.employeeCount,
    fundingStage: row.fundingStage,
    industry: row.industry,
    employerKind: row.employerKind,
    // Without a stored score there are no signals, and the score of any day is 0.
    aiAdoptionScore: {
      score: (row.scoreTenths ?? 0) / 10,
      coverage: scoreCoverage(looked).score,
      asOf: isoTime(row.scoreDay ?? startOfDay(asOf)),
    },
    match: matchAt(matchKey, asOf, heatSeconds(row.heatKey ?? NO_HEAT)),
    heat: heatAt(row.heatKey ?? NO_HEAT, asOf),
    lastSignalAt: row.lastAt === null ? null : isoTime(row.lastAt),
    signalCounts: countsFor(query, counts, signals),
    signals,
    ...(notLooked.length > 0 && { notLooked }),
  }
}
