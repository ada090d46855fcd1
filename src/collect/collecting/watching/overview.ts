// What an operator sees of watched companies, looks and visits. Each function is one statement.

import { many, maybeOne, type Queryable } from '../../../db/index.ts'
import { reportKey } from '../changes/report-lines.ts'
import { type Entry, readEntries } from '../changes/snapshot.ts'
import { STORED_COMPANY, STORED_ORDINAL } from '../companies/stored-company.ts'

export interface WatchedCompany {
  readonly domain: string
  readonly name: string
  readonly addedAt: Date
  readonly looks: number
  readonly failing: number
  /** Looks that no visit has completed yet. */
  readonly notLooked: number
  readonly openJobs: number
  readonly lastVisitAt: Date | null
  readonly nextVisitAt: Date | null
}

const NAME = `coalesce(c.name, w.given_name, w.domain)`

const LIST = `
  select w.domain, ${NAME} as name, w.added_at as "addedAt", count(l.id)::int as looks,
         count(*) filter (where t.failures > 0)::int as failing,
         count(*) filter (where l.known_since is null)::int as "notLooked",
         (select count(*) from signals s where s.company_ordinal = max(c.ordinal) and s.type = 'hiring' and s.status = 'active')::int as "openJobs",
         max(t.visited_at) as "lastVisitAt", min(t.due_at) as "nextVisitAt"
    from watched_companies w left join looks l on l.domain = w.domain left join look_times t on t.look_id = l.id ${STORED_COMPANY}`

type Row<T> = T & { [column: string]: unknown }

export async function listWatched(db: Queryable): Promise<WatchedCompany[]> {
  return many<Row<WatchedCompany>>(db, `${LIST} group by w.domain, ${NAME} order by w.domain`)
}

export interface ShownLook {
  readonly id: number
  readonly collector: string
  readonly target: string
  readonly addedAt: Date
  readonly knownSince: Date | null
  readonly lastVisitAt: Date | null
  readonly seenThrough: Date | null
  readonly nextVisitAt: Date
  readonly visits: number
  readonly failures: number
  readonly failure: string | null
  readonly pending: boolean
  /** Its board system or website is paused until then. Name servers are never paused. */
  readonly closedUntil: Date | null
  /** By type: how many of its signals are present. */
  readonly signals: Readonly<Record<string, number>>
  /** Newest first: those with changes or failures. */
  readonly history: readonly ShownVisit[]
}

export interface ShownVisit {
  readonly number: number
  readonly at: string
  readonly outcome: string
  readonly created: number
  readonly updated: number
  readonly closed: number
  readonly message: string | null
}

export interface ShownCompany extends WatchedCompany {
  readonly sources: readonly ShownLook[]
}

const VISIT_JSON = `json_build_object('number', v.number, 'at', to_char(v.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
  'outcome', v.outcome, 'created', v.created, 'updated', v.updated, 'closed', v.closed, 'message', v.message)`

/** Undefined if it is not watched. */
export async function showWatched(db: Queryable, domain: string): Promise<ShownCompany | undefined> {
  const company = await maybeOne<Row<WatchedCompany>>(db, `${LIST} where w.domain = $1 group by w.domain, ${NAME}`, [
    domain,
  ])
  if (!company) return undefined
  const sources = await many<Row<ShownLook>>(
    db,
    `select l.id, l.collector, l.target, l.added_at as "addedAt", l.known_since as "knownSince", t.visited_at as "lastVisitAt",
            t.seen_through as "seenThrough", t.due_at as "nextVisitAt", t.visits - (coalesce(t.holder, 0) <> 0)::int as visits, t.failures, l.failure, l.pending,
            (select max(h.closed_until) from host_turns h
              where h.closed_until > now()
                and (h.host = t.lane or t.lane = 'web' and l.collector <> 'dns' and h.host in (l.domain, 'www.' || l.domain))) as "closedUntil",
            coalesce((select json_object_agg(type, n) from (
               select type, count(*)::int as n from (
                 select type, source, key, status, company_ordinal from signals where sources is null
                 union all select type, source, key, status, company_ordinal from reports) s
                where s.company_ordinal = ${STORED_ORDINAL}
                  and s.status = 'active' and s.source = l.collector and split_part(s.key, '/', 1) = coalesce(l.reported_as, l.target)
                group by type) counted), '{}') as signals,
            coalesce((select json_agg(${VISIT_JSON} order by v.number desc) from visits v where v.look_id = l.id), '[]') as history
       from looks l join look_times t on t.look_id = l.id where l.domain = $1 order by l.id`,
    [domain],
  )
  return { ...company, sources }
}

export interface CollectedHistory {
  readonly entry: Entry
  /** Its visits since then. What the company showed when it was watched earlier was seen by other looks. */
  readonly addedAt: Date
  readonly visits: readonly ShownVisit[]
}

/** What the look of a report knows about it. Undefined if no look does (any more). */
export async function readLookOf(db: Queryable, source: string, key: string): Promise<CollectedHistory | undefined> {
  const look = await maybeOne<{ reportedAs: string; entries: string; addedAt: Date; visits: ShownVisit[] }>(
    db,
    `select coalesce(l.reported_as, l.target) as "reportedAs", s.entries, l.added_at as "addedAt",
            coalesce((select json_agg(${VISIT_JSON} order by v.number desc) from visits v where v.look_id = l.id), '[]') as visits
       from looks l join look_snapshots s on s.look_id = l.id
      where l.collector = $1 and coalesce(l.reported_as, l.target) = split_part($2, '/', 1)`,
    [source, key],
  )
  if (!look) return undefined
  const found = [...readEntries(look.entries)].find(([each]) => reportKey(look, each) === key)
  return found && { entry: found[1], addedAt: look.addedAt, visits: look.visits }
}
