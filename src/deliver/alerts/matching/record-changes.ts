// Writes what was decided, and the messages that follow, in the watcher's transaction.

import { randomUUID } from 'node:crypto'
import type { AlertInterval, Silence } from '../../../closed-sets/alerts.ts'
import { columns, many, type Transaction } from '../../../db/index.ts'
import { DAY_SECONDS } from '../../../query/index.ts'
import { MAX_DIGEST_COMPANIES } from '../messages/alert-content.ts'
import {
  lockSearches,
  type NewChange,
  pairKey,
  type RingingSearch,
  readMutes,
  writeChanges,
} from '../searches/watcher-queries.ts'
import type { Decision } from './decide-pairs.ts'

/** What a transaction wrote. `alerts`: the entries that send an alert. */
export interface Recorded {
  readonly entered: number
  readonly left: number
  readonly alerts: number
}

export const NOTHING: Recorded = { entered: 0, left: 0, alerts: 0 }

export const sumOf = (a: Recorded, b: Recorded): Recorded => ({
  entered: a.entered + b.entered,
  left: a.left + b.left,
  alerts: a.alerts + b.alerts,
})

/** Decisions of a version that is no longer the search's are dropped. */
export async function recordChanges(tx: Transaction, decisions: readonly Decision[], at: number): Promise<Recorded> {
  if (decisions.length === 0) return NOTHING
  const searches = await lockSearches(tx, [...new Set(decisions.map(({ search }) => search))])
  const valid = decisions.filter(({ search, version }) => searches.get(search)?.version === version)
  const mutes = await readMutes(tx, valid)
  const changes = valid.map((decision): NewChange => {
    const { search, company, action, match, signals } = decision
    const silence = action === 'left' ? null : silenceOf(decision, searches.get(search) as RingingSearch, mutes, at)
    return { id: randomUUID(), search, company, action, at, match, signals, silence, message: null }
  })
  const alerting = changes.filter(({ action, silence }) => action === 'entered' && silence === null)
  const sent = alerting.filter(({ search }) => searches.get(search)?.destination !== 'today')
  const messages = await addMessages(tx, sent, searches, at)
  await writeChanges(
    tx,
    changes.map((change) => ({ ...change, message: messages.get(change.id) ?? null })),
  )
  const entered = changes.filter(({ action }) => action === 'entered').length
  return { entered, left: changes.length - entered, alerts: alerting.length }
}

function silenceOf(
  { search, company, isLoud, isMoved, leftAt }: Decision,
  { isPaused, isMuted, hasAccess, isAllowed, awayDays }: RingingSearch,
  mutes: ReadonlySet<string>,
  at: number,
): Silence | null {
  if (!isLoud) return 'history'
  if (isMoved) return 'moved'
  if (leftAt !== null && at < leftAt + awayDays * DAY_SECONDS) return 'back_soon'
  if (isMuted || mutes.has(pairKey({ search, company }))) return 'muted'
  if (isPaused) return 'paused'
  if (!hasAccess) return 'no_access'
  return isAllowed ? null : 'unconfirmed'
}

interface NewMessage {
  readonly id: string
  readonly search: number
  readonly every: AlertInterval
  readonly timeZone: string
}

const MESSAGES = columns<NewMessage>(1, {
  id: ['uuid', ({ id }) => id],
  search: ['int', ({ search }) => search],
  every: ['text', ({ every }) => every],
  zone: ['text', ({ timeZone }) => timeZone],
})

/**
 * The message of each change. An immediate alert has its own message; a digest is shared. People get one message for
 * many companies that entered together: a large import must not flood a channel.
 */
async function addMessages(
  tx: Transaction,
  changes: readonly NewChange[],
  searches: ReadonlyMap<number, RingingSearch>,
  at: number,
): Promise<Map<string, string>> {
  const messages = new Map<string, string>()
  const isNow = ({ search }: NewChange) => searches.get(search)?.every === 'now'
  const atOnce: NewMessage[] = []
  for (const [search, each] of Map.groupBy(changes.filter(isNow), ({ search }) => search)) {
    const isShared = searches.get(search)?.destination !== 'webhook' && each.length > MAX_DIGEST_COMPANIES
    for (const together of isShared ? [each] : each.map((change) => [change])) {
      const message = randomUUID()
      atOnce.push({ id: message, search, every: 'now', timeZone: 'UTC' })
      for (const { id } of together) messages.set(id, message)
    }
  }
  if (atOnce.length > 0) {
    await tx.query(
      `insert into search_messages (id, search, next_at) select m.id, m.search, to_timestamp($5) from ${MESSAGES.as('m')}`,
      [...MESSAGES.values(atOnce), at],
    )
  }
  const collected = Map.groupBy(
    changes.filter((change) => !isNow(change)),
    ({ search }) => search,
  )
  const digests = await openDigests(
    tx,
    [...collected.keys()].map((n) => searches.get(n) as RingingSearch),
    at,
  )
  for (const [search, each] of collected) {
    for (const { id } of each) messages.set(id, digests.get(search) as string)
  }
  return messages
}

/** Days and weeks begin at this hour of the team's time zone, weeks on Monday. */
const MORNING = `interval '8 hours'`
const DIGEST_AT = `(case m.every
    when 'hour' then date_trunc('hour', l.local) + interval '1 hour'
    when 'day' then date_trunc('day', l.local - ${MORNING}) + interval '1 day' + ${MORNING}
    else date_trunc('week', l.local - ${MORNING}) + interval '7 days' + ${MORNING} end at time zone m.zone)`

/** The digests that are collecting. One that is being sent is closed: the entry goes to the next one. */
async function openDigests(
  tx: Transaction,
  searches: readonly RingingSearch[],
  at: number,
): Promise<Map<number, string>> {
  const open = new Map<number, string>()
  for (let tries = 0; tries < 2 && open.size < searches.length; tries++) {
    const missing = searches
      .filter(({ n }) => !open.has(n))
      .map(({ n, every, timeZone }) => ({ id: randomUUID(), search: n, every, timeZone }))
    const rows = await many<{ id: string; search: number }>(
      tx,
      `insert into search_messages as old (id, search, digest_at, next_at)
       select m.id, m.search, d.at, d.at
         from ${MESSAGES.as('m')},
              lateral (select to_timestamp($5) at time zone m.zone as local) l,
              lateral (select ${DIGEST_AT} + case when $6 > 0 then
                 case m.every when 'hour' then interval '1 hour' when 'day' then interval '1 day' else interval '7 days' end
                 else interval '0' end as at) d
       on conflict (search, digest_at) where digest_at is not null do update set next_at = old.next_at
          where old.state = 'waiting' and old.attempts = 0
       returning old.id, old.search`,
      [...MESSAGES.values(missing), at, tries],
    )
    for (const { id, search } of rows) open.set(search, id)
  }
  return open
}
