// Which sources seem to have changed their format: many companies show entries that can't be read, or nothing any more.
// A single company's unreadable entry is not such a change, nor is a company that fills all its jobs. Only each look's
// last visit counts, so it ends on its own when the entries can be read again.
//
// A source that goes empty is detected before any of its signals are closed: boards are visited once a day, so a
// quarter of them shows it after some six hours, and a job ends 20 hours after the first visit that missed it. It takes
// five companies and a quarter of those that had something: a few companies can't cause it, and if they could, the only
// effect would be that empty boards are accepted later.

import { many, type Queryable } from '../../../db/index.ts'
import type { Logger } from '../../../platform/logger.ts'
import { DEMO_LANE } from '../companies/watch-queries.ts'

export interface ChangedFormat {
  readonly source: string
  /** Companies with entries that can't be read, of all that were visited within a day. */
  readonly companies: number
  readonly visited: number
  /** The mean share of a company's entries that can't be read. */
  readonly share: number
  /** Of the companies with open entries, those that now show none of them. */
  readonly emptied: number
  readonly filled: number
}

const MIN_COMPANIES = 3
const MIN_EMPTIED = 5
/** Either is enough. A change ends below half of it, so that it doesn't flap. */
const MIN_SHARE = 0.05
const MIN_COMPANY_SHARE = 0.25
const MIN_EMPTIED_SHARE = 0.25

/**
 * SQL: by collector, how many of the companies visited within a day show entries that can't be read, and the mean share of those
 * entries. Each company counts the same: a large board alone changes little.
 */
const SHARES = `
  select l.collector, count(distinct l.domain) filter (where l.entries_unreadable is not null)::int as companies,
         count(distinct l.domain)::int as visited,
         avg(coalesce(l.entries_unreadable::float8 / (l.entries_unreadable + coalesce(l.entries_read, 0)), 0)) as share,
         count(distinct l.domain) filter (where l.emptied)::int as emptied,
         count(distinct l.domain) filter (where l.emptied is not null)::int as filled
    from looks l join look_times t on t.look_id = l.id
   where t.visited_at > now() - interval '1 day' and t.lane <> '${DEMO_LANE}'
     and l.collector in (select collector from looks where entries_unreadable is not null
                         union select collector from looks where emptied union select collector from changed_formats)
   group by l.collector`

const NOTE = `
  with shares as (${SHARES}),
  changed as (
    select s.* from shares s left join changed_formats f on f.collector = s.collector
     cross join lateral (select case when f.collector is null then 1 else 0.5 end as of) part
     where (s.companies >= ${MIN_COMPANIES}
            and (s.share >= ${MIN_SHARE} * part.of or s.companies >= s.visited * ${MIN_COMPANY_SHARE} * part.of))
        or (s.emptied >= ${MIN_EMPTIED} and s.emptied >= s.filled * ${MIN_EMPTIED_SHARE} * part.of)),
  begun as (insert into changed_formats (collector) select collector from changed on conflict do nothing returning collector),
  ended as (
    delete from changed_formats f
     where not exists (select from changed c where c.collector = f.collector)
       and (exists (select from shares s where s.collector = f.collector)
            or not exists (select from looks l where l.collector = f.collector))
    returning f.collector)
  select c.collector as source, c.companies, c.visited, c.share, c.emptied, c.filled, case when b.collector is null then 'known' else 'begun' end as state
    from changed c left join begun b on b.collector = c.collector
  union all select collector, 0, 0, 0, 0, 0, 'ended' from ended`

type Noted = ChangedFormat & { readonly state: 'begun' | 'known' | 'ended' }

/** Exactly one process reports that a change has begun or ended. */
export function noteChangedFormats(db: Queryable): Promise<Noted[]> {
  return many<Noted & { [column: string]: unknown }>(db, NOTE)
}

/** As last recorded. */
export function readChangedFormats(db: Queryable): Promise<(ChangedFormat & { readonly since: Date })[]> {
  return many<ChangedFormat & { readonly since: Date; [column: string]: unknown }>(
    db,
    `with shares as (${SHARES})
     select f.collector as source, f.since, coalesce(s.companies, 0) as companies, coalesce(s.visited, 0) as visited,
            coalesce(s.share, 0) as share, coalesce(s.emptied, 0) as emptied, coalesce(s.filled, 0) as filled
       from changed_formats f left join shares s on s.collector = f.collector order by f.since, f.collector`,
  )
}

/** By name, as last recorded. */
export async function readChangedSources(db: Queryable): Promise<ReadonlySet<string>> {
  const rows = await many<{ collector: string }>(db, `select collector from changed_formats`)
  return new Set(rows.map(({ collector }) => collector))
}

/** The symptoms of the change, in words. */
export function changeText({ companies, visited, emptied, filled }: ChangedFormat): string {
  const parts = [
    companies > 0 ? `entries of ${companies} of ${visited} companies can't be read` : '',
    emptied > 0 ? `${emptied} of ${filled} companies show nothing any more` : '',
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(', and ') : 'none of its companies were visited since'
}

const CHECK_MS = 300_000
/** While there are such visits. */
const HURRIED_CHECK_MS = 10_000

/** Reports changed formats in the log, each once over all processes. */
export class FormatWatch {
  readonly #db: Queryable
  readonly #log: Logger
  #changed: ReadonlySet<string> = new Set()
  #isHurried = false
  #checkedAt = Number.NEGATIVE_INFINITY

  constructor(db: Queryable, log: Logger) {
    this.#db = db
    this.#log = log
  }

  has(collector: string): boolean {
    return this.#changed.has(collector)
  }

  /** A visit found unreadable entries, or became empty. */
  hurry(): void {
    this.#isHurried = true
  }

  async checkIfDue(): Promise<void> {
    const waited = performance.now() - this.#checkedAt
    if (waited >= (this.#isHurried ? HURRIED_CHECK_MS : CHECK_MS)) await this.check()
  }

  async check(): Promise<void> {
    this.#checkedAt = performance.now()
    this.#isHurried = false
    const noted = await noteChangedFormats(this.#db)
    this.#changed = new Set(noted.filter(({ state }) => state !== 'ended').map(({ source }) => source))
    for (const { state, ...change } of noted) {
      const { source, companies, visited, emptied, filled } = change
      if (state === 'ended') this.#log.info({ source }, `${source} can be read again`)
      if (state !== 'begun') continue
      this.#log.warn(
        { source, companies, visited, share: Math.round(change.share * 1_000) / 1_000, emptied, filled },
        `${source} seems to have changed its format: ${changeText(change)}. None of its jobs are closed meanwhile; see bin/pro-signal doctor`,
      )
    }
  }
}
