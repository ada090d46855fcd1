// The states of a webhook in sentences, for notices and for the screen.

import type { DeliveryState, PauseReason } from '../../../closed-sets/webhooks.ts'

const HOUR = 3_600

/** Such as "45 s", "12 min" or "3.5 h". */
export function inUnits(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`
  if (seconds < 2 * HOUR) return `${Math.round(seconds / 60)} min`
  return `${Math.round((seconds / HOUR) * 10) / 10} h`
}

export const PAUSED: Readonly<Record<PauseReason, string>> = {
  owner: 'Paused by the team.',
  operator: 'Paused by an operator.',
  gone: 'Paused because the endpoint answered 410 Gone. Resume the webhook when the endpoint is back.',
  failing: 'Paused because the endpoint has been failing for five days. Resume the webhook when the endpoint is fixed.',
  api_access: 'Paused because the team has no API access. Delivery resumes automatically when access returns.',
}

export const KEY_UNREADABLE =
  'The service can’t decrypt the authentication key or the signing secret of this webhook, so nothing is sent. Events are kept for 30 days. The operator of the service has to restore its secret keys, or an owner rotates the key and the signing secret of the webhook.'

/** The notice to the owner when the state begins. */
export function noticeOf(state: DeliveryState, lagSeconds: number): string {
  switch (state) {
    case 'healthy':
      return 'The webhook is delivering normally again.'
    case 'falling_behind':
      return `The webhook is falling behind: events arrive faster than the endpoint accepts them, and the oldest has been waiting for ${inUnits(lagSeconds)}. Nothing is lost. Respond faster, for example by storing the event first and processing it afterwards.`
    case 'retrying':
      return 'Some events have failed for a minute or longer and are being retried.'
    case 'held':
      return 'The endpoint keeps failing, so the webhook is held. Events are kept, and one at a time is retried until the endpoint recovers.'
    case 'key_unreadable':
      return KEY_UNREADABLE
  }
}
