// The locations of companies and jobs.

import type { Random } from './random.ts'

interface Country {
  readonly code: string
  /** How many of 100 companies are there. */
  readonly share: number
  readonly cities: readonly string[]
}

const COUNTRIES: readonly Country[] = [
  { code: 'US', share: 38, cities: ['New York', 'San Francisco', 'Austin', 'Boston', 'Denver', 'Chicago'] },
  { code: 'GB', share: 11, cities: ['London', 'Manchester', 'Edinburgh', 'Bristol'] },
  { code: 'DE', share: 10, cities: ['Berlin', 'Munich', 'Hamburg', 'Cologne'] },
  { code: 'FR', share: 7, cities: ['Paris', 'Lyon', 'Nantes'] },
  { code: 'CA', share: 6, cities: ['Toronto', 'Montréal', 'Vancouver'] },
  { code: 'NL', share: 5, cities: ['Amsterdam', 'Utrecht', 'Rotterdam'] },
  { code: 'ES', share: 4, cities: ['Barcelona', 'Madrid', 'Valencia'] },
  { code: 'SE', share: 3, cities: ['Stockholm', 'Malmö', 'Gothenburg'] },
  { code: 'IN', share: 3, cities: ['Bengaluru', 'Pune', 'Hyderabad'] },
  { code: 'IE', share: 2, cities: ['Dublin', 'Cork'] },
  { code: 'CH', share: 2, cities: ['Zürich', 'Lausanne'] },
  { code: 'AU', share: 2, cities: ['Sydney', 'Melbourne'] },
  { code: 'PL', share: 2, cities: ['Warsaw', 'Kraków'] },
  { code: 'DK', share: 1, cities: ['Copenhagen', 'Aarhus'] },
  { code: 'FI', share: 1, cities: ['Helsinki', 'Tampere'] },
  { code: 'SG', share: 1, cities: ['Singapore'] },
  { code: 'BR', share: 1, cities: ['São Paulo', 'Recife'] },
  { code: 'JP', share: 1, cities: ['Tokyo', 'Osaka'] },
]

/** One entry per percent, so that a draw is a single lookup. */
const WEIGHTED_COUNTRIES: readonly Country[] = COUNTRIES.flatMap((country) =>
  new Array<Country>(country.share).fill(country),
)
const BY_CODE: ReadonlyMap<string, Country> = new Map(COUNTRIES.map((country) => [country.code, country]))

export function drawCountry(random: Random): string {
  return random.pick(WEIGHTED_COUNTRIES).code
}

/** Most jobs are in the company's country. */
export function drawJobLocation(homeCountry: string | undefined, random: Random): { country: string; city: string } {
  const home = random.chance(0.85) ? BY_CODE.get(homeCountry ?? '') : undefined
  const { code, cities } = home ?? random.pick(WEIGHTED_COUNTRIES)
  return { country: code, city: random.pick(cities) }
}
