import type { FoundCompanyReply, SCORE_COMPONENTS } from '../../contract.ts'
import { formatNumber, pluralize } from '../../parts/format.ts'

export type Component = (typeof SCORE_COMPONENTS)[number]

/** By the weights of the score. */
export const COMPONENT_WORDS: Readonly<Record<Component, { name: string; share: number; what: string }>> = {
  intent: { name: 'Intent', share: 30, what: 'AI hiring, and funding plus AI' },
  implementation: { name: 'Implementation', share: 35, what: 'AI tools, and AI on the website' },
  momentum: { name: 'Momentum', share: 20, what: 'AI signals of the last 30 days against the 90 before' },
  readiness: { name: 'Readiness', share: 15, what: 'Funding, data roles and data tools' },
}

const countries = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })
export const countryName = (code: string) => (code === 'ZZ' ? 'Country unknown' : (countries.of(code) ?? code))

/** `series_e_plus`: Series E plus; `logistics_software`: Logistics software. */
export function slugInWords(slug: string): string {
  const words = slug
    .replaceAll('_', ' ')
    .replace(/\bseries (\w)\b/, (_, round: string) => `series ${round.toUpperCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

type Facts = Pick<FoundCompanyReply, 'hqCountry' | 'employeeCount' | 'fundingStage' | 'industry'>

/** What is known of it, in a line. */
export function factsInWords({ hqCountry, employeeCount, fundingStage, industry }: Facts): string {
  return [
    hqCountry !== 'ZZ' && countryName(hqCountry),
    employeeCount > 0 && `${formatNumber(employeeCount)} ${employeeCount === 1 ? 'employee' : 'employees'}`,
    fundingStage !== 'unknown' && slugInWords(fundingStage),
    industry !== 'unknown' && slugInWords(industry),
  ]
    .filter(Boolean)
    .join(' · ')
}

export function searchCost(rows: number, page: number): string {
  const parts = [pluralize(1, 'request'), `a record for each company shown, ${formatNumber(rows)} at most`]
  return page > 1 ? `${parts.join(', ')}, and a page turn` : parts.join(' and ')
}

export const DOSSIER_COST = '1 request and 1 record, and counts among the companies opened today'
