// Finds the distinct values of all fields that meet a condition. Words give the candidates. Where words alone don't
// decide, the query language's own functions do.

import type { FieldValue } from '../../../meaning/types/index.ts'
import { LruMap } from '../../../platform/lru-map.ts'
import { wordsOf } from '../../../platform/text/normalise-text.ts'
import {
  type Condition,
  comparableValue,
  containsPattern,
  type EqualCondition,
  type Pattern,
  type PatternWord,
} from '../../../query/index.ts'
import type { Columns } from './columns.ts'
import type { IndexTexts } from './encoding.ts'
import type { IndexMemory } from './memory.ts'
import { comparisonNumber, FALSE, TRUE, ValueTable, wordsOfValue } from './values.ts'

/** ValueNumbers of values, in ascending order. */
type ValueNumbers = Uint32Array | readonly number[]

export class Lexicon {
  readonly #columns: Columns
  readonly #values: readonly FieldValue[]
  readonly #words: readonly string[]
  /** Values added since the base was built, and their words. */
  readonly #added: ValueTable
  readonly #addedWords = new Map<string, number[]>()
  /** Numbers of recently looked up base values, by their JSON. */
  readonly #lookups = new LruMap<string, number>(10_000)
  /** Unused tables with one byte for each value, all 0. */
  readonly spareTables: Uint8Array[] = []
  /** Texts without any word, and all lists: an element of a list may have no word. */
  readonly #wordless: number[] = []

  constructor(memory: IndexMemory, texts: IndexTexts) {
    this.#columns = memory.columns
    this.#values = texts.values
    this.#words = texts.words
    this.#added = new ValueTable(texts.values.length)
    for (let i = TRUE + 1; i < texts.values.length; i++) this.#noteWordless(i, texts.values[i]!)
  }

  get length(): number {
    return this.#values.length + this.#added.values.length
  }

  valueOf(number: number): FieldValue {
    return this.#values[number] ?? this.#added.values[number - this.#values.length] ?? ''
  }

