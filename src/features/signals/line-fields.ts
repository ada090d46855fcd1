import { SIGNAL_STATUSES } from './declarations.ts'
import { RECORD_LIMITS } from './value-readers.ts'

/** A field that every signal's line may carry, whatever its type; the type's own fields are declared with the type. */
export interface LineField {
  readonly name: 'source' | 'key' | 'occurredAt' | 'confidence' | 'label' | 'url' | 'status' | 'seenAt'
  readonly kind: 'text' | 'time' | 'confidence' | 'url' | 'enum'
  readonly description: string
  readonly required?: true
  readonly most?: number
  readonly values?: readonly string[]
  readonly default?: string
}

export const LINE_FIELDS: readonly LineField[] = [
  {
    name: 'source',
    kind: 'text',
    required: true,
    most: RECORD_LIMITS.source,
    description: 'Who says so. Together with `key` it is the identity of the signal.',
  },
  {
    name: 'key',
    kind: 'text',
    required: true,
    most: RECORD_LIMITS.key,
    description: 'The id of the fact at the source.',
  },
  { name: 'occurredAt', kind: 'time', required: true, description: 'When it happened.' },
  { name: 'confidence', kind: 'confidence', required: true, description: 'How sure the source is.' },
  { name: 'label', kind: 'text', required: true, description: 'The fact in a few words, as it is shown.' },
  { name: 'url', kind: 'url', description: 'Where the source shows it.' },
  {
    name: 'status',
    kind: 'enum',
    values: SIGNAL_STATUSES,
    default: 'active',
    description: '`closed` when it is over, `retracted` when it was wrong.',
  },
  { name: 'seenAt', kind: 'time', description: 'When the source saw it.' },
]
