// Signals for the tests of this folder: a certain, active one of the day given, unless told otherwise.

import type { Signal, SignalType } from '../signals/index.ts'

export const DAY_SECONDS = 86_400

export function day(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) / 1000
}

let made = 0

export function signal(
  type: SignalType,
  occurredAt: number,
  fields: Signal['fields'] = {},
  rest: Partial<Signal> = {},
): Signal {
  made += 1
  return {
    id: `signal-${String(made).padStart(6, '0')}`,
    type,
    label: type,
    confidence: 1,
    status: 'active',
    occurredAt,
    firstSeenAt: occurredAt,
    lastSeenAt: occurredAt,
    source: { name: 'test' },
    fields,
    ...rest,
  }
}
