import { one, type Queryable } from '../../db/index.ts'

export interface KnownHistory {
  /** Unix seconds: since when the jobs of some company are known, whoever reports them. Null: no jobs are. */
  readonly jobsKnownSince: number | null
  /** Unix seconds: since when some company has been monitored for jobs, so that a missing one means something. */
  readonly jobsLookedSince: number | null
}

/** The sources of jobs are those of the newest ones, which an index gives. */
const NEWEST_JOBS = 5_000

/** Of all companies, or in $1 of some: then sources that are looked at count by the looks at these companies alone. */
const READ = `
  with job_sources as (
    select complete_since, first_delivery_at from sources
     where name in (select source from (select source from signals where type = 'hiring' and status <> 'retracted'
                                         order by occurred_at desc limit ${NEWEST_JOBS}) newest)
       and ($1::int[] is null or name not in (select collector from looks))),
  visited as (
    select min(known_since) as since from looks
     where 'hiring' = any(types)
       and ($1::int[] is null or domain in (select domain from companies where ordinal = any($1::int[]))))
  select extract(epoch from least((select min(coalesce(complete_since, first_delivery_at)) from job_sources),
                                  (select since from visited)))::bigint as "jobsKnownSince",
         extract(epoch from least((select min(complete_since) from job_sources), (select since from visited)))::bigint
           as "jobsLookedSince"`

/** The longest history of jobs that any company has, or any of those with these ordinals. */
export async function readKnownHistory(db: Queryable, among?: Int32Array): Promise<KnownHistory> {
  return one<KnownHistory & { [key: string]: unknown }>(db, READ, [among ? [...among] : null])
}
