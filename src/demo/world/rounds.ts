import type { CompanyFacts, FundingStage } from '../../meaning/companies/index.ts'
import { fillFromDictionary, type IncomingSignal } from '../../meaning/signals/index.ts'
import { dateOf } from './calendar.ts'
import { drawConfidence } from './confidence.ts'
import type { Random } from './random.ts'

interface Round {
  readonly round: string
  readonly name: string
  /** The funding stage of a company after this round. */
  readonly stage?: FundingStage
  readonly millions: readonly [number, number]
}

/** In the order in which a company raises them. */
const EQUITY: readonly Round[] = [
  { round: 'pre_seed', name: 'pre-seed round', stage: 'pre_seed', millions: [0.3, 1.5] },
  { round: 'seed', name: 'seed round', stage: 'seed', millions: [1.5, 6] },
  { round: 'series_a', name: 'Series A', stage: 'series_a', millions: [6, 20] },
  { round: 'series_b', name: 'Series B', stage: 'series_b', millions: [18, 50] },
  { round: 'series_c', name: 'Series C', stage: 'series_c', millions: [40, 110] },
  { round: 'series_d', name: 'Series D', stage: 'series_d', millions: [80, 220] },
  { round: 'series_e', name: 'Series E', stage: 'series_e_plus', millions: [150, 450] },
]
/** For companies without equity rounds. */
const OTHER: readonly Round[] = [
  { round: 'grant', name: 'grant', millions: [0.1, 2] },
  { round: 'debt', name: 'debt financing', millions: [1, 40] },
]

const INVESTORS = [
  ...['Harbor Lane Ventures', 'Nordlicht Capital', 'Second Orbit', 'Alder & Finch', 'Long Meadow Partners'],
  ...['Blue Ledger Capital', 'Copper Hill Ventures', 'Atelier Growth', 'Tidewater Equity', 'First Lantern'],
  ...['Kite & Anchor', 'Meridian Row', 'Paper Boat Fund', 'Sextant Partners', 'Granary Street', 'Open Field Capital'],
]

/** The company's latest round, or an earlier one. A public or acquired company has none. */
export function roundBefore(stage: FundingStage | undefined, roundsBack: number, random: Random): Round | undefined {
  const latest = EQUITY.findIndex((round) => round.stage === stage)
  if (latest !== -1) return EQUITY[latest - roundsBack]
  return roundsBack === 0 && stage !== 'public' && stage !== 'acquired' ? random.pick(OTHER) : undefined
}

/** The next round of a company at this stage. */
export function roundAfter(stage: FundingStage | undefined, random: Random): Round {
  const latest = EQUITY.findIndex((round) => round.stage === stage)
  return (latest === -1 ? undefined : EQUITY[latest + 1]) ?? random.pick(OTHER)
}

export function drawRound(
  company: CompanyFacts,
  number: string,
  { round, name, millions }: Round,
  occurredAt: number,
  random: Random,
): IncomingSignal {
  const [min, max] = millions
  const amountUsd = Math.round(10 * min * (max / min) ** random.next()) * 100_000
  const lead = random.below(INVESTORS.length)
  // Steps of 5 from the lead investor, so that no investor is repeated.
  const investors = Array.from(
    { length: 1 + random.below(3) },
    (_, at) => INVESTORS[(lead + 5 * at) % INVESTORS.length] ?? '',
  )
  const filed = random.chance(0.3)
  const tail = round === 'grant' || round === 'debt' ? '' : ` led by ${investors[0]}`
  const label = `Raised $${amountUsd / 1_000_000}M ${name}${tail}`
  const fields = { round, amountUsd, investors, announcedOn: dateOf(occurredAt) }
  return {
    record: 'signal',
    type: 'funding',
    company: { domain: company.domain },
    source: filed ? 'registry-filings' : 'newsroom',
    url: `https://${company.domain}/news/${number}`,
    key: `${company.domain}/rounds/${number}`,
    occurredAt,
    confidence: filed ? drawConfidence(0.95, 0.99, random) : drawConfidence(0.82, 0.98, random),
    label,
    status: 'active',
    fields: fillFromDictionary('funding', fields, label),
  }
}
