// The public schema of a signal, generated from the declarations: one flat object that serialises every type, and for the
// description a union with one schema per type.

import { type TSchema, Type } from 'typebox'
import { type FieldDeclaration, SIGNAL_DECLARATIONS, SIGNAL_TYPES, type SignalType } from '../types/index.ts'
import { SIGNAL_STATUSES } from './signal.ts'

const time = (description: string) => Type.String({ format: 'date-time', description })

export const EXAMPLE_SIGNAL = {
  id: 'e62cf6d2-6a66-8555-837b-8d3f242ea91a',
  type: 'hiring',
  label: 'Hiring AI SDR in Berlin',
  confidence: 0.95,
  status: 'active',
  occurredAt: '2026-11-03T00:00:00.000Z',
  firstSeenAt: '2026-11-03T06:12:40.000Z',
  lastSeenAt: '2026-11-14T06:10:02.000Z',
  source: { name: 'job-boards', url: 'https://jobs.northwind.example/ai-sdr' },
  jobTitle: 'AI SDR',
  function: 'sales',
  location: 'Berlin',
  country: 'DE',
  workplaceType: 'hybrid',
  employmentType: 'full_time',
  jobUrl: 'https://jobs.northwind.example/ai-sdr',
  ai: true,
  first: true,
}

const commonFields = {
  id: Type.String({ format: 'uuid', description: 'Stable: the same fact always has the same id.' }),
  type: Type.Enum([...SIGNAL_TYPES], { type: 'string' }),
  label: Type.String(),
  confidence: Type.Number({ minimum: 0, maximum: 1 }),
  status: Type.Enum([...SIGNAL_STATUSES], { type: 'string' }),
  occurredAt: time('When the fact occurred.'),
  firstSeenAt: time('When a source first reported it.'),
  lastSeenAt: time('When a source last reported it. An unchanged signal is updated at most once a day.'),
  closedAt: Type.Optional(time('When it ended. Only a closed signal has it.')),
  source: Type.Object(
    { name: Type.String(), url: Type.Union([Type.String(), Type.Null()]) },
    { description: 'The most certain source.' },
  ),
  sources: Type.Optional(
    Type.Array(
      Type.Object({
        name: Type.String(),
        url: Type.Union([Type.String(), Type.Null()]),
        firstSeenAt: time('When this source first reported it.'),
        lastSeenAt: time('When this source last reported it.'),
      }),
      { description: 'All sources that report the fact, if there are several. Only in a dossier.' },
    ),
  ),
  replacedBy: Type.Optional(
    Type.String({
      format: 'uuid',
      description:
        'The signal that this one turned out to be the same fact as. Its status is retracted. Only in a webhook.',
    }),
  ),
}

const DESCRIPTION =
  'One observed fact about one company. Besides the common fields, it has the known fields of its type.'

export const PublicSignalSchema = Type.Object(
  { ...commonFields, ...ownFields() },
  { title: 'Signal', description: DESCRIPTION, additionalProperties: true, examples: [EXAMPLE_SIGNAL] },
)

/** `Signal` in the description: a union by `type`, so that a client knows the fields of each type. */
export const SIGNAL_UNION = {
  schema: {
    title: 'Signal',
    description: DESCRIPTION,
    oneOf: SIGNAL_TYPES.map((type) => ({ $ref: referenceTo(type) })),
    discriminator: {
      propertyName: 'type',
      mapping: Object.fromEntries(SIGNAL_TYPES.map((type) => [type, referenceTo(type)])),
    },
    examples: [EXAMPLE_SIGNAL],
  },
  parts: Object.fromEntries(SIGNAL_TYPES.map((type) => [partName(type), schemaOfType(type)])),
}

function schemaOfType(type: SignalType): TSchema {
  const { fields, description } = SIGNAL_DECLARATIONS[type]
  const own = fields.map((field) => {
    const schema = schemaOf(field, field.description)
    return [field.name, field.required ? schema : Type.Optional(schema)] as const
  })
  return Type.Object(
    { ...commonFields, type: Type.Enum([type], { type: 'string' }), ...Object.fromEntries(own) },
    { title: partName(type), description },
  )
}

/** `funding_ai` is `FundingAiSignal`. */
function partName(type: SignalType): string {
  return `${type.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())}Signal`
}

function referenceTo(type: SignalType): string {
  return `#/components/schemas/${partName(type)}`
}

/** Types share field names (`ai`, `vendor`), and `evidence` is a list in one type and a text in another. */
function ownFields(): Record<string, TSchema> {
  const byName = Map.groupBy(
    SIGNAL_TYPES.flatMap((type) => SIGNAL_DECLARATIONS[type].fields.map((field) => ({ type, field }))),
    ({ field }) => field.name,
  )
  const entries = [...byName].map(([name, uses]) => {
    const texts = Map.groupBy(uses, ({ field }) => field.description)
    const description = [...texts].map(([text, of]) => `${of.map(({ type }) => type).join(', ')}: ${text}`).join(' ')
    const [schema, ...others] = new Map(
      uses.map(({ field }) => schemaOf(field, description)).map((each) => [(each as { type?: string }).type, each]),
    ).values()
    const all = others.length === 0 ? schema : Type.Union([schema as TSchema, ...others], { description })
    return [name, Type.Optional(all as TSchema)] as const
  })
  return Object.fromEntries(entries)
}

function schemaOf({ kind, values }: FieldDeclaration, description: string): TSchema {
  switch (kind) {
    case 'enum':
      return Type.Enum([...(values ?? [])], { type: 'string', description })
    case 'integer':
      return Type.Integer({ description })
    case 'number':
      return Type.Number({ description })
    case 'boolean':
      return Type.Boolean({ description })
    case 'texts':
      return Type.Array(Type.String(), { description })
    case 'countries':
      return Type.Array(Type.String({ pattern: '^[A-Z]{2}$' }), { description })
    case 'date':
      return Type.String({ format: 'date', description })
    case 'country':
      return Type.String({ pattern: '^[A-Z]{2}$', description })
    default:
      return Type.String({ description })
  }
}
