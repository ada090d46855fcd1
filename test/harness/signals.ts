import type { IncomingCompany, IncomingSignal } from '../../src/meaning/signals/index.ts'

/** Unix seconds of 2026-06-01T00:00:00Z, a Monday. */
export const JUNE = 1_780_272_000
export const DAY = 86_400

export function company(domain: string, facts: Partial<IncomingCompany['company']> = {}): IncomingCompany {
  return { record: 'company', company: { domain, name: domain, ...facts } }
}

export function signal(domain: string, key: string, parts: Partial<IncomingSignal> = {}): IncomingSignal {
  return {
    record: 'signal',
    type: 'hiring',
    company: { domain, name: domain },
    source: 'test',
    key,
    occurredAt: JUNE,
    confidence: 0.9,
    label: `Signal ${key}`,
    status: 'active',
    fields:
      parts.type === undefined || parts.type === 'hiring' ? { jobTitle: 'Account Executive', function: 'sales' } : {},
    ...parts,
  }
}
