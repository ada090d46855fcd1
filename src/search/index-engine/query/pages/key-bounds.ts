// For every company, the key that orders it for a query, or an upper bound of the key: the greatest keys of the rows of
// each clause, combined by AND, OR and THEN. It is a bound where that is cheaper: a clause without conditions uses the
// company's strongest signal of the type, at any time, and a sequence doesn't check that the signals form a chain.

import {
  type Clause,
  DAY_SECONDS,
  isNeutral,
  isWeighedBySize,
  partsThatOrder,
  type Query,
  type Step,
  statesBeside,
} from '../../../../query/index.ts'
import { KEY_SETS } from '../../layout/columns.ts'
import { PRESENT_SETS, TYPE_NUMBER, TYPES } from '../../layout/fields.ts'
import { INTO, KEY_TABLE_WORDS, MAX_TIME } from '../../layout/kernel-constants.ts'
import {
  CERTAIN,
  CERTAINTY_TABLE,
  greatestKeyAt,
  KEY_TABLES,
  type KeyKind,
  MAX_SIZE_SECONDS,
  SIZE_TABLE_AT,
} from '../../layout/match-keys.ts'
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

/** The companies to compute keys for. */
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
    const { memory } = this.#index
    this.#rank()
    const [keys, ...free] = Array.from({ length: KEY_SETS }, (_, i) => memory.at.keys + i * this.#bytes)
    this.#free = free
    return { keys: keys!, exactFrom: yield* this.#add(query, keys!, { isTop: true, isFresh: true }) }
  }

  /** Of each hit, by rank: how certain the least certain of some states is. Undefined if one of them isn't a clause. */
  *certainties(states: readonly Query[]): Steps<Uint32Array | undefined> {
    const clauses = states.filter((state) => state.node === 'clause')
    if (clauses.length === 0 || clauses.length < states.length) return undefined
    const { kernel, memory } = this.#index
    const { total } = this.#hits
    this.#rank()
    const [least, other] = [memory.at.keys, memory.at.keys + this.#bytes]
    for (const [i, clause] of clauses.entries()) {
      yield* this.#addCertainty(clause, i === 0 ? least : other)
      if (i > 0) kernel.lesser(least, other, total)
    }
    return memory.columns.keys.slice(0, total)
  }

  #rank(): void {
    if (!this.#isRanked) this.#index.kernel.rankBits(this.#hits.bits, this.#bitsetBytes, this.#index.memory.at.ranks)
    this.#isRanked = true
  }

  /** The column of the summaries itself, if a single clause decides. */
  *#stored(query: Query, isTop: boolean): Steps<KeyBounds | undefined> {
    if (query.node === 'clause') {
      return query.count && !isTop ? undefined : this.#summaryOf(yield* this.#prepared.one(query))
    }
    if (query.node !== 'or' && !(query.node === 'and' && isTop)) return undefined
    if (query.node === 'and' && this.#kind === 'match' && statesBeside(query.of).length > 0) return undefined
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
        return Math.max(known, yield* this.#addActs(parts, statesBeside(query.of), keys, place.isFresh))
      }
    }
  }

  /** The least of the parts, lowered by the uncertainty of the states next to them. */
  *#addActs(parts: readonly AddTo[], states: readonly Query[], keys: number, isFresh: boolean): Steps<number> {
    const own = states.length === 0 || isFresh ? keys : this.#take()
    if (own === undefined || states.length === 0) {
      const exactFrom = yield* this.#addLeast(parts, keys, isFresh)
      return own === undefined ? NEVER : exactFrom
    }
    const exactFrom = Math.max(yield* this.#addLeast(parts, own, true), yield* this.#lowerBy(states, own))
    if (own !== keys) {
      this.#index.kernel.greater(keys, own, this.#hits.total)
      this.#release(own)
    }
    return exactFrom
  }

  /** By the least certain of the states. Skips those that aren't a clause or don't fit, which leaves an upper bound. */
  *#lowerBy(states: readonly Query[], keys: number): Steps<number> {
    const { kernel } = this.#index
    const { total } = this.#hits
    let least: number | undefined
    let exactFrom = 0
    for (const state of states) {
      const certainties = state.node === 'clause' ? this.#take() : undefined
      if (certainties === undefined || state.node !== 'clause') {
        exactFrom = NEVER
        continue
      }
      yield* this.#addCertainty(state, certainties)
      if (least === undefined) {
        least = certainties
        continue
      }
      kernel.lesser(least, certainties, total)
      this.#release(certainties)
    }
    if (least === undefined) return exactFrom
    kernel.lowerKeys(keys, least, CERTAIN, total)
    this.#release(least)
    return exactFrom
  }

  /** The certainty of each company's most certain signal of the clause. */
  *#addCertainty(clause: Clause, certainties: number): Steps<void> {
    const { kernel, memory } = this.#index
    const { bits } = this.#hits
    const prepared = yield* this.#prepared.one(clause)
    const { test, summarisedBy: set } = prepared
    this.#clear(certainties)
    if (prepared.isEmpty) return
    const tables = memory.at.keyTables
    const hasTests = test.from > 0 || test.before !== MAX_TIME || test.confidences || clause.news
    if (set !== undefined && prepared.types.length === 1 && !hasTests) {
      const { companies } = memory.layout.sizes
      const table = tables + 4 * CERTAINTY_TABLE * KEY_TABLE_WORDS
      kernel.raiseByConfidence(certainties, memory.at.maxConfidence + set * companies, table, bits, this.#bitsetBytes)
      return
    }
    kernel.beginKeys(tables, CERTAINTY_TABLE + 1, bits, memory.at.ranks, 0, 0, 0, 0)
    yield* scanClause(this.#index, prepared, INTO.keys, certainties)
    yield
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
    const { kernel } = this.#index
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
    this.#beginKeys(prepared)
    yield* scanClause(this.#index, { ...prepared, test: { ...test, from: Math.max(test.from, from) } }, INTO.keys, keys)
    yield
    return 0
  }

  #beginKeys({ test: { type }, clause }: PreparedClause): void {
    const { kernel, memory } = this.#index
    const { at } = memory
    const isMatch = this.#kind === 'match'
    const hasSurges = isMatch && (type === undefined || type === TYPE_NUMBER.velocity)
    const bands = isMatch && isWeighedBySize(clause) ? at.sizeBand : 0
    kernel.beginKeys(
      at.keyTables,
      type === undefined ? 0 : type + 1,
      this.#hits.bits,
      at.ranks,
      isMatch ? DAY_SECONDS : 1,
      hasSurges ? DAY_SECONDS : 0,
      bands,
      at.keyTables + 4 * SIZE_TABLE_AT,
    )
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
    // A key from here on belongs to a row within the window: that of the first whole day in it.
    const from = Math.ceil(test.from / DAY_SECONDS) * DAY_SECONDS
    return { ...column, exactFrom: test.from === 0 ? 0 : greatestOf(from, prepared, kind) }
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

/**
 * For a type that can be present, the summary has the strongest present signal. Jobs are weighed by the company's size there,
 * which those of a step aren't.
 */
function isRankedBySummary({ summarisedBy: set, clause }: PreparedClause): boolean {
  if (set === undefined || PRESENT_SETS.has(set)) return false
  return clause.type !== 'hiring' || isWeighedBySize(clause)
}

/** The greatest key that a row of the clause can have at a time. */
function greatestOf(time: number, { types, clause }: PreparedClause, kind: KeyKind): number {
  const greatest = Math.max(...types.map((type) => greatestKeyAt(time, type, kind)))
  return kind === 'match' && isWeighedBySize(clause) ? greatest + MAX_SIZE_SECONDS : greatest
}
