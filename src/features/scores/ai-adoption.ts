// The AI adoption score of one company on a day. docs/scoring.md explains it to customers.
//
// Every number shown has one decimal and is computed as an integer number of tenths, so the numbers agree exactly: the
// points of a component add up to the component, and the score is computed from the components as shown.
//
// How points are attributed: in 100 · (1 − ∏(1 − s)) every signal adds its share s of what is still missing to 100, so
// the points depend on the order. The strongest signal comes first (then the older, then the lower id), which can be
// checked by hand. A signal's points are the difference of the rounded totals after and before it. Signals whose points
// round to 0 are not listed, so a component lists at most 1,000 signals, however many a company has.

import { SCORE_COMPONENTS, type ScoreComponent } from '../../closed-sets/signals.ts'
import type { Signal } from '../signals/index.ts'
import { aiBaseOf, baseOf, countingSignals } from './evidence.ts'
import { type EvidenceComponent, HALF_LIFE_DAYS, MODEL_VERSION, MOMENTUM, WEIGHT_PERCENT } from './model.ts'

const DAY_SECONDS = 86_400

interface Contribution {
  readonly signalId: string
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
export function aiAdoption(signals: readonly Signal[], asOfSeconds: number): AiAdoption {
  const today = Math.floor(asOfSeconds / DAY_SECONDS)
  const counting = countingSignals(signals)
  const parts: Record<ScoreComponent, Part> = {
    intent: accumulate('intent', counting, today),
    implementation: accumulate('implementation', counting, today),
    momentum: compareWindows(counting, today),
    readiness: accumulate('readiness', counting, today),
  }
  const weighted = SCORE_COMPONENTS.reduce(
    (sum, component) => sum + WEIGHT_PERCENT[component] * parts[component].tenths,
    0,
  )
  const scoreTenths = Math.round(weighted / 100)
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
  readonly signal: Signal
  readonly weight: number
}

function accumulate(component: EvidenceComponent, signals: readonly Signal[], today: number): Part {
  const shares = signals.map((signal) => ({
    signal,
    weight: baseOf(signal, component) * signal.confidence * 0.5 ** (ageDays(signal, today) / HALF_LIFE_DAYS[component]),
  }))
  let missing = 1
  return attribute(component, shares, (weight) => {
    missing *= 1 - weight
    return 1 - missing
  })
}

function compareWindows(signals: readonly Signal[], today: number): Part {
  const recent: Share[] = []
  const before: Share[] = []
  for (const signal of signals) {
    const share = { signal, weight: aiBaseOf(signal) * signal.confidence }
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
  const contributions: Contribution[] = []
  let tenths = 0
  for (const { signal, weight } of inOrder(shares)) {
    const next = Math.round(1000 * add(weight))
    if (next > tenths) contributions.push({ signalId: signal.id, component, points: (next - tenths) / 10 })
    tenths = next
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
function ageDays(signal: Signal, today: number): number {
  return Math.max(0, today - Math.floor(signal.occurredAt / DAY_SECONDS))
}
