// A round is often announced more than once: in the blog and as a press release, in two languages, with a rounded amount. All
// of that is one report.

import { AMOUNT_TOLERANCE, ROUND_DAYS } from '../../../meaning/facts/index.ts'
import type { AnnouncedRound } from './read-announcement.ts'

export interface DatedRound extends AnnouncedRound {
  /** Unix seconds. */
  readonly publishedAt: number
  readonly url: string
}

const DAY_SECONDS = 86_400

/** The first announcement of each round, with details that only later ones have. */
export function withoutRepeats(rounds: readonly DatedRound[]): readonly DatedRound[] {
  const found: DatedRound[] = []
  const inOrder = [...rounds].sort((a, b) => a.publishedAt - b.publishedAt || (a.url < b.url ? -1 : 1))
  for (const round of inOrder) {
    const at = found.findIndex((each) => isSame(each, round))
    const first = found[at]
    if (first) found[at] = { ...round, ...first }
    else found.push(round)
  }
  return found
}

function isSame(first: DatedRound, later: DatedRound): boolean {
  if (later.publishedAt - first.publishedAt > ROUND_DAYS * DAY_SECONDS || later.instrument !== first.instrument)
    return false
  if (first.round !== undefined && later.round !== undefined) return first.round === later.round
  if (first.amount === undefined || later.amount === undefined) return true
  const [less, more] = [first, later].map(inDollars).sort((a, b) => a - b) as [number, number]
  return less >= (1 - AMOUNT_TOLERANCE) * more
}

function inDollars({ amountUsd, amount = 0 }: DatedRound): number {
  return amountUsd ?? amount
}
