// The first companies of a result by match, or by the newest signal that matched. These keys depend on the query, so
// there is no stored order of all companies.
//
// For a small result, the key of every company is computed from its rows. For a large one, upper bounds of the keys of
// all companies come first (key-bounds.ts), and the companies with the greatest bounds are examined until no other can
// come before them. Rows are read from new to old: the newest decide most pages.

import { isNeutral, LEAST, partsThatOrder, type Query, startOfDay, statesBeside } from '../../../../query/index.ts'
import type { Search } from '../../../engine.ts'
import { byHeat } from '../../build/orders.ts'
import { LEAST_KEY, TOP_WORDS } from '../../layout/kernel-constants.ts'
import { CERTAIN, encodedKey, greatestKeyAt, type KeyKind } from '../../layout/match-keys.ts'
import type { PreparedClauses } from '../clauses/prepared-clauses.ts'
import type { SearchedIndex } from '../clauses/searched-index.ts'
import type { Steps } from '../clauses/steps.ts'
import { CompanyReasons } from './company-reason.ts'
import { type BoundOptions, type Hits, type KeyBounds, KeyEvaluation } from './key-bounds.ts'
import { pickPage } from './pick-page.ts'

/** Up to this many companies are ordered by only their rows. */
const FEW_HITS = 64
/** Companies examined in addition to those of the page, if their bounds aren't exact. */
const SPARE = 32
/** After this many companies, the bounds are computed again without summaries. */
const MAX_EXAMINED = 2_048
/** How much older rows are read if the newest don't decide the page. */
const OLDER = 8
/** In seconds. A confidence of 0.85 counts as this much older. */
const MIN_SPAN = 7 * 86_400
/** After every this many companies, checks whether those examined suffice. */
const CHECK_INTERVAL = 4
/** Companies whose keys are computed from their rows between two yields. */
const STEP_COMPANIES = 64

/** A company with what decides its place: its key (greater first), then its heat, then its ordinal. */
export interface RankedCompany {
  readonly ordinal: number
  /** 0 for a company without one, and for all where the query gives none. */
  readonly key: number
  readonly heat: number
}

/** The first `limit` companies of a bitset with `total` bits set: the companies that match the query. */
export function* rankPage(
  index: SearchedIndex,
  prepared: PreparedClauses,
  { query, kind }: { readonly query: Search['query']; readonly kind: KeyKind },
  hits: Hits,
  limit: number,
  fewHits = FEW_HITS,
): Steps<RankedCompany[]> {
  const { bits, total } = hits
  const wanted = Math.min(limit, total)
  if (wanted === 0) return []
  if (isNeutral(query)) return withoutKeys(index, pickPage(index, bits, total, byHeat, limit))
  const page = new RankedPage(index, hits, wanted, yield* CompanyReasons.of(index, prepared, query), query, kind)
  const hasRoom = TOP_WORDS * (wanted + SPARE) <= index.memory.layout.sizes.companies
  const keys = new KeyEvaluation(index, prepared, kind, hits)
  if (total <= Math.max(fewHits, fewHits > 0 ? 2 * wanted : 0) || !hasRoom) {
    // The most certain of a company's signals may be any of them: one scan finds it faster than all their rows.
    const states = kind === 'match' && query.node === 'and' ? statesBeside(query.of) : []
    return yield* page.fromRows(yield* keys.certainties(states))
  }
  for (const options of attempts(index, query, wanted / total)) {
    const found = yield* page.fromBounds(yield* keys.bounds(query, options), options)
    if (found) return found
  }
  return yield* page.fromRows()
}

function withoutKeys({ memory }: SearchedIndex, ordinals: readonly number[]): RankedCompany[] {
  return ordinals.map((ordinal) => ({ ordinal, key: 0, heat: memory.columns.heat[ordinal]! }))
}

/**
 * From the newest rows to all rows, and finally without summaries. The first span would be enough if signals were
 * evenly distributed, and those of an AND independent.
 */
