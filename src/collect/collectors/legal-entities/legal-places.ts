// Where a legal entity is, as a code: `US-CA` for a state of the United States, `GB` for any other country. Names of companies
// are unique in the register of a state, not in the country, so just the United States isn't a place.

import { fold } from '../../../platform/text/normalise-text.ts'
import { countryIn } from '../job-boards/read-json.ts'

const STATES: ReadonlyMap<string, string> = new Map(
  `alabama AL, alaska AK, arizona AZ, arkansas AR, california CA, colorado CO, connecticut CT, delaware DE, district of columbia DC,
  florida FL, georgia GA, hawaii HI, idaho ID, illinois IL, indiana IN, iowa IA, kansas KS, kentucky KY, louisiana LA, maine ME,
  maryland MD, massachusetts MA, michigan MI, minnesota MN, mississippi MS, missouri MO, montana MT, nebraska NE, nevada NV,
  new hampshire NH, new jersey NJ, new mexico NM, new york NY, north carolina NC, north dakota ND, ohio OH, oklahoma OK, oregon OR,
  pennsylvania PA, puerto rico PR, rhode island RI, south carolina SC, south dakota SD, tennessee TN, texas TX, utah UT, vermont VT,
  virginia VA, washington WA, west virginia WV, wisconsin WI, wyoming WY`
    .split(',')
    .map((entry) => {
      const text = entry.trim()
      return [text.slice(0, -3), text.slice(-2)] as const
    }),
)
const STATE_CODES: ReadonlySet<string> = new Set(STATES.values())

/** The code of a state by its code or name. */
export function stateCode(text: string): string | undefined {
  const code = text.trim().toUpperCase()
  if (STATE_CODES.has(code)) return code
  return STATES.get(fold(text.trim()))
}

/**
 * `state` is a code or a name of a state, of a province, or of a country; `country` is the country it is in, if known.
 */
export function legalPlace(state: string | undefined, country?: string): string | undefined {
  const isElsewhere = country !== undefined && country !== 'US'
  const code = state === undefined || isElsewhere ? undefined : stateCode(state)
  if (code !== undefined) return `US-${code}`
  const found = country ?? countryIn(state)
  return found === undefined || found === 'US' ? undefined : found
}
