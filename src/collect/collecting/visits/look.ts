import type { LastAnswer } from './last-answer.ts'

/** A look, as read by its holder. Times are Unix seconds. */
export interface Look {
  readonly id: number
  readonly domain: string
  readonly collector: string
  readonly target: string
  /** The prefix of its reports' keys: the board's first name, else the target. */
  readonly reportedAs: string
  readonly lane: string
  /** The number of the lease. */
  readonly fence: number
  /** Before this one. */
  readonly visits: number
  readonly failures: number
  readonly knownSince: number | null
  readonly seenThrough: number | null
  /** What was published since then is news, also at the first visit. Null: only what appears after that. */
  readonly newsSince: number | null
  readonly recordsHash: string | null
  readonly pending: boolean
  readonly validators: LastAnswer | null
  readonly company: LookCompany
}

/** Longer than from one visit to the next, and shorter than a job lasts. */
const LONG_UNSEEN_SECONDS = 45 * 86_400

/** No complete visit has confirmed its signals for long: they may have expired, although they still exist. */
export function isLongUnseen({ seenThrough }: Pick<Look, 'seenThrough'>, now: number): boolean {
  return seenThrough === null || now - seenThrough >= LONG_UNSEEN_SECONDS
}

export interface LookCompany {
  /** Null: it is not stored yet. */
  readonly stored: StoredFacts | null
  readonly givenName: string | null
  /** What collectors wrote before. */
  readonly written: WrittenFacts
  /** Its other domains. */
  readonly aliases: readonly string[]
}

export interface StoredFacts {
  readonly name: string
  readonly logo: string | null
  readonly hqCountry: string
  readonly employeeCount: number | null
}

export interface WrittenFacts {
  readonly name?: string
  readonly nameFrom?: NameSource
  readonly logo?: string
  readonly hqCountry?: string
  readonly employeeCount?: number
}

/** From the least to the most trusted. */
export const NAME_SOURCES = ['domain', 'board', 'page', 'operator'] as const
export type NameSource = (typeof NAME_SOURCES)[number]
