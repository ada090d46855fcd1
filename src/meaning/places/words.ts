// The words of places: cities.txt and regions.txt, places.json, and the names of countries in the languages that titles are read
// in. A word can stand for places in several countries ("Georgia", "Cambridge"): then it means little on its own.

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { wordsOf } from '../../platform/text/normalise-text.ts'

type Lists = Readonly<Record<string, readonly string[]>>

interface Words {
  /** Names that the lists of the languages lack. */
  readonly countries: Lists
  /** Territories with a code of their own that are also written with their country: "Hong Kong, China". */
  readonly territories: Lists
  /** Codes of states and provinces that need no city: "TX", "ON", "NSW". */
  readonly states: Lists
  /** Codes that count only next to a city of their country: "Zürich, ZH". */
  readonly statesBesideCities: Lists
  /** Codes of countries that no location is written with: they are states ("GA") or time zones ("ET"). */
  readonly unusedCountryCodes: readonly string[]
  /** Next to an unknown town these are the country, not a state of the USA: the towns of Delaware are all listed. */
  readonly countryBesideUnknownCity: readonly string[]
  /** Words that say nothing about the place. */
  readonly noise: readonly string[]
  /** They can follow a city, but not a country: "Berlin Store" is in Berlin, "Jordan Center" is a shop. */
  readonly buildings: readonly string[]
  /** A job in the hours of a country can be elsewhere. */
  readonly timeZones: readonly string[]
  /** Regions of several countries. */
  readonly wide: readonly string[]
  /** They can be dropped next to a country or a region, but not next to a city: "North York" is not York. */
  readonly directions: readonly string[]
}

export interface Name {
  readonly kind: 'country' | 'region' | 'city' | 'wide' | 'noise' | 'building' | 'direction' | 'time zone'
  /** Those that the name on its own can mean. */
  readonly countries: readonly string[]
  /** The same, and those with smaller places of that name; of a country, also its territories. */
  readonly allCountries: readonly string[]
  /** `IT-MI`: where the code of a state is read only with its cities. */
  readonly states: readonly string[]
}

export interface Code {
  /** ISO 3166-1 alpha-2. */
  readonly country: string | undefined
  /** Countries with a state of that code. */
  readonly states: readonly string[]
  /** Countries with a state of that code that is read only next to a city of the country. */
  readonly statesBesideCities: readonly string[]
  /** Countries with a state of that code that is read only next to a city of the state. */
  readonly statesWithCities: readonly string[]
}

const require = createRequire(import.meta.url)
const read = (file: string) => readFileSync(file, 'utf8')

const LANGUAGES = ['en', 'de', 'fr', 'es', 'nl', 'pt', 'it', 'pl', 'sv', 'da', 'nb', 'fi']
const ISO_CODES = require('i18n-iso-countries/codes.json') as readonly (readonly [alpha2: string, alpha3: string])[]

/** A line of a list of places: a country, or a country and codes of its states, and names. */
const PLACES_LINE = /^([A-Z]{2})(?:-([A-Z/]+))?: (.+)$/

interface Places {
  readonly country: string
  /** `MI` */
  readonly codes: readonly string[]
  /** With a star if they are smaller namesakes. */
  readonly names: readonly string[]
}

function placesIn(file: string): Places[] {
  return read(file)
    .split('\n')
    .flatMap((line) => {
      const [, country, codes, names] = PLACES_LINE.exec(line) ?? []
      if (country === undefined || names === undefined) return []
      return [{ country, codes: codes?.split('/') ?? [], names: names.split(', ') }]
    })
}

interface PlaceWords {
  /** Every known name, in words without case and accents. */
  readonly names: ReadonlyMap<string, Name>
  readonly longestName: number
  /** In capital letters: `DE` is Germany or Delaware. */
  readonly codes: ReadonlyMap<string, Code>
  readonly countryBesideUnknownCity: ReadonlySet<string>
}

let placeWords: PlaceWords | undefined

/** Reads the lists at the first call, which takes 70 ms: most commands and threads that load this file read no place. */
export function wordsOfPlaces(): PlaceWords {
  placeWords ??= readLists()
  return placeWords
}

