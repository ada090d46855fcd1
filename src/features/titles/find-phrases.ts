// Finds the phrases of a dictionary in a list of words. A phrase is a few words; one that begins or ends with `*` is a part
// of a compound: `*entwickler` is found in "Softwareentwickler", `vertriebs*` in "Vertriebsleiter".

export interface Entry<Value> {
  readonly value: Value
  /** Counts only if nothing more specific is found. */
  readonly general: boolean
  /** From a language in which the head of a compound comes first. */
  readonly headFirst: boolean
}

export interface FoundPhrase<Value> {
  readonly at: number
  /** In words. */
  readonly length: number
  /** The heavier phrase decides: its length, or less for the beginning of a compound. */
  readonly weight: number
  readonly entry: Entry<Value>
}

export class Phrases<Value> {
  readonly #whole = new Map<string, Entry<Value>>()
  readonly #endings = new Map<string, Entry<Value>>()
  readonly #beginnings = new Map<string, Entry<Value>>()
  #longest = 1

  /** The first entry of a phrase wins, but a general one gives way. */
  add(phrase: string, entry: Entry<Value>): void {
    const bare = phrase.replaceAll('*', '')
    const list = phrase.startsWith('*') ? this.#endings : phrase.endsWith('*') ? this.#beginnings : this.#whole
    const existing = list.get(bare)
    if (!existing || (existing.general && !entry.general)) list.set(bare, entry)
    this.#longest = Math.max(this.#longest, bare.split(' ').length)
  }

  /** The longest phrase that starts at this word. */
  at(words: readonly string[], at: number): FoundPhrase<Value> | undefined {
    for (let length = Math.min(this.#longest, words.length - at); length > 0; length--) {
      const entry = this.#wholePhrase(words.slice(at, at + length).join(' '))
      if (entry) return { at, length, weight: length, entry }
    }
    return this.#partOf(words[at] ?? '', at)
  }

  /** Plural forms: "Line Cooks", "Limpiadores". */
  #wholePhrase(phrase: string): Entry<Value> | undefined {
    const exact = this.#whole.get(phrase)
    if (exact || !phrase.endsWith('s') || phrase.length < MIN_PLURAL) return exact
    return this.#whole.get(phrase.slice(0, -1)) ?? this.#whole.get(phrase.replace(/es$/, ''))
  }

  /** The head of a compound is at its end, so endings are tried first, and a beginning weighs less than a word. */
  #partOf(word: string, at: number): FoundPhrase<Value> | undefined {
    for (let start = 1; start <= word.length - MIN_PART; start++) {
      const entry = this.#endings.get(word.slice(start))
      if (entry) return { at, length: 1, weight: 1, entry }
    }
    for (let end = word.length - 1; end >= MIN_PART; end--) {
      const entry = this.#beginnings.get(word.slice(0, end))
      if (entry) return { at, length: 1, weight: 0.5, entry }
    }
    return undefined
  }
}

const MIN_PART = 3
const MIN_PLURAL = 5

/** From left to right, without overlaps. */
export function findPhrases<Value>(words: readonly string[], phrases: Phrases<Value>): FoundPhrase<Value>[] {
  const found: FoundPhrase<Value>[] = []
  for (let at = 0; at < words.length; ) {
    const phrase = phrases.at(words, at)
    if (phrase) found.push(phrase)
    at += phrase?.length ?? 1
  }
  return found
}
