// Signals for the tests of rules: active and certain by default.

import type { BaseSignal } from '../../src/meaning/derived/index.ts'
import type { SignalType } from '../../src/meaning/types/index.ts'

export const DAY_SECONDS = 86_400

export function at(date: string, time = '00:00:00'): number {
  return Date.parse(`${date}T${time}Z`) / 1000
}

let created = 0

export function signal(
  type: SignalType,
  occurredAt: number,
  fields: BaseSignal['fields'] = {},
  rest: Partial<BaseSignal> = {},
): BaseSignal {
  created += 1
  const id = `signal-${String(created).padStart(6, '0')}`
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

/** `count` jobs with different titles, all at the same time. */
export function jobs(count: number, occurredAt: number, fields: BaseSignal['fields'] = {}): BaseSignal[] {
  return Array.from({ length: count }, () => {
    const job = signal('hiring', occurredAt)
    return { ...job, fields: { jobTitle: `Clerk of ${job.id}`, ...fields } }
  })
}
