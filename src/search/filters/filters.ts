// The filters of search and slices, declared once. The schema validates requests and appears in openapi.json; the rest is for
// the catalogue. Values that a schema can't check (country names, slugs, domains) are read in read-filters.ts.

import { type TOptional, type TSchema, Type } from 'typebox'
import { ACCOUNT_MAX_CHARACTERS, EMPLOYER_KINDS, FUNDING_STAGES, REGION_NAMES } from '../../meaning/companies/index.ts'
import { REPORTED_TYPES } from '../../meaning/types/index.ts'
import { LIMITS } from '../../query/index.ts'
import { SORTS } from '../engine.ts'

export const FILTER_TYPES = ['enum', 'number', 'query', 'text', 'boolean'] as const
export type FilterType = (typeof FILTER_TYPES)[number]

export interface Filter<Schema extends TSchema = TSchema> {
  readonly schema: Schema
  readonly label: string
  readonly type: FilterType
  /** The rule by which a company matches, in words. */
  readonly match: string
  readonly operators: readonly string[]
}

const MAX_VALUES = 250
const MAX_DOMAINS = 50
const EMPLOYEES_MAX = 2_147_483_647

const list = <Item extends TSchema>(item: Item, description: string, example: readonly string[]) =>
  Type.Array(item, { maxItems: MAX_VALUES, description, examples: [example] })
const domainList = (description: string, example: readonly string[]) =>
  Type.Array(Type.String({ minLength: 1, maxLength: ACCOUNT_MAX_CHARACTERS }), {
    maxItems: MAX_DOMAINS,
    description,
    examples: [example],
  })
const countryText = Type.String({ minLength: 1, maxLength: 60 })
const employees = (description: string, example: number) =>
  Type.Integer({ minimum: 0, maximum: EMPLOYEES_MAX, description, examples: [example] })

const REGIONS_TEXT = `A region stands for its countries: ${REGION_NAMES.join(', ')}.`

/** The filters of both endpoints. */
export const COMPANY_FILTERS = {
  countries: {
    schema: list(
      countryText,
      `Countries of the headquarters. ISO 3166-1 alpha-2 codes in upper or lower case; alpha-3 codes and English names work too. \`ZZ\` means unknown. ${REGIONS_TEXT}`,
      ['DE', 'FR'],
    ),
    label: 'Countries',
    type: 'enum',
    match: 'The company is in one of these countries.',
    operators: ['in'],
  },
  countriesNot: {
    schema: list(
      countryText,
      'Countries to exclude, written as in `countries`. Companies with an unknown country are not excluded.',
      ['US'],
    ),
    label: 'Excluded countries',
    type: 'enum',
    match: 'The company is in none of these countries.',
    operators: ['not in'],
  },
  employeesMin: {
    schema: employees("The minimum number of employees. Companies with an unknown number don't match.", 50),
    label: 'Minimum employees',
    type: 'number',
    match: 'The company has at least this many employees.',
    operators: ['>='],
  },
  employeesMax: {
    schema: employees("The maximum number of employees. Companies with an unknown number don't match.", 500),
    label: 'Maximum employees',
    type: 'number',
    match: 'The company has at most this many employees.',
    operators: ['<='],
  },
  fundingStages: {
    schema: list(Type.Enum([...FUNDING_STAGES], { type: 'string' }), 'Funding stages.', ['seed', 'series_a']),
    label: 'Funding stages',
    type: 'enum',
    match: 'The company is at one of these stages.',
    operators: ['in'],
  },
  industries: {
    schema: list(
      Type.String({ minLength: 1, maxLength: 100 }),
      'Industries, as slugs such as `logistics_software`. Case, spaces and hyphens are ignored.',
      ['logistics_software'],
    ),
    label: 'Industries',
    type: 'text',
    match: "The company's industry is one of these.",
    operators: ['in'],
  },
  employerKind: {
    schema: list(
      Type.Enum([...EMPLOYER_KINDS], { type: 'string' }),
      'Employer kinds. An agency and a marketplace post the jobs of others.',
      ['direct', 'unknown'],
    ),
    label: 'Employer kinds',
    type: 'enum',
    match: 'The company is an employer of one of these kinds.',
    operators: ['in'],
  },
  watched: {
    schema: list(
      Type.Enum([...REPORTED_TYPES], { type: 'string' }),
      'Signal types that the company is monitored for: if there is no such signal, the company has none.',
      ['hiring'],
    ),
    label: 'Watched for',
    type: 'enum',
    match: 'The company is monitored for signals of all these types.',
    operators: ['all of'],
  },
  domains: {
    schema: domainList(
      'Companies by domain. A URL such as `https://www.acme.example/jobs` and an email address such as `buyer@acme.example` work too, and so do other domains of a company. Domains that no company has are listed in the reply as `unknownDomains`.',
      ['northwind.example'],
    ),
    label: 'Domains',
    type: 'text',
    match: 'The company has one of these domains.',
    operators: ['in'],
  },
  domainsNot: {
    schema: domainList('Companies to exclude by domain, written as in `domains`.', ['customer.example']),
    label: 'Excluded domains',
    type: 'text',
    match: 'The company has none of these domains.',
    operators: ['not in'],
  },
  list: {
    schema: Type.String({
      minLength: 1,
      maxLength: 200,
      description:
        "The name of one of the team's account lists, in upper or lower case. The settings screen shows them on the page Lists.",
      examples: ['my-accounts'],
    }),
    label: 'List',
    // The catalogue lists the names of the team's lists as values.
    type: 'enum',
    match: 'The company is on this list of the team.',
    operators: ['in'],
  },
  adoptionScoreMin: {
    schema: Type.Number({
      minimum: 0,
      maximum: 100,
      description: 'The minimum AI adoption score.',
      examples: [10],
    }),
    label: 'Minimum AI adoption score',
    type: 'number',
    match: "The company's AI adoption score is at least this.",
    operators: ['>='],
  },
} as const satisfies Record<string, Filter>

