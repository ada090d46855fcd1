import type { SCORE_COMPONENTS } from '../../../contract.ts'

export type ScoreComponent = (typeof SCORE_COMPONENTS)[number]

/** Each component's share of the score, in percent. */
export const SCORE_WEIGHTS: Readonly<Record<ScoreComponent, number>> = {
  intent: 15,
  implementation: 55,
  momentum: 15,
  readiness: 15,
}
