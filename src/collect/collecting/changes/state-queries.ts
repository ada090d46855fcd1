// What a visit with changes stores, in the transaction of its signals. Each function is one statement.

import { columns, many, type Queryable } from '../../../db/index.ts'
import type { EntryCount } from '../../collectors/index.ts'
import type { LastAnswer } from '../visits/last-answer.ts'
import type { Look, WrittenFacts } from '../visits/look.ts'
import type { VisitOutcome } from './reconcile.ts'

export interface SavedVisit {
  readonly look: Look
  /** Unix seconds. */
  readonly at: number
  readonly outcome: VisitOutcome
  readonly knownSince: number | null
  readonly recordsHash: string
  readonly pending: boolean
  /** Undefined: the next visit reads the full answer. */
  readonly answer: LastAnswer | undefined
  /** Undefined: as they were. */
  readonly entries: string | undefined
  readonly written: WrittenFacts
  readonly counts: { readonly created: number; readonly updated: number; readonly closed: number }
  readonly message: string | undefined
  /** What could not be read just now. */
  readonly failure: string | undefined
  /** Of the source's lists. */
  readonly counted: EntryCount | undefined
  /** It shows nothing of what existed before. Null: nothing did. Undefined: it could not read everything. */
  readonly emptied: boolean | null | undefined
}

const STATE = columns<SavedVisit>(1, {
  id: ['int', ({ look }) => look.id],
  known_since: ['float8', ({ knownSince }) => knownSince],
  records_hash: ['text', ({ recordsHash }) => recordsHash],
  pending: ['boolean', ({ pending }) => pending],
  validators: ['text', ({ answer }) => (answer ? JSON.stringify(answer) : null)],
  failure: ['text', ({ failure }) => failure ?? null],
  entries_read: ['int', ({ counted }) => (counted?.unreadable ? counted.read : null)],
  entries_unreadable: ['int', ({ counted }) => counted?.unreadable || null],
  complete: ['boolean', ({ emptied }) => emptied !== undefined],
  emptied: ['boolean', ({ emptied }) => emptied ?? null],
})

export async function writeLooks(db: Queryable, visits: readonly SavedVisit[]): Promise<void> {
  await db.query(
    `update looks l set known_since = to_timestamp(s.known_since), records_hash = s.records_hash, pending = s.pending,
            validators = s.validators::jsonb, failure = s.failure,
            entries_read = s.entries_read, entries_unreadable = s.entries_unreadable,
            emptied = case when s.complete then s.emptied else l.emptied end
       from ${STATE.as('s')} where l.id = s.id`,
    STATE.values(visits),
  )
}

const ENTRIES = columns<SavedVisit>(1, {
  id: ['int', ({ look }) => look.id],
  entries: ['text', ({ entries }) => entries ?? null],
})

export async function writeSnapshots(db: Queryable, visits: readonly SavedVisit[]): Promise<void> {
  const changed = visits.filter(({ entries }) => entries !== undefined)
  if (changed.length === 0) return
  await db.query(
    `insert into look_snapshots (look_id, entries) select e.id, e.entries from ${ENTRIES.as('e')}
     on conflict (look_id) do update set entries = excluded.entries`,
    ENTRIES.values(changed),
  )
}

const VISITS = columns<SavedVisit>(1, {
  id: ['int', ({ look }) => look.id],
  number: ['int', ({ look }) => look.visits + 1],
  at: ['float8', ({ at }) => at],
  outcome: ['text', ({ outcome }) => outcome],
  created: ['int', ({ counts }) => counts.created],
  updated: ['int', ({ counts }) => counts.updated],
  closed: ['int', ({ counts }) => counts.closed],
  message: ['text', ({ message, failure }) => message ?? failure ?? null],
})

export async function writeVisits(db: Queryable, visits: readonly SavedVisit[]): Promise<void> {
  const told = visits.filter(({ outcome }) => outcome !== 'unchanged')
  if (told.length === 0) return
  await db.query(
    `insert into visits (look_id, number, at, outcome, created, updated, closed, message)
     select v.id, v.number, to_timestamp(v.at), v.outcome, v.created, v.updated, v.closed, v.message from ${VISITS.as('v')}
     on conflict do nothing`,
    VISITS.values(told),
  )
}

const FACTS = columns<SavedVisit>(1, {
  domain: ['text', ({ look }) => look.domain],
  facts: ['text', ({ written }) => JSON.stringify(written)],
})

interface PlannedFacts {
  readonly domain: string
  readonly facts: WrittenFacts
}

const PLANNED = columns<PlannedFacts>(1, {
  domain: ['text', ({ domain }) => domain],
  facts: ['text', ({ facts }) => JSON.stringify(facts)],
})

/** Whether one of them has changed. Locks them until the transaction ends. */
export async function haveOtherFacts(tx: Queryable, planned: readonly PlannedFacts[]): Promise<boolean> {
  const rows = await many<{ isOther: boolean }>(
    tx,
    `select w.facts <> p.facts::jsonb as "isOther" from watched_companies w join ${PLANNED.as('p')} on p.domain = w.domain
      order by w.domain for no key update of w`,
    PLANNED.values(planned),
  )
  return rows.some(({ isOther }) => isOther)
}

export async function writeFacts(db: Queryable, visits: readonly SavedVisit[]): Promise<void> {
  const last = new Map(visits.map((visit) => [visit.look.domain, visit]))
  await db.query(
    `update watched_companies w set facts = w.facts || f.facts::jsonb from ${FACTS.as('f')}
      where w.domain = f.domain and not w.facts @> f.facts::jsonb`,
    FACTS.values([...last.values()]),
  )
}

export interface MissingSignal {
  readonly signalId: string
  readonly look: Look
}

const MISSING = columns<MissingSignal>(1, {
  signal_id: ['uuid', ({ signalId }) => signalId],
  look_id: ['int', ({ look }) => look.id],
  seen_at: ['float8', ({ look }) => look.seenThrough],
})

/** They were last seen at the previous complete visit. From now on the visits of their look no longer apply to them. */
export async function markMissing(db: Queryable, lost: readonly MissingSignal[]): Promise<void> {
  if (lost.length === 0) return
  const values = MISSING.values(lost)
  await db.query(
    `insert into missing_signals (signal_id, look_id) select m.signal_id, m.look_id from unnest($1::uuid[], $2::int[]) as m (signal_id, look_id)
     on conflict (signal_id) do update set look_id = excluded.look_id`,
    values.slice(0, 2),
  )
  for (const table of ['signals', 'reports']) {
    await db.query(
      `update ${table} s set last_seen_at = to_timestamp(m.seen_at) from ${MISSING.as('m')}
        where s.id = m.signal_id and s.last_seen_at < to_timestamp(m.seen_at)`,
      values,
    )
  }
}

/** They are back, or they have ended. */
export async function unmarkMissing(db: Queryable, signalIds: readonly string[]): Promise<void> {
  if (signalIds.length > 0) await db.query(`delete from missing_signals where signal_id = any($1::uuid[])`, [signalIds])
}
