// What an earlier look at the same place has left, for a company that was removed and is watched again. Its reports are
// still stored, so the first visit of the new look continues from them instead of treating them as history, and what
// has disappeared since then ends as usual.

import { many, type Queryable } from '../../../db/index.ts'
import { changesOf, type SignalType } from '../../../meaning/types/index.ts'
import type { Snapshot } from '../../collectors/index.ts'
import { STORED_ORDINAL } from '../companies/stored-company.ts'
import type { Look } from '../visits/look.ts'
import { reportKey } from './report-lines.ts'
import { type Entries, type Entry, signalsByKey } from './snapshot.ts'

interface StoredReport {
  readonly key: string
  readonly type: SignalType
  readonly occurredAt: number
  readonly firstSeenAt: number
  readonly change: string | null
  readonly [column: string]: unknown
}

/** `visit` is the number of this visit. */
export async function readStoredEntries(
  db: Queryable,
  look: Look,
  snapshot: Snapshot,
  visit: number,
): Promise<Entries> {
  const reports = new Map((await readReports(db, look)).map((report) => [report.key, report]))
  const entries = new Map<string, Entry>()
  if (reports.size === 0) return entries
  for (const [key, { absenceEnds = true }] of signalsByKey(snapshot)) {
    const report = reports.get(reportKey(look, key))
    if (!report) continue
    entries.set(key, entryOf(report, visit, absenceEnds))
    reports.delete(report.key)
  }
  // Most tools last without being seen, so a missing one means nothing.
  for (const [key, report] of reports) entries.set(key, entryOf(report, visit, report.type !== 'tool'))
  return entries
}

/** The hash of what was seen is not stored: the write path compares what is present. */
function entryOf({ type, occurredAt, firstSeenAt, change }: StoredReport, visit: number, absenceEnds: boolean): Entry {
  const isHistory = change !== changesOf(type)?.began
  return { type, hash: '', occurredAt, firstVisit: visit, firstSeenAt, isHistory, absenceEnds }
}

async function readReports(db: Queryable, { domain, collector, reportedAs }: Look): Promise<StoredReport[]> {
  const columns = 'key, type, source, status, occurred_at, first_seen_at, fields'
  return many<StoredReport>(
    db,
    `select distinct on (key) key, type, extract(epoch from occurred_at)::float8 as "occurredAt",
            extract(epoch from first_seen_at)::float8 as "firstSeenAt", fields ->> 'change' as change
       from (select ${columns}, 1 as place from reports where company_ordinal = ${STORED_ORDINAL}
             union all
             select ${columns}, 2 from signals where company_ordinal = ${STORED_ORDINAL}) r
      where source = $2 and status = 'active' and split_part(key, '/', 1) = $3
      order by key, place`,
    [domain, collector, reportedAs],
  )
}