function readLists(): PlaceWords {
  const words = JSON.parse(read(join(import.meta.dirname, 'places.json'))) as Words
  const cities = placesIn(join(import.meta.dirname, 'cities.txt'))
  const names: ReadonlyMap<string, Name> = new Map([
    ...plain('direction', words.directions),
    ...plain('noise', words.noise),
    ...plain('building', words.buildings),
    ...plain('time zone', words.timeZones),
    ...plain('wide', words.wide),
    ...placeNames(words, cities),
  ])
  return {
    names,
    longestName: Math.max(...[...names.keys()].map((name) => name.split(' ').length)),
    codes: codesByText(words, cities),
    countryBesideUnknownCity: new Set(words.countryBesideUnknownCity),
  }
}

function plain(kind: Name['kind'], names: readonly string[]): [string, Name][] {
  return names.map((name) => [keyOf(name), { kind, countries: [], allCountries: [], states: [] }])
}

interface MutableName {
  kind: Name['kind']
  countries: string[]
  allCountries: string[]
  states: string[]
}

function placeNames(words: Words, cities: readonly Places[]): Map<string, Name> {
  const names = new Map<string, MutableName>()
  const add = (kind: Name['kind'], name: string, country: string, states: readonly string[] = []) => {
    const isSmaller = name.endsWith('*')
    const key = isSmaller ? name.slice(0, -1) : name
    let known = names.get(key)
    // A city hides a country: "Granada" is what Grenada is called in Spanish, and "Norfolk" an island.
    if (!known || (kind === 'city' && known.kind === 'country' && !isSmaller)) {
      known = { kind, countries: [], allCountries: [], states: [] }
      names.set(key, known)
    }
    if (!isSmaller && !known.countries.includes(country)) known.countries.push(country)
    if (!known.allCountries.includes(country)) known.allCountries.push(country)
    known.states.push(...states)
  }
  for (const language of LANGUAGES)
    for (const [name, code] of countryNamesIn(language)) add('country', keyOf(name), code)
  for (const [code, list] of Object.entries(words.countries)) for (const name of list) add('country', keyOf(name), code)
  for (const { country, names: list } of placesIn(join(import.meta.dirname, 'regions.txt')))
    for (const name of list) add('region', name, country)
  for (const { country, codes, names: list } of cities) {
    const states = codes.map((code) => `${country}-${code}`)
    for (const name of list) add('city', name, country, states)
  }
  for (const { kind, countries, allCountries } of names.values())
    if (kind === 'country') allCountries.push(...countries.flatMap((country) => words.territories[country] ?? []))
  return names
}

interface MutableCode {
  country: string | undefined
  states: string[]
  statesBesideCities: string[]
  statesWithCities: string[]
}

function codesByText(words: Words, cities: readonly Places[]): Map<string, Code> {
  const unused = new Set(words.unusedCountryCodes)
  const byText = new Map<string, MutableCode>()
  const of = (text: string) => {
    const code = byText.get(text) ?? { country: undefined, states: [], statesBesideCities: [], statesWithCities: [] }
    byText.set(text, code)
    return code
  }
  for (const [alpha2, alpha3] of ISO_CODES)
    for (const text of [alpha2, alpha3]) if (!unused.has(text)) of(text).country = alpha2
  for (const [country, codes] of Object.entries(words.states)) for (const code of codes) of(code).states.push(country)
  for (const [country, codes] of Object.entries(words.statesBesideCities))
    for (const code of codes) of(code).statesBesideCities.push(country)
  for (const { country, codes } of cities)
    for (const code of codes) {
      const { statesWithCities } = of(code)
      if (!statesWithCities.includes(country)) statesWithCities.push(country)
    }
  return byText
}

function countryNamesIn(language: string): [name: string, code: string][] {
  const { countries } = require(`i18n-iso-countries/langs/${language}.json`) as {
    countries: Readonly<Record<string, string | readonly string[]>>
  }
  return Object.entries(countries).flatMap(([code, names]) =>
    [names].flat().map((name): [string, string] => [name as string, code]),
  )
}

function keyOf(name: string): string {
  return wordsOf(name).join(' ')
}
