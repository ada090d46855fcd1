// From words to values: which of the distinct values of all fields fit a condition. Candidates come from the words, and
// where the words alone do not decide, the query language's own functions do.

import { BoundedMap } from '../../../platform/bounded-map.ts'
import { wordsOf } from '../../../platform/words.ts'
import { comparable, type EqualCondition, found, type Pattern } from '../../query/index.ts'
import type { FieldValue } from '../../signals/index.ts'
import type { Texts } from './build.ts'
import type { IndexMemory } from './memory.ts'
import { FALSE, numberOf, TRUE, ValueTable, wordsOfValue } from './values.ts'

type Numbers = Uint32Array | readonly number[]

export class Lexicon {
  readonly #columns: IndexMemory['columns']
  readonly #values: readonly FieldValue[]
  readonly #words: readonly string[]
  /** Values that came after the base, and their words. */
  readonly #late: ValueTable
  readonly #lateWords = new Map<string, number[]>()
  /** Values of the base as JSON. */
  readonly #found = new BoundedMap<string, number>(10_000)
  /** Tables of one byte for each value, all 0, for whoever needs one. */
  readonly marks: Uint8Array[] = []
  /** Values that no word leads to, or not to all of their parts. */
  readonly #elsewhere: number[] = []

  constructor(memory: IndexMemory, texts: Texts) {
    this.#columns = memory.columns
    this.#values = texts.values
    this.#words = texts.words
    this.#late = new ValueTable(texts.values.length)
    for (let i = TRUE + 1; i < texts.values.length; i++) this.#noteElsewhere(i, texts.values[i]!)
  }

  get length(): number {
    return this.#values.length + this.#late.values.length
  }

  valueOf(number: number): FieldValue {
    return this.#values[number] ?? this.#late.values[number - this.#values.length] ?? ''
  }

  /** Every value as the number that it is compared by; NaN for one that is none. */
  numbers(): Float64Array {
    const base = this.#columns.numbers
    if (this.#late.values.length === 0) return base
    const all = new Float64Array(this.length)
    all.set(base)
    for (const [i, value] of this.#late.values.entries()) all[base.length + i] = numberOf(value)
    return all
  }

  /** The number of a value that may be new. */
  numberFor(value: FieldValue): number {
    if (typeof value === 'boolean') return value ? TRUE : FALSE
    const known = this.#late.find(value) ?? (typeof value === 'number' ? undefined : this.#find(value))
    if (known !== undefined) return known
    const before = this.#late.values.length
    const number = this.#late.numberFor(value)
    if (this.#late.values.length > before) {
      for (const word of wordsOfValue(value)) {
        const holders = this.#lateWords.get(word)
        if (holders) holders.push(number)
        else this.#lateWords.set(word, [number])
      }
      this.#noteElsewhere(number, value)
    }
    return number
  }

  /**
   * A text or list of the base, by way of its words: there is no table of all of them, only one of those that were asked
   * for lately. The numbers of a base never change.
   */
  #find(value: string | readonly string[]): number | undefined {
    const wanted = JSON.stringify(value)
    const known = this.#found.get(wanted)
    if (known !== undefined) return known
    const words = wordsOfValue(value)
    const candidates = words.length > 0 ? this.#all(words.map((text) => this.#baseHolders(text))) : this.#elsewhere
    for (const number of candidates) {
      if (number >= this.#values.length || JSON.stringify(this.#values[number]) !== wanted) continue
      this.#found.set(wanted, number)
      return number
    }
    return undefined
  }

  #noteElsewhere(number: number, value: FieldValue): void {
    if (typeof value === 'object' || (typeof value === 'string' && wordsOf(value).length === 0)) {
      this.#elsewhere.push(number)
    }
  }

  /** Values in which some pattern is found. */
  matching(patterns: readonly Pattern[]): Numbers {
    const each = patterns.map((pattern) => this.#matchingOne(pattern))
    return each.length === 1 ? each[0]! : union(each)
  }

  #matchingOne(pattern: Pattern): Numbers {
    const holders = pattern.words.map(({ text, prefix }) =>
      prefix ? this.#holdersOfPrefix(text) : this.#holders(text),
    )
    const candidates = this.#all(holders)
    if (pattern.words.length === 1) return candidates
    return [...candidates].filter((number) => {
      const value = this.valueOf(number)
      if (typeof value === 'object') return value.some((element) => found(pattern, element))
      return !pattern.phrase || found(pattern, String(value))
    })
  }

  /** Values that are one of those asked for, whatever the sign before them. */
  equal(condition: EqualCondition): Numbers {
    return union(
      condition.values.map((wanted) => {
        if (typeof wanted === 'boolean') return [wanted ? TRUE : FALSE]
        const words = wordsOf(String(wanted))
        const candidates = words.length > 0 ? this.#all(words.map((word) => this.#holders(word))) : this.#elsewhere
        const isText = condition.kind === 'text' || condition.kind === 'texts'
        return [...candidates].filter((number) => {
          const value = this.valueOf(number)
          // All that is no free text is stored in the one form that the query has.
          if (!isText) return value === wanted
          if (typeof value === 'object') return value.some((element) => comparable(element, condition) === wanted)
          return comparable(value, condition) === wanted
        })
      }),
    )
  }

  #holders(word: string): Numbers {
    const base = this.#baseHolders(word)
    const late = this.#lateWords.get(word)
    return late ? [...base, ...late] : base
  }

  #baseHolders(word: string): Uint32Array {
    const at = lowerBound(this.#words, word)
    return this.#words[at] === word ? this.#holdersAt(at) : NONE
  }

  #holdersAt(word: number): Uint32Array {
    const { wordStart, wordValues } = this.#columns
    return wordValues.subarray(wordStart[word]!, wordStart[word + 1]!)
  }

  #holdersOfPrefix(prefix: string): Numbers {
    const lists: Numbers[] = []
    for (let at = lowerBound(this.#words, prefix); this.#words[at]?.startsWith(prefix); at++) {
      lists.push(this.#holdersAt(at))
    }
    for (const [word, late] of this.#lateWords) if (word.startsWith(prefix)) lists.push(late)
    return union(lists)
  }

  /** What stands in all lists. They are in order. */
  #all(lists: readonly Numbers[]): Numbers {
    const [first, ...rest] = lists.toSorted((a, b) => a.length - b.length)
    let common: Numbers = first ?? NONE
    for (const list of rest) common = [...common].filter((number) => includes(list, number))
    return common
  }
}

const NONE = new Uint32Array(0)

function union(lists: readonly Numbers[]): Numbers {
  if (lists.length === 1) return lists[0]!
  const together = new Set<number>()
  for (const list of lists) for (const number of list) together.add(number)
  return Uint32Array.from(together).sort()
}

function includes(sorted: Numbers, number: number): boolean {
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
