import type { Evidence, SearchResult } from '../../engine.ts'
import type { ValueCounts } from '../../values/value-counts.ts'
import type { ChangedCompanies } from '../build/changed-companies.ts'
import type { LiveIndex } from '../build/live-index.ts'
import { wasmKernel } from '../kernel/wasm-kernel.ts'
import type { Checkpoint } from '../layout/checkpoint.ts'
import { inOtherWorkingSpace, type SearchedIndex } from '../query/clauses/searched-index.ts'
import type { Steps } from '../query/clauses/steps.ts'
import { countValuesSteps } from '../query/count-values.ts'
import { evidenceSteps } from '../query/evidence.ts'
import { searchSteps } from '../query/search.ts'
import type { IndexRequest } from './messages.ts'

export type Answer = SearchResult | Evidence | ValueCounts

export interface AnsweringIndex {
  readonly index: LiveIndex
  readonly changes: ChangedCompanies
  readonly checkpoint: Checkpoint
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
  { index, changes, checkpoint }: AnsweringIndex,
  request: IndexRequest,
  isLong: boolean,
): Steps<Answer> {
  const { position } = checkpoint
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
