// From filings to rounds: one for each offering, however many amendments it has. The result follows from the set of filings,
// whatever order they came in.

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

/** Why a filing is no round of a company. Undefined: it is one. */
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

/** The rounds of one issuer, the oldest first. */
export function offeringsOf(filings: readonly Filing[]): readonly Offering[] {
  const byAccession = new Map(filings.map((filing) => [filing.accession, filing]))
  const rounds = [...byAccession.values()].filter((filing) => whyNoRound(filing) === undefined).sort(byFiling)
  const offerings = Map.groupBy(rounds, (filing) => offeringKey(filing, byAccession))
  return [...offerings].map(([key, [first, ...later]]) => {
    const [earliest, latest] = [first as Filing, later.at(-1) ?? (first as Filing)]
    return { filedOn: earliest.filedOn, signal: signalOf(key, earliest, latest) }
  })
}

const byFiling = (a: Filing, b: Filing) => (orderOf(a) < orderOf(b) ? -1 : 1)
const orderOf = ({ filedOn, accession }: Filing) => `${filedOn} ${accession}`

/** The file number; without one, the first filing that the amendments lead back to. */
function offeringKey(filing: Filing, filings: ReadonlyMap<string, Filing>): string {
  let at = filing
  const passed = new Set<string>()
  while (at.fileNumber === undefined && at.previous !== undefined && !passed.has(at.accession)) {
    passed.add(at.accession)
    const before = filings.get(at.previous)
    if (!before) return at.previous
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

/** An option alone is often a SAFE, and debt with a right to shares a convertible note: neither is named. */
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
