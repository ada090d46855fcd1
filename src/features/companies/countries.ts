// Countries as people write them, and the one form that is stored: ISO 3166-1 alpha-2, or ZZ for unknown.

// The package's main entry would load all of its languages.
import iso from 'i18n-iso-countries/index.js'
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' }
import { BoundedMap } from '../../platform/bounded-map.ts'
import { nearest } from '../../platform/nearest.ts'
import { slugOf } from '../../platform/words.ts'

export const UNKNOWN_COUNTRY = 'ZZ'

/** No name is longer, so that a pasted page costs nothing. */
const MOST_CHARACTERS = 60

/** What people call a country that the list knows only by a longer or a newer name; and the code that is reserved. */
const EVERYDAY_NAMES: Readonly<Record<string, readonly string[]>> = {
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

/** The English name by code, the unknown country not among them. */
export const COUNTRY_NAMES: Readonly<Record<string, string>> = iso.getNames('en')

const codeOf: ReadonlyMap<string, string> = spellings()
const CODES: ReadonlySet<string> = new Set(codeOf.values())

const remembered = new BoundedMap<string, string>(1_000)

/** The alpha-2 code of a code or an English name in any case; undefined when there is no such country. */
export function countryCode(text: string): string | undefined {
  if (CODES.has(text)) return text
  const known = remembered.get(text)
  if (known !== undefined) return known
  const code = text.length > MOST_CHARACTERS ? undefined : codeOf.get(spellingOf(text))
  if (code !== undefined) remembered.set(text, code)
  return code
}

/** What somebody may have meant who wrote a country that does not exist: codes with their names, nearest first. */
export function nearestCountries(text: string, most = 3): { readonly code: string; readonly name: string }[] {
  if (text.length > MOST_CHARACTERS) return []
  const codes = nearest(spellingOf(text), [...codeOf.keys()], most * 3).map((spelling) => codeOf.get(spelling) ?? '')
  return [...new Set(codes)].slice(0, most).map((code) => ({ code, name: COUNTRY_NAMES[code] ?? 'unknown' }))
}

function spellingOf(text: string): string {
  return slugOf(text.replaceAll('&', ' and ')).replace(/^the_/, '')
}

/** Where two countries share a name the first one has it: ISO itself calls CG Congo. */
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
  for (const [code, names] of Object.entries(EVERYDAY_NAMES)) for (const name of names) add(name, code)
  add(UNKNOWN_COUNTRY, UNKNOWN_COUNTRY)
  return codes
}
