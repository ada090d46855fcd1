// Signals as the service holds them, for the tests of rules: a certain, active one of the time given, unless told otherwise.

import type { BaseSignal } from '../../src/features/derived/index.ts'
import type { SignalType } from '../../src/features/signals/index.ts'

export const DAY_SECONDS = 86_400

export function at(date: string, time = '00:00:00'): number {
  return Date.parse(`${date}T${time}Z`) / 1000
}

let made = 0

export function signal(
  type: SignalType,
  occurredAt: number,
  fields: BaseSignal['fields'] = {},
  rest: Partial<BaseSignal> = {},
): BaseSignal {
  made += 1
  const id = `signal-${String(made).padStart(6, '0')}`
  return {
    id,
    key: `key-of-${id}`,
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

/** As many jobs as told, all at one time. */
export function jobs(count: number, occurredAt: number, fields: BaseSignal['fields'] = {}): BaseSignal[] {
  return Array.from({ length: count }, () => signal('hiring', occurredAt, { jobTitle: 'Clerk', ...fields }))
}
