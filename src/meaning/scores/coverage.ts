import { SCORE_COMPONENTS, type ScoreComponent } from '../../closed-sets/signals.ts'
import { isDerivedType, SIGNAL_TYPE_TABLE, type SignalType } from '../types/index.ts'
import { EVIDENCE, WEIGHT_PERCENT } from './model.ts'

/** From 0 to 1, for the score and for each component. */
export type ScoreCoverage = Readonly<Record<'score' | ScoreComponent, number>>

/**
 * How much of the score is monitored: of each component the share of the types that it counts, and of the score the sum
 * by the components' weights. A 0 of a component that isn't monitored means nothing.
 */
export function scoreCoverage(monitored: readonly SignalType[]): ScoreCoverage {
  const shares = Object.fromEntries(
    SCORE_COMPONENTS.map((component) => [component, shareOf(COUNTED[component], monitored)]),
  ) as Record<ScoreComponent, number>
  const percent = SCORE_COMPONENTS.reduce((sum, component) => sum + WEIGHT_PERCENT[component] * shares[component], 0)
  return { score: rounded(percent / 100), ...shares }
}

function shareOf(types: readonly SignalType[], monitored: readonly SignalType[]): number {
  return rounded(types.filter((type) => monitored.includes(type)).length / types.length)
}

const rounded = (share: number) => Math.round(share * 100) / 100

/** The reported types that a component counts. Momentum compares the signals of intent and implementation. */
const COUNTED: Readonly<Record<ScoreComponent, readonly SignalType[]>> = {
  intent: typesOf('intent'),
  implementation: typesOf('implementation'),
  momentum: [...new Set([...typesOf('intent'), ...typesOf('implementation')])],
  readiness: typesOf('readiness'),
}

function typesOf(component: ScoreComponent): SignalType[] {
  const types = EVIDENCE.filter((row) => row.component === component && row.base > 0).map(({ type }) =>
    isDerivedType(type) ? SIGNAL_TYPE_TABLE[type].derivedFrom : type,
  )
  return [...new Set(types)]
}
