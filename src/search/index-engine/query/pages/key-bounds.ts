// For every company, the key that orders it for a query, or an upper bound of the key: the greatest keys of the rows of
// each clause, combined by AND, OR and THEN. It is a bound where that is cheaper: a clause without conditions uses the
// company's strongest signal of the type, at any time, and a sequence doesn't check that the signals form a chain.

import { type Clause, isNeutral, partsThatOrder, type Query, type Step } from '../../../../query/index.ts'
import { KEY_SETS } from '../../layout/columns.ts'
import { PRESENT_SETS, TYPES } from '../../layout/fields.ts'
import { INTO, MAX_TIME } from '../../layout/kernel-constants.ts'
import { greatestKeyAt, KEY_TABLES, type KeyKind } from '../../layout/match-keys.ts'
import type { PreparedClause } from '../clauses/prepare-clause.ts'
import type { PreparedClauses } from '../clauses/prepared-clauses.ts'
import { scanClause } from '../clauses/scan-clause.ts'
import type { SearchedIndex } from '../clauses/searched-index.ts'
import type { Steps } from '../clauses/steps.ts'

export interface BoundOptions {
  /** Rows older than this second, before the shift for their type, aren't read: their keys are missing. */
  readonly floor: number
  /** Whether bounds may come from the summaries of the companies. */
  readonly summaries: boolean
}

/** The companies whose keys are wanted. */
export interface Hits {
  readonly bits: number
  readonly total: number
}

/** A column of keys, and the part of it that is exact. */
export interface KeyBounds {
  /** Of the hits, by rank, or of all companies. */
  readonly keys: number
  /** Of all companies: the greatest of every 32. */
  readonly blocks?: number
  /** Keys from this one on are exact. */
  readonly exactFrom: number
}

/** Raises keys to those of one part, or writes them if they have no content yet. */
type AddTo = (keys: number, isFresh: boolean) => Steps<number>

interface Place {
  /** At the top, and in an AND at the top, a part is known to hold. */
  readonly isTop: boolean
  /** The keys have no content yet: write them, don't raise them. */
  readonly isFresh: boolean
}

const NEVER = Number.POSITIVE_INFINITY

export class KeyEvaluation {
  readonly #index: SearchedIndex
  readonly #prepared: PreparedClauses
  readonly #kind: KeyKind
  readonly #hits: Hits
  #options: BoundOptions = { floor: 0, summaries: true }
  #free: number[] = []
  /** Of a column of keys, and of a bitset. */
  readonly #bytes: number
  readonly #bitsetBytes: number
  #isRanked = false

  constructor(index: SearchedIndex, prepared: PreparedClauses, kind: KeyKind, hits: Hits) {
    const { layout, columns } = index.memory
    this.#index = index
    this.#prepared = prepared
    this.#kind = kind
    this.#hits = hits
    this.#bytes = layout.sizes.companies * 4
    this.#bitsetBytes = layout.sizes.companies / 8
    columns.keyTables.set(KEY_TABLES[kind])
  }

