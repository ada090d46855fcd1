import { LruMap } from '../../platform/lru-map.ts'
import { fold, wordsOf } from '../../platform/text/normalise-text.ts'
import { countryCode } from '../companies/index.ts'
import { cityName } from './city-names.ts'

/** A post that lists more places is compared by these. */
const MAX_PLACES = 10
const SEPARATORS = /[;|/\n•]| or | und | and | et /g
const WORKPLACE_WORDS =
  /(?<![\p{L}\p{N}])(?:100\s?%|fully|remote|hybrid|on-?site|anywhere|homeoffice|home office)(?![\p{L}\p{N}])/gu

const cache = new LruMap<string, readonly string[]>(4_096)

/** The places that a text names, in a form that sources agree on: each the city, else the country. */
export function placeKeys(location: string): readonly string[] {
  const cached = cache.get(location)
  if (cached) return cached
  const places = new Set<string>()
  for (const text of fold(location).split(SEPARATORS)) {
    if (places.size >= MAX_PLACES) break
    const [place] = keysIn(text)
    if (place !== undefined) places.add(place)
  }
  const sorted = [...places].sort()
  cache.set(location, sorted)
  return sorted
}

/** The same for every part of the text: "Berlin, Germany" is `berlin` and `DE`. */
export function allPlaceKeys(location: string): Set<string> {
  return new Set(fold(location).split(SEPARATORS).slice(0, MAX_PLACES).flatMap(keysIn))
}

function keysIn(folded: string): string[] {
  return folded
    .replace(/[()[\]]/g, ',')
    .split(/,| - | – /)
    .map((part) => wordsOf(part.replace(WORKPLACE_WORDS, ' ')).join(' '))
    .filter((words) => words !== '')
    .map((words) => countryCode(words) ?? cityName(words))
}
