// Pages of the delivery log by event, with the attempts of each event.

import type { EventState, ListedEventState } from '../../../closed-sets/webhooks.ts'
import type { Queryable } from '../../../db/index.ts'
import type { DeliveryEventReply } from '../../../settings-contract/index.ts'
import { readDeliverableEventsAt } from '../../../write/log/index.ts'
import { eventIdOf } from '../../sending/index.ts'
import { listAttempts } from './attempt-views.ts'
import {
  type AttemptMark,
  findEventPosition,
  type ListedEvent,
  listFailingEvents,
  type RetryRow,
  readAttemptMarks,
  readCompanyNames,
  readRetryRows,
  walkEvents,
} from './event-queries.ts'

const PAGE_SIZE = 50
/** How many attempts a page with a filter reads. */
const MAX_LOOKS = 10_000
const FAR_FUTURE = new Date('2999-01-01T00:00:00Z')

export interface EventQuery {
  readonly state?: ListedEventState
  readonly type?: string
  /** An event id, or a part of a company's name or domain. */
  readonly search?: string
  readonly since?: string
  /** Milliseconds and position of the last event of the previous page. */
  readonly before?: string
}

interface EventPage {
  readonly events: DeliveryEventReply[]
  readonly next: string | null
}

const NOTHING: EventPage = { events: [], next: null }

export async function pageOfEvents(
  db: Queryable,
  teamId: string,
  webhookId: string,
  query: EventQuery,
): Promise<EventPage> {
  const search = query.search?.trim().toLowerCase() || undefined
  const eventId = search === undefined ? undefined : parseEventId(search)
  if (eventId) return pageOfOne(db, teamId, webhookId, query, await findEventPosition(db, eventId))
  const { found, next } = await findEvents(db, teamId, webhookId, query, search)
  return { events: await describe(db, teamId, webhookId, found), next }
}

async function findEvents(
  db: Queryable,
  teamId: string,
  webhookId: string,
  { state, type, since, before }: EventQuery,
  company: string | undefined,
): Promise<{ found: ListedEvent[]; next: string | null }> {
  const cursor = parseCursor(before)
  const filter = { type, company, since: since === undefined ? new Date(0) : new Date(since) }
  if (state === 'waiting' || state === 'exhausted') {
    const before = cursor.position
    const rows = await listFailingEvents(db, teamId, webhookId, { ...filter, state, before }, PAGE_SIZE + 1)
    return cutPage(rows, rows.length > PAGE_SIZE)
  }
  const isSelective = type !== undefined || company !== undefined
  // Most events are delivered.
  const limit = isSelective ? MAX_LOOKS : state === undefined ? PAGE_SIZE + 1 : 10 * PAGE_SIZE
  const walked = await walkEvents(db, teamId, webhookId, { ...filter, state, before: cursor }, limit)
  const passing = walked.filter(({ passes }) => passes)
  if (passing.length > PAGE_SIZE) return cutPage(passing, true)
  const last = walked.at(-1)
  return { found: passing, next: last && walked.length === limit ? cursorAt(last) : null }
}

function cutPage(rows: readonly ListedEvent[], hasMore: boolean): { found: ListedEvent[]; next: string | null } {
  const found = rows.slice(0, PAGE_SIZE)
  const last = found.at(-1)
  return { found, next: hasMore && last ? cursorAt(last) : null }
}

const cursorAt = ({ at, position }: ListedEvent) => `${at.getTime()}_${position}`

function parseCursor(cursor: string | undefined): { at: Date; position: number } {
  const [at, position] = cursor?.split('_').map(Number) ?? []
  return { at: at === undefined ? FAR_FUTURE : new Date(at), position: position ?? Number.MAX_SAFE_INTEGER }
}

