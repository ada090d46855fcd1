// The clause types of a signal query and their fields, derived from the signal declarations.

import { LASTING_TYPES, SIGNAL_DECLARATIONS, SIGNAL_TYPE_TABLE } from '../../meaning/types/index.ts'
import {
  CLAUSE_TYPES,
  type ClauseType,
  COMMON_FIELDS,
  type ConditionField,
  type ConditionKind,
  fieldsOf,
  type Operator,
} from '../../query/index.ts'
import type { FrequentValue } from '../../search/index.ts'

interface ClauseField {
  readonly name: string
  readonly label: string
  readonly description: string
  readonly kind: ConditionKind
  readonly operators: readonly Operator[]
  readonly values?: readonly string[]
  readonly max?: number
  readonly example: string
  readonly frequent?: readonly FrequentValue[]
}

export interface ClauseDefinition {
  readonly type: ClauseType
  readonly label: string
  readonly description: string
  readonly fields: readonly ClauseField[]
}

interface Notes {
  readonly label: string
  readonly description: string
  readonly example: string
}

const COMMON_NOTES: Readonly<Record<string, Notes>> = {
  text: { label: 'Text', description: 'The label and every text field of the signal.', example: 'text ~ "AI SDR"' },
  within: { label: 'Within', description: 'From 00:00 UTC of the day this many days ago.', example: 'within: 30d' },
  since: { label: 'Since', description: 'On this day or later, in UTC.', example: 'since: 2026-05-01' },
  before: { label: 'Before', description: 'Before this day, in UTC.', example: 'before: 2026-08-01' },
  count: { label: 'Count', description: 'The number of matching signals that the company has.', example: 'count >= 3' },
  confidence: { label: 'Confidence', description: 'How certain the signal is, 0 to 1.', example: 'confidence >= 0.8' },
  source: {
    label: 'Source',
    description: 'A source that reported the signal. Matches any of its sources.',
    example: 'source: "Job Board"',
  },
  closed: {
    label: 'Closed',
    description: 'Ended within this time: closed jobs, pages and tools.',
    example: 'closed: 30d',
  },
  status: {
    label: 'Status',
    description: `What lasts now, what has ended, or both. The default of ${new Intl.ListFormat('en-GB').format(LASTING_TYPES)} is what lasts now.`,
    example: 'status: any',
  },
}

/** Every clause type with its searchable fields. A URL is shown but can't be searched. */
export const CLAUSES: readonly ClauseDefinition[] = CLAUSE_TYPES.map((type) => ({
  type,
  ...(type === 'any'
    ? { label: 'Any signal', description: 'A signal of any type. Takes only the common conditions.' }
    : { label: SIGNAL_TYPE_TABLE[type].label, description: SIGNAL_DECLARATIONS[type].description }),
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
  if (!declared) throw new Error(`the condition ${name} of ${type} has no description`)
  const { label, description, example } = declared
  return { label, description, ...rules, example: conditionOf(name, operators[0], [example].flat()[0]) }
}

function conditionOf(name: string, operator: Operator | undefined, value: unknown): string {
  const text = typeof value === 'string' && !/^[\w-]+$/.test(value) ? JSON.stringify(value) : String(value)
  return operator === ':' ? `${name}: ${text}` : `${name} ${operator} ${text}`
}