  /** By value, the number by which it is compared; NaN for a value that is not comparable. */
  numbers(): Float64Array {
    const base = this.#columns.numbers
    if (this.#added.values.length === 0) return base
    const all = new Float64Array(this.length)
    all.set(base)
    for (const [i, value] of this.#added.values.entries()) all[base.length + i] = comparisonNumber(value)
    return all
  }

  /** The number of a value. New values are added. */
  numberFor(value: FieldValue): number {
    if (typeof value === 'boolean') return value ? TRUE : FALSE
    const existing = this.#added.find(value) ?? (typeof value === 'number' ? undefined : this.#find(value))
    if (existing !== undefined) return existing
    const before = this.#added.values.length
    const number = this.#added.numberFor(value)
    if (this.#added.values.length > before) {
      for (const word of wordsOfValue(value)) {
        const holders = this.#addedWords.get(word)
        if (holders) holders.push(number)
        else this.#addedWords.set(word, [number])
      }
      this.#noteWordless(number, value)
    }
    return number
  }

  /**
   * Finds a text or list of the base by its words. There is no table of all of them, only a cache of recent lookups. It
   * never goes stale, because the numbers of a base never change.
   */
  #find(value: string | readonly string[]): number | undefined {
    const json = JSON.stringify(value)
    const cached = this.#lookups.get(json)
    if (cached !== undefined) return cached
    const words = wordsOfValue(value)
    const candidates = words.length > 0 ? this.#intersect(words.map((text) => this.#baseHolders(text))) : this.#wordless
    for (const number of candidates) {
      if (number >= this.#values.length || JSON.stringify(this.#values[number]) !== json) continue
      this.#lookups.set(json, number)
      return number
    }
    return undefined
  }

  #noteWordless(number: number, value: FieldValue): void {
    if (typeof value === 'object' || (typeof value === 'string' && wordsOf(value).length === 0)) {
      this.#wordless.push(number)
    }
  }

  /** Values that match some pattern. */
  matching(patterns: readonly Pattern[]): ValueNumbers {
    const each = patterns.map((pattern) => this.#matchingOne(pattern))
    return each.length === 1 ? each[0]! : union(each)
  }

  #matchingOne(pattern: Pattern): ValueNumbers {
    const candidates = this.#intersect(pattern.words.map((word) => this.#candidates(word)))
    const hasForms = pattern.words.some(({ same }) => same !== undefined)
    if (pattern.words.length === 1 && !hasForms) return candidates
    return [...candidates].filter((number) => {
      const value = this.valueOf(number)
      if (typeof value === 'object') return value.some((element) => containsPattern(pattern, element))
      return !(pattern.phrase || hasForms) || containsPattern(pattern, String(value))
    })
  }

  /** Values that contain the word or all words of one of its equivalents. */
  #candidates({ text, prefix, same = [] }: PatternWord): ValueNumbers {
    if (prefix) return this.#holdersOfPrefix(text)
    if (same.length === 0) return this.#holders(text)
    const forms = same.map((form) => this.#intersect(form.map((word) => this.#holders(word))))
    return union([this.#holders(text), ...forms])
  }

  /** Values that equal one of the condition's values; `:` and `!:` are treated alike. */
  equal(condition: EqualCondition): ValueNumbers {
    return union(
      condition.values.map((wanted) => {
        if (typeof wanted === 'boolean') return [wanted ? TRUE : FALSE]
        const words = wordsOf(String(wanted))
        const candidates = words.length > 0 ? this.#intersect(words.map((word) => this.#holders(word))) : this.#wordless
        const isText = condition.kind === 'text' || condition.kind === 'texts'
        return [...candidates].filter((number) => {
          const value = this.valueOf(number)
          // Everything but free text is stored in the same form as in the query.
          if (!isText) return typeof value === 'object' ? value.includes(String(wanted)) : value === wanted
          if (typeof value === 'object') return value.some((element) => comparableValue(element, condition) === wanted)
          return comparableValue(value, condition) === wanted
        })
      }),
    )
  }

  /**
   * How many values a condition matches at most, without reading them: the values of all its words together, and those
   * of the rarest word of each alternative. Undefined if words don't find it.
   */
  sizeOf(condition: Condition): { readonly all: number; readonly rarest: number } | undefined {
    const alternatives = wordsOfCondition(condition)
    if (!alternatives) return undefined
    let [all, rarest] = [0, 0]
    for (const words of alternatives) {
      const sizes = words.map((word) => this.#sizeOfWord(word))
      for (const size of sizes) all += size
      rarest += sizes.length === 0 ? this.#wordless.length : Math.min(...sizes)
    }
    return { all, rarest }
  }

  /** About `count` values of the rarest words, spread evenly; all of them if there are fewer. */
  sample(condition: Condition, count: number): number[] {
    const found = this.sizeOf(condition)
    const step = Math.max(1, (found?.rarest ?? 0) / count)
    const { wordStart, wordValues } = this.#columns
    const values: number[] = []
    for (const words of wordsOfCondition(condition) ?? []) {
      const [rarest] = words.toSorted((a, b) => this.#sizeOfWord(a) - this.#sizeOfWord(b))
      if (!rarest) continue
      // For an equivalent, the values of its rarest word.
      const forms = (rarest.same ?? []).map((form) => {
        const all = form.map((text): PatternWord => ({ text, prefix: false }))
        return all.reduce((best, each) => (this.#sizeOfWord(each) < this.#sizeOfWord(best) ? each : best))
      })
      for (const word of [rarest, ...forms]) {
        const [first, end] = this.#wordsOf(word)
        for (let at = wordStart[first]!; at < wordStart[end]!; at += step) values.push(wordValues[Math.floor(at)]!)
      }
    }
    return values
  }

  #sizeOfWord(word: PatternWord): number {
    const { wordStart } = this.#columns
    const [first, end] = this.#wordsOf(word)
    const forms = (word.same ?? []).map((form) =>
      Math.min(...form.map((text) => this.#sizeOfWord({ text, prefix: false }))),
    )
    return forms.reduce((sum, size) => sum + size, wordStart[end]! - wordStart[first]! + this.#added.values.length)
  }

  /** The range of base words that equal this word or start with this prefix; the end is exclusive. */
  #wordsOf({ text, prefix }: PatternWord): readonly [number, number] {
    const first = lowerBound(this.#words, text)
    if (prefix) return [first, lowerBound(this.#words, `${text}\u{10ffff}`)]
    return [first, this.#words[first] === text ? first + 1 : first]
  }

  #holders(word: string): ValueNumbers {
    const base = this.#baseHolders(word)
    const added = this.#addedWords.get(word)
    return added ? [...base, ...added] : base
  }

  #baseHolders(word: string): Uint32Array {
    const at = lowerBound(this.#words, word)
    return this.#words[at] === word ? this.#holdersAt(at) : NONE
  }

  #holdersAt(word: number): Uint32Array {
    const { wordStart, wordValues } = this.#columns
    return wordValues.subarray(wordStart[word]!, wordStart[word + 1]!)
  }

  #holdersOfPrefix(prefix: string): ValueNumbers {
    const lists: ValueNumbers[] = []
    for (let at = lowerBound(this.#words, prefix); this.#words[at]?.startsWith(prefix); at++) {
      lists.push(this.#holdersAt(at))
    }
    for (const [word, added] of this.#addedWords) if (word.startsWith(prefix)) lists.push(added)
    return union(lists)
  }

  /** The numbers that are in all lists. */
  #intersect(lists: readonly ValueNumbers[]): ValueNumbers {
    const [first, ...rest] = lists.toSorted((a, b) => a.length - b.length)
    let common: ValueNumbers = first ?? NONE
    for (const list of rest) common = [...common].filter((number) => includes(list, number))
    return common
  }
}

const NONE = new Uint32Array(0)

/** The words of each alternative of a condition. Undefined if words don't narrow the condition. */
function wordsOfCondition(condition: Condition): (readonly PatternWord[])[] | undefined {
  if ('patterns' in condition) return condition.patterns.map(({ words }) => words)
  if (condition.op !== ':' || condition.kind === 'integer' || condition.kind === 'number') return undefined
  if (condition.kind === 'boolean') return undefined
  return condition.values.map((value) => wordsOf(String(value)).map((text) => ({ text, prefix: false })))
}

/** Above this, marking values in a table is faster than a set. */
const MAX_SET = 512

function union(lists: readonly ValueNumbers[]): ValueNumbers {
  if (lists.length === 1) return lists[0]!
  let [length, last] = [0, 0]
  for (const list of lists) {
    length += list.length
    last = Math.max(last, list.at(-1) ?? 0)
  }
  if (length > MAX_SET) return unionByMarks(lists, last)
  const distinct = new Set<number>()
  for (const list of lists) for (const number of list) distinct.add(number)
  return Uint32Array.from(distinct).sort()
}

function unionByMarks(lists: readonly ValueNumbers[], last: number): ValueNumbers {
  const marks = new Uint8Array(last + 1)
  let count = 0
  for (const list of lists) {
    for (let i = 0; i < list.length; i++) {
      count += 1 - marks[list[i]!]!
      marks[list[i]!] = 1
    }
  }
  const distinct = new Uint32Array(count)
  for (let number = 0, at = 0; at < count; number++) if (marks[number] === 1) distinct[at++] = number
  return distinct
}

function includes(sorted: ValueNumbers, number: number): boolean {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (sorted[middle]! < number) low = middle + 1
    else high = middle
  }
  return sorted[low] === number
}

function lowerBound(sorted: readonly string[], word: string): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (sorted[middle]! < word) low = middle + 1
    else high = middle
  }
  return low
}
