// Explains Salesforce's answers.

import { CrmError, shortened } from './crm.ts'
import type { JsonReply } from './json-client.ts'

interface ApiError {
  readonly message?: unknown
  readonly errorCode?: unknown
  /** Of one record of a collection. */
  readonly statusCode?: unknown
}

const DAILY_HOLD_SECONDS = 3_600
const BUSY_HOLD_SECONDS = 60
/** The organization isn't set up correctly. */
const SETUP_CODES = ['INVALID_FIELD', 'INVALID_TYPE', 'INVALID_FIELD_FOR_INSERT_UPDATE', 'MALFORMED_QUERY']
/** Another attempt may succeed. */
const BUSY_CODES = [
  'UNABLE_TO_LOCK_ROW',
  'QUERY_TIMEOUT',
  'REQUEST_RUNNING_TOO_LONG',
  'SERVER_UNAVAILABLE',
  'INVALID_QUERY_LOCATOR',
]

/** Undefined for a success. */
export function failureOf(reply: JsonReply, secrets: readonly string[]): CrmError | undefined {
  const { status, body, retryAfterSeconds } = reply
  if (status >= 200 && status < 300) return body === undefined ? new CrmError('unavailable', NO_JSON) : undefined
  const [first] = (Array.isArray(body) ? body : [body]) as (ApiError | undefined)[]
  const code = codeOf(first)
  const said = shortened(first?.message, secrets)
  if (code === 'REQUEST_LIMIT_EXCEEDED') {
    const isBurst = /concurrent/i.test(said)
    const text = isBurst ? 'Salesforce asks for fewer requests.' : 'Salesforce’s requests of a day are used up.'
    return new CrmError(
      'limit',
      `${text} Writing continues by itself.`,
      isBurst ? BUSY_HOLD_SECONDS : DAILY_HOLD_SECONDS,
    )
  }
  if (status === 429)
    return new CrmError(
      'limit',
      'Salesforce asks for fewer requests (429). Writing continues by itself.',
      retryAfterSeconds ?? BUSY_HOLD_SECONDS,
    )
  if (status >= 500 || status === 408 || BUSY_CODES.includes(code))
    return new CrmError(
      'unavailable',
      `Salesforce answered ${code || status}. Writing continues by itself.`,
      retryAfterSeconds,
    )
  if (SETUP_CODES.includes(code)) return new CrmError('setup', `Salesforce answered ${code}: ${said}`)
  if (status === 401)
    return new CrmError(
      'access',
      `Salesforce ends each session at once (401): ${said}. Check the policies of the connected app.`,
    )
  if (status >= 300 && status < 400) return new CrmError('access', ELSEWHERE)
  if (status === 403 || status === 404)
    return new CrmError(
      'access',
      `The user of the connected app lacks a right (${status}${code && ` ${code}`}): ${said}. It needs "API Enabled", and to read and edit accounts and tasks.`,
    )
  return new CrmError('setup', `Salesforce answered ${status}${code && ` ${code}`}: ${said}`)
}

/** Undefined for a success. The endpoint has its own form of errors. */
export function signInFailureOf(reply: JsonReply, secrets: readonly string[]): CrmError | undefined {
  const { status, body, retryAfterSeconds } = reply
  if (status === 200 && typeof body === 'object' && body !== null) return undefined
  if (status === 429 || status >= 500)
    return new CrmError(
      'unavailable',
      `Salesforce answered ${status} to the sign-in. Writing continues by itself.`,
      retryAfterSeconds,
    )
  if (status >= 300 && status < 400) return new CrmError('access', ELSEWHERE)
  const { error, error_description: description } = (body ?? {}) as { error?: unknown; error_description?: unknown }
  const said = shortened(description, secrets)
  const known = SIGN_IN_STEPS.find(([part]) => `${String(error)} ${said}`.includes(part))
  if (known) return new CrmError('access', `Salesforce refused the sign-in (${said}): ${known[1]}`)
  if (typeof error !== 'string')
    return new CrmError('access', `There is no Salesforce at this address (${status}): check your My Domain URL.`)
  return new CrmError('access', `Salesforce refused the sign-in (${shortened(error, secrets)}): ${said}.`)
}

/** By a part of the error or its description. */
const SIGN_IN_STEPS: readonly (readonly [string, string])[] = [
  ['no client credentials user', 'choose a user in "Run As" of the connected app’s policies.'],
  ['not supported on this domain', 'enter your My Domain URL (Setup, My Domain).'],
  ['no valid scopes', 'give the connected app the scope "Manage user data via APIs (api)".'],
  ['hasn’t approved', 'let the user’s profile or permission set use the connected app.'],
  ["hasn't approved", 'let the user’s profile or permission set use the connected app.'],
  ['invalid_client_id', 'paste the consumer key of the connected app. A new one takes up to 10 minutes to work.'],
  ['invalid_client', 'paste the consumer secret of the connected app.'],
  ['unsupported_grant_type', 'enable the client credentials flow in the connected app.'],
  ['invalid_app_access', 'let the user’s profile or permission set use the connected app.'],
  ['audience', 'a sandbox has an address with ".sandbox.my.salesforce.com".'],
]

const NO_JSON = 'Salesforce’s answer isn’t JSON. Writing continues by itself.'
const ELSEWHERE = 'The address leads elsewhere: enter your My Domain URL (Setup, My Domain).'

export interface RecordResult {
  readonly id?: unknown
  readonly success?: unknown
  readonly errors?: readonly ApiError[]
}

/** Why one record of a collection wasn't written. */
export function recordProblem(result: RecordResult | undefined, secrets: readonly string[]): string {
  const [first] = result?.errors ?? []
  const code = codeOf(first)
  return first
    ? `Salesforce refused it: ${shortened(first.message, secrets)}${code && ` (${code})`}`
    : 'Salesforce didn’t say that it was written.'
}

function codeOf(error: ApiError | undefined): string {
  const code = String(error?.errorCode ?? error?.statusCode ?? '')
  return /^[A-Z_]{1,80}$/.test(code) ? code : ''
}
