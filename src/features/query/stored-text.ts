// What the tables keep of a signal's text so that SQL can match it: normalised here, in TypeScript, when the signal is
// written, by the same functions that normalise a query. SQL itself never folds case or accents.
//
// `text` is the truth: lines between separators (U+001E), each the normalised form of one value.
//
//   jobTitle: senior ai engineer ␣      the words of a value that `text` looks at, each between blanks
//   tool; c ␣                           the same, of a value whose equality key is not just its words …
//   tool=c++                            … and that key, with U+001F for its blanks, so that no word is found in it
//   source:|job|board|                  the source, between bars because `text` does not look at it
//
// `words` only narrows: every word of it as a lexeme, cut short where it is very long, and one mark for AI. An
// index on it finds a superset of what matches, and the lines decide.
//
// Values of enums, slugs, countries, numbers, booleans and dates are compared as they are stored, because what is stored
// has the one form that the query has.

import { equalityKey, NORMALISER_VERSION, wordsOf } from '../../platform/words.ts'
import { type FieldDeclaration, SIGNAL_DECLARATIONS, SIGNAL_TYPES, type Signal } from '../signals/index.ts'
import { SEARCHED_KINDS } from './fields.ts'

/** Raised with the normaliser or with the form of the lines: rows of another version are written anew. */
export const SEARCH_TEXT_VERSION = NORMALISER_VERSION * 100 + 2

/** PostgreSQL refuses lexemes above 2 KB, and a word of this length is hardly a word. */
const LEXEME_CHARACTERS = 40
/** Between lines. Neither words nor keys have control characters, and COPY need not escape this one. */
export const LINE = '\u001e'
/** A lexeme that no word can be. */
export const AI_LEXEME = '=ai'

type Told = Pick<Signal, 'type' | 'label' | 'source' | 'fields'>

const SEARCHED: Readonly<Record<string, readonly FieldDeclaration[]>> = Object.fromEntries(
  SIGNAL_TYPES.map((type) => [type, SIGNAL_DECLARATIONS[type].fields.filter(({ kind }) => SEARCHED_KINDS.has(kind))]),
)

export interface SearchText {
  readonly text: string
  /** A tsvector as it is written. */
  readonly words: string
}

export function searchTextOf({ type, label, source, fields }: Told): SearchText {
  const lexemes = new Set<string>()
  const labelled = formsOf(label)
  for (const lexeme of labelled.lexemes) lexemes.add(lexeme)
  let text = `${LINE}label: ${labelled.spaced}${LINE}`
  for (const { name, kind } of SEARCHED[type] ?? []) {
    const value = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (value === undefined) continue
    for (const each of typeof value === 'object' ? value : [String(value)]) {
      const forms = formsOf(each)
      const plain = forms.plain || (kind !== 'text' && kind !== 'texts')
      text += `${name}${plain ? ':' : ';'} ${forms.spaced}${LINE}`
      if (!plain) text += `${name}=${storedKey(equalityKey(each))}${LINE}`
      for (const lexeme of forms.lexemes) lexemes.add(lexeme)
    }
  }
  if (fields.ai === true) lexemes.add(AI_LEXEME)
  const from = formsOf(source.name)
  text += `source${from.plain ? ':' : ';'}|${from.spaced.replaceAll(' ', '|')}${LINE}`
  if (!from.plain) text += `source=${storedKey(equalityKey(source.name))}${LINE}`
  return { text, words: lexemes.size === 0 ? '' : `'${[...lexemes].join("' '")}'` }
}

interface Forms {
  /** Every word with a blank behind it. */
  readonly spaced: string
  readonly lexemes: readonly string[]
  /** Whether its equality key is just its words. */
  readonly plain: boolean
}

/** The same titles, places and tools come again and again: what was made of them is remembered. */
const remembered = new Map<string, Forms>()
const MOST_REMEMBERED = 20_000

function formsOf(text: string): Forms {
  const known = remembered.get(text)
  if (known) return known
  const words = wordsOf(text)
  const forms = {
    spaced: words.map((word) => `${word} `).join(''),
    lexemes: words.map(lexemeOf),
    plain: equalityKey(text) === words.join(' '),
  }
  if (remembered.size >= MOST_REMEMBERED) remembered.clear()
  remembered.set(text, forms)
  return forms
}

/** An equality key as it stands in its line. Keys have no control characters of their own. */
export function storedKey(key: string): string {
  return key.replaceAll(' ', '\u001f')
}

/** A word as the index has it. */
export function lexemeOf(word: string): string {
  return word.length <= LEXEME_CHARACTERS ? word : [...word].slice(0, LEXEME_CHARACTERS).join('')
}
