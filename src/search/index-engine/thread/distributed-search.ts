// One search over several shards. The other shards get the request first, and work while this thread searches its own
// shard; then the parts are merged. Messages to a shard arrive in order, and the search thread begins its own part in
// the tick in which it posts to the others: so all parts have the same changes, and the answer has one log position.

import type { CompanyFilters, Evidence, Ordinals } from '../../engine.ts'
import type { ValueCounts } from '../../values/value-counts.ts'
import { localOrdinal, shardOf } from '../layout/sharding.ts'
import { TooMuchWork } from '../query/estimate-work.ts'
import type { PagePart } from '../query/search.ts'
import { type Answer, estimateRequest, type Part, partSteps } from './answer-steps.ts'
import { mergeEvidence, mergePages, mergeValues, shownRange } from './merge-answers.ts'
import type { IndexRequest, ShardFailure, ShownRange } from './messages.ts'
import type { PartReply, RemoteShard } from './remote-shard.ts'
import type { ShardIndex } from './shard-index.ts'
import { AskAgain, type OtherParts, type SearchSteps, type StartedSearch } from './turns.ts'

interface SearchedShards {
  readonly own: ShardIndex
  readonly others: readonly RemoteShard[]
}

/** How to run it. */
interface Way {
  /** Another shard found that its part is long. */
  readonly isLong?: boolean
  /** Each shard returns what a page shows for all its companies. */
  readonly showAll?: boolean
}

/** Throws if the own part is too expensive. `positionNow`: the log position of all shards. */
export function distributedSearch(
  shards: SearchedShards,
  request: IndexRequest,
  positionNow: () => number,
  way: Way = {},
): StartedSearch<Answer> {
  const { own, others } = shards
  const requests = partRequests(request, 1 + others.length)
  const active = own.active
  if (!active) throw new Error('the index is not ready')
  const { work, overrun } = estimateRequest(active.index, requests[0]!)
  const again = (change: Way) => new AskAgain(distributedSearch(shards, request, positionNow, { ...way, ...change }))

  function* steps(isLong: boolean): SearchSteps<Answer> {
    const position = positionNow()
    const { active } = own
    if (!active) throw new Error('the index is not ready')
    const range = rangeOf(request, requests.length, way.showAll === true || isLong)
    const asked = new AskedShards(others, requests, isLong, range)
    try {
      const first = yield* partSteps(active, requests[0]!, isLong, range)
      if (!asked.isSettled) yield asked
      if (asked.failure) throw asked.failure.kind === 'long' ? again({ isLong: true }) : errorOf(asked.failure)
      const parts: readonly Part[] = [first, ...asked.parts]
      if (request.want === 'values') return yield* mergeValues(parts as readonly ValueCounts[], position)
      if (request.want === 'evidence') return yield* mergeEvidence(parts as readonly Evidence[], position)
      const page = mergePages(request.search, parts as readonly PagePart[], position)
      if (!page) throw again({ showAll: true })
      return page
    } finally {
      asked.end()
    }
  }
  return { work: way.isLong ? Number.POSITIVE_INFINITY : work, ...(overrun && { overrun }), steps }
}

function rangeOf(request: IndexRequest, shards: number, showAll: boolean): ShownRange {
  if (request.want !== 'page') return { from: 0, to: 0 }
  const { offset, limit } = request.search
  return showAll ? { from: 0, to: offset + limit } : shownRange(request.search, shards)
}

class AskedShards implements OtherParts {
  readonly parts: Part[] = []
  failure: ShardFailure | undefined
  ms = 0
  onSettled: () => void = () => {}
  readonly #ends: readonly (() => void)[]
  #left: number

  constructor(shards: readonly RemoteShard[], requests: readonly IndexRequest[], isLong: boolean, range: ShownRange) {
    this.#left = shards.length
    this.#ends = shards.map((shard, i) =>
      shard.part(requests[i + 1]!, isLong, range, (reply) => this.#receive(i, reply)),
    )
  }

  get isSettled(): boolean {
    return this.#left === 0
  }

  /** The missing parts are no longer needed. */
  end(): void {
    if (!this.isSettled) for (const end of this.#ends) end()
  }

  #receive(i: number, reply: PartReply): void {
    this.ms = Math.max(this.ms, reply.ms)
    if ('part' in reply) this.parts[i] = reply.part
    // A shard's error takes precedence over another's request to retry.
    else if (!this.failure || this.failure.kind === 'long') this.failure = reply.failure
    if (--this.#left === 0) this.onSettled()
  }
}

/** Another shard found it too expensive. */
class PartTooExpensive extends TooMuchWork {
  override readonly clause: number

  constructor(clause: number) {
    super({ total: 0, clauses: [] })
    this.clause = clause
  }
}

function errorOf(failure: ShardFailure): Error {
  if (failure.kind === 'too expensive') return new PartTooExpensive(failure.clause)
  return new Error('reason' in failure ? failure.reason : failure.kind)
}

/** The same request for each shard, with its own ordinals. A page can begin at any company of a shard. */
function partRequests(request: IndexRequest, shards: number): IndexRequest[] {
  if (request.want === 'values') return Array.from({ length: shards }, () => request)
  const filters = splitFilters(request.search.filters, shards)
  if (request.want === 'evidence') {
    return filters.map((each) => ({ ...request, search: { ...request.search, filters: each } }))
  }
  const { offset, limit } = request.search
  return filters.map((each) => ({
    ...request,
    search: { ...request.search, filters: each, offset: 0, limit: offset + limit },
  }))
}

function splitFilters({ only, except, ...facts }: CompanyFilters, shards: number): CompanyFilters[] {
  const [onlyParts, exceptParts] = [only && splitOrdinals(only, shards), except && splitOrdinals(except, shards)]
  return Array.from({ length: shards }, (_, shard) => ({
    ...facts,
    ...(onlyParts && { only: onlyParts[shard]! }),
    ...(exceptParts && { except: exceptParts[shard]! }),
  }))
}

function splitOrdinals(ordinals: Ordinals, shards: number): Int32Array[] {
  const parts = Array.from({ length: shards }, (): number[] => [])
  for (const ordinal of ordinals) parts[shardOf(ordinal, shards)]!.push(localOrdinal(ordinal, shards))
  return parts.map((part) => Int32Array.from(part))
}
