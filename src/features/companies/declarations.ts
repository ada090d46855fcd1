// What a company is, declared once: ingest validates by it, the API's schemas and the filters are made from it.

import type { FundingStage } from '../../closed-sets/signals.ts'

export { FUNDING_STAGES, type FundingStage } from '../../closed-sets/signals.ts'

/** What a source says of a company. A fact that is absent is not known to the source and leaves what is stored. */
export interface CompanyFacts {
  /** Normalised: lower case, without www., ASCII. The identity of a company. */
  readonly domain: string
  readonly name?: string
  /** ISO 3166-1 alpha-2, or ZZ for unknown. */
  readonly hqCountry?: string
  readonly employeeCount?: number
  readonly fundingStage?: FundingStage
  /** An open slug. */
  readonly industry?: string
  readonly logo?: string
  readonly website?: string
}

/** A company as the service holds it: unknown facts have their own values and are never null, but for the logo. */
export interface Company {
  readonly id: string
  /** Dense, in the order of arrival: what engines count by, and what breaks ties. */
  readonly ordinal: number
  readonly domain: string
  readonly name: string
  readonly hqCountry: string
  readonly employeeCount: number
  readonly fundingStage: FundingStage
  readonly industry: string
  readonly logo: string | null
  readonly website: string | null
}

/** A Company, from the table of companies. */
export const COMPANY_COLUMNS = `id, ordinal, domain, name, hq_country as "hqCountry", employee_count as "employeeCount",
  funding_stage as "fundingStage", industry, logo, website`

export const UNKNOWN_FACTS = {
  hqCountry: 'ZZ',
  employeeCount: 0,
  fundingStage: 'unknown',
  industry: 'unknown',
  logo: null,
  website: null,
} as const
