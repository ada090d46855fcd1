import { type Company, postsOwnJobs } from '../../meaning/companies/index.ts'
import { lookedBits } from '../../write/sources/index.ts'
import type { CompanyFilters } from '../engine.ts'

/** The facts that filters compare. */
export type FilteredCompany = Pick<
  Company,
  'ordinal' | 'hqCountry' | 'employeeCount' | 'fundingStage' | 'industry' | 'employerKind'
> & {
  readonly scoreTenths: number
  /** The types that the company is monitored for, as bits. */
  readonly looked: number
}

/**
 * Whether a company passes all filters. Defines the filters for both engines, and serves callers that have the company.
 */
export function passesFilters(company: FilteredCompany, filters: CompanyFilters): boolean {
  const { countries = [], countriesNot = [], fundingStages = [], industries = [] } = filters
  const { employerKind = [], employeesMin, employeesMax, scoreTenthsMin, watched = [], only, except } = filters
  const { employeeCount } = company
  if (countries.length > 0 && !countries.includes(company.hqCountry)) return false
  if (countriesNot.includes(company.hqCountry)) return false
  if (fundingStages.length > 0 && !fundingStages.includes(company.fundingStage)) return false
  if (industries.length > 0 && !industries.includes(company.industry)) return false
  if (employerKind.length > 0 && !employerKind.includes(company.employerKind)) return false
  if (filters.withoutAgencies && !postsOwnJobs(company.employerKind)) return false
  if (employeesMin !== undefined && (employeeCount === 0 || employeeCount < employeesMin)) return false
  if (employeesMax !== undefined && (employeeCount === 0 || employeeCount > employeesMax)) return false
  if (scoreTenthsMin !== undefined && company.scoreTenths < scoreTenthsMin) return false
  const bits = lookedBits(watched)
  if ((company.looked & bits) !== bits) return false
  return (only === undefined || only.includes(company.ordinal)) && !except?.includes(company.ordinal)
}
