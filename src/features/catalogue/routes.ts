import { type Static, type TSchema, Type } from 'typebox'
import type { Api } from '../../http/index.ts'
import { FILTER_TYPES } from '../search/index.ts'
import type { SliceBook } from '../slices/index.ts'
import { catalogueOf, ENDPOINTS } from './catalogue.ts'

const texts = (description: string) => Type.Array(Type.String(), { description })

const ClauseField = Type.Object(
  {
    name: Type.String(),
    label: Type.String(),
    description: Type.String(),
    kind: Type.String({ description: 'What kind of value it takes: text, enum, number, date, duration …' }),
    operators: texts('The operators that it takes.'),
    values: Type.Optional(texts('The values of an enum.')),
    max: Type.Optional(Type.Number()),
    example: Type.String({ description: 'A condition as it stands in a query.' }),
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
      description: 'The endpoints that take it.',
    }),
    description: Type.String(),
    required: Type.Boolean(),
    multiple: Type.Boolean({ description: 'Whether it takes a list.' }),
    operators: texts('How a value is compared; none where it is no comparison.'),
    match: Type.String({ description: 'When a company matches.' }),
    values: Type.Optional(texts('The values of an enum.')),
    min: Type.Optional(Type.Number()),
    max: Type.Optional(Type.Number()),
    default: Type.Optional(anything('What holds when it is left out.')),
    example: anything('A value to try.'),
    clauses: Type.Optional(
      Type.Array(ClauseDefinition, { description: 'Of `signal_query`: the clauses and their fields.' }),
    ),
  },
  { title: 'FilterDefinition', additionalProperties: true },
)

/** Shown in the description: the whole catalogue is one request away. */
const EXAMPLES = ['slice', 'employeesMin', 'fundingStages']

const Filters = Type.Object(
  { filters: Type.Array(FilterDefinitionSchema) },
  {
    title: 'Filters',
    examples: [
      { filters: catalogueOf(['ai-sdr-hiring', 'funded-ai-hiring']).filter(({ id }) => EXAMPLES.includes(id)) },
    ],
  },
)

export type FiltersReply = Static<typeof Filters>

export function catalogueRoutes(app: Api, slices: SliceBook): void {
  const schema = {
    operationId: 'listFilters',
    tags: ['Usage'],
    summary: 'The catalogue of filters',
    description:
      'Every filter of company search and slice search with what it takes, the clauses and fields of `signal_query`, and the slugs of the slices. Runs no search; costs a request.',
    response: { 200: Filters },
  }
  app.get('/filters', { config: { metered: 'filters', reply: 'All filters.' }, schema }, async () => {
    const slugs = (await slices.current()).map(({ definition }) => definition.slug)
    return { filters: catalogueOf(slugs) }
  })
}

function anything(description: string): TSchema {
  return Type.Unsafe<unknown>({ description })
}
