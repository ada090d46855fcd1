import { type BaseSignal, DAY_SECONDS } from './derived-signal.ts'
import { FUNDING_AI } from './funding-ai-rules.ts'

const EVIDENCE_SECONDS = FUNDING_AI.daysEitherSide * DAY_SECONDS

/**
 * The range, in Unix seconds, of rounds that may have one of these facts as evidence of AI. Changing the facts doesn't
 * affect other rounds. Undefined: there are no such facts.
 */
export function roundsNear(facts: readonly BaseSignal[]): { readonly from: number; readonly to: number } | undefined {
  const times = facts.flatMap(timesOf)
  return times.length === 0 ? undefined : { from: Math.min(...times), to: Math.max(...times) }
}

function timesOf({ type, occurredAt, closedAt, status }: BaseSignal): number[] {
  if (type === 'hiring') return [occurredAt - EVIDENCE_SECONDS, occurredAt + EVIDENCE_SECONDS]
  if (type !== 'tool' && type !== 'web') return []
  const until = status === 'closed' && closedAt !== undefined ? closedAt : Number.POSITIVE_INFINITY
  return [occurredAt - EVIDENCE_SECONDS, until]
}