function* attempts({ times: [oldest, newest] }: SearchedIndex, query: Query, share: number) {
  const all = newest - oldest
  const parts = query.node === 'and' ? partsThatOrder(query.of) : [query]
  const first = all * Math.min(1, 4 * share) ** (1 / parts.length)
  for (let span = Math.max(MIN_SPAN, first); span < all / 4; span *= OLDER) {
    // Whole days: a row before the floor has a smaller key than any after it.
    const floor = startOfDay(newest - span)
    if (floor > 0) yield { floor, summaries: true }
  }
  yield { floor: 0, summaries: true }
  yield { floor: 0, summaries: false }
}

class RankedPage {
  readonly #index: SearchedIndex
  readonly #bits: number
  readonly #total: number
  readonly #wanted: number
  readonly #reasons: CompanyReasons
  readonly #kind: KeyKind
  /** The part of the query that decides the key of a matching company, and the clauses in it that hold then. */
  readonly #deciding: Query
  /** The same without states next to an act. */
  readonly #acts: Query
  readonly #held: ReadonlySet<Query>
  readonly #known = new Map<number, RankedCompany>()

  constructor(
    index: SearchedIndex,
    { bits, total }: Hits,
    wanted: number,
    reasons: CompanyReasons,
    query: Query,
    kind: KeyKind,
  ) {
    this.#index = index
    this.#bits = bits
    this.#total = total
    this.#wanted = wanted
    this.#reasons = reasons
    this.#kind = kind
    const parts = query.node === 'and' ? query.of : [query]
    const deciding = parts.filter((part) => !isNeutral(part))
    this.#deciding = query.node === 'and' ? { node: 'and', of: deciding } : query
    this.#acts = query.node === 'and' ? { node: 'and', of: partsThatOrder(parts) } : query
    this.#held = new Set(deciding)
  }

