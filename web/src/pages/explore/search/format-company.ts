import { countryNameOf } from '../../../contract.ts'
import { texts } from '../texts.ts'

/** Regions have names, such as EU or Nordics. Country codes are two letters. */
export const isRegion = (place: string) => place === 'EU' || place.length > 2

export const countryName = (code: string) =>
  isRegion(code) ? code : code === 'ZZ' ? texts.company.unknownCountry : countryNameOf(code)
