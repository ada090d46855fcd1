import type { EVENT_STATES, WebhookReply } from '../../contract.ts'
import type { Tone } from '../../parts/Status.tsx'

export const WEBHOOK_STATE_TONES: Readonly<Record<WebhookReply['state'], Tone>> = {
  healthy: 'success',
  retrying: 'warning',
  held: 'danger',
  paused: 'off',
}

export const EVENT_STATE_TONES: Readonly<Record<(typeof EVENT_STATES)[number], Tone>> = {
  delivered: 'success',
  waiting: 'warning',
  exhausted: 'danger',
  unknown: 'off',
}
