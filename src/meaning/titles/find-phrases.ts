// Finds the phrases of a dictionary in a list of words. A phrase is a few words; one that begins or ends with `*` is a part
// of a compound: `*entwickler` is found in "Softwareentwickler", `vertriebs*` in "Vertriebsleiter".

export interface Entry<Value> {
  readonly value: Value
  /** Counts only if nothing more specific is found. */
  readonly general: boolean
  /** From a language in which the head of a compound comes first. */
  readonly headFirst: boolean
  readonly language: string
}

type Entries<Value> = Map<string, Entry<Value>[]>

export interface FoundPhrase<Value> {
  readonly at: number
  /** In words. */
  readonly length: number
  /** The heavier phrase decides: its length, or less for the beginning of a compound. */
  readonly weight: number
  readonly entry: Entry<Value>
}

export class Phrases<Value> {
  readonly #whole: Entries<Value> = new Map()
  readonly #endings: Entries<Value> = new Map()
  readonly #beginnings: Entries<Value> = new Map()
  /** Of an ending or beginning, in characters. Longer parts are ignored, so long words cost no more than others. */
  #longestPart = 0
  /** In words, by the first word: most words begin no phrase of several. */
  readonly #longest = new Map<string, number>()

  /** The first entry of a phrase in a language wins, but a general one gives way. */
  add(phrase: string, entry: Entry<Value>): void {
    const bare = phrase.replaceAll('*', '')
    const list = phrase.startsWith('*') ? this.#endings : phrase.endsWith('*') ? this.#beginnings : this.#whole
    const entries = list.get(bare) ?? []
    const at = entries.findIndex(({ language }) => language === entry.language)
    if (at < 0) list.set(bare, [...entries, entry])
    else if (entries[at]?.general && !entry.general) entries[at] = entry
    if (list !== this.#whole) this.#longestPart = Math.max(this.#longestPart, bare.length)
    const words = bare.split(' ')
    const first = words[0] as string
    this.#longest.set(first, Math.max(this.#longest.get(first) ?? 1, words.length))
  }

  /**
   * The longest phrase that starts at this word. Words that several languages spell alike are read in the given one.
   */
  at(words: readonly string[], at: number, language: string): FoundPhrase<Value> | undefined {
    const word = words[at] as string
    for (let length = Math.min(this.#longest.get(word) ?? 1, words.length - at); length > 0; length--) {
      const phrase = length === 1 ? word : words.slice(at, at + length).join(' ')
      const entry = this.#wholePhrase(phrase, language)
      if (entry) return { at, length, weight: length, entry }
    }
    return this.#partOf(word, at, language)
  }

  /** Plural forms: "Line Cooks", "Limpiadores". */
  #wholePhrase(phrase: string, language: string): Entry<Value> | undefined {
    const exact = inLanguage(this.#whole.get(phrase), language)
    if (exact || !phrase.endsWith('s') || phrase.length < MIN_PLURAL) return exact
    return inLanguage(this.#whole.get(phrase.slice(0, -1)) ?? this.#whole.get(phrase.replace(/es$/, '')), language)
  }

  /** The head of a compound is at its end, so endings are tried first, and a beginning weighs less than a word. */
  #partOf(word: string, at: number, language: string): FoundPhrase<Value> | undefined {
    const longest = this.#longestPart
    for (
      let start = Math.max(1, word.length - longest);
      this.#endings.size > 0 && start <= word.length - MIN_PART;
      start++
    ) {
      const entry = inLanguage(this.#endings.get(word.slice(start)), language)
      if (entry) return { at, length: 1, weight: 1, entry }
    }
    for (let end = Math.min(word.length - 1, longest); this.#beginnings.size > 0 && end >= MIN_PART; end--) {
      const entry = inLanguage(this.#beginnings.get(word.slice(0, end)), language)
      if (entry) return { at, length: 1, weight: 0.5, entry }
    }
    return undefined
  }
}

function inLanguage<Value>(entries: readonly Entry<Value>[] | undefined, language: string): Entry<Value> | undefined {
  return entries?.find((entry) => entry.language === language) ?? entries?.[0]
}

const MIN_PART = 3
const MIN_PLURAL = 5

/** From left to right, without overlaps. */
export function findPhrases<Value>(
  words: readonly string[],
  phrases: Phrases<Value>,
  language: string,
): FoundPhrase<Value>[] {
  const found: FoundPhrase<Value>[] = []
  for (let at = 0; at < words.length; ) {
    const phrase = phrases.at(words, at, language)
    if (phrase) found.push(phrase)
    at += phrase?.length ?? 1
  }
  return found
}
