// A schema.org JobPosting, as Teamtailor's feed and many career pages have it.

import { type BoardJob, inOrder, type Place, placeOf } from './board-job.ts'
import { boardTime } from './board-time.ts'
import { employmentOf } from './job-words.ts'
import { countryIn, idIn, type Json, manyOf, objectOf, typesOf, urlIn, wordsIn } from './read-json.ts'

/** Everything but its id, which depends on where it is found. */
export function jobOfPosting(posting: Json): Omit<BoardJob, 'id'> | undefined {
  const title = wordsIn(posting.title) ?? wordsIn(posting.name)
  if (title === undefined) return undefined
  const description = typeof posting.description === 'string' ? posting.description : undefined
  return {
    title,
    places: inOrder(placesOf(posting)),
    workplace: isTelecommute(posting.jobLocationType) ? 'remote' : undefined,
    employment: employmentOf(...manyOf(posting.employmentType)),
    postedAt: boardTime(posting.datePosted),
    url: urlIn(posting.url),
    description,
    ...(description !== undefined && isEscapedHtml(description) && { isEscaped: true }),
  }
}

/** Its `identifier`: a text, a number, or a PropertyValue. */
export function identifierOf({ identifier }: Json): string | undefined {
  return idIn(identifier) ?? idIn(objectOf(manyOf(identifier)[0]).value)
}

/** A fully remote job has no place of work, but states where applicants must live. */
function placesOf({ jobLocation, applicantLocationRequirements }: Json): Place[] {
  const places = manyOf(jobLocation).flatMap(placesIn)
  const isStated = places.some(({ location, country }) => location || country)
  return isStated ? places : manyOf(applicantLocationRequirements).flatMap(placesIn)
}

/** A place with one address or several, or only with a name. */
function placesIn(value: unknown): Place[] {
  const { address, name } = objectOf(value)
  const addresses = manyOf(address).map(placeAt)
  if (addresses.length > 0) return addresses
  const words = wordsIn(typeof value === 'string' ? value : name)
  // The state of Georgia is not a country.
  const isState = typesOf(objectOf(value)).some((type) => type !== 'Country' && type !== 'Place')
  return words === undefined ? [] : [placeOf(words, isState ? undefined : countryIn(words))]
}

function placeAt(address: unknown): Place {
  if (typeof address === 'string') return { location: wordsIn(address) ?? '' }
  const { addressLocality, addressRegion, addressCountry } = objectOf(address)
  const countryText = typeof addressCountry === 'string' ? addressCountry : objectOf(addressCountry).name
  const country = countryIn(countryText)
  const location = wordsIn(addressLocality) ?? wordsIn(addressRegion) ?? wordsIn(countryText)
  return placeOf(location, country)
}

/** Many websites escape the whole text once more. */
function isEscapedHtml(text: string): boolean {
  return /&lt;\/?[a-z]/i.test(text) && !/<[a-z]/i.test(text)
}

function isTelecommute(value: unknown): boolean {
  return manyOf(value).some((each) => typeof each === 'string' && each.toUpperCase() === 'TELECOMMUTE')
}
