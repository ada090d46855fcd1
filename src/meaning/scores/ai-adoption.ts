// The AI adoption score of one company on a day. docs/scoring.md explains it to customers.
//
// Every number shown has one decimal and is computed as an integer number of tenths, so the numbers agree exactly: the
// points of a component add up to the component, and the score is computed from the components as shown.
//
// How points are attributed: in 100 · (1 − ∏(1 − s)) every signal adds its share s of what is still missing to 100, so
// the points depend on the order. The strongest signal comes first (then the older, then the lower id), which can be
// checked by hand. A signal's points are the difference of the rounded totals after and before it. Signals whose points
// round to 0 are not listed. A component lists its first signals, and the others as a counted remainder.

import { type EmployerKind, SCORE_COMPONENTS, type ScoreComponent } from '../../closed-sets/signals.ts'
import { roundHalfUp } from '../../platform/round-half-up.ts'
import type { Signal } from '../signals/index.ts'
import { isStateType } from '../types/index.ts'
import { countingSignals, type Evidence, type EvidenceSignal, evidenceFor, isNews } from './evidence.ts'
import { type EvidenceComponent, HALF_LIFE_DAYS, MAX_LISTED, MODEL_VERSION, MOMENTUM, WEIGHT_PERCENT } from './model.ts'

const DAY_SECONDS = 86_400

export interface Contribution {
  /** Null: the remainder of the component. */
  readonly signalId: string | null
  /** Of a remainder: how many signals it has. */
  readonly signals?: number
  readonly component: ScoreComponent
  /** On the component's own scale of 0 to 100, one decimal. */
  readonly points: number
}

type AiAdoption = Readonly<Record<ScoreComponent, number>> & {
  readonly score: number
  /** The score in tenths: the integer that is stored and sorted by. */
  readonly scoreTenths: number
  /** 00:00 UTC of the day, in Unix seconds. */
  readonly asOf: number
  readonly modelVersion: string
  /** By component, then in the order of attribution. */
  readonly contributions: readonly Contribution[]
}

/** Any second of a UTC day gives the same result: ages are whole days between the two dates. */
export function aiAdoption(
  signals: readonly Signal[],
  asOfSeconds: number,
  employerKind: EmployerKind = 'unknown',
): AiAdoption {
  const counting = countingSignals(signals, employerKind)
  const of = (component: EvidenceComponent) => evidenceFor(component, counting)
  const evidence = { intent: of('intent'), implementation: of('implementation'), readiness: of('readiness') }
  return scoreEvidence(evidence, asOfSeconds)
}

/** The same from the evidence: of each row of the table the newest signals. */
export function scoreEvidence(
  evidence: Readonly<Record<EvidenceComponent, readonly Evidence[]>>,
  asOfSeconds: number,
): AiAdoption {
  const today = Math.floor(asOfSeconds / DAY_SECONDS)
  const parts: Record<ScoreComponent, Part> = {
    intent: accumulate('intent', evidence.intent, today),
    implementation: accumulate('implementation', evidence.implementation, today),
    momentum: compareWindows([...evidence.intent, ...evidence.implementation], today),
    readiness: accumulate('readiness', evidence.readiness, today),
  }
  const weighted = SCORE_COMPONENTS.reduce(
    (sum, component) => sum + WEIGHT_PERCENT[component] * parts[component].tenths,
    0,
  )
  const scoreTenths = roundHalfUp(weighted / 100)
  return {
    score: scoreTenths / 10,
    intent: parts.intent.tenths / 10,
    implementation: parts.implementation.tenths / 10,
    momentum: parts.momentum.tenths / 10,
    readiness: parts.readiness.tenths / 10,
    scoreTenths,
    asOf: today * DAY_SECONDS,
    modelVersion: MODEL_VERSION,
    contributions: SCORE_COMPONENTS.flatMap((component) => parts[component].contributions),
  }
}

interface Part {
  readonly tenths: number
  readonly contributions: readonly Contribution[]
}

interface Share {
  readonly signal: EvidenceSignal
  readonly weight: number
}

function accumulate(component: EvidenceComponent, evidence: readonly Evidence[], today: number): Part {
  const shares = evidence.map(({ signal, base }) => {
    const halfLives = isStateType(signal.type) ? 0 : ageDays(signal, today) / HALF_LIFE_DAYS[component]
    return { signal, weight: base * signal.confidence * 0.5 ** halfLives }
  })
  let missing = 1
  return attribute(component, shares, (weight) => {
    missing *= 1 - weight
    return 1 - missing
  })
}

function compareWindows(evidence: readonly Evidence[], today: number): Part {
  const recent: Share[] = []
  const before: Share[] = []
  for (const { signal, base } of evidence) {
    if (!isNews(signal)) continue
    const share = { signal, weight: base * signal.confidence }
    const age = ageDays(signal, today)
    if (age < MOMENTUM.recentDays) recent.push(share)
    else if (age < MOMENTUM.recentDays + MOMENTUM.beforeDays) before.push(share)
  }
  const usual = (total(before) * MOMENTUM.recentDays) / MOMENTUM.beforeDays
  const scale = total(recent) + usual + MOMENTUM.damping
  let sum = 0
  return attribute('momentum', recent, (weight) => {
    sum += weight
    return sum / scale
  })
}

/** Attributes the tenths of a component, strongest signal first. `add` takes a weight and returns the new total, 0 to 1. */
function attribute(component: ScoreComponent, shares: readonly Share[], add: (weight: number) => number): Part {
  const listed: { readonly signalId: string; readonly tenths: number }[] = []
  let tenths = 0
  for (const { signal, weight } of inOrder(shares)) {
    const next = roundHalfUp(1000 * add(weight))
    if (next > tenths) listed.push({ signalId: signal.id, tenths: next - tenths })
    tenths = next
  }
  const contributions = listed
    .slice(0, MAX_LISTED)
    .map((each): Contribution => ({ signalId: each.signalId, component, points: each.tenths / 10 }))
  const rest = listed.slice(MAX_LISTED)
  if (rest.length > 0) {
    const points = rest.reduce((sum, each) => sum + each.tenths, 0) / 10
    contributions.push({ signalId: null, component, points, signals: rest.length })
  }
  return { tenths, contributions }
}

function total(shares: readonly Share[]): number {
  return inOrder(shares).reduce((sum, { weight }) => sum + weight, 0)
}

/** The order for every sum and product: floating-point results depend on it, and must not depend on the input order. */
function inOrder(shares: readonly Share[]): Share[] {
  return shares
    .filter(({ weight }) => weight > 0)
    .sort(
      (a, b) =>
        b.weight - a.weight || a.signal.occurredAt - b.signal.occurredAt || (a.signal.id < b.signal.id ? -1 : 1),
    )
}

/** A signal from later today or from tomorrow, which ingest accepts, has age 0. */
function ageDays(signal: EvidenceSignal, today: number): number {
  return Math.max(0, today - Math.floor(signal.occurredAt / DAY_SECONDS))
}
