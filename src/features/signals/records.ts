import type { CompanyFacts } from '../companies/index.ts'
import type { FieldValue, SignalStatus, SignalType } from './declarations.ts'

/** One line of what comes in, validated and normalised: what a source says of a company, or one signal. */
export type IncomingRecord = IncomingCompany | IncomingSignal

export interface IncomingCompany {
  readonly record: 'company'
  readonly company: CompanyFacts
}

export interface IncomingSignal {
  readonly record: 'signal'
  readonly type: SignalType
  /** The domain, and the facts that came with the signal. */
  readonly company: CompanyFacts
  readonly source: string
  readonly url?: string
  readonly key: string
  /** Unix seconds. */
  readonly occurredAt: number
  /** 0 to 1, two decimals. */
  readonly confidence: number
  readonly label: string
  readonly status: SignalStatus
  /** Unix seconds: when the source saw it. An older version than the stored one changes nothing. */
  readonly seenAt?: number
  /** The type's own fields, validated, with what the dictionary fills in. */
  readonly fields: Readonly<Record<string, FieldValue>>
}
