import type { SIGNAL_TYPES, WebhookReply } from '../../contract.ts'
import { formatDuration, formatNumber, pluralize } from '../../parts/format.ts'
import type { Tone } from '../../parts/Status.tsx'

export type SignalType = (typeof SIGNAL_TYPES)[number]

export const TYPE_NAMES: Readonly<Record<SignalType, string>> = {
  hiring: 'Hiring',
  funding: 'Funding',
  funding_ai: 'Funding plus AI',
  web: 'Website AI',
  tool: 'Tool adoption',
  velocity: 'Hiring velocity',
}

export const WEBHOOK_STATE_WORDS: Readonly<Record<WebhookReply['state'], readonly [Tone, string]>> = {
  healthy: ['success', 'Healthy'],
  retrying: ['warning', 'Retrying'],
  held: ['danger', 'Held back'],
  paused: ['off', 'Paused'],
}

export function lagInWords({ events, exact, seconds }: WebhookReply['lag']): string {
  if (events === 0) return 'Nothing waits'
  return `${exact ? '' : 'At least '}${pluralize(events, 'event')} ${events === 1 ? 'waits' : 'wait'}, the oldest for ${formatDuration(seconds)}`
}

export const FORWARD_ONLY =
  'Delivery is forward-only: what is found from the moment you save is sent, what came before is not. Missed history is replayed by support, on request.'

export const milliseconds = (value: number) => `${formatNumber(value)} ms`
