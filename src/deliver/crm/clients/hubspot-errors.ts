// Explains HubSpot's answers.

import { CrmError, shortened } from './crm.ts'
import type { JsonReply } from './json-client.ts'

export interface HubSpotError {
  readonly message?: unknown
  readonly category?: unknown
  readonly policyName?: unknown
  readonly context?: Readonly<Record<string, unknown>>
  readonly errors?: readonly HubSpotError[]
}

const DAILY_HOLD_SECONDS = 3_600
const BURST_HOLD_SECONDS = 10

/** Undefined for success: 2xx, and 207 with its partial errors. */
export function failureOf({ status, body, retryAfterSeconds }: JsonReply, token: string): CrmError | undefined {
  if (status >= 200 && status < 300) return body === undefined ? new CrmError('unavailable', NO_JSON) : undefined
  const error = (typeof body === 'object' && body !== null ? body : {}) as HubSpotError
  switch (status) {
    case 401:
      return new CrmError(
        'access',
        'HubSpot doesn’t accept the token (401): it was rotated, deleted or has expired. Paste the current token of the private app.',
      )
    case 403: {
      const scopes = scopesIn(error)
      const what =
        scopes.length > 0 ? `${scopes.join(', ')} ${scopes.length === 1 ? 'is' : 'are'} needed` : saidBy(error, token)
      return new CrmError('access', `The private app lacks a scope (403): ${what}. Add it in HubSpot, then try again.`)
    }
    case 429: {
      const isDaily = error.policyName === 'DAILY'
      const text = isDaily ? 'HubSpot’s daily limit of requests is used up.' : 'HubSpot asks for fewer requests (429).'
      const hold = isDaily ? DAILY_HOLD_SECONDS : BURST_HOLD_SECONDS
      return new CrmError('limit', `${text} Writing continues by itself.`, retryAfterSeconds ?? hold)
    }
    case 423:
    case 477:
      return new CrmError(
        'limit',
        `HubSpot is busy (${status}). Writing continues by itself.`,
        retryAfterSeconds ?? BURST_HOLD_SECONDS,
      )
  }
  // Redirects are not followed: the token is for one server.
  if (status >= 300 && status < 400)
    return new CrmError('access', `HubSpot answered ${status} and names another address: nothing was sent there.`)
  if (status >= 500 || status === 408)
    return new CrmError('unavailable', `HubSpot answered ${status}. Writing continues by itself.`, retryAfterSeconds)
  return new Refusal(status, error, saidBy(error, token))
}

/** HubSpot rejected the request: in a batch, one of the inputs may be the reason. */
export class Refusal extends CrmError {
  readonly status: number
  readonly category: string
  readonly said: string

  constructor(status: number, error: HubSpotError, said: string) {
    super('setup', `HubSpot answered ${status}: ${said}`)
    this.status = status
    this.category = String(error.category ?? '')
    this.said = said
  }

  get isMissingProperty(): boolean {
    return this.said.includes('PROPERTY_DOESNT_EXIST') || /property .{1,120} does not exist/i.test(this.said)
  }
}

const NO_JSON = 'HubSpot’s answer isn’t JSON. Writing continues by itself.'

export function saidBy({ message }: HubSpotError, token: string): string {
  return shortened(message, [token])
}

function scopesIn(error: HubSpotError): string[] {
  const named = [error, ...(Array.isArray(error.errors) ? error.errors : [])].flatMap(({ context }) =>
    ['requiredGranularScopes', 'requiredScopes', 'missingScopes'].flatMap((key) => context?.[key] ?? []),
  )
  return [...new Set(named.map(String))].filter((scope) => /^[\w.-]{1,80}$/.test(scope)).slice(0, 8)
}