/** The other parameters of company search. */
export const SEARCH_FILTERS = {
  signal_query: {
    // The schema doesn't limit the length: the parser reports what is wrong with a query, and where.
    schema: Type.String({
      description: `The signals that a company must have, such as \`hiring\`, \`hiring + funding_ai\`, \`hiring(title ~ "AI SDR", within: 30d) NOT tool(name: hubspot)\` or \`funding_ai(amount >= 5m) THEN hiring(function: sales|marketing) WITHIN 90d\`. At most ${LIMITS.characters} characters and ${LIMITS.clauses} clauses. The guide is at /docs/query-language.`,
      examples: ['hiring(title ~ "AI SDR", within: 30d) AND funding_ai'],
    }),
    label: 'Signal query',
    type: 'query',
    match: 'The company has the signals that the query requires.',
    operators: [],
  },
  sort: {
    schema: Type.Enum([...SORTS], {
      type: 'string',
      default: SORTS[0],
      description:
        '`match`: how recent and how certain the signals are that the query asks for. `heat`: recent activity of any kind. `score`: the AI adoption score. `recent`: the time of the newest signal that matched.',
      examples: [SORTS[0]],
    }),
    label: 'Order',
    type: 'enum',
    match: 'Highest first. Ties by heat, then in the order in which companies were added.',
    operators: [],
  },
  explain: {
    schema: Type.Boolean({
      default: false,
      description:
        'Adds the query in canonical form, and how many companies each clause matches alone under the same filters.',
      examples: [true],
    }),
    label: 'Explain the result',
    type: 'boolean',
    match: "Doesn't change which companies match.",
    operators: [],
  },
} as const satisfies Record<string, Filter>

/** Names that other APIs use, and the filters of this one. */
const MISTAKEN_FILTERS = {
  hqCountry: ['countries'],
  location: ['countries'],
  region: ['countries'],
  excludeCountries: ['countriesNot'],
  countriesExclude: ['countriesNot'],
  excludedCountries: ['countriesNot'],
  employees: ['employeesMin', 'employeesMax'],
  employeeCount: ['employeesMin', 'employeesMax'],
  headcount: ['employeesMin', 'employeesMax'],
  companySize: ['employeesMin', 'employeesMax'],
  employeeCountMin: ['employeesMin'],
  headcountMin: ['employeesMin'],
  employeesFrom: ['employeesMin'],
  employeeCountMax: ['employeesMax'],
  headcountMax: ['employeesMax'],
  employeesTo: ['employeesMax'],
  stage: ['fundingStages'],
  funding: ['fundingStages'],
  round: ['fundingStages'],
  domain: ['domains'],
  website: ['domains'],
  emails: ['domains'],
  accounts: ['list', 'domains'],
  lists: ['list'],
  accountList: ['list'],
  listName: ['list'],
  excludeDomains: ['domainsNot'],
  sector: ['industries'],
  vertical: ['industries'],
  aiScore: ['adoptionScoreMin'],
  adoptionScore: ['adoptionScoreMin'],
  aiAdoptionScore: ['adoptionScoreMin'],
  aiAdoptionScoreMin: ['adoptionScoreMin'],
  limit: ['pageSize'],
  perPage: ['pageSize'],
  size: ['pageSize'],
  count: ['pageSize'],
  rows: ['pageSize'],
  take: ['pageSize'],
  offset: ['page'],
  pageNumber: ['page'],
  cursor: ['page'],
  skip: ['page'],
}

export const MISTAKEN_SEARCH_NAMES = {
  ...MISTAKEN_FILTERS,
  query: ['signal_query'],
  q: ['signal_query'],
  search: ['signal_query'],
  signals: ['signal_query'],
  signal: ['signal_query'],
  text: ['signal_query'],
  score: ['adoptionScoreMin'],
  scoreMin: ['adoptionScoreMin'],
  order: ['sort'],
  orderBy: ['sort'],
  sortBy: ['sort'],
}

export const MISTAKEN_SLICE_NAMES = {
  ...MISTAKEN_FILTERS,
  slug: ['slice'],
  id: ['slice'],
  name: ['slice'],
  score: ['scoreMin', 'scoreMax'],
}

type Schemas<Filters extends Record<string, Filter>> = { [Name in keyof Filters]: TOptional<Filters[Name]['schema']> }

/** The schemas as optional properties of a request. */
export function optionalSchemas<Filters extends Record<string, Filter>>(filters: Filters): Schemas<Filters> {
  const entries = Object.entries(filters).map(([name, { schema }]) => [name, Type.Optional(schema)])
  return Object.fromEntries(entries) as Schemas<Filters>
}
