// The country, and where possible the city, of a free text such as "Berlin, Germany", "New York, NY", "US-Remote". Precision
// goes first: a text that can mean two countries, or names two, has none. A remote job that names no place has none.
//
// A text is a list of places, and a place is a few parts that go from small to large: "Cambridge, MA". The last part that
// names one country by itself decides for its place ("Paris, Texas"); if there is none, the country that all parts have
// in common ("Atlanta, Georgia"). All places of a text must agree.

import { wordsOf } from '../../platform/text/normalise-text.ts'
import { CITIES, CODES, COUNTRIES, COUNTRY_CODES, DIRECTIONS, NOISE, REGIONS, WIDE } from './words.ts'

export interface Place {
  /** ISO 3166-1 alpha-2. */
  readonly country?: string
  /** In words without case and accents, if the text names exactly one. */
  readonly city?: string
}

interface Part {
  readonly kind: 'country' | 'region' | 'city'
  readonly countries: readonly string[]
  readonly name: string
}

/** A hyphen separates only next to a code or a remote job: "US-Remote", not "Île-de-France". */
const PLACES = /[;|/•·\n]|\s(?:or|and|oder|und|ou|et|o|y|e|en|lub|i)\s|[&+]|\s[-–—]+\s|[()[\]]/u
const PARTS = /[,:]|(?<=^[A-Z]{2,3}|(?:^|\s)[Rr]emote|^REMOTE)[-–—]|[-–—](?=[A-Z]{2,3}$|[Rr]emote\b|REMOTE\b)/u

export function readPlace(text: string): Place {
  const places = (COUNTRIES.has(wordsOf(text).join(' ')) ? [text] : placesIn(text))
    .map((place) => place.split(PARTS).flatMap(partsOf))
    .filter((parts) => parts.length > 0)
  if (REMOTE.test(text) && isWide(text)) return {}
  const countries = new Set(places.map(countryOf))
  const [country] = countries
  if (countries.size !== 1 || country === undefined) return {}
  // A remote job at a company whose headquarters are named can be anywhere.
  const named = places.flat().some(({ kind }) => kind !== 'city')
  if (!named && HEADQUARTERS.test(text) && REMOTE.test(text)) return {}
  const cities = new Set(places.flat().flatMap(({ kind, name }) => (kind === 'city' ? [name] : [])))
  const [city] = cities
  return { country, ...(cities.size === 1 && city !== undefined && { city }) }
}

function placesIn(text: string): string[] {
  return text.split(PLACES).map((place) => place.trim())
}

/** "Remote - Europe or US". */
function isWide(text: string): boolean {
  return placesIn(text).some((place) =>
    place.split(PARTS).some((part) => WIDE.has(strip(wordsOf(part), NOISE).join(' '))),
  )
}

const HEADQUARTERS = /\b(?:hq|headquarter(?:s|ed)?|hauptsitz)\b/i
const REMOTE = /\bremot[eoa]\b/i

/** None if the text between two commas is no place: nothing else may be in it than words that say nothing. */
function partsOf(text: string): Part[] {
  const words = wordsOf(text).filter((word) => !/\d/.test(word))
  const whole = partOf(text, words)
  if (whole) return [whole]
  const withoutNoise = strip(words, NOISE)
  const part = partOf(text, withoutNoise) ?? partOf(text, strip(withoutNoise, DIRECTIONS))
  if (part) return [part]
  // Berlin-Kreuzberg, Paris-La Défense.
  const [first = ''] = text.split('-')
  const city = CITIES.get(wordsOf(first).join(' '))
  return city && first !== text ? [{ kind: 'city', countries: city, name: wordsOf(first).join(' ') }] : []
}

const CODE = /\b[A-Z]{2,3}\b/g

function partOf(text: string, words: readonly string[]): Part | undefined {
  const name = words.join(' ')
  if (name === '') return undefined
  // "Granada" is what Grenada is called in Spanish, and "Norfolk" an island: the cities are meant.
  const country = CITIES.has(name) ? undefined : COUNTRIES.get(name)
  const region = REGIONS.get(name)
  if (country) return { kind: 'country', countries: merged(country, region), name }
  if (region) return { kind: 'region', countries: region, name }
  const city = CITIES.get(name)
  if (city) return { kind: 'city', countries: city, name }
  // Two small letters are a word: "in", "de".
  const code = /^[a-z]{2,3}$/.test(name) ? text.match(CODE)?.find((each) => each === name.toUpperCase()) : undefined
  const codes = code === undefined ? undefined : CODES.get(code)
  return codes && { kind: code && COUNTRY_CODES.has(code) ? 'country' : 'region', countries: codes, name }
}

function merged(one: readonly string[], other: readonly string[] = []): readonly string[] {
  return [...new Set([...one, ...other])]
}

const LONGEST_NOISE = 3

/** Drops the longest phrases first: "work from home" and not only "from". */
function strip(words: readonly string[], phrases: ReadonlySet<string>): string[] {
  const kept: string[] = []
  for (let at = 0; at < words.length; ) {
    let length = LONGEST_NOISE
    while (length > 0 && !phrases.has(words.slice(at, at + length).join(' '))) length--
    if (length === 0) kept.push(words[at] as string)
    at += Math.max(1, length)
  }
  return kept
}

/** Undefined if the parts don't agree, or leave more than one country. */
function countryOf(parts: readonly Part[]): string | undefined {
  const decides = parts.findLastIndex(({ kind, countries }) => kind !== 'city' && countries.length === 1)
  if (decides < 0) return common(parts)
  const { kind, countries: [country = ''] = [] } = parts[decides] as Part
  // What stands right before it is inside it, whatever it is called: "Paris, Texas", "Lebanon, NH". But two countries are two.
  const others = parts.filter(
    (part, at) => at !== decides && !(at === decides - 1 && (kind === 'region' || part.kind === 'city')),
  )
  return others.every(({ countries }) => countries.includes(country)) ? country : undefined
}

function common(parts: readonly Part[]): string | undefined {
  const [first, ...rest] = parts
  const countries = first?.countries.filter((each) => rest.every((part) => part.countries.includes(each))) ?? []
  return countries.length === 1 ? countries[0] : undefined
}
