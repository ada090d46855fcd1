import type { FastifyRequest } from 'fastify'
import { type Static, type TSchema, Type } from 'typebox'
import type { DatabaseClock } from '../../db/index.ts'
import type { Api } from '../../http/index.ts'
import { isoTime } from '../../meaning/signals/index.ts'
import { FILTER_TYPES, type SearchCaches } from '../../search/index.ts'
import { namesOf, type SliceCache, type SlicePages } from '../slices/index.ts'
import { catalogueOf, ENDPOINTS } from './catalogue.ts'

const texts = (description: string) => Type.Array(Type.String(), { description })

const Frequent = Type.Optional(
  Type.Array(Type.Object({ value: Type.String(), count: Type.Integer({ minimum: 1 }) }, { title: 'FrequentValue' }), {
    description:
      'The most frequent values in the data, most frequent first. Filters count companies, fields of clauses count signals. The counts can be some minutes old.',
  }),
)

const ClauseField = Type.Object(
  {
    name: Type.String(),
    label: Type.String(),
    description: Type.String(),
    kind: Type.String({ description: 'The kind of its value: text, enum, number, date, duration and so on.' }),
    operators: texts('The operators that the field takes.'),
    values: Type.Optional(texts('The values of an enum. For `list`, the lists of the team.')),
    max: Type.Optional(Type.Number()),
    example: Type.String({ description: 'An example condition.' }),
    frequent: Frequent,
  },
  { title: 'ClauseField' },
)

const ClauseDefinition = Type.Object(
  { type: Type.String(), label: Type.String(), description: Type.String(), fields: Type.Array(ClauseField) },
  { title: 'ClauseDefinition' },
)

const FilterDefinitionSchema = Type.Object(
  {
    id: Type.String({ description: 'The name of the field or parameter.' }),
    label: Type.String(),
    type: Type.Enum([...FILTER_TYPES], { type: 'string' }),
    appliesTo: Type.Array(Type.Enum([...ENDPOINTS], { type: 'string' }), {
      description: 'The endpoints that take this filter.',
    }),
    description: Type.String(),
    required: Type.Boolean(),
    multiple: Type.Boolean({ description: 'Whether the filter takes a list.' }),
    operators: texts('How a value is compared. Empty when nothing is compared.'),
    match: Type.String({ description: 'When a company matches.' }),
    values: Type.Optional(texts('The values of an enum.')),
    templates: Type.Optional(
      texts(
        'Only for `slice`: the slices that take the name of any tool in place of `{tool}`. `values` has each with one example.',
      ),
    ),
    notReady: Type.Optional(
      Type.Array(
        Type.Object(
          {
            slice: Type.String(),
            at: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
              description: 'From when a company can be in it. Null: when the data that is missing arrives.',
            }),
            text: Type.String({ description: 'The same as a sentence.' }),
          },
          { title: 'SliceNotReady' },
        ),
        {
          description:
            'Only for `slice`: the slices in which no company can be yet, because they need history or data. Absent: there is none.',
        },
      ),
    ),
    min: Type.Optional(Type.Number()),
    max: Type.Optional(Type.Number()),
    default: Type.Optional(anything('The value used when the filter is omitted.')),
    example: anything('An example value.'),
    frequent: Frequent,
    clauses: Type.Optional(
      Type.Array(ClauseDefinition, { description: 'Only for `signal_query`: the clause types and their fields.' }),
    ),
  },
  { title: 'FilterDefinition', additionalProperties: true },
)

/** The filters in the example of openapi.json. It is short, because the complete catalogue is one request away. */
const EXAMPLES = ['slice', 'employeesMin', 'fundingStages']
const EXAMPLE_SLICES = {
  names: ['ai-sdr-hiring', 'funded-ai-hiring', 'tool-displacement:hubspot'],
  templates: ['tool-displacement:{tool}'],
}

const Filters = Type.Object(
  { filters: Type.Array(FilterDefinitionSchema) },
  {
    title: 'Filters',
    examples: [{ filters: catalogueOf(EXAMPLE_SLICES).filter(({ id }) => EXAMPLES.includes(id)) }],
  },
)

export type FiltersReply = Static<typeof Filters>

interface CatalogueParts {
  readonly slices: SliceCache
  readonly slicePages: SlicePages
  readonly searchCaches: Pick<SearchCaches, 'values' | 'lists'>
  readonly clock: DatabaseClock
}

/** `teamOf` returns the caller's team: the names of its lists are values of a filter. */
export function catalogueRoutes(
  app: Api,
  { slices, slicePages, searchCaches: { values, lists }, clock }: CatalogueParts,
  teamOf: (request: FastifyRequest) => string,
): void {
  const schema = {
    operationId: 'listFilters',
    tags: ['Usage'],
    summary: 'List all filters',
    description:
      'Every filter of company search and slice search with its values, the clause types and fields of `signal_query`, the slugs of the slices, the names of your lists, and the most frequent industries, countries, tools, categories, rounds and sources. It runs no search. Costs a request.',
    response: { 200: Filters },
  }
  app.get(
    '/filters',
    { config: { metered: 'filters', scopes: ['search', 'slices'], reply: 'All filters.' }, schema },
    async (request) => {
      const [current, asOf] = [await slices.current(), await clock.now()]
      const notReady = current.map(async (slice) => {
        const found = await slicePages.notReady(slice, asOf)
        const { slug } = slice.definition
        return found ? [{ slice: slug, at: found.at === null ? null : isoTime(found.at), text: found.text }] : []
      })
      const [names, waiting] = [await lists.names(teamOf(request)), (await Promise.all(notReady)).flat()]
      return { filters: catalogueOf(namesOf(current), names, await values.newest(), waiting) }
    },
  )
}

function anything(description: string): TSchema {
  return Type.Unsafe<unknown>({ description })
}
