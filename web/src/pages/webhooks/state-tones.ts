import type { EVENT_STATES, WebhookReply } from '../../contract.ts'
import type { Tone } from '../../parts/notes/tone.ts'
import { texts } from './texts.ts'

export const WEBHOOK_STATE_TONES: Readonly<Record<WebhookReply['state'], Tone>> = {
  healthy: 'success',
  falling_behind: 'warning',
  retrying: 'warning',
  held: 'danger',
  key_unreadable: 'danger',
  paused: 'off',
  events_failed: 'warning',
}

type EventState = (typeof EVENT_STATES)[number]

const EVENT_STATE_TONES: Readonly<Record<EventState, Tone>> = {
  delivered: 'success',
  waiting: 'neutral',
  exhausted: 'danger',
  unknown: 'off',
}

interface StatedEvent {
  readonly state: EventState
  readonly attempts: readonly unknown[]
}

/** An event that waits for its second attempt is retrying; one that was never sent is only queued. */
export function shownEventStateOf({ state, attempts }: StatedEvent): {
  readonly label: string
  readonly detail: string
  readonly tone: Tone
} {
  if (state === 'waiting' && attempts.length > 0) return { ...texts.event.retryingState, tone: 'warning' }
  return { ...texts.event.states[state], tone: EVENT_STATE_TONES[state] }
}
