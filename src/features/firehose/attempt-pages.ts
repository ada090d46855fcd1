import type { AttemptOutcome } from '../../closed-sets/webhooks.ts'
import type { Queryable } from '../../db/index.ts'
import type { AttemptReply } from '../../settings-contract/index.ts'
import { diagnose, type FailureReason } from '../sending/index.ts'
import { type AttemptView, listAttempts } from './views.ts'

const PAGE = 50
/** What a filter by type looks through for one page: attempts do not keep the type, their events do. */
const LOOKED_AT_ONCE = 200
const ROUNDS = 5

export interface AttemptQuery {
  readonly outcome?: AttemptOutcome
  readonly type?: string
  readonly since?: string
  readonly until?: string
  /** Milliseconds and position of the last attempt of the page before. */
  readonly before?: string
}

/** A page can be short, even empty, and have a next one: the work for one page is bounded, whatever the filter. */
export async function pageOfAttempts(
  db: Queryable,
  teamId: string,
  webhookId: string,
  { outcome, type, since, until, before }: AttemptQuery,
): Promise<{ attempts: AttemptReply[]; next: string | null }> {
  const shown: AttemptView[] = []
  let cursor = before
  for (let round = 0; round < ROUNDS; round++) {
    const most = type === undefined ? PAGE + 1 : LOOKED_AT_ONCE
    const rows = await listAttempts(db, teamId, webhookId, {
      outcome,
      since: since === undefined ? undefined : new Date(since),
      until: until === undefined ? undefined : new Date(until),
      before: placeOf(cursor),
      most,
    })
    for (const row of rows) {
      if (shown.length === PAGE) return { attempts: shown.map(attemptReplyOf), next: cursor ?? null }
      cursor = `${row.at.getTime()}_${row.position}`
      if (type === undefined || row.type === type) shown.push(row)
    }
    if (rows.length < most) return { attempts: shown.map(attemptReplyOf), next: null }
  }
  return { attempts: shown.map(attemptReplyOf), next: cursor ?? null }
}

function placeOf(cursor: string | undefined): { at: Date; position: number } | undefined {
  if (cursor === undefined) return undefined
  const [at, position] = cursor.split('_').map(Number)
  return { at: new Date(at ?? 0), position: position ?? 0 }
}

export function attemptReplyOf(attempt: AttemptView): AttemptReply {
  const { at, position, eventId, type, lane, status, reason, latencyMs, excerpt, message } = attempt
  return {
    at: at.toISOString(),
    position: String(position),
    eventId,
    type: type as AttemptReply['type'],
    lane,
    attempt: attempt.attempt,
    succeeded: reason === null,
    status,
    problem: reason === null ? null : problemOf(reason, status, message),
    milliseconds: latencyMs,
    excerpt,
  }
}

/** Where no words were kept with it. */
const HAPPENED: Readonly<Record<FailureReason, string>> = {
  forbidden_url: 'The URL is not one that webhooks can be sent to.',
  dns: 'The host name could not be resolved.',
  forbidden_address: 'The host name leads to an address that is not public.',
  refused: 'The connection was refused.',
  unreachable: 'The address could not be reached.',
  connect_timeout: 'The connection was not made in time.',
  tls: 'The TLS connection failed.',
  timeout: 'The endpoint did not answer in time.',
  reset: 'The connection was cut in the middle.',
  redirect: 'The endpoint answered with a redirect, which is not followed.',
  invalid_response: 'The answer was no valid HTTP.',
  invalid_request: 'The request could not be made.',
  aborted: 'The attempt was stopped by us.',
  failed: 'The attempt failed.',
}

function problemOf(reason: string, status: number | null, message: string | null): string {
  if (reason === 'status' && status !== null) {
    return diagnose({ outcome: 'response', status, latencyMs: 0, excerpt: '' })
  }
  const kind: FailureReason = reason in HAPPENED ? (reason as FailureReason) : 'failed'
  return diagnose({ outcome: 'failure', reason: kind, message: message ?? HAPPENED[kind], latencyMs: 0 })
}
