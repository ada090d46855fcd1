import type { SCORE_COMPONENTS } from '../../contract.ts'

export type ScoreComponent = (typeof SCORE_COMPONENTS)[number]

/** Each component's share of the score, in percent. */
export const SCORE_WEIGHTS: Readonly<Record<ScoreComponent, number>> = {
  intent: 30,
  implementation: 35,
  momentum: 20,
  readiness: 15,
}
