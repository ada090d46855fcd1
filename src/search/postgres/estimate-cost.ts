// Estimates a statement before it runs, from the structure of the query and PostgreSQL's own statistics. It is rough,
// because the frequency of words is unknown. It finds statements that would time out.
//
// The unit is a microsecond of the machine on which the costs were measured.

import { many, type Queryable } from '../../db/index.ts'
import { type Clause, type Condition, clausesOf, type PatternWord, type Query } from '../../query/index.ts'
import { tooExpensive } from '../too-expensive.ts'

export interface TableStatistics {
  readonly signals: number
  /** The share of the signals that have a type. */
  readonly types: ReadonlyMap<string, number>
}

const COST = {
  /** Reading a signal, without and with its stored text. */
  row: 0.4,
  textRow: 2,
  /** Testing the text of a signal that was read. */
  pattern: 0.5,
  /** A step of a chain, for each signal. */
  step: 1,
}
/** Twice the statement timeout, because an estimate can be too high. */
const MAX_COST = 10_000_000
/** Above this, a statement occupies a core of the database for a long time. */
export const HEAVY_COST = 200_000
/** Nearly all searches are about the last year. */
const YEAR_DAYS = 365
/** The share of the signals that have a given word, or one with a prefix of one, two, three or more letters. */
const WORD_SHARE = 0.05
const PREFIX_SHARES = [1, 0.5, 0.2, 0.1]

/** Returns the cost of a query. Throws if it is too expensive. */
export function affordableCost(query: Query, explain: boolean, statistics: TableStatistics): number {
  const costs = clauseCosts(query, statistics)
  const total = sum(costs) * (explain ? 2 : 1)
  if (total > MAX_COST) throw tooExpensive(query, costs.indexOf(Math.max(...costs)))
  return total
}

/** By clause, in query order. */
function clauseCosts(query: Query, statistics: TableStatistics): number[] {
  switch (query.node) {
    case 'clause':
      return [rowsOf(query, statistics) * rowCost(query)]
    case 'not':
      return clauseCosts(query.of, statistics)
    case 'sequence': {
      // Every signal that meets some step is tested for each step, and goes through a window function for each.
      const clauses = clausesOf(query)
      const rows = Math.min(statistics.signals, sum(clauses.map((clause) => rowsOf(clause, statistics))))
      const steps = (COST.step * query.steps.length) / clauses.length
      return clauses.map((clause) => rows * (steps + testCost(clause)))
    }
    default:
      return query.of.flatMap((part) => clauseCosts(part, statistics))
  }
}

function rowsOf({ type, conditions, withinDays = YEAR_DAYS }: Clause, { signals, types }: TableStatistics): number {
  const ofType = type === 'any' ? 1 : (types.get(type) ?? 1)
  return signals * ofType * Math.min(1, withinDays / YEAR_DAYS) * Math.min(1, ...conditions.map(shareOf))
}

/** The share of the signals that pass a condition. */
function shareOf(condition: Condition): number {
  if (!('patterns' in condition)) return 1
  return Math.min(1, sum(condition.patterns.map(({ words }) => Math.min(...words.map(wordShare)))))
}

function wordShare({ text, prefix, same = [] }: PatternWord): number {
  return prefix ? (PREFIX_SHARES[text.length - 1] ?? WORD_SHARE) : WORD_SHARE * (1 + same.length)
}

function rowCost(clause: Clause): number {
  const patterns = patternsOf(clause)
  return patterns === 0 ? COST.row : COST.textRow + patterns * COST.pattern
}

function testCost(clause: Clause): number {
  return COST.row + patternsOf(clause) * COST.pattern
}

function patternsOf({ conditions }: Clause): number {
  return sum(conditions.map((condition) => ('patterns' in condition ? condition.patterns.length : 0)))
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

const MAX_AGE_MS = 60_000

/** The planner's statistics, read at most once a minute. Only the first caller waits for them. */
export function statisticsOf(db: Queryable): () => Promise<TableStatistics> {
  let latest: Promise<TableStatistics> | undefined
  let readAt = Number.NEGATIVE_INFINITY
  return async () => {
    if (performance.now() - readAt >= MAX_AGE_MS) {
      readAt = performance.now()
      const reading = readStatistics(db)
      const before = latest
      latest ??= reading
      reading.then(
        () => {
          latest = reading
        },
        () => {
          latest = before
          readAt = Number.NEGATIVE_INFINITY
        },
      )
    }
    return latest ?? readStatistics(db)
  }
}

async function readStatistics(db: Queryable): Promise<TableStatistics> {
  const rows = await many<{ signals: number; type: string | null; share: number | null }>(
    db,
    `select greatest(c.reltuples, 0)::float8 as signals, t.type, t.share::float8 as share
       from pg_class c
       left join pg_stats s on s.schemaname = current_schema and s.tablename = 'signals' and s.attname = 'type'
       left join lateral unnest(s.most_common_vals::text::text[], s.most_common_freqs) as t (type, share) on true
      where c.oid = 'signals'::regclass`,
  )
  const types = rows.flatMap(({ type, share }): [string, number][] => (type && share ? [[type, share]] : []))
  return { signals: rows[0]?.signals ?? 0, types: new Map(types) }
}
