// The clauses of a signal query with their fields: the signal declarations as the query language sees them.

import {
  CLAUSE_TYPES,
  type ClauseType,
  COMMON_FIELDS,
  type ConditionField,
  type ConditionKind,
  fieldsOf,
  type Operator,
} from '../query/index.ts'
import { SIGNAL_DECLARATIONS } from '../signals/index.ts'

export interface ClauseField {
  readonly name: string
  readonly label: string
  readonly description: string
  readonly kind: ConditionKind
  readonly operators: readonly Operator[]
  readonly values?: readonly string[]
  readonly max?: number
  readonly example: string
}

interface Notes {
  readonly label: string
  readonly description: string
  readonly example: string
}

const COMMON_NOTES: Readonly<Record<string, Notes>> = {
  text: { label: 'Text', description: 'The label and every text of the signal.', example: 'text ~ "AI SDR"' },
  within: { label: 'Within', description: 'Since 00:00 UTC of that many days ago.', example: 'within: 30d' },
  since: { label: 'Since', description: 'On that day or later, in UTC.', example: 'since: 2026-05-01' },
  before: { label: 'Before', description: 'Before that day, in UTC.', example: 'before: 2026-08-01' },
  count: { label: 'Count', description: 'How many such signals the company has.', example: 'count >= 3' },
  confidence: { label: 'Confidence', description: 'How sure the signal is, 0 to 1.', example: 'confidence >= 0.8' },
  source: { label: 'Source', description: 'Who told of it.', example: 'source: "Job Board"' },
  status: { label: 'Status', description: 'Whether it still stands.', example: 'status: active' },
}

/** Every clause type, with the fields that can be asked for: a URL is shown, never searched. */
export const CLAUSES = CLAUSE_TYPES.map((type) => ({
  type,
  ...(type === 'any'
    ? { label: 'Any signal', description: 'A signal of any type. Takes the common conditions only.' }
    : { label: SIGNAL_DECLARATIONS[type].label, description: SIGNAL_DECLARATIONS[type].description }),
  fields: fieldsOf(type)
    .filter(({ operators }) => operators.length > 0)
    .map((field) => describeField(type, field)),
}))

function describeField(type: ClauseType, field: ConditionField): ClauseField {
  const { queryName: name, kind, operators, values, max } = field
  const rules = { name, kind, operators, ...(values && { values }), ...(max !== undefined && { max }) }
  const common = COMMON_FIELDS.includes(field) ? COMMON_NOTES[name] : undefined
  if (common) return { ...common, ...rules }
  const declared =
    type === 'any' ? undefined : SIGNAL_DECLARATIONS[type].fields.find((each) => each.name === field.name)
  if (!declared) throw new Error(`the condition ${name} of ${type} is not described`)
  const { label, description, example } = declared
  return { label, description, ...rules, example: conditionOf(name, operators[0], [example].flat()[0]) }
}

function conditionOf(name: string, operator: Operator | undefined, value: unknown): string {
  const text = typeof value === 'string' && !/^[\w-]+$/.test(value) ? JSON.stringify(value) : String(value)
  return operator === ':' ? `${name}: ${text}` : `${name} ${operator} ${text}`
}
