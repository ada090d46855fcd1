// The stage that is shown: the higher of what company records state and what the company's equity rounds say. A company that was
// bought is `acquired`.

import { FUNDING_STAGES, type FundingStage } from '../../closed-sets/signals.ts'
import { instrumentOfRound } from '../rounds/index.ts'

/** From low to high. A company that was listed and then bought is `acquired`. */
const LADDER: readonly FundingStage[] = ['unknown', ...FUNDING_STAGES.filter((stage) => stage !== 'unknown')]

const heightOf = (stage: FundingStage) => LADDER.indexOf(stage)

/** `rounds` are those of equity that are neither retracted nor rumours, slugs of an open set, and `acquisition`. */
export function shownStage(stated: FundingStage, rounds: Iterable<string>): FundingStage {
  let highest = stated
  for (const round of rounds) {
    const stage = stageOfRound(round)
    if (stage !== undefined && heightOf(stage) > heightOf(highest)) highest = stage
  }
  return highest
}

/** What records state after another one. An older record doesn't make a company private or independent again. */
export function nextStatedStage(before: FundingStage, now: FundingStage): FundingStage {
  const isFinal = before === 'public' || before === 'acquired'
  return isFinal && heightOf(now) < heightOf(before) ? before : now
}

/** Undefined for a round that says nothing about the stage, such as debt, a grant or an unnamed round. */
export function stageOfRound(round: string): FundingStage | undefined {
  const instrument = instrumentOfRound(round)
  if (instrument === 'acquisition') return 'acquired'
  if (instrument !== 'equity') return undefined
  const words = round.split('_')
  if (words.some((word) => SAYS_NOTHING.has(word))) return undefined
  if (words.includes('ipo')) return words[0] === 'pre' ? undefined : 'public'
  const [first, second, third] = words
  if (first === 'angel' || first === 'preseed' || (first === 'pre' && second === 'seed')) return 'pre_seed'
  if (first === 'seed') return 'seed'
  if (first === 'pre' && second === 'series' && third !== undefined) return before(seriesStage(third))
  return first === 'series' && second !== undefined ? seriesStage(second) : undefined
}

const SAYS_NOTHING: ReadonlySet<string> = new Set(['convertible', 'crowdfunding'])

/** `a`, and `a1` or `a2` for its parts. */
function seriesStage(letter: string): FundingStage | undefined {
  if (!/^[a-z]\d?$/.test(letter)) return undefined
  const stage = LADDER.find((each) => each === `series_${letter[0]}`)
  return stage ?? (letter >= 'e' ? 'series_e_plus' : undefined)
}

function before(stage: FundingStage | undefined): FundingStage | undefined {
  return stage === undefined ? undefined : LADDER[heightOf(stage) - 1]
}
