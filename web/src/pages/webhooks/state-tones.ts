import type { EVENT_STATES, WebhookReply } from '../../contract.ts'
import type { Tone } from '../../parts/notes/tone.ts'

export const WEBHOOK_STATE_TONES: Readonly<Record<WebhookReply['state'], Tone>> = {
  healthy: 'success',
  falling_behind: 'warning',
  retrying: 'warning',
  held: 'danger',
  key_unreadable: 'danger',
  paused: 'off',
  events_failed: 'warning',
}

export const EVENT_STATE_TONES: Readonly<Record<(typeof EVENT_STATES)[number], Tone>> = {
  delivered: 'success',
  waiting: 'warning',
  exhausted: 'danger',
  unknown: 'off',
}
