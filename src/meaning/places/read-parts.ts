// Splits a location into places, and a place into parts: "Berlin, Germany or Paris" is [Berlin, Germany] and [Paris]. Parts are
// names and codes that words.ts knows. Other words make the text between two commas unknown, whatever else is in it: "Jordan
// Street" is not in Jordan.

import { wordsOf } from '../../platform/text/normalise-text.ts'
import { type Code, type Name, wordsOfPlaces } from './words.ts'

export type Part =
  | { readonly kind: 'country' | 'region' | 'city'; readonly name: string; readonly is: Name }
  | { readonly kind: 'code'; readonly text: string; readonly is: Code; readonly hasZip: boolean }
  | { readonly kind: 'wide' }
  | { readonly kind: 'unknown'; readonly text: string }

const PLACES = /[;|/•·\n]/
const PARTS = /[,:()[\]–—]|\s-+\s/
const CONJUNCTION = /\s(?:or|and|oder|und|sowie|ou|et|o|y|e|ed|en|lub|i|och|eller|og|tai|ja)\s|[&+]/

export function readParts(text: string): Part[][] {
  const places: Part[][] = []
  for (const place of text.split(PLACES)) {
    let current: Part[] = []
    places.push(current)
    for (const piece of place.split(PARTS)) {
      const [first = [], ...others] = CONJUNCTION.test(piece)
        ? alternativesIn(piece)
        : [partsOf(piece, wordsOf(piece), current.length > 0)]
      for (const part of first) current.push(part)
      for (const other of others) {
        current = other
        places.push(current)
      }
    }
  }
  return places
}

function alternativesIn(piece: string): Part[][] {
  const words = wordsOf(piece)
  // "Bosnia and Herzegovina" is one.
  if (wordsOfPlaces().names.has(words.join(' '))) return [partsOf(piece, words, false)]
  const alternatives = piece.split(CONJUNCTION).map((each) => partsOf(each, wordsOf(each), false))
  if (!alternatives.flat().some(({ kind }) => kind === 'unknown')) return alternatives
  // "Holland & Barrett" is a shop: next to unknown words, a country is part of a name.
  return alternatives.map((parts) => parts.filter(({ kind }) => kind !== 'country'))
}

const CODE = /\b[A-Z]{2,3}\b/g
const WHOLE_CODE = /^\s*[A-Za-z]{2}\s*$/

function partsOf(text: string, words: readonly string[], isAfterAnother: boolean): Part[] {
  const name = words.length === 1 ? (words[0] as string) : words.join(' ')
  const whole = wordsOfPlaces().names.get(name)
  if (whole && whole.kind !== 'noise') return partOfName(name, whole)
  // "Philadelphia, Pa": a code may have small letters where it is unambiguous.
  const codes = isAfterAnother && WHOLE_CODE.test(text) ? [text.trim().toUpperCase()] : text.match(CODE)
  return whole && codes === null ? [] : partsOfWords(text, words, new Set(codes))
}

function partOfName(name: string, is: Name): Part[] {
  if (is.kind === 'wide') return [{ kind: 'wide' }]
  return is.kind === 'country' || is.kind === 'region' || is.kind === 'city' ? [{ kind: is.kind, name, is }] : []
}

const HAS_LOWER_CASE = /\p{Ll}/u
const HAS_DIGIT = /\d/
const POSTCODE = /^\d{4,6}$/
const ZIP_CODE = /^\d{5}$/

/** Reads the longest names first: "South Africa" and not only "Africa". */
function partsOfWords(text: string, words: readonly string[], codes: ReadonlySet<string>): Part[] {
  const parts: Part[] = []
  const seen = new Set<Name['kind']>()
  let isUnknown = false
  for (let at = 0; at < words.length; ) {
    const word = words[at] as string
    const found = longestName(words, at)
    const code = codes.has(word.toUpperCase()) ? wordsOfPlaces().codes.get(word.toUpperCase()) : undefined
    // "Bloomington IN" and "Bloomington, IN", but "REMOTE IN USA".
    const isNoise =
      found?.length === 1 && found.is.kind === 'noise' && (words.length === 1 || HAS_LOWER_CASE.test(text))
    if (code && (!found || isNoise)) {
      parts.push({ kind: 'code', text: word.toUpperCase(), is: code, hasZip: ZIP_CODE.test(words[at + 1] ?? '') })
    } else if (found) {
      seen.add(found.is.kind)
      parts.push(...partOfName(found.name, found.is))
    } else if (POSTCODE.test(word)) {
      // What precedes a postcode is a street: "Hauptstr. 5 80331 München". A Dutch postcode ends with letters: "1012 AB".
      if (isUnknown && at < words.length - 1) {
        isUnknown = false
        parts.length = 0
      }
      if (at < words.length - 2 && codes.has((words[at + 1] as string).toUpperCase())) at++
    } else if (!HAS_DIGIT.test(word)) isUnknown = true
    at += found?.length ?? 1
  }
  if (seen.has('time zone')) return []
  if (isUnknown) return partsBesideUnknown(text, parts)
  const isWrong =
    (seen.has('direction') && seen.has('city')) ||
    (seen.has('building') && parts.some(({ kind }) => kind === 'country'))
  return isWrong ? [{ kind: 'unknown', text }] : parts
}

function longestName(words: readonly string[], at: number): { length: number; name: string; is: Name } | undefined {
  const { names, longestName: longest } = wordsOfPlaces()
  for (let length = Math.min(longest, words.length - at); length > 0; length--) {
    const name = length === 1 ? (words[at] as string) : words.slice(at, at + length).join(' ')
    const is = names.get(name)
    if (is) return { length, name, is }
  }
  return undefined
}

/** "Cornelius NC" has a state of the USA, and "Berlin-Kreuzberg" begins with the city. */
function partsBesideUnknown(text: string, parts: readonly Part[]): Part[] {
  const last = parts.at(-1)
  if (last?.kind === 'code' && last.is.states.includes('US') && text.trimEnd().endsWith(last.text))
    return [{ kind: 'unknown', text }, last]
  const hyphen = text.indexOf('-')
  const name = hyphen < 0 ? '' : wordsOf(text.slice(0, hyphen)).join(' ')
  const is = wordsOfPlaces().names.get(name)
  return is?.kind === 'city' ? [{ kind: 'city', name, is }] : [{ kind: 'unknown', text }]
}
