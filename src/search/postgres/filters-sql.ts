import { lookedBits } from '../../write/sources/index.ts'
import type { CompanyFilters } from '../engine.ts'
import type { Parameters } from './parameters.ts'

/** They are few, and have an index of their own. */
export const AGENCIES = `select ordinal from companies where employer_kind in ('agency', 'marketplace')`

/** Conditions on `companies c` and `company_ranks r`, and whether `companies` is needed. */
export function filtersSql(filters: CompanyFilters, parameters: Parameters): { conditions: string[]; facts: boolean } {
  const nonEmpty = (list: readonly string[] | undefined) => (list && list.length > 0 ? list : undefined)
  const facts: string[] = []
  const countries = nonEmpty(filters.countries)
  const countriesNot = nonEmpty(filters.countriesNot)
  const stages = nonEmpty(filters.fundingStages)
  const industries = nonEmpty(filters.industries)
  if (countries) facts.push(`c.hq_country = any(${parameters.add(countries, 'text[]')})`)
  if (countriesNot) facts.push(`c.hq_country <> all(${parameters.add(countriesNot, 'text[]')})`)
  if (stages) facts.push(`c.funding_stage = any(${parameters.add(stages, 'text[]')})`)
  if (industries) facts.push(`c.industry = any(${parameters.add(industries, 'text[]')})`)
  const employerKind = nonEmpty(filters.employerKind)
  if (employerKind) facts.push(`c.employer_kind = any(${parameters.add(employerKind, 'text[]')})`)
  const watched = filters.watched?.length ? parameters.add(lookedBits(filters.watched), 'int') : undefined
  const { employeesMin, employeesMax, scoreTenthsMin, only, except } = filters
  // An unknown number of employees (0) never matches.
  if (employeesMin !== undefined || employeesMax !== undefined) facts.push('c.employee_count > 0')
  if (employeesMin !== undefined) facts.push(`c.employee_count >= ${parameters.add(employeesMin, 'float8')}`)
  if (employeesMax !== undefined) facts.push(`c.employee_count <= ${parameters.add(employeesMax, 'float8')}`)
  const scores = scoreTenthsMin === undefined ? [] : [`r.score_tenths >= ${parameters.add(scoreTenthsMin, 'float8')}`]
  const listed = [
    ...(watched === undefined ? [] : [`r.looked & ${watched} = ${watched}`]),
    ...(only ? [`r.company_ordinal = any(${parameters.add([...only], 'int[]')})`] : []),
    ...(filters.withoutAgencies ? [`r.company_ordinal not in (${AGENCIES})`] : []),
    ...(except?.length ? [`r.company_ordinal <> all(${parameters.add([...except], 'int[]')})`] : []),
  ]
  return { conditions: [...facts, ...scores, ...listed], facts: facts.length > 0 }
}
