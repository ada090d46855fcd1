// The country, and where possible the city, of a free text such as "Berlin, Germany", "New York, NY", "US-Remote".
// Precision comes first: a text that can mean two countries, or names two, has none. A remote job that names no place
// has none.
//
// A text is a list of places, and a place is a few parts: "Cambridge, MA". Its country is the one that all parts can be
// in. A code is read with the cities of the text: "MI" is Michigan, and the province of Milan next to "Milano". If the
// parts have no country in common, a state contains the part before it, whatever its name: "Paris, Texas". All places
// must agree.

import { type Part, readParts } from './read-parts.ts'
import { wordsOfPlaces } from './words.ts'

export interface Place {
  /** ISO 3166-1 alpha-2. */
  readonly country?: string
  /** In words without case and accents, if the text names exactly one. */
  readonly city?: string
}

type Countries = readonly string[]
type NamePart = Extract<Part, { kind: 'country' | 'region' | 'city' }>
type CodePart = Extract<Part, { kind: 'code' }>

const HEADQUARTERS = /\b(?:hq|headquarter(?:s|ed)?|hauptsitz)\b/i
const REMOTE = /\b(?:remot[eoa]|anywhere|wfh|home[- ]?(?:office|based)|t[ée]l[ée]travail|teletrabajo|zdaln)/i

export function readPlace(text: string): Place {
  const places = readParts(text)
  const parts = places.flat()
  const isRemote = REMOTE.test(text)
  if (parts.some(({ kind }) => kind === 'wide') && (isRemote || places.some(isWide))) return {}
  const cities = parts.filter((part): part is NamePart => part.kind === 'city')
  const states = parts.some(({ kind }) => kind === 'code') ? statesOf(cities) : NO_STATES
  const [country, ...others] = common(places.flatMap((place) => countriesOf(place, states) ?? []))
  if (country === undefined || others.length > 0) return {}
  // A remote job that names the company's headquarters can be anywhere.
  const hasOnlyCities = parts.every(({ kind }) => kind === 'city' || kind === 'unknown')
  if (isRemote && hasOnlyCities && HEADQUARTERS.test(text)) return {}
  const [city, ...otherCities] = new Set(cities.map(({ name }) => name))
  return { country, ...(city !== undefined && otherCities.length === 0 && { city }) }
}

/** "Europe or US", but not "EMEA, London". */
function isWide(place: readonly Part[]): boolean {
  return place.length > 0 && place.every(({ kind }) => kind === 'wide')
}

const NO_STATES: ReadonlySet<string> = new Set()

/** Countries and known states of cities: `IT` and `IT-MI`. */
function statesOf(cities: readonly NamePart[]): ReadonlySet<string> {
  return new Set(cities.flatMap(({ is: { states, countries } }) => [...countries, ...states]))
}

/** A part, and the countries that it can be in, without and with smaller places of its name. */
interface Reading {
  readonly part: NamePart | CodePart
  readonly countries: Countries
  readonly allCountries: Countries
}

/** The countries that a place can be in: none if its parts don't agree. Undefined if no part is known. */
function countriesOf(place: readonly Part[], states: ReadonlySet<string>): [Countries] | undefined {
  const readings = readingsOf(place, states)
  if (readings.length === 0) return undefined
  const countries = common(readings.map((each) => each.countries))
  // Smaller places count next to a country or a state, not next to another city: "London, Toronto" is two places.
  if (countries.length > 0 || readings.every(({ part }) => part.kind === 'city')) return [countries]
  const all = common(readings.map((each) => each.allCountries))
  if (all.length > 0) return [all]
  // A country that is spelled out decides about a code between it and the city: "Riga, RI, Latvia".
  const isNamed = readings.at(-1)?.part.kind === 'country'
  const named = isNamed
    ? common(readings.flatMap((each) => (each.part.kind === 'code' ? [] : [each.allCountries])))
    : []
  if (named.length > 0) return [named]
  const outer = readings.filter((_, at) => stateOf(readings[at + 1]?.part) === undefined)
  return [common(outer.map(({ part, allCountries }) => stateOf(part) ?? allCountries))]
}

function readingsOf(place: readonly Part[], states: ReadonlySet<string>): Reading[] {
  return place.flatMap((part, at): Reading[] => {
    if (part.kind === 'wide' || part.kind === 'unknown') return []
    if (part.kind === 'code') {
      const countries = countriesOfCode(part, place[at - 1], states)
      return [{ part, countries, allCountries: countries }]
    }
    const { countries, allCountries } = part.is
    if (part.kind !== 'region') return [{ part, countries, allCountries }]
    // "Ontario, CA" is the province in Canada, or a city in California.
    const isBeforeCode = place[at + 1]?.kind === 'code'
    return [{ part, countries: isBeforeCode ? allCountries : countries, allCountries: countries }]
  })
}

/** What a code can stand for after a part, in a text with cities of these states. */
function countriesOfCode(
  { text, is, hasZip }: CodePart,
  before: Part | undefined,
  states: ReadonlySet<string>,
): Countries {
  const isUsState = is.states.includes('US')
  const isCountryFirst = wordsOfPlaces().countryBesideUnknownCity.has(text)
  if (isUsState && hasZip && !isCountryFirst) return ['US']
  const own = is.country === undefined ? is.states : union([is.country], is.states)
  const ofCities = union(
    is.statesBesideCities.filter((country) => states.has(country)),
    is.statesWithCities.filter((country) => states.has(`${country}-${text}`)),
  )
  if (ofCities.length > 0) return union(own, ofCities)
  if (before?.kind === 'unknown') {
    const elsewhere = union(is.statesBesideCities, is.statesWithCities)
    // "Três Pontas, MG": a town with accents is in no state of the USA.
    if (HAS_ACCENT.test(before.text)) return union(own, elsewhere).filter((country) => country !== 'US')
    if (isUsState && !isCountryFirst) return ['US']
    if (own.length === 0) return elsewhere
  }
  // "Remote (NL)": on its own, this means the Netherlands, not Newfoundland.
  const isCountry = is.country !== undefined && (before === undefined ? !isUsState : before.kind === 'unknown')
  return isCountry && is.country !== undefined ? [is.country] : own
}

const HAS_ACCENT = /[^\p{ASCII}ñÑ’‘]/u

/**
 * The country of a state that contains the part before it, whatever its name: "Paris, Texas", "Berlin, CT", "Perth,
 * ON". The code of a country doesn't: "London, DE" is two places.
 */
function stateOf(part: NamePart | CodePart | undefined): Countries | undefined {
  if (part?.kind === 'region' && part.is.countries.length === 1) return part.is.countries
  if (part?.kind !== 'code' || wordsOfPlaces().countryBesideUnknownCity.has(part.text)) return undefined
  const { country, states } = part.is
  if (states.includes('US')) return ['US']
  return country === undefined && states.length === 1 ? states : undefined
}

function common(lists: readonly Countries[]): Countries {
  const [first = [], ...others] = lists
  return others.reduce((one, other) => one.filter((country) => other.includes(country)), first)
}

function union(one: Countries, other: Countries): Countries {
  return [...new Set([...one, ...other])]
}
