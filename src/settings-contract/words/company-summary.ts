import { slugWords } from './slug-words.ts'

/** ZZ, 0 and unknown stand for unknown values. */
export interface SummaryFacts {
  readonly hqCountry: string
  readonly employeeCount: number
  readonly fundingStage: string
  readonly industry: string
}

const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })

/** Takes a two-letter code. */
export const countryNameOf = (code: string): string => names.of(code) ?? code

/** A company's facts, on one line. */
export function companySummary({ hqCountry, employeeCount, fundingStage, industry }: SummaryFacts): string {
  return [
    hqCountry !== 'ZZ' && countryNameOf(hqCountry),
    employeeCount > 0 && (employeeCount === 1 ? '1 employee' : `${employeeCount.toLocaleString('en')} employees`),
    fundingStage !== 'unknown' && slugWords(fundingStage),
    industry !== 'unknown' && slugWords(industry),
  ]
    .filter(Boolean)
    .join(' · ')
}
