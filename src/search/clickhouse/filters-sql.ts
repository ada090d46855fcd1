import { lookedBits } from '../../write/sources/index.ts'
import type { CompanyFilters } from '../engine.ts'
import { numberLiteral, numberSet, textList } from './literals.ts'

/** Whether to leave out companies that post for others, and which these are. */
export const IS_AGENCY = `kind in ('agency', 'marketplace')`

/**
 * Conditions on a row. Those of `rows` are about the ordinal, which is the same in every version of a company. Those of
 * `facts` count only in the newest version.
 */
export function filtersSql(filters: CompanyFilters): { rows: string[]; facts: string[] } {
  const { employeesMin, employeesMax, scoreTenthsMin, only, except } = filters
  const facts: string[] = ['alive']
  const listed = (column: string, values: readonly string[] | undefined, not = '') => {
    if (values && values.length > 0) facts.push(`${column}${not} in ${textList(values)}`)
  }
  listed('country', filters.countries)
  listed('country', filters.countriesNot, ' not')
  listed('stage', filters.fundingStages)
  listed('industry', filters.industries)
  listed('kind', filters.employerKind)
  // An unknown number of employees (0) never matches.
  if (employeesMin !== undefined || employeesMax !== undefined) facts.push('employees > 0')
  if (employeesMin !== undefined) facts.push(`employees >= ${numberLiteral(employeesMin)}`)
  if (employeesMax !== undefined) facts.push(`employees <= ${numberLiteral(employeesMax)}`)
  if (scoreTenthsMin !== undefined) facts.push(`score >= ${numberLiteral(scoreTenthsMin)}`)
  const looked = filters.watched?.length ? lookedBits(filters.watched) : 0
  if (looked !== 0) facts.push(`bitAnd(looked, ${numberLiteral(looked)}) = ${numberLiteral(looked)}`)
  return {
    rows: [
      ...(only ? [only.length === 0 ? 'ordinal < 0' : `(ordinal < 0 or ordinal in ${numberSet(only)})`] : []),
      ...(except?.length ? [`ordinal not in ${numberSet(except)}`] : []),
    ],
    facts,
  }
}
