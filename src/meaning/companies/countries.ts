// Turns country names and codes into the stored form: ISO 3166-1 alpha-2, or ZZ for unknown.

// The package's main entry point would load all of its languages.
import iso from 'i18n-iso-countries/index.js'
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' }
import { LruMap } from '../../platform/lru-map.ts'
import { nearest } from '../../platform/text/edit-distance.ts'
import { slugOf } from '../../platform/text/normalise-text.ts'

export const UNKNOWN_COUNTRY = 'ZZ'

/** Longer than any country name. Longer text is not looked up. */
const MAX_CHARACTERS = 60

/** Common names of countries that the package knows only by a longer or newer name. */
const COMMON_NAMES: Readonly<Record<string, readonly string[]>> = {
  BN: ['Brunei'],
  CD: ['DR Congo'],
  CV: ['Cabo Verde'],
  FK: ['Falkland Islands'],
  FM: ['Micronesia'],
  GB: ['UK', 'Britain'],
  LA: ['Laos'],
  MD: ['Moldova'],
  MM: ['Burma'],
  MO: ['Macau'],
  SX: ['Sint Maarten'],
  SY: ['Syria'],
  SZ: ['Swaziland'],
  TL: ['East Timor'],
  VA: ['Vatican', 'Vatican City', 'Holy See'],
  VN: ['Viet Nam'],
}

iso.registerLocale(english)

/** English names by code, without ZZ. */
export const COUNTRY_NAMES: Readonly<Record<string, string>> = iso.getNames('en')

const codeOf: ReadonlyMap<string, string> = spellings()
const CODES: ReadonlySet<string> = new Set(codeOf.values())

const cache = new LruMap<string, string>(1_000)

/** The alpha-2 code for a code or an English name in any case. Undefined if there is no such country. */
export function countryCode(text: string): string | undefined {
  if (CODES.has(text)) return text
  const cached = cache.get(text)
  if (cached !== undefined) return cached
  const code = text.length > MAX_CHARACTERS ? undefined : codeOf.get(spellingOf(text))
  if (code !== undefined) cache.set(text, code)
  return code
}

/** Suggestions for a country that does not exist, nearest first. */
export function nearestCountries(text: string, limit = 3): { readonly code: string; readonly name: string }[] {
  if (text.length > MAX_CHARACTERS) return []
  const codes = nearest(spellingOf(text), [...codeOf.keys()], limit * 3).map((spelling) => codeOf.get(spelling) ?? '')
  return [...new Set(codes)].slice(0, limit).map((code) => ({ code, name: COUNTRY_NAMES[code] ?? 'unknown' }))
}

function spellingOf(text: string): string {
  return slugOf(text.replaceAll('&', ' and ')).replace(/^the_/, '')
}

/** If two countries share a name, the first one gets it: ISO itself calls CG Congo. */
function spellings(): Map<string, string> {
  const codes = new Map<string, string>()
  const add = (spelling: string, code: string) => {
    const key = spellingOf(spelling)
    if (!codes.has(key)) codes.set(key, code)
  }
  for (const [alpha2, alpha3] of Object.entries(iso.getAlpha2Codes())) {
    add(alpha2, alpha2)
    add(alpha3, alpha2)
  }
  for (const [code, names] of Object.entries(iso.getNames('en', { select: 'all' }))) {
    for (const name of names) add(name, code)
  }
  for (const [code, names] of Object.entries(COMMON_NAMES)) for (const name of names) add(name, code)
  add(UNKNOWN_COUNTRY, UNKNOWN_COUNTRY)
  return codes
}
