// The texts of a slice are templates. `{job.title}` is a slot, which a fact of the company fills. A sentence with a slot that
// nothing fills is left out, and so is a part in square brackets, such as `[ in {job.place}]`, without the rest of its
// sentence. What fills a slot is never read as a template.

export interface SlotValue {
  readonly text: string
  /** Of the fact, 0 to 1. */
  readonly confidence: number
  /** The whole fact, where the text alone is a part of one: a place says something only of its job. */
  readonly fact?: string
  /** Told once in a dossier, even where the numbers of another text differ. */
  readonly topic?: string
  /** Asked about once in a dossier, however many facts are of it. */
  readonly subject?: string
  /** What the text lists, so that it can be repeated without the names already given. */
  readonly list?: { readonly names: readonly string[]; readonly write: (names: readonly string[]) => string }
}

/** `text` is empty when the slot has a name. */
interface Piece {
  readonly text: string
  readonly slot?: string
}

/** An optional part is left out when one of its slots is empty. */
interface Part {
  readonly isOptional: boolean
  readonly pieces: readonly Piece[]
}

export type Sentence = readonly Part[]

/** Below this confidence a fact is a guess, and a text that uses it says so. */
export const CERTAIN_FROM = 0.7

/** Either the sentences, or what is wrong with the text. */
export function parseNote(text: string): {
  readonly sentences: readonly Sentence[]
  readonly problems: readonly string[]
} {
  const sentences: Part[][] = [[]]
  const problems: string[] = []
  for (const { text: part, isOptional } of splitOptional(text)) {
    const pieces = readPieces(part, problems)
    // Brackets without a slot are ordinary text.
    if (isOptional && pieces.some(({ slot }) => slot !== undefined)) {
      sentences.at(-1)?.push({ isOptional, pieces })
      continue
    }
    const literal = isOptional ? [{ text: '[' }, ...pieces, { text: ']' }] : pieces
    for (const piece of literal) {
      const [first, ...others] = piece.slot === undefined ? splitSentences(piece.text) : [piece]
      if (first) sentences.at(-1)?.push({ isOptional: false, pieces: [first] })
      for (const other of others) sentences.push([{ isOptional: false, pieces: [other] }])
    }
  }
  return { sentences: sentences.filter((parts) => parts.length > 0), problems }
}

/** The names of the slots, in order. */
export function slotsOf(sentences: readonly Sentence[]): string[] {
  return sentences.flat().flatMap(({ pieces }) => pieces.flatMap(({ slot }) => slot ?? []))
}

export interface FilledSentence {
  readonly text: string
  /** One of the facts in it is not certain. */
  readonly isGuess: boolean
  /** A fact fills one of its slots. */
  readonly hasFact: boolean
  /** What fills its slots. */
  readonly facts: readonly string[]
  readonly topics: readonly string[]
  readonly subjects: readonly string[]
}

/** The sentences whose slots are filled. An optional part of facts that are all known to the reader is left out. */
export function fillNote(
  sentences: readonly Sentence[],
  slotValue: (slot: string) => SlotValue | undefined,
  isKnown: (fact: string) => boolean = () => false,
): FilledSentence[] {
  return sentences.flatMap((sentence) => fillSentence(sentence, slotValue, isKnown) ?? [])
}

const factOf = ({ text, fact }: SlotValue) => fact ?? text

/** Undefined if it has a slot that must be filled and isn't, or if all its slots are optional and none is filled. */
function fillSentence(
  sentence: Sentence,
  slotValue: (slot: string) => SlotValue | undefined,
  isKnown: (fact: string) => boolean,
): FilledSentence | undefined {
  const filled: { readonly text: string; readonly value?: SlotValue }[] = []
  for (const { isOptional, pieces } of sentence) {
    const part = pieces.map(({ text, slot }) => {
      const value = slot === undefined ? undefined : slotValue(slot)
      return { text: value?.text ?? text, isEmpty: slot !== undefined && !value, ...(value && { value }) }
    })
    const isEmpty = part.some((piece) => piece.isEmpty)
    if (isEmpty && !isOptional) return undefined
    const facts = part.flatMap(({ value }) => (value ? factOf(value) : []))
    if (!isEmpty && !(isOptional && facts.length > 0 && facts.every(isKnown))) filled.push(...part)
  }
  const values = filled.flatMap(({ value }) => value ?? [])
  if (values.length === 0 && slotsOf([sentence]).length > 0) return undefined
  const text = filled
    .map((piece) => piece.text)
    .join('')
    .trim()
  if (text === '') return undefined
  return {
    text,
    isGuess: values.some(({ confidence }) => confidence < CERTAIN_FROM),
    hasFact: values.length > 0,
    facts: values.map(factOf),
    topics: values.flatMap(({ topic }) => topic ?? []),
    subjects: values.flatMap(({ subject }) => subject ?? []),
  }
}

function splitOptional(text: string): { readonly text: string; readonly isOptional: boolean }[] {
  const parts: { text: string; isOptional: boolean }[] = []
  let from = 0
  while (from < text.length) {
    const open = text.indexOf('[', from)
    const close = open === -1 ? -1 : text.indexOf(']', open)
    if (close === -1) break
    parts.push(
      { text: text.slice(from, open), isOptional: false },
      { text: text.slice(open + 1, close), isOptional: true },
    )
    from = close + 1
  }
  return [...parts, { text: text.slice(from), isOptional: false }].filter((part) => part.text !== '')
}

function readPieces(text: string, problems: string[]): Piece[] {
  const pieces: Piece[] = []
  let from = 0
  while (from < text.length) {
    const open = text.indexOf('{', from)
    const close = open === -1 ? -1 : text.indexOf('}', open)
    if (close === -1) break
    pieces.push({ text: text.slice(from, open) }, { text: '', slot: text.slice(open + 1, close).trim() })
    from = close + 1
  }
  const rest = text.slice(from)
  if (/[{}]/.test(rest)) problems.push('has a brace without its other half')
  return [...pieces, { text: rest }].filter((piece) => piece.slot !== undefined || piece.text !== '')
}

/** A sentence ends at a full stop, a question mark or an exclamation mark before a space. */
function splitSentences(text: string): Piece[] {
  const ends = [...text.matchAll(/[.?!][”’)]?(?= )/g)].map((end) => end.index + end[0].length)
  return [0, ...ends].map((from, at) => ({ text: text.slice(from, ends[at]) })).filter((piece) => piece.text !== '')
}
