// Phrases with a meaning, found in a list of words.

export interface FoundPhrase<Value> {
  readonly value: Value
  /** In words. */
  readonly length: number
}

/** Each entry is a value and its phrases, separated by commas, in lower case. */
export class PhraseTable<Value> {
  readonly #values = new Map<string, Value>()
  readonly #longest: number

  constructor(entries: readonly (readonly [Value, string])[]) {
    for (const [value, phrases] of entries) {
      for (const phrase of phrases.split(',')) this.#values.set(phrase.trim().split(/\s+/).join(' '), value)
    }
    this.#longest = Math.max(0, ...[...this.#values.keys()].map((phrase) => phrase.split(' ').length))
  }

  /** The longest phrase that begins at this word. */
  at(words: readonly string[], from: number): FoundPhrase<Value> | undefined {
    for (let length = Math.min(this.#longest, words.length - from); length > 0; length--) {
      const value = this.#values.get(words.slice(from, from + length).join(' '))
      if (value !== undefined) return { value, length }
    }
    return undefined
  }

  /** The value of all the words together. */
  of(words: readonly string[]): Value | undefined {
    return this.#values.get(words.join(' '))
  }

  values(): Value[] {
    return [...new Set(this.#values.values())]
  }
}
