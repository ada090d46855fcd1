// What an alert says, whatever it is sent by.

import type { RingInterval } from '../../closed-sets/alerts.ts'
import type { PublicSignal } from '../signals/index.ts'

export interface AlertCompany {
  /** The same on every attempt. */
  readonly eventId: string
  readonly company: {
    readonly id: string
    readonly name: string
    readonly domain: string
    readonly logo: string | null
  }
  readonly match: number
  /** The strongest signal of each clause that was met, then the newest others. */
  readonly signals: readonly PublicSignal[]
  readonly occurredAt: string
}

export interface AlertContent {
  readonly messageId: string
  readonly search: { readonly id: string; readonly name: string }
  /** Undefined for an alert that is sent at once. The last digest of a search that rings at once since has `now`. */
  readonly digest: { readonly every: RingInterval; readonly until: string } | undefined
  /** The best first: one, or up to ten of a digest or of many that entered together. */
  readonly companies: readonly AlertCompany[]
  /** How many companies entered in all. */
  readonly total: number
}

export const MAX_DIGEST_COMPANIES = 10

/** The links in an alert. */
export interface AlertLinks {
  dossier(companyId: string): string
  search(searchId: string): string
  muteSearch(): string
  muteCompany(companyId: string): string
  /** Mutes the search with one POST. Undefined without a public address. */
  unsubscribe(): string | undefined
}

export const INTERVAL_TEXTS: Readonly<Record<RingInterval, string>> = {
  now: 'lately',
  hour: 'in the last hour',
  day: 'in the last day',
  week: 'in the last week',
}

export function dayOf(time: string): string {
  return new Date(time).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
}

/** The body of a webhook request. */
export function webhookBody({ messageId, search, digest, companies, total }: AlertContent): Record<string, unknown> {
  const [first] = companies
  if (!digest && first) {
    const { eventId, company, match, signals, occurredAt } = first
    return { eventId, type: 'search.entered', search, company, match, signals, occurredAt }
  }
  return {
    eventId: `se_${messageId}`,
    type: 'search.digest',
    search,
    total,
    companies: companies.map(({ company, match, signals, occurredAt }) => ({ company, match, signals, occurredAt })),
    occurredAt: digest?.until,
  }
}
