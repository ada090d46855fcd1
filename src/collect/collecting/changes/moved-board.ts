// A company that moves its jobs to another board system has neither stopped nor started hiring. It has moved when at
// least half of one board's open titles are on the other one.
//
// - The new board's first visit keeps the dates of the old one. Then most of its jobs are the same facts as before.
// - When the jobs of the old board end, those whose titles are on the new one do not close: a report that shares its
//   fact with another ends without effect, and one that does not is withdrawn without an event.

import { many, type Queryable } from '../../../db/index.ts'
import { normaliseTitle } from '../../../meaning/facts/index.ts'
import { STORED_ORDINAL } from '../companies/stored-company.ts'
import type { Look } from '../visits/look.ts'
import type { Reconciled } from './reconcile.ts'
import { reportKey } from './report-lines.ts'
import type { Entry } from './snapshot.ts'

interface OpenJob {
  readonly source: string
  readonly key: string
  readonly title: string
  /** Unix seconds. */
  readonly occurredAt: number
  /** Other reports are the same fact. */
  readonly isShared: boolean
  /** Unix seconds: the first complete visit of its look. */
  readonly knownSince: number
}

/** A company's open jobs on all its boards, as collectors report them. */
async function readOpenJobs(db: Queryable, domain: string): Promise<OpenJob[]> {
  return many<OpenJob & { [column: string]: unknown }>(
    db,
    `with boards as (select collector, coalesce(reported_as, target) as reported_as, known_since from looks where domain = $1 and 'hiring' = any(types) and known_since is not null),
          company as (select ${STORED_ORDINAL} as ordinal)
     select s.source, s.key, s.fields ->> 'jobTitle' as title, extract(epoch from s.occurred_at)::bigint as "occurredAt",
            s."isShared", extract(epoch from b.known_since)::bigint as "knownSince"
       from (select source, key, fields, occurred_at, false as "isShared" from signals, company
              where company_ordinal = ordinal and type = 'hiring' and status = 'active' and sources is null
             union all
             select source, key, fields, occurred_at, (select count(*) > 1 from reports o where o.fact_id = r.fact_id)
               from reports r, company where company_ordinal = ordinal and type = 'hiring' and status = 'active') s
       join boards b on b.collector = s.source and b.reported_as = split_part(s.key, '/', 1)
      where (select count(*) from looks where domain = $1 and 'hiring' = any(types)) > 1
      order by s.occurred_at, s.key`,
    [domain],
  )
}

const isOf = ({ collector, reportedAs }: Look, { source, key }: OpenJob) =>
  source === collector && key.startsWith(`${reportedAs}/`)

/** The result of a first visit with the dates of the old board. */
export async function keepDates(db: Queryable, look: Look, result: Reconciled): Promise<Reconciled> {
  if (result.outcome !== 'first' || !result.appeared.some(({ signal }) => signal.type === 'hiring')) return result
  const old = (await readOpenJobs(db, look.domain)).filter((job) => !isOf(look, job))
  const dates = byTitle(old)
  const kept = new Map<string, Entry>()
  const appeared = result.appeared.map((seen) => {
    const title = seen.signal.type === 'hiring' ? seen.signal.fields.jobTitle : undefined
    const job = typeof title === 'string' ? dates.get(normaliseTitle(title))?.shift() : undefined
    if (!job) return seen
    const entry = { ...seen.entry, occurredAt: job.occurredAt }
    kept.set(seen.signal.key, entry)
    return { ...seen, entry }
  })
  if (kept.size === 0 || kept.size * 2 < old.length) return result
  return { ...result, appeared, state: { ...result.state, entries: new Map([...result.state.entries, ...kept]) } }
}

/** The keys of ended jobs that are on a newer board, each with what happens to its report. */
export async function movedJobs(
  db: Queryable,
  look: Look,
  { ended, state }: Reconciled,
): Promise<ReadonlyMap<string, 'closed' | 'retracted'>> {
  const endedJobs = [...ended].filter(([, { type }]) => type === 'hiring').map(([key]) => key)
  const left = [...state.entries.values()].filter(
    ({ type, missingSince }) => type === 'hiring' && missingSince === undefined,
  )
  if (endedJobs.length === 0 || left.length * 4 > endedJobs.length) return new Map()
  const open = await readOpenJobs(db, look.domain)
  const own = new Map(open.filter((job) => isOf(look, job)).map((job) => [job.key, job]))
  const newer = byTitle(open.filter((job) => !isOf(look, job) && job.knownSince >= (look.knownSince ?? 0)))
  const moved = new Map<string, 'closed' | 'retracted'>()
  for (const key of endedJobs) {
    const job = own.get(reportKey(look, key))
    if (job && newer.get(normaliseTitle(job.title))?.shift()) moved.set(key, job.isShared ? 'closed' : 'retracted')
  }
  return moved.size * 2 >= endedJobs.length ? moved : new Map()
}

function byTitle(jobs: readonly OpenJob[]): Map<string, OpenJob[]> {
  return Map.groupBy(jobs, ({ title }) => normaliseTitle(title))
}
