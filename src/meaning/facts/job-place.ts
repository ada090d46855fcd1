import { placeKeys } from '../places/index.ts'
import { type Report, textOf } from './report.ts'

/**
 * The places of a job in a form that sources agree on: the city, else the country, else nothing. "Berlin, Germany",
 * "Berlin (hybrid)" and "Berlin" are `berlin`, "München" and "Munich" are `munich`; "Remote, Germany" and a remote job with the country DE are `DE`.
 */
export function placesOf({ fields }: Pick<Report, 'fields'>): readonly string[] {
  const places = placeKeys(textOf(fields.location))
  return places.length > 0 ? places : [textOf(fields.country)]
}
