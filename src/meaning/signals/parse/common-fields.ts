import { SIGNAL_STATUSES } from '../signal.ts'
import { RECORD_LIMITS } from './parse-values.ts'

/** A field that every signal may have, whatever its type. The type's own fields are declared with the type. */
export interface CommonField {
  readonly name: 'source' | 'key' | 'occurredAt' | 'confidence' | 'label' | 'url' | 'status' | 'closedAt' | 'seenAt'
  readonly kind: 'text' | 'time' | 'confidence' | 'url' | 'enum'
  readonly description: string
  readonly required?: true
  readonly max?: number
  readonly values?: readonly string[]
  readonly default?: string
}

export const COMMON_FIELDS: readonly CommonField[] = [
  {
    name: 'source',
    kind: 'text',
    required: true,
    max: RECORD_LIMITS.source,
    description: 'The name of the source. `source` and `key` together identify the signal.',
  },
  {
    name: 'key',
    kind: 'text',
    required: true,
    max: RECORD_LIMITS.key,
    description: "The source's own id for the fact.",
  },
  { name: 'occurredAt', kind: 'time', required: true, description: 'When it happened.' },
  { name: 'confidence', kind: 'confidence', required: true, description: 'How sure the source is.' },
  { name: 'label', kind: 'text', required: true, description: 'The fact in a few words, as shown to customers.' },
  { name: 'url', kind: 'url', description: 'Where the source shows it.' },
  {
    name: 'status',
    kind: 'enum',
    values: SIGNAL_STATUSES,
    default: 'active',
    description: '`closed` if it is over, `retracted` if it was wrong.',
  },
  { name: 'closedAt', kind: 'time', description: 'When it ended. Only with the status `closed`.' },
  { name: 'seenAt', kind: 'time', description: 'When the source saw it.' },
]
