// The known values: which occur, how often, and which of them a misspelled value may mean.

import type { FieldKind, SignalType } from '../../meaning/types/index.ts'
import { LruMap } from '../../platform/lru-map.ts'
import { editDistance } from '../../platform/text/edit-distance.ts'
import { wordsOf } from '../../platform/text/normalise-text.ts'
import { comparableValue } from '../../query/index.ts'
import { listName, OPEN_FIELDS, SOURCES } from './open-fields.ts'
import type { ValueCounts } from './value-counts.ts'

export interface FrequentValue {
  readonly value: string
  readonly count: number
}

interface KnownList {
  /** By comparable value. The spelling is the most frequent one. */
  readonly byKey: ReadonlyMap<string, FrequentValue>
  readonly isComplete: boolean
}

const MAX_SUGGESTIONS = 3
/** Suggestions come from the most frequent values: a rare one is rarely meant. */
const MAX_COMPARED = 2_000

const KINDS: ReadonlyMap<string, FieldKind> = new Map([
  ...OPEN_FIELDS.map((field) => [listName(field), field.kind] as const),
  [SOURCES, 'text' as const],
])

/** A value in the form in which a query compares it. */
export function keyOf(list: string, value: string): string {
  return String(comparableValue(value, { kind: KINDS.get(list) ?? 'country' }))
}

export class ValuesView {
  readonly position: number
  readonly #types: ValueCounts['types']
  readonly #lists = new Map<string, KnownList>()
  readonly #suggestions = new LruMap<string, readonly string[]>(1_000)

  constructor({ position, types, lists }: ValueCounts) {
    this.position = position
    this.#types = types
    for (const [name, { values, isComplete }] of Object.entries(lists)) {
      const byKey = new Map<string, { value: string; count: number }>()
      for (const [value, count] of values) {
        const key = keyOf(name, value)
        const known = byKey.get(key)
        if (known) known.count += count
        else byKey.set(key, { value, count })
      }
      this.#lists.set(name, { byKey, isComplete })
    }
  }

  /** No value occurs. */
  get isEmpty(): boolean {
    return [...this.#lists.values()].every(({ byKey }) => byKey.size === 0)
  }

  /** False only if it is certain. */
  mayHaveType(type: SignalType): boolean {
    return this.#types === undefined || this.#types[type] > 0
  }

  /** False only if it is certain that none of the lists has the value, in its own form: `google cloud` as `google_cloud`. */
  mayOccur(lists: readonly string[], key: string): boolean {
    return lists.some((name) => !this.#lists.get(name)?.isComplete || this.spelling(name, key) !== undefined)
  }

  /** The most frequent spelling of a value. Undefined if the value isn't known. */
  spelling(list: string, key: string): string | undefined {
    return this.#lists.get(list)?.byKey.get(keyOf(list, key))?.value
  }

  frequent(list: string, limit: number): readonly FrequentValue[] {
    return this.#sorted(list).slice(0, limit)
  }

  /** Values that may have been meant by one that doesn't occur, likeliest first. */
  suggestions(lists: readonly string[], key: string): readonly string[] {
    const id = `${lists.join(' ')} ${key}`
    const known = this.#suggestions.get(id)
    if (known) return known
    const candidates = lists.flatMap((list) => this.#sorted(list).slice(0, MAX_COMPARED))
    const found = nearestValues(key, candidates)
    this.#suggestions.set(id, found)
    return found
  }

  #sorted(list: string): FrequentValue[] {
    return [...(this.#lists.get(list)?.byKey.values() ?? [])].sort((a, b) => b.count - a.count)
  }
}

/**
 * Orders by typos first: at most one in three letters. Then come values that start with what was written, and values
 * where one contains all words of the other; most frequent first. `unknown` is a value that is never meant.
 */
export function nearestValues(written: string, candidates: readonly FrequentValue[]): string[] {
  const text = plain(written)
  const words = new Set(text.split(' '))
  const bound = Math.min(3, Math.max(1, Math.floor(text.length / 3)))
  const ranked = candidates.flatMap((candidate) => {
    const { value, count } = candidate
    const other = plainOf(candidate)
    if (other === '' || other === text || value === 'unknown') return []
    const typos = text.length < 3 ? bound + 1 : editDistance(text, other, bound)
    if (typos <= bound) return [{ value, plain: other, rank: typos, count }]
    const begins = text.length > 2 && other.startsWith(text)
    const otherWords = new Set(other.split(' '))
    const shares = words.isSubsetOf(otherWords) || otherWords.isSubsetOf(words)
    return begins || shares ? [{ value, plain: other, rank: bound + 1, count }] : []
  })
  ranked.sort((a, b) => a.rank - b.rank || b.count - a.count)
  // A tool and its product may differ only in how they are written.
  const distinct = new Map<string, string>()
  for (const { value, plain } of ranked) {
    if (!distinct.has(plain)) distinct.set(plain, value)
    if (distinct.size === MAX_SUGGESTIONS) break
  }
  return [...distinct.values()]
}

/** By value, because each is compared with every request. */
const plainValues = new WeakMap<FrequentValue, string>()

function plainOf(candidate: FrequentValue): string {
  const known = plainValues.get(candidate)
  if (known !== undefined) return known
  const made = plain(candidate.value)
  plainValues.set(candidate, made)
  return made
}

function plain(text: string): string {
  return wordsOf(text).join(' ')
}