/** The parts of `eventIdOf`. Undefined: it isn't an event id. */
function parseEventId(text: string): { signalId: string; action: string; unix: number } | undefined {
  const [, signalId, action, unix] =
    /^wh_([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})_(created|updated)_(\d{1,12})$/.exec(text) ?? []
  return signalId && action && unix ? { signalId, action, unix: Number(unix) } : undefined
}

/** The page of a search by event id. */
async function pageOfOne(
  db: Queryable,
  teamId: string,
  webhookId: string,
  { state, type, since }: EventQuery,
  position: number | undefined,
): Promise<EventPage> {
  if (position === undefined) return NOTHING
  const [newest] = await listAttempts(db, teamId, webhookId, { position, limit: 1 })
  if (!newest || (since !== undefined && newest.at < new Date(since))) return NOTHING
  const { at, lane, status, reason } = newest
  const listed = {
    at,
    position,
    newest: { lane, status, succeeded: reason === null },
    testEventId: null,
    testType: null,
    passes: true,
  }
  const events = await describe(db, teamId, webhookId, [listed])
  return {
    events: events.filter(
      (event) => (state === undefined || event.state === state) && (type === undefined || event.type === type),
    ),
    next: null,
  }
}

async function describe(
  db: Queryable,
  teamId: string,
  webhookId: string,
  found: readonly ListedEvent[],
): Promise<DeliveryEventReply[]> {
  const positions = found.flatMap(({ position }) => (position > 0 ? position : []))
  if (found.length === 0) return []
  const [events, marks, retries] = [
    await readDeliverableEventsAt(db, positions),
    await readAttemptMarks(db, webhookId, positions),
    await readRetryRows(db, webhookId, positions),
  ]
  const companies = await readCompanyNames(
    db,
    events.map(({ companyOrdinal }) => companyOrdinal),
  )
  const eventAt = new Map(events.map((event) => [event.position, event]))
  const marksAt = Map.groupBy(marks, ({ position }) => position)
  const retryAt = new Map(retries.map((retry) => [retry.position, retry]))
  return Promise.all(
    found.map(async (listed) => {
      const { at, position, newest, testEventId } = listed
      const isTest = newest?.lane === 'test'
      const event = eventAt.get(position)
      const retry = isTest ? undefined : retryAt.get(position)
      let attempts: readonly Omit<AttemptMark, 'position'>[] = isTest ? [] : (marksAt.get(position) ?? [])
      // A test event, or a first attempt that succeeded and that is packed with others.
      if (attempts.length === 0 && newest) attempts = [{ at, ...newest }]
      let state = stateOf(attempts, retry)
      if (state === 'unknown' && !isTest) {
        // Its only rows are failed replays. The packed attempts show whether it was delivered before.
        attempts = (await listAttempts(db, teamId, webhookId, { position }))
          .map((each) => ({ at: each.at, lane: each.lane, succeeded: each.reason === null, status: each.status }))
          .reverse()
        state = stateOf(attempts, retry)
      }
      const type = event?.type ?? listed.testType ?? retry?.type ?? null
      return {
        at: at.toISOString(),
        position: String(position),
        eventId: event ? eventIdOf(event.signalId, event.action, event.unix) : testEventId,
        type: type as DeliveryEventReply['type'],
        company: (event && companies.get(event.companyOrdinal)) ?? null,
        isTest,
        state: isTest && state === 'unknown' ? 'exhausted' : state,
        nextAttemptAt: retry && !retry.exhausted ? retry.dueAt.toISOString() : null,
        isRetryAsked: retry?.isAsked ?? false,
        attempts: attempts.map(({ at, lane, succeeded, status }) => ({
          at: at.toISOString(),
          lane,
          succeeded,
          status,
        })),
      }
    }),
  )
}

function stateOf(attempts: readonly Pick<AttemptMark, 'succeeded'>[], retry: RetryRow | undefined): EventState {
  if (retry && !retry.exhausted) return 'waiting'
  if (attempts.some(({ succeeded }) => succeeded)) return 'delivered'
  return retry ? 'exhausted' : 'unknown'
}
