import type { Validators } from '../fetching/index.ts'

/** A look as its holder reads it. Times are Unix seconds. */
export interface Look {
  readonly id: number
  readonly domain: string
  readonly collector: string
  readonly target: string
  readonly lane: string
  /** The number of the lease. */
  readonly fence: number
  /** Before this one. */
  readonly visits: number
  readonly failures: number
  readonly knownSince: number | null
  readonly seenThrough: number | null
  readonly recordsHash: string | null
  readonly pending: boolean
  readonly validators: Validators | null
  readonly company: LookCompany
}

export interface LookCompany {
  /** Null: it is not stored yet. */
  readonly stored: StoredFacts | null
  readonly givenName: string | null
  /** What collectors wrote before. */
  readonly written: WrittenFacts
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
