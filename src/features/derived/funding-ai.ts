// Funding plus AI: a funding round with evidence of AI. Evidence is an AI word in the round's own label, or an adopted AI
// tool, AI on the website or an AI job within 180 days before or after the round.
//
// Not evidence: retracted signals, dropped tools, a policy for AI crawlers (it tells others to stay away and says nothing
// about the company's own work), and the names of investors.
//
// Of each kind the three strongest signals are listed: the most confident first, then the oldest, so that later signals
// seldom change a list that customers have received. The confidence is the lower one of the round's and of its best
// evidence's, so more evidence never lowers it. Words of the round's own label are as certain as the round.

import { aiWordsIn } from '../signals/index.ts'
import {
  type BaseSignal,
  byTime,
  DAY_SECONDS,
  type DerivedSignal,
  derivedKey,
  indexAtOrAfter,
} from './derived-signal.ts'

export const FUNDING_AI = { daysEitherSide: 180, listedOfEachKind: 3 } as const

const EVIDENCE_FIELDS = { tool: 'tool', web: 'kind', hiring: 'jobTitle' } as const
const MAX_NAME_CHARACTERS = 100

export function deriveFundingAi(company: string, signals: readonly BaseSignal[]): DerivedSignal[] {
  const valid = signals.filter((signal) => signal.status !== 'retracted').sort(byTime)
  const evidence = evidenceByStrength(valid)
  return valid
    .filter((signal) => signal.type === 'funding')
    .flatMap((round) => {
      const words = aiWordsIn(round.label).slice(0, FUNDING_AI.listedOfEachKind)
      const nearby = evidence.flatMap((strengths) => strongestNear(round, strengths))
      if (words.length === 0 && nearby.length === 0) return []
      const best = words.length > 0 ? 1 : Math.max(...nearby.map((signal) => signal.confidence))
      const names = [...words.map((word) => `text: ${word}`), ...nearby.map(nameOf)]
      return [fundingAiSignal(company, round, Math.min(round.confidence, best), [...new Set(names)])]
    })
}

function fundingAiSignal(company: string, round: BaseSignal, confidence: number, evidence: string[]): DerivedSignal {
  return {
    key: derivedKey('funding_ai', company, round.source.name, round.key),
    type: 'funding_ai',
    label: `Funding plus AI: ${round.label}`,
    confidence,
    occurredAt: round.occurredAt,
    fields: { ...round.fields, evidence },
  }
}

/** Signals of one kind and one confidence, sorted by time. */
type Strength = readonly BaseSignal[]

/**
 * By kind, strongest first. Confidences have two decimals, so a kind has at most 101 strengths, and a binary search in
 * each finds the strongest signals near a round. A company with tens of thousands of signals and rounds therefore never
 * needs a comparison of every round with every signal.
 */
function evidenceByStrength(valid: readonly BaseSignal[]): Strength[][] {
  return (Object.keys(EVIDENCE_FIELDS) as (keyof typeof EVIDENCE_FIELDS)[]).map((kind) => {
    const ofKind = valid.filter((signal) => signal.type === kind && isAiEvidence(signal))
    return [...Map.groupBy(ofKind, (signal) => signal.confidence)]
      .sort(([a], [b]) => b - a)
      .map(([, strength]) => strength)
  })
}

function strongestNear(round: BaseSignal, strengths: readonly Strength[]): BaseSignal[] {
  const reach = FUNDING_AI.daysEitherSide * DAY_SECONDS
  const strongest: BaseSignal[] = []
  for (const strength of strengths) {
    const start = indexAtOrAfter(strength, round.occurredAt - reach)
    const end = indexAtOrAfter(strength, round.occurredAt + reach + 1)
    strongest.push(...strength.slice(start, Math.min(end, start + FUNDING_AI.listedOfEachKind - strongest.length)))
    if (strongest.length === FUNDING_AI.listedOfEachKind) break
  }
  return strongest
}

function isAiEvidence({ type, fields }: BaseSignal): boolean {
  if (type === 'web') return fields.kind !== 'ai_crawler_policy'
  return fields.ai === true && fields.change !== 'dropped'
}

/** Such as "tool: OpenAI API". A long job title is cut off. */
function nameOf(signal: BaseSignal): string {
  const name = String(signal.fields[EVIDENCE_FIELDS[signal.type as keyof typeof EVIDENCE_FIELDS]] ?? signal.label)
  return `${signal.type}: ${[...name].slice(0, MAX_NAME_CHARACTERS).join('')}`
}
