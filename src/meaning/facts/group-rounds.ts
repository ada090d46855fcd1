// Rounds of different sources are one fact if they are the same instrument, at most 45 days apart, name rounds that
// don't contradict each other, and have the same round, or nearly the same amount, or one is a filing of a part of the
// other. Such a filing may come up to 180 days before the announcement. One without an amount belongs to the round that
// another source reports in these 45 days. A rumour is a fact of its own, never the round that follows.

import { type Instrument, namesRound as isName, isRumour, readInstrument, variantOfRound } from '../rounds/index.ts'
import { OpenSlots } from './open-slots.ts'
import { byTime, DAY_SECONDS, type Report, type ReportGroup, textOf } from './report.ts'

export const ROUND_DAYS = 45
/** How long a filing of a part may come before the announcement. */
export const FILING_DAYS = 180
/** How much of the larger amount two reports of one round may differ. */
export const AMOUNT_TOLERANCE = 0.1
/** No company raises this often: a report that doesn't fit any of this many facts founds one. */
const MAX_COMPARED = 1_000

type Described = Pick<Report, 'label' | 'fields'>

/** Reports stored before this field existed are read by their words. */
export function instrumentOf({ label, fields }: Described): Instrument {
  return (fields.instrument as Instrument | undefined) ?? readInstrument(textOf(fields.round), label)
}

/** Whether it is an equity round that was raised: not debt, a grant, a sale of the company, or a rumour. */
export function isEquityRound(report: Described): boolean {
  return instrumentOf(report) === 'equity' && !isRumoured(report)
}

function isRumoured({ label, fields }: Described): boolean {
  if (fields.instrument !== undefined || fields.rumour !== undefined) return fields.rumour === true
  return isRumour(textOf(fields.round), label)
}

/** Rounds of different families are never the same fact. Money of an unknown kind may be the round that another source names. */
export function familyOfRound(report: Report): string {
  const { kind = '', number = '' } = variantOf(report) ?? {}
  const instrument = instrumentOf(report)
  return `${isRumoured(report) ? 'rumour/' : ''}${instrument === 'unknown' ? 'equity' : instrument}/${kind}${number}`
}

function variantOf({ label, fields }: Described) {
  return variantOfRound(textOf(fields.round), label)
}

/** One source says that it was an extension in the round, another in the label: both name the round that was extended. */
function nameOfRound(report: Report): string {
  return variantOf(report)?.of ?? textOf(report.fields.round)
}

export function namesRound(report: Report): boolean {
  return isName(nameOfRound(report))
}

/** The compared parts of a report, which is compared with many. */
interface Round {
  readonly report: Report
  readonly name: string
  readonly isExtension: boolean
}

function roundOf(report: Report): Round {
  return { report, name: nameOfRound(report), isExtension: variantOf(report)?.kind === 'extension' }
}

function isSameRound(a: Round, b: Round): boolean {
  if (Math.abs(a.report.occurredAt - b.report.occurredAt) > ROUND_DAYS * DAY_SECONDS) return false
  if (isName(a.name) && isName(b.name)) return a.name === b.name
  const [less, more] = [amountOf(a.report), amountOf(b.report)].sort((x, y) => x - y) as [number, number]
  // A round isn't extended twice in 45 days, so an extension needs no amount.
  if (less === 0) return (a.isExtension && b.isExtension) || isUnsized(a) !== isUnsized(b)
  return less >= (1 - AMOUNT_TOLERANCE) * more || isPartOf(a.report, b.report) || isPartOf(b.report, a.report)
}

/** A filing that money was raised, without an amount: new shares in a register. */
function isUnsized({ report, name }: Round): boolean {
  return report.fields.partial === true && amountOf(report) === 0 && !isName(name)
}

function isPartOf(filing: Report, announcement: Report): boolean {
  const isPart = filing.fields.partial === true && announcement.fields.partial !== true
  return isPart && amountOf(filing) > 0 && amountOf(filing) <= amountOf(announcement)
}

/** Whether an announcement belongs to a fact that was founded by a filing long before. Later ones are compared with the first. */
function isLateNews({ founder, announced }: Fact, round: Round): boolean {
  if (announced) return isSameRound(announced, round)
  if (round.report.occurredAt - founder.report.occurredAt > FILING_DAYS * DAY_SECONDS) return false
  const contradicts = isName(founder.name) && isName(round.name) && founder.name !== round.name
  return !contradicts && isPartOf(founder.report, round.report)
}

function amountOf({ fields }: Report): number {
  return typeof fields.amountUsd === 'number' ? fields.amountUsd : 0
}

interface Fact {
  readonly founder: Round
  /** Its first report that isn't a filing of a part. */
  announced?: Round
  readonly reports: Report[]
}

export function groupRounds(reports: readonly Report[]): ReportGroup[] {
  const families = Map.groupBy([...reports].sort(byTime), familyOfRound)
  return [...families.values()].flatMap((family) => {
    const live = new RoundFacts(family.filter(({ status }) => status !== 'retracted'))
    const left = family.filter((report) => report.status === 'retracted' && !live.adopt(report))
    const facts = [...live.facts, ...new RoundFacts(left).facts]
    return facts.map((fact) => ({ reports: fact.reports.sort(byTime) }))
  })
}

class RoundFacts {
  readonly facts: Fact[] = []
  readonly #slots = new OpenSlots<Fact>()

  /** The reports in the order (occurredAt, id). */
  constructor(reports: readonly Report[]) {
    for (const report of reports) {
      const source = report.source.name
      const round = roundOf(report)
      const found = this.#find(round, source)
      const fact = found?.fact ?? { founder: round, reports: [] }
      fact.reports.push(report)
      if (report.fields.partial !== true) fact.announced ??= round
      if (!found) this.facts.push(fact)
      this.#slots.take(found?.slot ?? this.#slots.add(fact, report.occurredAt), source)
    }
  }

  /** Adds a retracted report to the fact that it belonged to. Returns whether it exists. */
  adopt(report: Report): boolean {
    const found = this.#find(roundOf(report), '')
    found?.fact.reports.push(report)
    return found !== undefined
  }

  #find(round: Round, source: string) {
    const { occurredAt, fields } = round.report
    // A founding report with so little detail would fit any round: once a round was announced, that one is compared.
    const near = this.#first(round, source, occurredAt - ROUND_DAYS * DAY_SECONDS, ({ founder, announced }) =>
      isSameRound(announced && isUnsized(founder) ? announced : founder, round),
    )
    if (near || fields.partial === true) return near
    return this.#first(round, source, occurredAt - (FILING_DAYS + ROUND_DAYS) * DAY_SECONDS, (fact) =>
      isLateNews(fact, round),
    )
  }

  /** The earliest fact from a time on that fits and has no report of the source. */
  #first({ report }: Round, source: string, since: number, fits: (fact: Fact) => boolean) {
    let from = this.#slots.slotAt(since)
    for (let compared = 0; compared < MAX_COMPARED; compared++) {
      const found = this.#slots.open(from, source)
      if (!found || found.at > report.occurredAt + ROUND_DAYS * DAY_SECONDS) return undefined
      if (fits(found.fact)) return found
      from = found.slot + 1
    }
    return undefined
  }
}