  /** Takes a query that isn't neutral. Overwrites bounds that were returned before. */
  *bounds(query: Query, options: BoundOptions): Steps<KeyBounds> {
    this.#options = options
    const stored = yield* this.#stored(query, true)
    if (stored) return stored
    const { kernel, memory } = this.#index
    if (!this.#isRanked) kernel.rankBits(this.#hits.bits, this.#bitsetBytes, memory.at.ranks)
    this.#isRanked = true
    const [keys, ...free] = Array.from({ length: KEY_SETS }, (_, i) => memory.at.keys + i * this.#bytes)
    this.#free = free
    return { keys: keys!, exactFrom: yield* this.#add(query, keys!, { isTop: true, isFresh: true }) }
  }

  /** The column of the summaries itself, if a single clause decides. */
  *#stored(query: Query, isTop: boolean): Steps<KeyBounds | undefined> {
    if (query.node === 'clause') {
      return query.count && !isTop ? undefined : this.#summaryOf(yield* this.#prepared.one(query))
    }
    if (query.node !== 'or' && !(query.node === 'and' && isTop)) return undefined
    const [part, other] = query.node === 'or' ? query.of.filter(({ node }) => node !== 'not') : partsThatOrder(query.of)
    return part && !other ? yield* this.#stored(part, isTop && query.node === 'and') : undefined
  }

  /** Raises the keys to those of the query where these are greater; returns the key from which on they are exact. */
  *#add(query: Query, keys: number, place: Place): Steps<number> {
    switch (query.node) {
      case 'clause':
        return Math.max(yield* this.#addClause(query, keys, place.isFresh), query.count && !place.isTop ? NEVER : 0)
      case 'sequence':
        yield* this.#addLeast(
          // The newest signal of a chain is that of its last step.
          (this.#kind === 'recent' ? query.steps.slice(-1) : query.steps).map(
            (step): AddTo =>
              (to, isFresh) =>
                this.#addStep(step, to, isFresh),
          ),
          keys,
          place.isFresh,
        )
        return NEVER
      case 'not':
        if (place.isFresh) this.#clear(keys)
        return 0
      case 'or':
        return yield* this.#addAny(query.of, keys, { isTop: false, isFresh: place.isFresh })
      default: {
        // Elsewhere, parts of an AND that doesn't hold have keys too.
        const known = place.isTop ? 0 : NEVER
        if (this.#kind === 'recent') {
          const parts = query.of.filter((part) => !isNeutral(part))
          return Math.max(known, yield* this.#addAny(parts, keys, place))
        }
        const parts = partsThatOrder(query.of).map(
          (part): AddTo =>
            (to, isFresh) =>
              this.#add(part, to, { isTop: place.isTop, isFresh }),
        )
        return Math.max(known, yield* this.#addLeast(parts, keys, place.isFresh))
      }
    }
  }

  *#addAny(parts: readonly Query[], keys: number, { isTop, isFresh }: Place): Steps<number> {
    let exactFrom = 0
    for (const [i, part] of parts.entries()) {
      exactFrom = Math.max(exactFrom, yield* this.#add(part, keys, { isTop, isFresh: isFresh && i === 0 }))
    }
    return exactFrom
  }

  /** Raises the keys to the least of the parts. Skips parts that don't fit, which leaves an upper bound. */
  *#addLeast(parts: readonly AddTo[], keys: number, isFresh: boolean): Steps<number> {
    const { kernel } = this.#index
    const [first, ...rest] = parts
    if (!first) {
      if (isFresh) this.#clear(keys)
      return 0
    }
    const own = isFresh ? undefined : this.#take()
    const least = own ?? keys
    const isAlone = isFresh || own !== undefined
    let exactFrom = yield* first(least, isAlone)
    for (const add of rest) {
      const other = isAlone ? this.#take() : undefined
      if (other === undefined) {
        exactFrom = NEVER
        continue
      }
      exactFrom = Math.max(exactFrom, yield* add(other, true))
      kernel.lesser(least, other, this.#hits.total)
      this.#release(other)
    }
    if (own !== undefined) {
      kernel.greater(keys, own, this.#hits.total)
      this.#release(own)
    }
    return exactFrom
  }

  *#addStep({ clauses }: Step, keys: number, isFresh: boolean): Steps<number> {
    for (const [i, clause] of clauses.entries()) yield* this.#addClause(clause, keys, isFresh && i === 0)
    return NEVER
  }

  *#addClause(clause: Clause, keys: number, isFresh: boolean): Steps<number> {
    const { kernel, memory } = this.#index
    const { bits } = this.#hits
    const { floor } = this.#options
    const prepared = yield* this.#prepared.one(clause)
    const { test } = prepared
    const summary = this.#summaryOf(prepared)
    if (isFresh) this.#clear(keys)
    if (summary) {
      kernel.raiseKeys(keys, summary.keys, bits, this.#bitsetBytes)
      return summary.exactFrom
    }
    if (prepared.isEmpty) return 0
    const from = floor === 0 ? 0 : floor - (greatestOf(0, prepared, this.#kind) - greatestKeyAt(0, 0, this.#kind))
    kernel.beginKeys(memory.at.keyTables, test.type === undefined ? 0 : test.type + 1, bits, memory.at.ranks)
    yield* scanClause(this.#index, { ...prepared, test: { ...test, from: Math.max(test.from, from) } }, INTO.keys, keys)
    yield
    return 0
  }

  /** The column of the companies' strongest signals, if it has bounds for the clause. */
  #summaryOf(prepared: PreparedClause): KeyBounds | undefined {
    const { test, clause, isEmpty } = prepared
    const kind = this.#kind
    if (
      isEmpty ||
      !this.#options.summaries ||
      kind !== 'match' ||
      test.before !== MAX_TIME ||
      !isRankedBySummary(prepared)
    ) {
      return undefined
    }
    const { at } = this.#index.memory
    const type = test.type ?? TYPES
    const column = { keys: at.strongest + type * this.#bytes, blocks: at.strongestBlocks + (type * this.#bytes) / 32 }
    if (test.confidences || clause.news) return { ...column, exactFrom: NEVER }
    // A key from here on belongs to a row within the window.
    return { ...column, exactFrom: test.from === 0 ? 0 : greatestOf(test.from, prepared, kind) }
  }

  #clear(keys: number): void {
    this.#index.kernel.clear(keys, 4 * this.#hits.total)
  }

  /** Without content; undefined if the query is nested too deeply. */
  #take(): number | undefined {
    return this.#free.pop()
  }

  #release(keys: number): void {
    this.#free.push(keys)
  }
}

/** For a type that can be present, the summary has the strongest present signal. */
function isRankedBySummary({ summarisedBy: set }: PreparedClause): boolean {
  return set !== undefined && !PRESENT_SETS.has(set)
}

/** The greatest key that a row of the clause can have at a time. */
function greatestOf(time: number, { types }: PreparedClause, kind: KeyKind): number {
  return Math.max(...types.map((type) => greatestKeyAt(time, type, kind)))
}
