import { one, type Queryable } from '../../db/index.ts'

export interface KnownHistory {
  /** Unix seconds: since when the jobs of some company are known, from any source. Null: no jobs are. */
  readonly jobsKnownSince: number | null
  /** Unix seconds: since when some company has been monitored for jobs, so that a missing one means something. */
  readonly jobsLookedSince: number | null
}

/** The sources of jobs are those of this many jobs, which an index provides: the newest of all companies. */
const READ_JOBS = 5_000
const NEWEST = `select source from signals where type = 'hiring' and status <> 'retracted' order by occurred_at desc limit ${READ_JOBS}`
/** Of the companies in $1. What a source reports about others is not their history. */
const THEIRS = `select source from signals
  where company_ordinal = any($1::int[]) and type = 'hiring' and status <> 'retracted' limit ${READ_JOBS}`

const read = (jobSources: string, looks: string) => `
  with job_sources as (select complete_since, first_delivery_at from sources where ${jobSources}),
  visited as (select min(known_since) as since from looks where 'hiring' = any(types) and ${looks})
  select extract(epoch from least((select min(coalesce(complete_since, first_delivery_at)) from job_sources),
                                  (select since from visited)))::bigint as "jobsKnownSince",
         extract(epoch from least((select min(complete_since) from job_sources), (select since from visited)))::bigint
           as "jobsLookedSince"`

const READ = read(`name in (select source from (${NEWEST}) newest)`, 'true')
/** Collected sources count only by their visits of these companies. */
const READ_AMONG = read(
  `name in (select source from (${THEIRS}) theirs) and name not in (select collector from looks)`,
  `domain in (select domain from companies where ordinal = any($1::int[]))`,
)

/** The longest history of jobs that any company has, or any of those with these ordinals. */
export async function readKnownHistory(db: Queryable, among?: Int32Array): Promise<KnownHistory> {
  return one<KnownHistory & { [key: string]: unknown }>(db, among ? READ_AMONG : READ, among ? [[...among]] : [])
}
