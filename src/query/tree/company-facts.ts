// Facts about the company that people write into a query. A query selects signals, so the error names the filter.

import { invalidQuery, type Span } from './errors.ts'

const FILTER_OF: Readonly<Record<string, string>> = {
  employees: 'employees',
  employee: 'employees',
  employeecount: 'employees',
  headcount: 'employees',
  size: 'employees',
  companysize: 'employees',
  employeesmin: 'employees',
  employeesmax: 'employees',
  industry: 'industries',
  industries: 'industries',
  sector: 'industries',
  vertical: 'industries',
  countries: 'countries',
  hq: 'countries',
  hqcountry: 'countries',
  headquarters: 'countries',
  region: 'countries',
  stage: 'fundingStages',
  fundingstage: 'fundingStages',
  fundingstages: 'fundingStages',
  score: 'adoptionScoreMin',
  aiscore: 'adoptionScoreMin',
  adoptionscore: 'adoptionScoreMin',
  adoptionscoremin: 'adoptionScoreMin',
}

const NAMES = new Set(['company', 'companyname', 'domain', 'website', 'account', 'email'])

/** The error for a word that names a fact about the company, with the filter to use. */
export function companyFact(word: string, at: Span, sign = '', value = ''): Error | undefined {
  const key = word.toLowerCase().replaceAll(/[-_]/g, '')
  if (NAMES.has(key)) {
    const message = "Companies can't be searched by name or domain: a query selects signals."
    return invalidQuery(message, at, { expected: ['a signal type, such as hiring'] })
  }
  const fact = Object.hasOwn(FILTER_OF, key) ? FILTER_OF[key] : undefined
  if (fact === undefined) return undefined
  const filter = fact === 'employees' ? employeesFilter(sign, value) : listFilter(fact, value)
  return invalidQuery(
    `${word} is a fact about the company, and a query selects signals. Use a filter next to signal_query: ${filter}.`,
    at,
    { expected: [`the filter ${filter}`] },
  )
}

function employeesFilter(sign: string, value: string): string {
  const number = /^\d{1,9}$/.test(value) ? Number(value) : 100
  if (sign === '<') return `"employeesMax": ${number - 1}`
  if (sign === '<=') return `"employeesMax": ${number}`
  return `"employeesMin": ${sign === '>' ? number + 1 : number}`
}

const EXAMPLES: Readonly<Record<string, string>> = {
  industries: 'logistics_software',
  countries: 'DE',
  fundingStages: 'series_a',
}

function listFilter(filter: string, value: string): string {
  if (filter === 'adoptionScoreMin') return `"adoptionScoreMin": ${/^\d{1,2}$/.test(value) ? value : 40}`
  return `"${filter}": [${JSON.stringify(value || EXAMPLES[filter])}]`
}

export const countriesFilter = (code: string) => `"countries": ["${code}"]`
