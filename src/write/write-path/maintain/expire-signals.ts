// A job, a page or a tool ends when its source no longer shows it: the source has delivered for so long after it last
// showed this one. The days are counted by the source's own deliveries, so a source that stopped delivering ends nothing.
//
// Once a day all companies are checked, in small steps with pauses. The end is written as if the source had reported
// it, so facts, scores and events follow as usual. Every step commits its progress.

import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, many, one, type Queryable } from '../../../db/index.ts'
import type { IncomingStatusChange } from '../../../meaning/signals/index.ts'
import { ENDING_CHANGES, expiresAfterDays, LASTING_TYPES } from '../../../meaning/types/index.ts'
import type { Stamper } from '../../log/index.ts'
import { lastSeenSql } from '../../sources/index.ts'
import { writeRecords } from '../transaction/write-records.ts'

const COMPANIES_PER_STEP = 500
const PAUSE_RATIO = 1
const MAX_PAUSE_MS = 5_000

interface Step {
  /** The companies after this ordinal are next. */
  readonly after: number
  /** The very first pass. It sends no events for what ended long ago. */
  readonly isFirstPass: boolean
}

/** Returns how many reports ended. */
export async function expireSignals(db: Database, stamper: Stamper, signal?: AbortSignal): Promise<number> {
  let total = 0
  while (!signal?.aborted) {
    const start = performance.now()
    const step = await nextStep(db.pool('ingest'))
    if (!step) break
    const { ended, last } = await findEnded(db.pool('ingest'), step.after)
    if (ended.length > 0) await writeRecords(db, stamper, ended, { quiet: step.isFirstPass })
    total += ended.length
    await finishStep(db.pool('ingest'), step.after, last)
    await sleep(Math.min(MAX_PAUSE_MS, PAUSE_RATIO * (performance.now() - start)), undefined, { signal }).catch(
      () => {},
    )
  }
  return total
}

/** Begins the pass of a new day. Undefined if the one of today is complete. */
async function nextStep(db: Queryable): Promise<Step | undefined> {
  await db.query(
    `update expiry set day = (now() at time zone 'utc')::date, done_to = -1
      where done_to is null and day is distinct from (now() at time zone 'utc')::date`,
  )
  const { doneTo, passes } = await one<{ doneTo: number | null; passes: number }>(
    db,
    'select done_to as "doneTo", passes from expiry',
  )
  return doneTo === null ? undefined : { after: doneTo, isFirstPass: passes === 0 }
}

/** Two nodes may do the same step. The second one finds nothing, and its progress is not written twice. */
async function finishStep(db: Queryable, after: number, last: number | null): Promise<void> {
  await db.query(
    `update expiry set done_to = $2::int, passes = passes + case when $2::int is null then 1 else 0 end where done_to = $1`,
    [after, last],
  )
}

const DEFAULT_DAYS = LASTING_TYPES.map((type) => `when '${type}' then ${expiresAfterDays(type)}`).join(' ')
const listSql = (values: readonly string[]) => values.map((value) => `'${value}'`).join(', ')

/**
 * The reports of a table that have expired. A drop is not a state that could end. A source's own `seenAt` is trusted:
 * an old list that is imported today says nothing about today.
 */
const endedIn = (table: string, more: string) => `
  select x.source, x.key, d.seen_at + days * interval '1 day' as ended_at
    from ${table} x join sources o on o.name = x.source,
         lateral (select coalesce(o.expires_after_days, case x.type ${DEFAULT_DAYS} end) as days,
                         coalesce(x.seen_at, ${lastSeenSql('x')}) as seen_at) d
   where x.company_ordinal > $1 and x.company_ordinal <= $2 and x.status = 'active'
     and x.type in (${listSql(LASTING_TYPES)}) and coalesce(x.fields ->> 'change', '') not in (${listSql(ENDING_CHANGES)})
     and o.last_delivery_at >= coalesce(x.seen_at, x.last_seen_at) + days * interval '1 day'
     and o.last_delivery_at >= d.seen_at + days * interval '1 day' ${more}`

async function findEnded(
  db: Queryable,
  after: number,
): Promise<{ ended: IncomingStatusChange[]; last: number | null }> {
  const { last } = await one<{ last: number | null }>(
    db,
    `select max(ordinal) as last from (select ordinal from companies where ordinal > $1 order by ordinal limit $2) c`,
    [after, COMPANIES_PER_STEP],
  )
  if (last === null) return { ended: [], last }
  const rows = await many<{ source: string; key: string; closedAt: number }>(
    db,
    `select source, key, extract(epoch from date_trunc('second', ended_at))::bigint as "closedAt"
       from (${endedIn('signals', 'and x.sources is null')} union all ${endedIn('reports', '')}) ended`,
    [after, last],
  )
  return { ended: rows.map((row) => ({ record: 'status', status: 'closed', isMissing: true, ...row })), last }
}
