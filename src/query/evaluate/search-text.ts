// The search columns of a signal: its text in the form that SQL matches. It is normalised here, in TypeScript, when the
// signal is written, by the same functions that normalise a query. SQL itself never folds case or accents.
//
// `text` decides a match. It consists of lines between separators (U+001E), each the normalised form of one value.
//
//   jobTitle: senior ai engineer ␣      the words of a value that `text` searches, each between spaces
//   tool; c ␣                           the same for a value whose equality key is not just its words …
//   tool=c++                            … and that key, with U+001F for its spaces, so that no word is found in it
//   source:|job|board|                  each source, between bars because `text` doesn't search it
//
// The lexemes only narrow the rows. They are the words, truncated where they are very long, and one that marks AI. Their
// index finds a superset of the matches, and the lines decide.
//
// Values of enums, slugs, countries, numbers, booleans and dates are compared as stored, because they are stored in the
// same form that a query has.

import type { Signal } from '../../meaning/signals/index.ts'
import { SIGNAL_DECLARATIONS, SIGNAL_TYPES } from '../../meaning/types/index.ts'
import { LruMap } from '../../platform/lru-map.ts'
import { equalityKey, NORMALISER_VERSION, wordsOf } from '../../platform/text/normalise-text.ts'
import { SEARCHED_KINDS } from '../tree/fields.ts'
import { sourceNames } from './clause-match.ts'

/** Raised when the normaliser or the format of the lines changes. Rows of another version are rewritten. */
export const SEARCH_TEXT_VERSION = NORMALISER_VERSION * 100 + 2

/** PostgreSQL rejects lexemes above 2 KB, and longer words are hardly words. */
const LEXEME_CHARACTERS = 40
/** The line separator. Neither words nor keys have control characters, and COPY doesn't need to escape this one. */
export const LINE = '\u001e'
/** A lexeme that no word can equal. */
export const AI_LEXEME = '=ai'

type SearchedSignal = Pick<Signal, 'type' | 'label' | 'source' | 'sources' | 'fields'>

interface SearchedField {
  readonly name: string
  /** Whether it has its own equality key. */
  readonly isKeyed: boolean
}

const SEARCHED: Readonly<Record<string, readonly SearchedField[]>> = Object.fromEntries(
  SIGNAL_TYPES.map((type) => {
    const searched = SIGNAL_DECLARATIONS[type].fields.filter(({ kind }) => SEARCHED_KINDS.has(kind))
    return [type, searched.map(({ name, kind }) => ({ name, isKeyed: kind === 'text' || kind === 'texts' }))]
  }),
)

export interface SearchText {
  readonly text: string
  /** Every word as a lexeme, each once. */
  readonly lexemes: readonly string[]
}

export function searchTextOf({ type, label, source, sources, fields }: SearchedSignal): SearchText {
  const labelled = formsOf(label)
  const added: string[] = []
  let text = `${LINE}label${labelled.line}`
  const add = (name: string, isKeyed: boolean, value: string) => {
    const forms = formsOf(value)
    if (forms.plain || !isKeyed) text += name + forms.line
    else text += `${name}; ${forms.spaced}${LINE}${name}=${storedKey(equalityKey(value))}${LINE}`
    // Most titles and tools occur in the label unchanged.
    if (!labelled.padded.includes(forms.padded)) addOthers(added, forms.lexemes, labelled.lexemes)
  }
  for (const { name, isKeyed } of SEARCHED[type] ?? []) {
    const value = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (value === undefined) continue
    if (typeof value === 'object') for (const each of value) add(name, isKeyed, each)
    else add(name, isKeyed, String(value))
  }
  if (fields.ai === true) added.push(AI_LEXEME)
  if (sources) for (const name of new Set(sourceNames({ source, sources }))) text += sourceLines(name)
  else text += sourceLines(source.name)
  return { text, lexemes: added.length === 0 ? labelled.lexemes : labelled.lexemes.concat(added) }
}

function addOthers(added: string[], lexemes: readonly string[], known: readonly string[]): void {
  for (const lexeme of lexemes) if (!known.includes(lexeme) && !added.includes(lexeme)) added.push(lexeme)
}

const sourceCache = new LruMap<string, string>(20_000)

function sourceLines(name: string): string {
  const cached = sourceCache.get(name)
  if (cached !== undefined) return cached
  const { spaced, plain } = formsOf(name)
  const line = `source${plain ? ':' : ';'}|${spaced.replaceAll(' ', '|')}${LINE}`
  const lines = plain ? line : `${line}source=${storedKey(equalityKey(name))}${LINE}`
  sourceCache.set(name, lines)
  return lines
}

interface Forms {
  /** Every word followed by a space. */
  readonly spaced: string
  /** The same after a space. */
  readonly padded: string
  /** The rest of a line after its name, if the equality key has no line of its own. */
  readonly line: string
  /** Each once. */
  readonly lexemes: readonly string[]
  /** Whether the equality key is just the words. */
  readonly plain: boolean
}

/** The same titles, places and tools recur, so their forms are cached. */
const formsCache = new LruMap<string, Forms>(20_000)

function formsOf(text: string): Forms {
  const cached = formsCache.get(text)
  if (cached) return cached
  const words = wordsOf(text)
  const spaced = words.map((word) => `${word} `).join('')
  const forms = {
    spaced,
    padded: ` ${spaced}`,
    line: `: ${spaced}${LINE}`,
    lexemes: [...new Set(words.map(lexemeOf))],
    plain: equalityKey(text) === words.join(' '),
  }
  formsCache.set(text, forms)
  return forms
}

/** An equality key as its line stores it. Keys have no control characters. */
export function storedKey(key: string): string {
  return key.replaceAll(' ', '\u001f')
}

/** A word as the index stores it. */
export function lexemeOf(word: string): string {
  return word.length <= LEXEME_CHARACTERS ? word : [...word].slice(0, LEXEME_CHARACTERS).join('')
}
