// The filters of search and slices, declared once: the schema validates and is described, the notes beside it are what
// the catalogue tells on top. What only a rule can check (a country by its name, a slug) is read here too.

import { type TOptional, type TSchema, Type } from 'typebox'
import type { ErrorDetail } from '../../http/index.ts'
import { slugOf } from '../../platform/words.ts'
import { countryCode, FUNDING_STAGES, type FundingStage, nearestCountries } from '../companies/index.ts'
import { LIMITS } from '../query/index.ts'
import { type CompanyFilters, SORTS } from './engine.ts'

export const FILTER_TYPES = ['enum', 'number', 'query', 'text', 'boolean'] as const
export type FilterType = (typeof FILTER_TYPES)[number]

export interface Filter<Schema extends TSchema = TSchema> {
  readonly schema: Schema
  readonly label: string
  readonly type: FilterType
  /** How a value meets a company, in words. */
  readonly match: string
  readonly operators: readonly string[]
}

const MOST_VALUES = 250
const EMPLOYEES_MAX = 2_147_483_647

const list = <Item extends TSchema>(item: Item, description: string, example: readonly string[]) =>
  Type.Array(item, { maxItems: MOST_VALUES, description, examples: [example] })
const countryText = Type.String({ minLength: 1, maxLength: 60 })
const employees = (description: string, example: number) =>
  Type.Integer({ minimum: 0, maximum: EMPLOYEES_MAX, description, examples: [example] })

/** What both endpoints take. */
export const COMPANY_FILTERS = {
  countries: {
    schema: list(
      countryText,
      'Countries of the headquarters: ISO 3166-1 alpha-2 codes in any case. Alpha-3 codes and English names are understood; `ZZ` is unknown.',
      ['DE', 'FR'],
    ),
    label: 'Countries',
    type: 'enum',
    match: 'The company is in one of them.',
    operators: ['in'],
  },
  countriesNot: {
    schema: list(
      countryText,
      'Countries to leave out, written as in `countries`. A company whose country is not known stays.',
      ['US'],
    ),
    label: 'Countries to leave out',
    type: 'enum',
    match: 'The company is in none of them.',
    operators: ['not in'],
  },
  employeesMin: {
    schema: employees('The least number of employees. A company whose number is not known does not match.', 50),
    label: 'Employees, at least',
    type: 'number',
    match: 'The company has that many employees or more.',
    operators: ['>='],
  },
  employeesMax: {
    schema: employees('The greatest number of employees. A company whose number is not known does not match.', 500),
    label: 'Employees, at most',
    type: 'number',
    match: 'The company has that many employees or fewer.',
    operators: ['<='],
  },
  fundingStages: {
    schema: list(Type.Enum([...FUNDING_STAGES], { type: 'string' }), 'Funding stages.', ['seed', 'series_a']),
    label: 'Funding stages',
    type: 'enum',
    match: 'The company is at one of them.',
    operators: ['in'],
  },
  industries: {
    schema: list(
      Type.String({ minLength: 1, maxLength: 100 }),
      'Industries, as slugs such as `logistics_software`; case, spaces and hyphens do not matter.',
      ['logistics_software'],
    ),
    label: 'Industries',
    type: 'text',
    match: "The company's industry is one of them.",
    operators: ['in'],
  },
  adoptionScoreMin: {
    schema: Type.Number({
      minimum: 0,
      maximum: 100,
      description: 'The least AI adoption score.',
      examples: [40],
    }),
    label: 'AI adoption score, at least',
    type: 'number',
    match: "The company's AI adoption score is that or higher.",
    operators: ['>='],
  },
} as const satisfies Record<string, Filter>

/** What company search takes on top. */
export const SEARCH_FILTERS = {
  signal_query: {
    // Its length is no rule of the schema: the language itself tells what is wrong with a query, and where.
    schema: Type.String({
      description: `Which signals a company must have, such as \`hiring\`, \`hiring + funding_ai\`, \`hiring(title ~ "AI SDR", within: 30d) NOT tool(name: hubspot)\` or \`funding_ai(amount >= 5m) THEN hiring(function: sales|marketing) WITHIN 90d\`. At most ${LIMITS.characters} characters and ${LIMITS.clauses} clauses.`,
      examples: ['hiring(title ~ "AI SDR", within: 30d) AND funding_ai'],
    }),
    label: 'Signal query',
    type: 'query',
    match: 'The company has the signals that the query asks for.',
    operators: [],
  },
  sort: {
    schema: Type.Enum([...SORTS], {
      type: 'string',
      default: 'heat',
      description: '`heat`: how much is going on now. `score`: the AI adoption score. `recent`: the newest signal.',
      examples: ['heat'],
    }),
    label: 'Order',
    type: 'enum',
    match: 'Highest first; ties in the order of arrival.',
    operators: [],
  },
  explain: {
    schema: Type.Boolean({
      default: false,
      description:
        'Adds the query as understood, and how many companies each clause matches alone under the same filters.',
      examples: [true],
    }),
    label: 'Explain the result',
    type: 'boolean',
    match: 'Changes nothing about which companies are found.',
    operators: [],
  },
} as const satisfies Record<string, Filter>

