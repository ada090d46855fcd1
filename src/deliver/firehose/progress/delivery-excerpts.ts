// The replies to first attempts that succeeded. Most endpoints answer every event with the same few bytes, so a commit
// stores each distinct text once per webhook, and a number per delivery. That costs about three bytes a delivery, where a
// row for each attempt would cost two hundred. An endpoint whose replies all differ costs at most 8 × 200 characters a
// commit, which is a quarter of a second.

export const MAX_TEXTS = 8
export const MAX_TEXT_CHARACTERS = 200

/** The texts of one commit, each stored once: memory doesn't grow with the number of deliveries. */
export class ExcerptTexts {
  readonly #texts = new Map<string, string>()

  /** The text as it is stored: cut off, or empty if there are too many different ones already. */
  add(excerpt: string): string {
    if (excerpt === '') return ''
    const text = cut(excerpt)
    const known = this.#texts.get(text)
    if (known !== undefined) return known
    if (this.#texts.size >= MAX_TEXTS) return ''
    this.#texts.set(text, text)
    return text
  }

  clear(): void {
    this.#texts.clear()
  }
}

interface PackedExcerpts {
  readonly texts: readonly string[]
  /** For each delivery the number of its text, from 1; 0: it has none. */
  readonly numbers: readonly number[]
}

/** Undefined if no delivery has a text. */
export function packExcerpts(deliveries: readonly { readonly excerpt: string }[]): PackedExcerpts | undefined {
  const numberOf = new Map<string, number>()
  const numbers = deliveries.map(({ excerpt }) => {
    if (excerpt === '') return 0
    const known = numberOf.get(excerpt)
    if (known !== undefined) return known
    if (numberOf.size >= MAX_TEXTS) return 0
    numberOf.set(excerpt, numberOf.size + 1)
    return numberOf.size
  })
  return numberOf.size === 0 ? undefined : { texts: [...numberOf.keys()], numbers }
}

function cut(text: string): string {
  if (text.length <= MAX_TEXT_CHARACTERS) return text
  const start = text.slice(0, MAX_TEXT_CHARACTERS - 1)
  return `${start.isWellFormed() ? start : start.slice(0, -1)}…`
}
