// The declaration of a company. Ingest, the API's schemas and the filters use it.

import type { EmployerKind, FundingStage } from '../../closed-sets/signals.ts'

export { EMPLOYER_KINDS, type EmployerKind, FUNDING_STAGES, type FundingStage } from '../../closed-sets/signals.ts'

/** A source's facts about a company. An absent fact is unknown to the source and leaves the stored one unchanged. */
export interface CompanyFacts {
  /** Normalised: lower case, ASCII, without www. As the source gave it: it may be a subdomain or an alias. */
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
  readonly employerKind?: EmployerKind
  /** The domain of the group that it belongs to. */
  readonly parent?: string
}

/** A company inside the service. Unknown facts have the values of UNKNOWN_FACTS; only logo, website and parent can be null. */
export interface Company {
  readonly id: string
  /** From a sequence, in the order of arrival, with few gaps. Search engines index companies by it and break ties with it. */
  readonly ordinal: number
  readonly domain: string
  readonly name: string
  readonly hqCountry: string
  readonly employeeCount: number
  readonly fundingStage: FundingStage
  readonly industry: string
  readonly logo: string | null
  readonly website: string | null
  readonly employerKind: EmployerKind
  readonly parent: string | null
  /** Why it is of that kind, in a sentence. Absent where it isn't needed, null without a reason. */
  readonly employerKindReason?: string | null
  /** Only in the write path: what the operator decided, and what its jobs show. */
  readonly operatorKind?: EmployerKind | null
  readonly textsKind?: EmployerKind | null
  readonly textsWhy?: string | null
}

/** The columns of the companies table that make a Company. */
export const COMPANY_COLUMNS = `id, ordinal, domain, name, hq_country as "hqCountry", employee_count as "employeeCount",
  funding_stage as "fundingStage", industry, logo, website, employer_kind as "employerKind", parent`

export const UNKNOWN_FACTS = {
  hqCountry: 'ZZ',
  employeeCount: 0,
  fundingStage: 'unknown',
  industry: 'unknown',
  logo: null,
  website: null,
  employerKind: 'unknown',
  parent: null,
} as const
