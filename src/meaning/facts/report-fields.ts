import type { Signal } from '../signals/index.ts'
import { SIGNAL_DECLARATIONS, type SignalType } from '../types/index.ts'

/** The fields without those that are computed from other signals. A report has none of these. */
export function reportFields(type: SignalType, fields: Signal['fields']): Signal['fields'] {
  const computed = (COMPUTED_FIELDS[type] ?? []).filter((name) => name in fields)
  if (computed.length === 0) return fields
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !computed.includes(name)))
}

const COMPUTED_FIELDS: Readonly<Partial<Record<SignalType, readonly string[]>>> = Object.fromEntries(
  Object.values(SIGNAL_DECLARATIONS).map(({ type, fields }) => [
    type,
    fields.filter(({ computed }) => computed).map(({ name }) => name),
  ]),
)
