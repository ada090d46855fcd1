// The words of places, from places.json and the names of countries in the languages that titles are read in. A word can stand
// for places in several countries ("Georgia", "Cambridge"): then it says little by itself.

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { wordsOf } from '../../platform/text/normalise-text.ts'

type Lists = Readonly<Record<string, readonly string[]>>

interface Places {
  /** Names that the lists of the languages lack. */
  readonly countries: Lists
  readonly regions: Lists
  /** States, provinces, in capital letters. */
  readonly regionCodes: Lists
  /** Large ones, and smaller ones that share the name of a large one. */
  readonly cities: Lists
  /** Words that say nothing about the place. */
  readonly noise: readonly string[]
  /** Regions of several countries. */
  readonly wide: readonly string[]
  /** Parts of a country. They are dropped only if the words with them are no place: "South Africa". */
  readonly directions: readonly string[]
}

const require = createRequire(import.meta.url)
const places = JSON.parse(readFileSync(join(import.meta.dirname, 'places.json'), 'utf8')) as Places

const LANGUAGES = ['en', 'de', 'fr', 'es', 'nl', 'pt', 'it', 'pl', 'sv', 'da', 'nb', 'fi']

/** By name, in words without case and accents. */
export const COUNTRIES: ReadonlyMap<string, readonly string[]> = byName([
  ...LANGUAGES.flatMap(namesIn),
  ...entriesOf(places.countries),
])
export const REGIONS: ReadonlyMap<string, readonly string[]> = byName(entriesOf(places.regions))
export const CITIES: ReadonlyMap<string, readonly string[]> = byName(entriesOf(places.cities))
/** `DE`: Germany or Delaware. */
export const CODES: ReadonlyMap<string, readonly string[]> = group([
  ...namesIn('en').map(([, code]): [string, string] => [code, code]),
  ...entriesOf(places.regionCodes),
])
export const COUNTRY_CODES: ReadonlySet<string> = new Set(namesIn('en').map(([, code]) => code))
export const WIDE: ReadonlySet<string> = new Set(places.wide)
export const NOISE: ReadonlySet<string> = new Set(places.noise.map((phrase) => wordsOf(phrase).join(' ')))
export const DIRECTIONS: ReadonlySet<string> = new Set(places.directions)

function namesIn(language: string): [name: string, code: string][] {
  const { countries } = require(`i18n-iso-countries/langs/${language}.json`) as {
    countries: Readonly<Record<string, string | readonly string[]>>
  }
  return Object.entries(countries).flatMap(([code, names]) =>
    [names].flat().map((name): [string, string] => [name as string, code]),
  )
}

function entriesOf(lists: Lists): [name: string, code: string][] {
  return Object.entries(lists).flatMap(([code, names]) => names.map((name): [string, string] => [name, code]))
}

function byName(entries: readonly [name: string, code: string][]): Map<string, readonly string[]> {
  return group(entries.map(([name, code]) => [wordsOf(name).join(' '), code]))
}

function group(entries: readonly [name: string, code: string][]): Map<string, readonly string[]> {
  const codes = new Map<string, string[]>()
  for (const [name, code] of entries) {
    const list = codes.get(name)
    if (!list) codes.set(name, [code])
    else if (!list.includes(code)) list.push(code)
  }
  return codes
}
