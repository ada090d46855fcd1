import { type FoundCompanyReply, slugWords } from '../../contract.ts'
import { texts } from './texts.ts'

const regionNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })

/** A region has a name of its own, such as EU or Nordics. Country codes are two letters. */
export const isRegion = (place: string) => place === 'EU' || place.length > 2

export const countryName = (code: string) =>
  isRegion(code) ? code : code === 'ZZ' ? texts.company.unknownCountry : (regionNames.of(code) ?? code)

type CompanyFacts = Pick<FoundCompanyReply, 'hqCountry' | 'employeeCount' | 'fundingStage' | 'industry'>

/** The known facts about a company, on one line. */
export function companySummary({ hqCountry, employeeCount, fundingStage, industry }: CompanyFacts): string {
  return [
    hqCountry !== 'ZZ' && countryName(hqCountry),
    employeeCount > 0 && texts.company.employees(employeeCount),
    fundingStage !== 'unknown' && slugWords(fundingStage),
    industry !== 'unknown' && slugWords(industry),
  ]
    .filter(Boolean)
    .join(' · ')
}
