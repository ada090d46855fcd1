import { LruMap } from '../../platform/lru-map.ts'
import { fold, wordsOf } from '../../platform/text/normalise-text.ts'
import { countryCode } from '../companies/index.ts'
import { cityName } from './city-names.ts'
import { type Report, textOf } from './report.ts'

/** A post that lists more places is compared by these. */
const MAX_PLACES = 10
const SEPARATORS = /[;|/\n•]| or | und | and | et /g
const WORKPLACE_WORDS =
  /(?<![\p{L}\p{N}])(?:100\s?%|fully|remote|hybrid|on-?site|anywhere|homeoffice|home office)(?![\p{L}\p{N}])/gu

/**
 * The places of a job in a form that sources agree on: the city, else the country, else nothing. "Berlin, Germany",
 * "Berlin (hybrid)" and "Berlin" are `berlin`, "München" and "Munich" are `munich`; "Remote, Germany" and a remote job with the country DE are `DE`.
 */
export function placesOf({ fields }: Pick<Report, 'fields'>): readonly string[] {
  const places = placesIn(textOf(fields.location))
  return places.length > 0 ? places : [textOf(fields.country)]
}

const cache = new LruMap<string, readonly string[]>(4_096)

function placesIn(location: string): readonly string[] {
  const cached = cache.get(location)
  if (cached) return cached
  const places = new Set<string>()
  for (const text of fold(location).split(SEPARATORS)) {
    if (places.size >= MAX_PLACES) break
    const place = placeOf(text)
    if (place !== '') places.add(place)
  }
  const sorted = [...places].sort()
  cache.set(location, sorted)
  return sorted
}

function placeOf(text: string): string {
  for (const part of text.replace(/[()[\]]/g, ',').split(/,| - | – /)) {
    const words = wordsOf(part.replace(WORKPLACE_WORDS, ' ')).join(' ')
    if (words !== '') return countryCode(words) ?? cityName(words)
  }
  return ''
}