type Schemas<Filters extends Record<string, Filter>> = { [Name in keyof Filters]: TOptional<Filters[Name]['schema']> }

/** As optional properties of a request. */
export function optionalSchemas<Filters extends Record<string, Filter>>(filters: Filters): Schemas<Filters> {
  const entries = Object.entries(filters).map(([name, { schema }]) => [name, Type.Optional(schema)])
  return Object.fromEntries(entries) as Schemas<Filters>
}

export interface FilterInput {
  readonly countries?: readonly string[]
  readonly countriesNot?: readonly string[]
  readonly employeesMin?: number
  readonly employeesMax?: number
  readonly fundingStages?: readonly FundingStage[]
  readonly industries?: readonly string[]
  readonly adoptionScoreMin?: number
}

/** As an engine takes them, with everything that is wrong with them. */
export function readCompanyFilters(input: FilterInput): { filters: CompanyFilters; problems: ErrorDetail[] } {
  const problems: ErrorDetail[] = []
  const { employeesMin, employeesMax, fundingStages, adoptionScoreMin } = input
  const countries = input.countries && readCountries('countries', input.countries, problems)
  const countriesNot = input.countriesNot && readCountries('countriesNot', input.countriesNot, problems)
  const industries = input.industries && readIndustries(input.industries, problems)
  if (employeesMin !== undefined && employeesMax !== undefined) {
    problems.push(...rangeProblems('employeesMin', employeesMin, 'employeesMax', employeesMax))
  }
  const filters: CompanyFilters = {
    ...(countries && { countries }),
    ...(countriesNot && { countriesNot }),
    ...(industries && { industries }),
    ...(employeesMin !== undefined && { employeesMin }),
    ...(employeesMax !== undefined && { employeesMax }),
    ...(fundingStages && { fundingStages: [...new Set(fundingStages)] }),
    ...(adoptionScoreMin !== undefined && { scoreTenthsMin: tenthsFrom(adoptionScoreMin) }),
  }
  return { filters, problems }
}

export function rangeProblems(leastName: string, least: number, mostName: string, most: number): ErrorDetail[] {
  if (least <= most) return []
  return [
    { field: leastName, message: `${leastName} (${least}) is greater than ${mostName} (${most}): nothing can match` },
  ]
}

/** The least score in whole tenths that is not below: 57.31 asks for 57.4, and 1.1 × 10 must not become 12. */
export function tenthsFrom(score: number): number {
  return Math.ceil(Number((score * 10).toFixed(6)))
}

function readCountries(field: string, texts: readonly string[], problems: ErrorDetail[]): string[] {
  const codes = texts.map((text) => countryCode(text))
  const unknown = texts.flatMap((text, i) => (codes[i] === undefined ? [{ text, i }] : []))
  for (const { text, i } of unknown.slice(0, MOST_TOLD)) {
    const near = nearestCountries(text)
    const guesses = near.map(({ code, name }) => `${code} (${name})`).join(' or ')
    const help = guesses ? `did you mean ${guesses}?` : 'use ISO 3166-1 alpha-2 codes such as DE.'
    problems.push({
      field,
      message: `${field}[${i}]: there is no country ${JSON.stringify(text.toWellFormed())}; ${help}`,
      suggestions: near.map(({ code }) => code),
    })
  }
  return [...new Set(codes.flatMap((code) => code ?? []))]
}

/** Of a long list of wrong values, nobody reads more. */
const MOST_TOLD = 5

function readIndustries(texts: readonly string[], problems: ErrorDetail[]): string[] {
  const slugs = texts.map(slugOf)
  const empty = slugs.indexOf('')
  if (empty !== -1) {
    const message = `industries[${empty}] must be a slug such as logistics_software, and has no letter or digit`
    problems.push({ field: 'industries', message })
  }
  return [...new Set(slugs)]
}
