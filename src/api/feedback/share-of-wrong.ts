import type { FeedbackKind, Verdict } from '../../closed-sets/feedback.ts'
import { type Interval, wilsonInterval } from './wilson.ts'

/** What the summary counts of a verdict. A line of the export has these fields too. */
export interface CountedVerdict {
  readonly teamId: string
  readonly kind: FeedbackKind
  readonly verdict: Verdict
  readonly rule: string
  readonly edition: string
  readonly source: string | null
  readonly type: string | null
  readonly confidence: number | null
}

export interface Share {
  readonly name: string
  readonly judged: number
  readonly wrong: number
  /** Different teams: one team's taste is not proof. */
  readonly teams: number
  /** Wrong of judged. */
  readonly share: number
  readonly interval: Interval
}

/** Of a confidence from 0 to 100. */
export function bandOf(confidence: number): string {
  if (confidence >= 90) return '90–100 %'
  if (confidence >= 75) return '75–89 %'
  return confidence >= 50 ? '50–74 %' : '0–49 %'
}

export const DIMENSIONS = {
  kind: ({ kind }) => kind,
  rule: ({ rule }) => rule,
  edition: ({ rule, edition }) => `${rule} ${edition}`,
  source: ({ source }) => source,
  type: ({ type }) => type,
  confidence: ({ confidence }) => (confidence === null ? null : bandOf(confidence)),
} as const satisfies Readonly<Record<string, (verdict: CountedVerdict) => string | null>>

export type Dimension = keyof typeof DIMENSIONS

export interface Summary {
  readonly all: Share
  readonly by: Readonly<Record<Dimension, readonly Share[]>>
}

class Tally {
  judged = 0
  wrong = 0
  readonly teams = new Set<string>()

  add({ verdict, teamId }: CountedVerdict): void {
    this.judged++
    if (verdict === 'wrong') this.wrong++
    this.teams.add(teamId)
  }

  share(name: string): Share {
    const { judged, wrong, teams } = this
    const share = judged === 0 ? 0 : wrong / judged
    return { name, judged, wrong, teams: teams.size, share, interval: wilsonInterval(wrong, judged) }
  }
}

/**
 * The share of wrong verdicts by what they judged. Verdicts that rest on no signal have no source, type or confidence
 * and count in the other tables only. Worst first, by the lower end of the interval: often wrong with evidence, not
 * wrong once by chance.
 */
export async function summarise(verdicts: AsyncIterable<CountedVerdict> | Iterable<CountedVerdict>): Promise<Summary> {
  const all = new Tally()
  const names = Object.keys(DIMENSIONS) as Dimension[]
  const tallies = new Map(names.map((name) => [name, new Map<string, Tally>()]))
  for await (const verdict of verdicts) {
    all.add(verdict)
    for (const [dimension, groups] of tallies) {
      const name = DIMENSIONS[dimension](verdict)
      if (name === null) continue
      const tally = groups.get(name) ?? new Tally()
      groups.set(name, tally)
      tally.add(verdict)
    }
  }
  const by = Object.fromEntries([...tallies].map(([name, groups]) => [name, sharesOf(groups)])) as Record<
    Dimension,
    Share[]
  >
  return { all: all.share('all'), by }
}

function sharesOf(groups: ReadonlyMap<string, Tally>): Share[] {
  return [...groups]
    .map(([name, tally]) => tally.share(name))
    .sort((a, b) => b.interval.low - a.interval.low || b.judged - a.judged || a.name.localeCompare(b.name))
}

/** 22 %, 16–30 %. */
export function shareTexts({ share, interval: { low, high } }: Share): readonly [share: string, interval: string] {
  const percent = (value: number) => String(Math.round(value * 100))
  return [`${percent(share)} %`, `${percent(low)}–${percent(high)} %`]
}
