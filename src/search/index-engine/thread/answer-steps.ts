// The answer of one index to a request: complete, or one shard's part.

import type { Evidence, SearchResult } from '../../engine.ts'
import type { ValueCounts } from '../../values/value-counts.ts'
import type { ChangedCompanies } from '../build/changed-companies.ts'
import type { LiveIndex } from '../build/live-index.ts'
import { wasmKernel } from '../kernel/wasm-kernel.ts'
import { inOtherWorkingSpace, type SearchedIndex } from '../query/clauses/searched-index.ts'
import type { Steps } from '../query/clauses/steps.ts'
import { countValuesSteps } from '../query/count-values.ts'
import { estimateWork, MAX_WORK, TooMuchWork } from '../query/estimate-work.ts'
import { evidenceSteps } from '../query/evidence.ts'
import { type PagePart, pagePartSteps, searchSteps } from '../query/search.ts'
import type { IndexRequest, ShownRange } from './messages.ts'
import { SHORT_WORK } from './turns.ts'

export type Answer = SearchResult | Evidence | ValueCounts
/** One shard's part, by its own ordinals. */
export type Part = PagePart | Omit<Evidence, 'position'> | Omit<ValueCounts, 'position'>

export interface AnsweringIndex {
  readonly index: LiveIndex
  readonly changes: ChangedCompanies
}

const COUNTED_ROWS_PER_MICROSECOND = 50

/** In microseconds. Throws if it is too expensive. */
export function estimateRequest(
  index: LiveIndex,
  request: IndexRequest,
): { readonly work: number; readonly overrun?: () => Error } {
  if (request.want === 'values') return { work: index.rows / COUNTED_ROWS_PER_MICROSECOND }
  const estimated = estimateWork(index, request.search, SHORT_WORK)
  // A slice's query is written by the operator, and its result is cached.
  if (request.want !== 'page') return { work: estimated.total }
  if (estimated.total > MAX_WORK) throw new TooMuchWork(estimated)
  return { work: estimated.total, overrun: () => new TooMuchWork(estimated) }
}

const longSpaces = new WeakMap<LiveIndex, SearchedIndex>()

/** Short searches run one after the other in the first working space. The long search has the other one. */
function spaceOf(index: LiveIndex, isLong: boolean): SearchedIndex {
  if (!isLong) return index
  const existing = longSpaces.get(index)
  if (existing) return existing
  const space = inOtherWorkingSpace(index, wasmKernel)
  longSpaces.set(index, space)
  return space
}

export function* answerSteps(
  { index, changes }: AnsweringIndex,
  position: number,
  request: IndexRequest,
  isLong: boolean,
): Steps<Answer> {
  const space = spaceOf(index, isLong)
  if (request.want === 'values') return { ...(yield* countValuesSteps(space)), position }
  if (request.want === 'evidence') return { ...(yield* evidenceSteps(space, request.search)), position }
  const result = yield* searchSteps(space, request.search)
  if (!result.shown) return result
  const shown = result.shown.map((each, i) => ({
    ...each,
    changedAt: changes.positionOf(result.ordinals[i] as number),
  }))
  return { ...result, shown, position }
}

export function* partSteps(
  { index, changes }: AnsweringIndex,
  request: IndexRequest,
  isLong: boolean,
  range: ShownRange,
): Steps<Part> {
  const space = spaceOf(index, isLong)
  // All values: the most frequent overall needn't be among the most frequent of any shard.
  if (request.want === 'values') return yield* countValuesSteps(space, Number.POSITIVE_INFINITY)
  if (request.want === 'evidence') return yield* evidenceSteps(space, request.search)
  const part = yield* pagePartSteps(space, request.search, range)
  if (!part.shown) return part
  const shown = part.shown.map((each, i) => ({
    ...each,
    changedAt: changes.positionOf(part.companies[part.shownFrom + i]!.ordinal),
  }))
  return { ...part, shown }
}
