// Explains a receiver's answer and what to do about it, in sentences for the customer.

import type { AlertDestination } from '../../../closed-sets/alerts.ts'
import type { FailureReason } from '../../../outbound/index.ts'
import { diagnose } from '../../sending/index.ts'

/** An attempt as it is stored. */
export interface Answer {
  readonly status: number | null
  readonly reason: string | null
  /** The first part of the answer. If there was none, the error. */
  readonly excerpt: string | null
}

/** Of a search that an endpoint's 410 paused. */
export const ENDPOINT_GONE_TEXT =
  'The endpoint answered 410 Gone, so the alert was paused. Change its destination, or resume it when the endpoint is back.'

const REMOVED =
  'The webhook was removed in Slack. Add an incoming webhook to the channel again, then edit the alert and enter its URL.'

/** The errors of incoming webhooks, which Slack writes into the body. */
const SLACK_ERRORS: ReadonlyMap<string, string> = new Map([
  ['no_service', REMOVED],
  ['no_service_id', REMOVED],
  ['invalid_token', REMOVED],
  ['no_active_hooks', REMOVED],
  ['user_not_found', REMOVED],
  ['token_revoked', REMOVED],
  ['no_team', 'Slack doesn’t know this workspace. Copy the URL from Slack again, then edit the alert.'],
  [
    'team_disabled',
    'The Slack workspace is disabled. Edit the alert and enter the URL of a webhook in another workspace.',
  ],
  [
    'channel_is_archived',
    'The Slack channel was archived. Bring it back, or edit the alert and enter the URL of a webhook in another channel.',
  ],
  [
    'channel_not_found',
    'The Slack channel was deleted. Edit the alert and enter the URL of a webhook in another channel.',
  ],
  ['action_prohibited', 'An admin of the Slack workspace forbids it. Ask them to allow it, or choose another channel.'],
  [
    'posting_to_general_channel_denied',
    'An admin of the Slack workspace forbids posts to this channel. Edit the alert and enter the URL of a webhook in another channel.',
  ],
])

const RETRIES = 'It has a problem or asks us to slow down.'

/** For an answer that wasn't 2xx. */
export function explainAnswer(destination: AlertDestination, { status, reason, excerpt }: Answer): string {
  if (reason === 'removed') return 'The companies of this message were removed, so there was nothing to send.'
  if (destination === 'mail') return excerpt ?? 'The email couldn’t be sent.'
  if (reason !== null) {
    const message = excerpt ?? 'The request failed.'
    return diagnose({ outcome: 'failure', reason: reason as FailureReason, message, latencyMs: 0 })
  }
  const answered = status ?? 0
  if (destination === 'slack') return explainSlack(answered, excerpt ?? '')
  if (answered === 401 || answered === 403) {
    return `The endpoint answered ${answered}: it refused the request. Check that it verifies signatures with the signing secret of this alert.`
  }
  if (answered === 410) return 'The endpoint answered 410: it is permanently gone. Change the destination of the alert.'
  return diagnose({ outcome: 'response', status: answered, latencyMs: 0, excerpt: '' })
}

function explainSlack(status: number, excerpt: string): string {
  const code = excerpt.trim()
  const isCode = /^[a-z_]{3,60}$/.test(code)
  const known = isCode ? SLACK_ERRORS.get(code) : undefined
  if (known !== undefined) return `Slack answered ${status}, ${code}. ${known}`
  // The receiver may be another program that takes Slack's messages.
  const answered = `The endpoint answered ${status}${isCode ? `, ${code}` : ''}.`
  if (status === 429 || status >= 500) return `${answered} ${RETRIES}`
  return `${answered} Check that the URL is that of an incoming webhook in Slack, and enter it again.`
}
