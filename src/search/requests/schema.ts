import { type Static, Type } from 'typebox'
import { MISTAKEN_NAMES } from '../../http/index.ts'
import { COMPANY_PROPERTIES, EXAMPLE_COMPANY } from '../../meaning/companies/schema.ts'
import { EXAMPLE_SIGNAL, PublicSignalSchema } from '../../meaning/signals/schema.ts'
import { SIGNAL_TYPES } from '../../meaning/types/index.ts'
import { COMPANY_FILTERS, MISTAKEN_SEARCH_NAMES, optionalSchemas, SEARCH_FILTERS } from '../filters/filters.ts'
import { REMARKS } from '../values/warnings.ts'
import { PAGE_SIZE_MAX, PAGING } from './paging.ts'

const { signal_query, ...otherFilters } = SEARCH_FILTERS

export const SearchBody = Type.Object(
  {
    signal_query: signal_query.schema,
    ...optionalSchemas(COMPANY_FILTERS),
    ...optionalSchemas(otherFilters),
    ...PAGING,
  },
  {
    title: 'CompanySearchRequest',
    additionalProperties: false,
    [MISTAKEN_NAMES]: MISTAKEN_SEARCH_NAMES,
    examples: [
      {
        signal_query: 'hiring(title ~ "AI SDR", within: 90d) NOT tool(name: salesforce)',
        countries: ['DE', 'FR'],
        employeesMin: 50,
        pageSize: 10,
        explain: true,
      },
    ],
  },
)

const FoundCompanySchema = Type.Object(
  {
    ...COMPANY_PROPERTIES,
    aiAdoptionScore: Type.Object(
      {
        score: Type.Number({ minimum: 0, maximum: 100 }),
        coverage: Type.Number({
          minimum: 0,
          maximum: 1,
          description: 'How much of the score is monitored. With 0, a score of 0 means nothing.',
        }),
        asOf: Type.String({
          format: 'date-time',
          description:
            'The UTC day of the score. After midnight it is the day before until the daily refresh reaches the company.',
        }),
      },
      {
        description: 'The stored score. The dossier has its breakdown, computed for the current day.',
        additionalProperties: true,
      },
    ),
    match: Type.Number({
      minimum: 0,
      maximum: 100,
      description:
        'How recent and how certain the signals are that the query asks for: 80 for a certain signal of now, 50 for one of 60 days ago, and it approaches 100 for what is stronger.',
    }),
    heat: Type.Number({
      minimum: 0,
      description:
        'Recent activity: for each type the ten strongest signals, weighted 1, 1/2, … 1/10; each halved every 30 days.',
    }),
    lastSignalAt: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
      description: 'The time of the newest signal of any type, or null when there is none.',
    }),
    signalCounts: Type.Object(Object.fromEntries(SIGNAL_TYPES.map((type) => [type, Type.Integer({ minimum: 0 })])), {
      description:
        'The number of signals by type: open jobs, pages that are up and tools in use now; rounds and surges of the last 90 days. A type that the query asks for is never 0: with none of these, those in `signals` are counted, such as a dropped tool.',
    }),
    signals: Type.Array(PublicSignalSchema, {
      description:
        'The signals that made the query match, at most 5: the strongest of each clause, in query order, then the newest others.',
    }),
    notLooked: Type.Optional(
      Type.Array(Type.Enum([...SIGNAL_TYPES], { type: 'string' }), {
        description:
          'Types under NOT that the company is not monitored for: the absence of such a signal means nothing.',
      }),
    ),
  },
  { title: 'Company', additionalProperties: true },
)

export const PAGE_COUNTS = {
  page: Type.Integer({ minimum: 1 }),
  pageSize: Type.Integer({ minimum: 1, maximum: PAGE_SIZE_MAX }),
  total: Type.Integer({ minimum: 0, description: 'The exact total number of matches.' }),
  totalPages: Type.Integer({ minimum: 0, description: '`total` / `pageSize`, rounded up.' }),
}

const Explanation = Type.Object(
  {
    normalized: Type.String({ description: 'The query in canonical form.' }),
    clauses: Type.Array(
      Type.Object({
        text: Type.String(),
        companies: Type.Integer({
          minimum: 0,
          description: 'How many companies the clause matches alone, under the same filters.',
        }),
      }),
      { description: 'In query order.' },
    ),
    expanded: Type.Array(
      Type.Object({
        word: Type.String(),
        equivalents: Type.Array(Type.String(), { description: 'What is found in addition to the word.' }),
      }),
      { description: 'The words of the query that have equivalents. Write `~=` for the words alone.' },
    ),
    notLooked: Type.Optional(
      Type.Object(
        {
          types: Type.Array(Type.Enum([...SIGNAL_TYPES], { type: 'string' }), { description: 'The types under NOT.' }),
          companies: Type.Integer({
            minimum: 1,
            description: 'The number of companies found that are not monitored for all of these types.',
          }),
        },
        {
          description:
            'A warning: for these companies, NOT only means that no signal is known. The filter `watched` leaves them out.',
        },
      ),
    ),
  },
  { title: 'Explanation' },
)

const UnderstoodSchema = Type.Object(
  {
    signal_query: Type.String({ description: 'The sentence in the query language.' }),
    countries: Type.Optional(Type.Array(Type.String())),
    countriesNot: Type.Optional(Type.Array(Type.String())),
    industries: Type.Optional(Type.Array(Type.String())),
    fundingStages: Type.Optional(Type.Array(Type.String())),
    employeesMin: Type.Optional(Type.Integer()),
    employeesMax: Type.Optional(Type.Integer()),
    employerKind: Type.Optional(Type.Array(Type.String())),
    domains: Type.Optional(Type.Array(Type.String())),
    adoptionScoreMin: Type.Optional(Type.Number()),
  },
  {
    title: 'Understood',
    description:
      'How a plain sentence was read: the query and the filters that mean the same. Absent if `signal_query` is written in the query language.',
  },
)

export const SearchPage = Type.Object(
  {
    companies: Type.Array(FoundCompanySchema),
    ...PAGE_COUNTS,
    understood: Type.Optional(UnderstoodSchema),
    ...REMARKS,
    explain: Type.Optional(Explanation),
  },
  {
    title: 'CompanySearchResponse',
    examples: [
      {
        companies: [
          {
            ...EXAMPLE_COMPANY,
            aiAdoptionScore: { score: 40.1, coverage: 1, asOf: '2026-11-15T00:00:00.000Z' },
            match: 78.9,
            heat: 2.3,
            lastSignalAt: EXAMPLE_SIGNAL.occurredAt,
            signalCounts: Object.fromEntries(SIGNAL_TYPES.map((type) => [type, type === 'velocity' ? 0 : 1])),
            signals: [EXAMPLE_SIGNAL],
          },
        ],
        page: 1,
        pageSize: 10,
        total: 1,
        totalPages: 1,
        explain: {
          normalized: 'hiring(title ~ "ai sdr", within: 90d) AND NOT tool(name: salesforce)',
          clauses: [
            { text: 'hiring(title ~ "ai sdr", within: 90d)', companies: 1 },
            { text: 'tool(name: salesforce)', companies: 0 },
          ],
          expanded: [
            { word: 'ai', equivalents: ['artificial intelligence'] },
            { word: 'sdr', equivalents: ['sales development representative'] },
          ],
        },
      },
    ],
  },
)

export type SearchRequest = Static<typeof SearchBody>
export type SearchReply = Static<typeof SearchPage>
