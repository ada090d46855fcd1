// A board may post a job again under another key. The new post shows that the old one has ended: it ends immediately,
// and the new one continues its fact. Otherwise the old one would stay open for a day, and the new one would be another
// job.

import { many, type Queryable } from '../../../db/index.ts'
import { REPOST_DAYS, type Report, repostKeyOf } from '../../../meaning/facts/index.ts'
import { lastSeenSql } from '../../../write/sources/index.ts'
import { signalId } from '../../../write/write-path/index.ts'
import type { Look } from '../visits/look.ts'
import type { Reconciled, Seen } from './reconcile.ts'
import { reportKey } from './report-lines.ts'
import type { Entry } from './snapshot.ts'

interface MissingJob {
  readonly key: string
  readonly entry: Entry
  /** Unix seconds. */
  readonly missingSince: number
  readonly lastSeenAt: number
}

export interface Reposted extends Reconciled {
  /** Keys of ended posts that were only another name of a job that is back under its older key. */
  readonly withdrawn: ReadonlySet<string>
}

/** The result of a visit after which missing jobs that were posted again have ended. */
export async function endReposted(db: Queryable, look: Look, result: Reconciled): Promise<Reposted> {
  const isBack = new Set(result.back)
  const posted = result.appeared.filter(({ signal: { type, key } }) => type === 'hiring' && !isBack.has(key))
  const missing = posted.length === 0 ? new Map() : await readMissing(db, look, result.state.entries)
  const entries = new Map(result.state.entries)
  const ended = new Map(result.ended)
  const reposts = new Map<string, Seen>()
  const withdrawn = new Set<string>()
  const dates = missing.size === 0 ? new Map() : await readDates(db, look, posted)
  for (const { signal, entry } of missing.size === 0 ? [] : posted) {
    const jobs: MissingJob[] = missing.get(repostKeyOf(signal)) ?? []
    const [old] = jobs
    if (!old) continue
    // Between two visits: when the new one was posted. What a source calls posted may have been a draft at first.
    const endedAt = Math.min(old.missingSince, Math.max(old.lastSeenAt, entry.occurredAt))
    if (entry.occurredAt - endedAt > REPOST_DAYS * 86_400) continue
    jobs.shift()
    entries.delete(old.key)
    ended.set(old.key, { ...old.entry, missingSince: endedAt })
    const date: number | undefined = dates.get(signal.key)
    const isOlder = date !== undefined && date <= old.entry.occurredAt
    if (isOlder) withdrawn.add(old.key)
    const repost = { ...entry, occurredAt: isOlder ? date : Math.max(endedAt, entry.occurredAt) }
    entries.set(signal.key, repost)
    reposts.set(signal.key, { signal, entry: repost })
  }
  if (reposts.size === 0) return { ...result, withdrawn }
  return {
    ...result,
    state: { ...result.state, entries },
    appeared: result.appeared.map((seen) => reposts.get(seen.signal.key) ?? seen),
    ended,
    lost: result.lost.filter((key) => entries.has(key)),
    withdrawn,
  }
}

/** When jobs that were open before and have ended were posted, by their keys. Unix seconds. */
async function readDates(db: Queryable, look: Look, posted: readonly Seen[]): Promise<Map<string, number>> {
  const keys = new Map(posted.map(({ signal: { key } }) => [signalId(look.collector, reportKey(look, key)), key]))
  const rows = await many<{ id: string; at: number }>(
    db,
    `select id, extract(epoch from occurred_at)::float8 as at
       from (select id, occurred_at from signals where id = any($1::uuid[]) and sources is null
             union all select id, occurred_at from reports where id = any($1::uuid[])) s`,
    [[...keys.keys()]],
  )
  return new Map(rows.map(({ id, at }) => [keys.get(id) ?? '', at]))
}

interface StoredJob {
  readonly id: string
  readonly fields: Report['fields']
  readonly lastSeenAt: number
  readonly [column: string]: unknown
}

/** By title and place, those missing for longest first. */
async function readMissing(
  db: Queryable,
  look: Look,
  entries: ReadonlyMap<string, Entry>,
): Promise<Map<string, MissingJob[]>> {
  const missing = [...entries].flatMap(([key, entry]) => {
    const { type, absenceEnds, missingSince } = entry
    if (type !== 'hiring' || !absenceEnds || missingSince === undefined) return []
    return { key, entry, missingSince, id: signalId(look.collector, reportKey(look, key)) }
  })
  if (missing.length === 0) return new Map()
  const columns = 'id, company_ordinal, source, key, status, fields, last_seen_at'
  const rows = await many<StoredJob>(
    db,
    `select s.id, s.fields, extract(epoch from ${lastSeenSql('s')})::float8 as "lastSeenAt"
       from (select ${columns} from signals where id = any($1::uuid[]) and sources is null
             union all select ${columns} from reports where id = any($1::uuid[])) s`,
    [missing.map(({ id }) => id)],
  )
  const stored = new Map(rows.map((row) => [row.id, row]))
  const jobs = missing.flatMap(({ id, ...job }) => {
    const row = stored.get(id)
    return row ? { ...job, lastSeenAt: Math.floor(row.lastSeenAt), repostKey: repostKeyOf(row) } : []
  })
  jobs.sort((a, b) => a.missingSince - b.missingSince)
  return Map.groupBy(jobs, ({ repostKey }) => repostKey)
}
