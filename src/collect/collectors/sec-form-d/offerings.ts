// From filings to rounds: one for each offering, however many amendments it has. The result depends only on the set of
// filings, not on their order.

import type { CollectedSignal } from '../collector.ts'
import type { FormD } from './read-filing.ts'

export interface Filing extends FormD {
  /** As the SEC writes it: 0001234567-26-000012. */
  readonly accession: string
  /** YYYY-MM-DD. */
  readonly filedOn: string
  /** Of the offering, shared by its amendments. */
  readonly fileNumber?: string | undefined
  readonly url: string
}

/** A listed filing that can't be read now. */
export type UnreadFiling = Pick<Filing, 'accession' | 'filedOn' | 'fileNumber'>

export interface Offering {
  /** When it was first filed: YYYY-MM-DD. */
  readonly filedOn: string
  readonly signal: CollectedSignal
}

const CONFIDENCE = 0.9
/** Securities of vehicles. */
const VEHICLE_SECURITIES: ReadonlySet<string> = new Set([
  'isPooledInvestmentFundType',
  'isTenantInCommonType',
  'isMineralPropertyType',
])

/** Why a filing is not a company's round. Undefined: it is one. */
export function whyNoRound(filing: FormD): string | undefined {
  if (!filing.isLive) return 'a test'
  if (/pooled investment fund/i.test(filing.industry)) return 'a fund'
  if (filing.exemptions.some((item) => /^3C/i.test(item))) return 'a fund'
  if (/\breits?\b/i.test(filing.industry)) return 'real estate'
  if (/\boil (?:and|&) gas\b/i.test(filing.industry)) return 'oil and gas'
  if (filing.securities.some((flag) => VEHICLE_SECURITIES.has(flag))) return 'securities of a vehicle'
  if (/limited partnership/i.test(filing.entityType)) return 'a limited partnership'
  if (filing.isBusinessCombination) return 'a business combination'
  return filing.sold > 0 ? undefined : 'nothing was sold'
}

/**
 * The rounds of one issuer, the oldest first. An offering waits for an unreadable filing that may be an earlier one of
 * it: without that, the round would permanently get another key or date.
 */
export function offeringsOf(filings: readonly Filing[], unread: readonly UnreadFiling[] = []): readonly Offering[] {
  const byAccession = new Map<string, Filing | UnreadFiling>(
    [...unread, ...filings].map((filing) => [filing.accession, filing]),
  )
  const missing = unread.filter(({ accession }) => !isRead(byAccession.get(accession)))
  const rounds = [...byAccession.values()].filter(isRead).filter((filing) => whyNoRound(filing) === undefined)
  const offerings = Map.groupBy(rounds.sort(byFiling), (filing) => offeringKey(filing, byAccession))
  return [...offerings].flatMap(([key, [first, ...later]]): Offering[] => {
    const [earliest, latest] = [first as Filing, later.at(-1) ?? (first as Filing)]
    const waits = missing.some((each) => offeringKey(each, byAccession) === key && byFiling(each, earliest) < 0)
    return waits ? [] : [{ filedOn: earliest.filedOn, signal: signalOf(key, earliest, latest) }]
  })
}

const isRead = (filing: Filing | UnreadFiling | undefined): filing is Filing =>
  filing !== undefined && 'securities' in filing
const previousOf = (filing: Filing | UnreadFiling) => (isRead(filing) ? filing.previous : undefined)

const byFiling = (a: Filing | UnreadFiling, b: Filing | UnreadFiling) => (orderOf(a) < orderOf(b) ? -1 : 1)
/** Within a day, amendments come after what they amend. */
const orderOf = (filing: Filing | UnreadFiling) =>
  `${filing.filedOn} ${previousOf(filing) === undefined ? 0 : 1} ${filing.accession}`

/** The file number; without one, the first filing that the amendments lead back to. */
function offeringKey(filing: Filing | UnreadFiling, filings: ReadonlyMap<string, Filing | UnreadFiling>): string {
  let at = filing
  const passed = new Set<string>()
  for (;;) {
    const previous = previousOf(at)
    if (at.fileNumber !== undefined || previous === undefined || passed.has(at.accession)) break
    passed.add(at.accession)
    const before = filings.get(previous)
    if (!before) return previous
    at = before
  }
  return at.fileNumber ?? at.accession
}

/** Dated by the first filing, so that no amendment moves it; the amount is that of the last one. */
function signalOf(key: string, earliest: Filing, latest: Filing): CollectedSignal {
  const { sold, offered, remaining, securities } = latest
  const isPartial = remaining === undefined || remaining > 0
  const saleOn = earliest.firstSaleOn
  const date = saleOn !== undefined && saleOn <= earliest.filedOn ? saleOn : earliest.filedOn
  const instrument = instrumentOf(securities)
  const what = instrument === 'unknown' ? '' : ` in ${instrument}`
  const all = isPartial && offered !== undefined && offered > sold ? ` of ${shortDollars(offered)} offered` : ''
  return {
    type: 'funding',
    key: `${latest.issuer}/${key}`,
    label: `Sold ${shortDollars(sold)}${all}${what}, by its Form D of ${latest.filedOn}`,
    confidence: CONFIDENCE,
    occurredAt: Date.parse(date) / 1_000,
    url: latest.url,
    fields: { amountUsd: sold, instrument, ...(isPartial && { partial: true }) },
    absenceEnds: false,
  }
}

/** An option on its own is often a SAFE, and debt with a right to shares a convertible note: neither is named. */
function instrumentOf(securities: readonly string[]): 'equity' | 'debt' | 'unknown' {
  if (securities.includes('isEquityType')) return 'equity'
  const hasRights = securities.some((flag) => flag === 'isOptionToAcquireType' || flag === 'isSecurityToBeAcquiredType')
  return securities.includes('isDebtType') && !hasRights ? 'debt' : 'unknown'
}

function shortDollars(amount: number): string {
  if (amount < 1_000_000) return `$${amount.toLocaleString('en-US')}`
  const [size, unit] = amount < 1_000_000_000 ? [1_000_000, 'M'] : [1_000_000_000, 'B']
  return `$${Number((amount / size).toFixed(1))}${unit}`
}
