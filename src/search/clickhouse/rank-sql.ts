// Compiles the order of a result: the rules of query/evaluate/ranking.ts over the columns of the levels. A key counts only
// where its part holds.

import { CONFIDENCE_SECONDS, SIZE_BOUNDS, SIZE_SECONDS } from '../../meaning/signals/index.ts'
import { type Clause, isNeutral, isWeighedBySize, partsThatOrder, type Query, statesBeside } from '../../query/index.ts'
import type { Sort } from '../engine.ts'
import { LEAST_KEY } from './layout.ts'
import { greatestOf, type KeptValue, type Levels } from './query-sql.ts'

/** By confidence in hundredths; without strength, the least key. */
const CERTAINTIES = CONFIDENCE_SECONDS.map((seconds) => (Number.isFinite(seconds) ? seconds : LEAST_KEY))
const CERTAINTY_TABLE = `[${CERTAINTIES.map((seconds) => `toInt64(${seconds})`).join(', ')}]`
/** The certainty of a part that has none: more than any. */
const NO_CERTAINTY = 1

/** What the order needs of each clause's signals. */
export function keptValues(query: Query, sort: Sort): (clause: Clause) => KeptValue {
  const kept = new Map<Clause, KeptValue>()
  const visit = (part: Query, beside: boolean) => {
    if (part.node === 'clause') kept.set(part, beside ? 'confidence' : sort === 'match' ? 'key' : 'at')
    if (part.node !== 'and' && part.node !== 'or') return
    const states = part.node === 'and' && sort === 'match' ? statesBeside(part.of) : []
    for (const each of part.of) visit(each, beside || states.includes(each))
  }
  if (sort === 'match' || sort === 'recent') visit(query, false)
  return (clause) => kept.get(clause) ?? 'confidence'
}

/** The expression by which companies are ordered, the greatest first. */
export function orderSql(query: Query, sort: Sort, levels: Levels): string {
  if (sort === 'score') return 'toInt64(score)'
  if (sort === 'heat' || isNeutral(query)) return 'heat'
  return sort === 'match' ? keySql(query, levels) : newestSql(query, levels)
}

function keySql(part: Query, levels: Levels): string {
  switch (part.node) {
    case 'clause': {
      const key = greatestOf(levels.values(part))
      if (!isWeighedBySize(part)) return key
      return `if(${key} = ${LEAST_KEY}, toInt64(${LEAST_KEY}), ${key} + size)`
    }
    case 'sequence':
      return least(levels.chain(part).map((pairs) => greatestOf(`arrayMap(x -> x.2, ${pairs})`)))
    case 'not':
      return least([])
    case 'or':
      return greatest(ordering(part.of).map((each) => ifHolds(each, keySql(each, levels), levels)))
    default: {
      const key = least(partsThatOrder(part.of).map((each) => keySql(each, levels)))
      const states = statesBeside(part.of)
      if (states.length === 0) return key
      const certainty = least([...states.map((each) => certaintySql(each, levels)), 'toInt64(0)'])
      return `greatest(toInt64(${LEAST_KEY}), ${key} + ${certainty})`
    }
  }
}

/** The certainty of a part that is only about states. */
function certaintySql(part: Query, levels: Levels): string {
  switch (part.node) {
    case 'clause':
      return `(${CERTAINTY_TABLE}[1 + arrayReduce('max', arrayPushBack(${levels.values(part)}, toUInt8(0)))])`
    case 'and': {
      const parts = ordering(part.of).map((each) => certaintySql(each, levels))
      return parts.length === 0 ? `toInt64(${NO_CERTAINTY})` : least(parts)
    }
    case 'or': {
      // Of a part that doesn't hold, less than any.
      const none = `toInt64(${2 * LEAST_KEY})`
      const parts = ordering(part.of).map(
        (each) =>
          `if(${levels.holds(each)} and ${certaintySql(each, levels)} <= 0, ${certaintySql(each, levels)}, ${none})`,
      )
      const best = greatest([...parts, none])
      return `if(${best} = ${none}, toInt64(${NO_CERTAINTY}), ${best})`
    }
    default:
      return `toInt64(${NO_CERTAINTY})`
  }
}

function newestSql(part: Query, levels: Levels): string {
  switch (part.node) {
    case 'clause':
      return greatestOf(levels.values(part))
    case 'sequence':
      // Each step is later than the one before.
      return greatestOf(`arrayMap(x -> x.1, ${levels.sequence(part).reached.at(-1)})`)
    case 'not':
      return greatest([])
    case 'or':
      return greatest(ordering(part.of).map((each) => ifHolds(each, newestSql(each, levels), levels)))
    default:
      return greatest(ordering(part.of).map((each) => newestSql(each, levels)))
  }
}

function ordering(parts: readonly Query[]): Query[] {
  return parts.filter((part) => !isNeutral(part))
}

function ifHolds(part: Query, key: string, levels: Levels): string {
  return `if(${levels.holds(part)}, ${key}, toInt64(${LEAST_KEY}))`
}

/** The functions take two arguments each in older versions. */
function least(keys: readonly string[]): string {
  return keys.length === 0 ? `toInt64(${LEAST_KEY})` : keys.reduce((a, b) => `least(${a}, ${b})`)
}

function greatest(keys: readonly string[]): string {
  return keys.length === 0 ? `toInt64(${LEAST_KEY})` : keys.reduce((a, b) => `greatest(${a}, ${b})`)
}

/** What the size of a company adds to its jobs. */
export const SIZE_SQL = `toInt64(${[...SIZE_BOUNDS.entries()].reduceRight(
  (rest, [band, upTo]) => `if(employees <= ${upTo}, ${SIZE_SECONDS[band]}, ${rest})`,
  String(SIZE_SECONDS.at(-1)),
)})`
