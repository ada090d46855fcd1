// Rounds of different sources are one fact if they are the same instrument, at most 45 days apart, name rounds that don't
// contradict each other, and have the same round, or nearly the same amount, or one is a filing of a part of the other.

import { slugOf } from '../../platform/text/normalise-text.ts'
import { type Instrument, instrumentOfRound, OTHER_THAN_EQUITY } from '../companies/index.ts'
import { OpenSlots } from './open-slots.ts'
import { byTime, DAY_SECONDS, type Report, type ReportGroup, textOf } from './report.ts'

export const ROUND_DAYS = 45
/** How much of the larger amount two reports of one round may differ. */
export const AMOUNT_TOLERANCE = 0.1
/** No company raises so often: a report that is compared in vain with this many facts founds one. */
const MAX_COMPARED = 1_000

/** What a label must say if the round is unknown: a "credit scoring startup" has no debt. */
const LABELS: Readonly<Record<Exclude<Instrument, 'equity'>, RegExp>> = {
  debt: /(?:^|_)(?:venture_debt|debt_(?:financing|facility|round|funding)|credit_facility|(?:venture|bank|term)_loan)(?:_|$)/,
  grant: /(?:^|_)grant(?:_(?:of|from)_|$)/,
  secondary: /(?:^|_)(?:secondary_(?:sale|round|offering|transaction)|tender_offer)(?:_|$)/,
}
const SECOND_CLOSE = /(?:^|_)(?:second|2nd)_clos(?:e|ing)(?=_|$)/
const THIRD_CLOSE = /(?:^|_)(?:third|3rd)_clos(?:e|ing)(?=_|$)/
/** "Extension", "second close" and "A2" are rounds of their own. A label must say it of the round. */
const VARIANTS: readonly Variant[] = [
  {
    name: 'extension',
    ofRound: /(?:^|_)(?:extension|ext)(?=_|$)/,
    ofLabel:
      /(?:seed|series_[a-h]|round|bridge|financing|funding)_extension(?:_|$)|(?:^|_)extension_(?:round|of_(?:its|the|our))_/,
  },
  { name: 'second_close', ofRound: SECOND_CLOSE, ofLabel: SECOND_CLOSE },
  { name: 'third_close', ofRound: THIRD_CLOSE, ofLabel: THIRD_CLOSE },
  { name: 'numbered', ofRound: /(?<=(?:^|_)[a-h])([1-9])(?=_|$)/, ofLabel: /(?:^|_)series_[a-h]([1-9])(?=_|$)/ },
]

interface Variant {
  readonly name: string
  /** Matches the words that are not part of the round's own name. The group is the number, if it has one. */
  readonly ofRound: RegExp
  readonly ofLabel: RegExp
}

const UNKNOWN_ROUNDS: ReadonlySet<string> = new Set([
  '',
  'unknown',
  'undisclosed',
  'other',
  'venture',
  'venture_round',
  'vc',
  'equity',
  'equity_round',
  'funding',
  'funding_round',
  'round',
  'series_unknown',
])

/** What the round says, else what the label says. Anything else is equity. */
export function instrumentOf({ label, fields }: Pick<Report, 'label' | 'fields'>): Instrument {
  const round = textOf(fields.round)
  if (!UNKNOWN_ROUNDS.has(round)) return instrumentOfRound(round)
  return OTHER_THAN_EQUITY.find((instrument) => LABELS[instrument].test(slugOf(label))) ?? 'equity'
}

/** Rounds of different families are never the same fact. */
export function familyOfRound(report: Report): string {
  const { name = '', number = '' } = variantOf(report) ?? {}
  return `${instrumentOf(report)}/${name}${number}`
}

function variantOf({ label, fields }: Report) {
  const [round, text] = [textOf(fields.round), slugOf(label)]
  for (const { name, ofRound, ofLabel } of VARIANTS) {
    const match = ofRound.exec(round) ?? ofLabel.exec(text)
    if (match) return { name, number: match[1], ofRound }
  }
  return undefined
}

/** One source says that it was an extension in the round, another in the label: both name the round that was extended. */
function nameOfRound(report: Report): string {
  const round = textOf(report.fields.round)
  const variant = variantOf(report)
  return variant ? round.replace(variant.ofRound, '').replace(/^_/, '') : round
}

export function namesRound(report: Report): boolean {
  return !UNKNOWN_ROUNDS.has(nameOfRound(report))
}

/** `name` is the report's nameOfRound: a report is compared with many facts. */
function isSameRound({ founder, name: other }: Fact, report: Report, name: string): boolean {
  if (Math.abs(founder.occurredAt - report.occurredAt) > ROUND_DAYS * DAY_SECONDS) return false
  if (!UNKNOWN_ROUNDS.has(other) && !UNKNOWN_ROUNDS.has(name)) return other === name
  const [less, more] = [founder, report].sort((x, y) => amountOf(x) - amountOf(y)) as [Report, Report]
  if (amountOf(less) === 0) return false
  if (amountOf(less) >= (1 - AMOUNT_TOLERANCE) * amountOf(more)) return true
  return less.fields.partial === true && more.fields.partial !== true
}

function amountOf({ fields }: Report): number {
  return typeof fields.amountUsd === 'number' ? fields.amountUsd : 0
}

interface Fact {
  readonly founder: Report
  readonly name: string
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
      const found = this.#find(report, source)
      if (found) {
        found.fact.reports.push(report)
        this.#slots.take(found.slot, source)
      } else {
        const fact = { founder: report, name: nameOfRound(report), reports: [report] }
        this.facts.push(fact)
        this.#slots.take(this.#slots.add(fact, report.occurredAt), source)
      }
    }
  }

  /** Adds a retracted report to the fact that it was a report of. Returns whether there is one. */
  adopt(report: Report): boolean {
    const found = this.#find(report, '')
    found?.fact.reports.push(report)
    return found !== undefined
  }

  #find(report: Report, source: string) {
    const name = nameOfRound(report)
    let from = this.#slots.slotAt(report.occurredAt - ROUND_DAYS * DAY_SECONDS)
    for (let compared = 0; compared < MAX_COMPARED; compared++) {
      const found = this.#slots.open(from, source)
      if (!found || found.at > report.occurredAt + ROUND_DAYS * DAY_SECONDS) return undefined
      if (isSameRound(found.fact, report, name)) return found
      from = found.slot + 1
    }
    return undefined
  }
}
