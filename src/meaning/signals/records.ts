import type { CompanyFacts } from '../companies/index.ts'
import type { FieldValue, SignalType } from '../types/index.ts'
import type { SignalStatus } from './signal.ts'

/** One validated and normalised input line: a record, or the new status of a signal that is stored already. */
export type IncomingLine = IncomingRecord | IncomingStatusChange

/** Facts about a company, or one signal. */
export type IncomingRecord = IncomingCompany | IncomingSignal

export interface IncomingCompany {
  readonly record: 'company'
  readonly company: CompanyFacts
  /** Other domains of the company. */
  readonly aliases?: readonly string[]
  /** The domain of the company that it has become part of. */
  readonly mergedInto?: string
}

export interface IncomingSignal {
  readonly record: 'signal'
  readonly type: SignalType
  /** The domain, and the facts in the signal's record. */
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
  /** Unix seconds: when it ended, if the source says so. Only with the status closed. */
  readonly closedAt?: number
  /** Unix seconds: when the source saw it. A version older than the stored one is ignored. */
  readonly seenAt?: number
  /** The type's own fields, validated, including those filled in from the dictionary. */
  readonly fields: Readonly<Record<string, FieldValue>>
  /** The line of JSON that it was, if that was looked up before. */
  readonly line?: GivenLine
}

/** A line of JSON before it is parsed: what is needed to recognise it. */
export interface GivenLine {
  /** Of its text. */
  readonly hash: string
  /** Of its report. Undefined: unknown until it is parsed. */
  readonly id: string | undefined
}

/** What a source declares about itself. */
export interface IncomingSource {
  readonly record: 'source'
  readonly source: string
  /** Unix seconds: from then on the source has everything of its types for each company that it delivers. */
  readonly completeSince?: number
  /** How long a signal lasts that the source no longer shows. */
  readonly expiresAfterDays?: number
}

/** Closes, retracts or reopens a signal that is stored already. Everything else about it stays. */
export interface IncomingStatusChange {
  readonly record: 'status'
  readonly source: string
  readonly key: string
  readonly status: SignalStatus
  readonly closedAt?: number
  readonly seenAt?: number
  /** The source did not report the end: it no longer shows the signal. The time it was last seen is kept. */
  readonly isMissing?: true
}
