// The content of an alert, for every kind of destination.

import type { AlertInterval } from '../../../closed-sets/alerts.ts'
import type { SignalType } from '../../../closed-sets/signals.ts'
import type { PublicSignal } from '../../../meaning/signals/index.ts'
import { companySummary, type SummaryFacts } from '../../../settings-contract/index.ts'
import { SAMPLE_COMPANY } from '../../sending/index.ts'

export interface AlertCompany {
  /** The same on every attempt. */
  readonly eventId: string
  readonly company: {
    readonly id: string
    readonly name: string
    readonly domain: string
    readonly logo: string | null
  }
  readonly facts: SummaryFacts
  readonly match: number
  /** The strongest signal of each clause that was met, then the newest others: at most `MAX_SIGNALS`. */
  readonly signals: readonly PublicSignal[]
  /** Types under NOT that the company isn't monitored for. Absent if there are none. */
  readonly notLooked?: readonly SignalType[] | undefined
  /** The buying window that these signals opened. */
  readonly whyNow?: WhyNow | undefined
  readonly occurredAt: string
}

/** Of the strongest slice, as in the dossier. */
export interface WhyNow {
  readonly label: string
  /** The most important first. They quote titles and other third-party texts. */
  readonly sentences: readonly string[]
  /** The role that likely owns the problem, as a sentence. */
  readonly approach?: string | undefined
}

export interface AlertContent {
  readonly messageId: string
  readonly search: { readonly id: string; readonly name: string }
  /**
   * Undefined for an alert that is sent immediately. The last digest of a search that switched to immediate alerts has
   * `now`.
   */
  readonly digest: { readonly every: AlertInterval; readonly until: string } | undefined
  /** Best first: one, or up to ten of a digest or of many that entered together. */
  readonly companies: readonly AlertCompany[]
  /** How many companies entered in all. */
  readonly total: number
  /** Set for "Send what matches now": how many companies matched. The message has the strongest of them. */
  readonly matching?: number | undefined
}

/** Sent by a person to check that alerts arrive. */
export interface TestContent {
  readonly messageId: string
  readonly search: AlertContent['search']
  /** How many companies match now. Undefined: still being determined. */
  readonly matching: number | undefined
  /** One of them. */
  readonly example: AlertCompany | undefined
  readonly sentAt: string
}

export const MAX_DIGEST_COMPANIES = 10
/** Recorded of an entry. */
export const MAX_SIGNALS = 5
const MAX_SHOWN_SIGNALS = 3

/** The links in an alert. */
export interface AlertLinks {
  /** With a signal that the dossier always shows. */
  dossier(companyId: string, signalId?: string): string
  search(searchId: string): string
  muteSearch(): string
  muteCompany(companyId: string): string
  /** Mutes the search with one POST. Undefined without a public address. */
  unsubscribe(): string | undefined
}

export const INTERVAL_TEXTS: Readonly<Record<AlertInterval, string>> = {
  now: 'lately',
  hour: 'in the last hour',
  day: 'in the last day',
  week: 'in the last week',
}

export function dayOf(time: string): string {
  return new Date(time).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
}

/** When a signal occurred, and whether it ended: a search can ask for closed jobs. */
export function whenOf({ occurredAt, status, closedAt }: PublicSignal): string {
  const day = dayOf(String(occurredAt))
  if (status !== 'closed') return day
  return closedAt === undefined ? `${day}, closed` : `${day}, closed ${dayOf(String(closedAt))}`
}

export const companies = (count: number) => (count === 1 ? '1 company' : `${count.toLocaleString('en')} companies`)

export const factsOf = ({ company, facts, match }: AlertCompany) =>
  [company.domain, companySummary(facts), `match ${match} of 100`].filter(Boolean).join(' · ')

/** The strongest signal is in the dossier, even if the company has many. */
export const dossierUrl = ({ company, signals: [signal] }: AlertCompany, links: AlertLinks) =>
  links.dossier(company.id, signal && String(signal.id))

interface ShownSignals {
  /** Newest first. */
  readonly shown: readonly PublicSignal[]
  /** Mentions that there are others. Empty: these are all. */
  readonly others: string
}

/** The strongest signal of each clause is among those shown, so that they explain the match. */
export function shownSignals({ signals }: AlertCompany, limit = MAX_SHOWN_SIGNALS): ShownSignals {
  const shown = signals
    .slice(0, limit)
    .sort((a, b) => compare(String(b.occurredAt), String(a.occurredAt)) || compare(String(a.id), String(b.id)))
  const more = signals.length - shown.length
  if (more === 0) return { shown, others: '' }
  // No more than these were recorded.
  const count = signals.length < MAX_SIGNALS ? `+${more} more` : `+${more} or more`
  return { shown, others: `${count} ${more === 1 && signals.length < MAX_SIGNALS ? 'signal' : 'signals'}` }
}

/** The name of the window and as many whole sentences as fit. */
export function whyNowText(
  { label, sentences }: WhyNow,
  maxCharacters: number,
  maxSentences = sentences.length,
): string {
  let text = `${label}.`
  for (const sentence of sentences.slice(0, maxSentences)) {
    if (text.length + 1 + sentence.length > maxCharacters) break
    text = `${text} ${sentence}`
  }
  return text
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** The beginning of a message about several companies. */
export function summaryOf({ digest, total, matching }: AlertContent, quoted: string): string {
  if (matching === undefined) {
    const period = digest ? INTERVAL_TEXTS[digest.every] : 'just now'
    return `${companies(total)} began to match ${quoted} ${period}`
  }
  const strongest = matching > total ? `, the ${total} strongest` : ''
  return `${companies(matching)} ${matching === 1 ? 'matches' : 'match'} ${quoted} now${strongest}`
}

/** How many companies match now, in a test message. */
export const matchingText = ({ matching }: TestContent) =>
  matching === undefined
    ? 'The search is still finding the companies that match now.'
    : `${companies(matching)} ${matching === 1 ? 'matches' : 'match'} now. You get an alert when a new company matches.`

/** The body of a webhook request. */
export function webhookBody({
  messageId,
  search,
  digest,
  companies,
  total,
  matching,
}: AlertContent): Record<string, unknown> {
  const [first] = companies
  if (!digest && matching === undefined && first) {
    const { eventId, company, match, signals, notLooked, occurredAt } = first
    return { eventId, type: 'search.entered', search, company, match, signals, notLooked, occurredAt }
  }
  return {
    eventId: `se_${messageId}`,
    type: 'search.digest',
    search,
    total,
    ...(matching !== undefined && { matching }),
    companies: companies.map(({ company, match, signals, notLooked, occurredAt }) => ({
      ...{ company, match, signals, notLooked, occurredAt },
    })),
    occurredAt: digest?.until ?? first?.occurredAt,
  }
}

/** The test event of a webhook: the form of an entry, marked as a test. */
export function webhookTestBody({ messageId, search, matching, example, sentAt }: TestContent) {
  const { company, match, signals, notLooked } = example ?? { company: SAMPLE_COMPANY, match: 100, signals: [] }
  return {
    eventId: `se_${messageId}`,
    type: 'search.entered',
    test: true,
    search,
    matching: matching ?? null,
    ...{ company, match, signals, notLooked },
    occurredAt: sentAt,
  }
}
