import type { AttemptOutcome } from '../../../closed-sets/webhooks.ts'
import type { Queryable } from '../../../db/index.ts'
import type { FailureReason } from '../../../outbound/index.ts'
import type { AttemptReply } from '../../../settings-contract/index.ts'
import { diagnose } from '../../sending/index.ts'
import { type AttemptView, listAttempts } from './attempt-views.ts'

const PAGE_SIZE = 50
/**
 * A filter by type is applied here, because attempts do not store the type of their event. It reads more rows per page.
 */
const ROWS_PER_READ = 200
const MAX_READS = 5

interface AttemptQuery {
  readonly outcome?: AttemptOutcome
  readonly type?: string
  readonly since?: string
  readonly until?: string
  /** Milliseconds and position of the last attempt of the previous page. */
  readonly before?: string
}

/**
 * A page can be short or even empty and still have a next one: the work for one page is bounded, whatever the filter.
 */
export async function pageOfAttempts(
  db: Queryable,
  teamId: string,
  webhookId: string,
  { outcome, type, since, until, before }: AttemptQuery,
): Promise<{ attempts: AttemptReply[]; next: string | null }> {
  const page: AttemptView[] = []
  let cursor = before
  for (let round = 0; round < MAX_READS; round++) {
    const limit = type === undefined ? PAGE_SIZE + 1 : ROWS_PER_READ
    const rows = await listAttempts(db, teamId, webhookId, {
      outcome,
      since: since === undefined ? undefined : new Date(since),
      until: until === undefined ? undefined : new Date(until),
      before: parseCursor(cursor),
      limit,
    })
    for (const row of rows) {
      if (page.length === PAGE_SIZE) return { attempts: page.map(attemptReplyOf), next: cursor ?? null }
      cursor = `${row.at.getTime()}_${row.position}`
      if (type === undefined || row.type === type) page.push(row)
    }
    if (rows.length < limit) return { attempts: page.map(attemptReplyOf), next: null }
  }
  return { attempts: page.map(attemptReplyOf), next: cursor ?? null }
}

function parseCursor(cursor: string | undefined): { at: Date; position: number } | undefined {
  if (cursor === undefined) return undefined
  const [at, position] = cursor.split('_').map(Number)
  return { at: new Date(at ?? 0), position: position ?? 0 }
}

export function attemptReplyOf(attempt: AttemptView): AttemptReply {
  const { at, position, eventId, type, lane, status, reason, latencyMs, excerpt } = attempt
  return {
    at: at.toISOString(),
    position: String(position),
    eventId,
    type: type as AttemptReply['type'],
    lane,
    attempt: attempt.attempt,
    succeeded: reason === null,
    status,
    problem: reason === null ? null : problemOf(attempt),
    milliseconds: latencyMs,
    excerpt,
  }
}

/** For attempts that were stored without a message. */
const DEFAULT_MESSAGES: Readonly<Record<FailureReason, string>> = {
  forbidden_url: 'Webhooks cannot be sent to this URL.',
  dns: 'The host name could not be resolved.',
  forbidden_address: 'The host name resolves to an address that is not public.',
  refused: 'The connection was refused.',
  unreachable: 'The address could not be reached.',
  connect_timeout: 'The connection timed out.',
  tls: 'The TLS connection failed.',
  timeout: 'The endpoint did not respond in time.',
  reset: 'The connection was closed during the request.',
  redirect: 'The endpoint answered with a redirect. Redirects are not followed.',
  invalid_response: 'The response was not valid HTTP.',
  invalid_request: 'The request could not be sent.',
  aborted: 'We stopped the attempt.',
  failed: 'The attempt failed.',
}

/** Why an attempt failed and what to do about it, as a sentence. */
export function problemOf({
  lane,
  reason,
  status,
  message,
}: Pick<AttemptView, 'lane' | 'reason' | 'status' | 'message'>): string {
  const options = { isTest: lane === 'test' }
  if (reason === 'status' && status !== null) {
    return diagnose({ outcome: 'response', status, latencyMs: 0, excerpt: '' }, options)
  }
  const kind: FailureReason =
    reason !== null && Object.hasOwn(DEFAULT_MESSAGES, reason) ? (reason as FailureReason) : 'failed'
  const text = message ?? DEFAULT_MESSAGES[kind]
  return diagnose({ outcome: 'failure', reason: kind, message: text, latencyMs: 0 }, options)
}