  /** By the rows of every company, except for the states if their certainties are given, by rank. */
  *fromRows(certainties?: Uint32Array): Steps<RankedCompany[]> {
    const { memory, kernel } = this.#index
    const { columns, at, layout } = memory
    const count = kernel.list(this.#bits, layout.sizes.companies / 8, at.counters)
    const hits = columns.counters.slice(0, count)
    const ranked: RankedCompany[] = []
    for (const [i, ordinal] of hits.entries()) {
      ranked.push(
        certainties ? this.#lowered(this.#exact(ordinal, 0, this.#acts), certainties[i]!) : this.#exact(ordinal),
      )
      if (i % STEP_COMPANIES === STEP_COMPANIES - 1) yield
    }
    return this.#first(ranked)
  }

  /** Undefined if the bounds don't decide the page. Keys of signals before `floor` aren't known. */
  *fromBounds(bounds: KeyBounds, { floor, summaries }: BoundOptions): Steps<RankedCompany[] | undefined> {
    const { exactFrom } = bounds
    const { companies } = this.#index.memory.layout.sizes
    const room = Math.floor(companies / TOP_WORDS)
    const floorKey = floor === 0 ? 0 : greatestKeyAt(floor, 0, this.#kind)
    // Takes a few more if most bounds can't be exact.
    const spare = exactFrom === Number.POSITIVE_INFINITY ? SPARE : 0
    const top = this.#top(bounds, this.#wanted + spare)
    const last = top[this.#wanted - 1]
    if (last && last.key >= Math.max(exactFrom, floorKey, LEAST_KEY + 1)) {
      return top.slice(0, this.#wanted)
    }
    for (let take = this.#wanted + SPARE; ; take = Math.min(room, take * 4)) {
      const bounded = take === this.#wanted + spare ? top : this.#top(bounds, take)
      const ranked: RankedCompany[] = []
      for (const [i, { ordinal }] of bounded.entries()) {
        ranked.push(this.#exact(ordinal, floor))
        if (i % STEP_COMPANIES === STEP_COMPANIES - 1) yield
        // No company that wasn't examined can come before the last of the page.
        const next = bounded[i + 1]
        if (i % CHECK_INTERVAL !== CHECK_INTERVAL - 1 || !next || i + 1 < this.#wanted) continue
        const last = ranked.sort(compareRanked)[this.#wanted - 1]!
        if (last.key >= Math.max(floorKey, 1) && compareRanked(last, next) < 0) return this.#first(ranked)
      }
      if (bounded.length < take) {
        if (floor === 0) return this.#withUnranked(ranked)
        const last = ranked.sort(compareRanked)[this.#wanted - 1]
        return last && last.key >= floorKey ? this.#first(ranked) : undefined
      }
      if (take === room || (summaries && take > MAX_EXAMINED)) return undefined
    }
  }

  /** Companies without any key come after the others, ordered only by heat. */
  #withUnranked(ranked: readonly RankedCompany[]): RankedCompany[] {
    const { memory } = this.#index
    const { bitsets } = memory.columns
    const first = (this.#bits - memory.at.bitsets) >>> 2
    for (const { ordinal } of ranked) bitsets[first + (ordinal >>> 5)]! &= ~(1 << (ordinal & 31))
    const rest = this.#index.kernel.andCount(this.#bits, this.#bits, memory.layout.sizes.companies / 8)
    const others = pickPage(this.#index, this.#bits, rest, byHeat, this.#wanted)
    for (const { ordinal } of ranked) bitsets[first + (ordinal >>> 5)]! |= 1 << (ordinal & 31)
    return this.#first([...ranked, ...withoutKeys(this.#index, others)])
  }

  #top({ keys, blocks }: KeyBounds, limit: number): RankedCompany[] {
    const { kernel, memory } = this.#index
    const { at, columns, layout } = memory
    const bits = this.#bits
    const bytes = layout.sizes.companies / 8
    const count =
      blocks === undefined
        ? kernel.topRanked(bits, bytes, at.ranks, keys, this.#total, at.heat, limit, at.counters)
        : kernel.topStored(bits, bytes, keys, blocks, at.heat, limit, at.counters)
    return Array.from({ length: count }, (_, i) => ({
      ordinal: columns.counters[TOP_WORDS * i]!,
      key: columns.counters[TOP_WORDS * i + 1]!,
      heat: columns.counters[TOP_WORDS * i + 2]! | 0,
    }))
  }

  #lowered({ key, ...company }: RankedCompany, certainty: number): RankedCompany {
    const isStrong = key !== 0 && certainty > LEAST_KEY
    return { ...company, key: isStrong ? key - (CERTAIN - certainty) : 0 }
  }

  /** A missing key is 0: companies without strength are all equal. */
  #exact(ordinal: number, floor = 0, deciding = this.#deciding): RankedCompany {
    const known = this.#known.get(ordinal)
    if (known) return known
    const { heat, time } = this.#index.memory.columns
    const isMatch = this.#kind === 'match'
    const wanted = { newest: isMatch ? 0 : 1, strongest: isMatch, floor }
    const reason = this.#reasons.reason(ordinal, wanted, deciding, this.#held)
    let key = 0
    if (isMatch) key = reason?.key === undefined || reason.key === LEAST ? 0 : encodedKey(reason.key, 'match')
    else for (const row of reason?.signals ?? []) key = Math.max(key, greatestKeyAt(time[row]!, 0, 'recent'))
    const company = { ordinal, key, heat: heat[ordinal]! }
    if (floor === 0 || key >= greatestKeyAt(floor, 0, this.#kind)) this.#known.set(ordinal, company)
    return company
  }

  #first(ranked: readonly RankedCompany[]): RankedCompany[] {
    return ranked.toSorted(compareRanked).slice(0, this.#wanted)
  }
}

/** Also the order in which the pages of shards are merged. */
export const compareRanked = (a: RankedCompany, b: RankedCompany) =>
  b.key - a.key || b.heat - a.heat || a.ordinal - b.ordinal
