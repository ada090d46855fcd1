/** Reads tokens from the first to the last. */
export class Words {
  readonly #tokens: readonly string[]
  #at = 0

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens
  }

  is(...words: readonly string[]): boolean {
    return words.every((word, index) => this.#tokens[this.#at + index] === word)
  }

  take(...words: readonly string[]): boolean {
    if (!this.is(...words)) return false
    this.#at += words.length
    return true
  }

  takeAny(...words: readonly string[]): void {
    if (words.some((word) => this.is(word))) this.#at++
  }

  name(): string {
    const name = this.#tokens[this.#at++] ?? ''
    return name.startsWith('public.') ? name.slice('public.'.length) : name
  }

  /** A table after a possible `only`. */
  table(): string {
    this.take('only')
    return this.name()
  }

  /** Whether one of the remaining tokens is this word. */
  has(word: string): boolean {
    return this.#tokens.indexOf(word, this.#at) !== -1
  }

  after(word: string): string | undefined {
    const at = this.#tokens.indexOf(word, this.#at)
    return at === -1 ? undefined : this.#tokens[at + 1]
  }

  /** The remaining tokens, split at commas outside brackets. */
  parts(): Words[] {
    const parts: string[][] = [[]]
    let depth = 0
    for (const token of this.#tokens.slice(this.#at)) {
      if (token === '(') depth++
      if (token === ')') depth--
      if (token === ',' && depth === 0) parts.push([])
      else parts.at(-1)?.push(token)
    }
    return parts.map((part) => new Words(part))
  }

  /** The remaining tokens. */
  get left(): readonly string[] {
    return this.#tokens.slice(this.#at)
  }
}
