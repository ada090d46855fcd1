// The progress of a monitored list's companies. One statement, whose cost grows with the team's limit and not with the
// list: companies beyond the limit have nothing to read.

import { readMonitoredEntries } from '../../../account/lists/index.ts'
import type { ListMonitoring } from '../../../closed-sets/collecting.ts'
import { many, type Queryable } from '../../../db/index.ts'
import type { SignalType } from '../../../meaning/types/index.ts'
import { COLLECTORS, discovery } from '../../collectors/index.ts'
import { STORED_COMPANY } from '../companies/stored-company.ts'
import { isAllowed } from '../watching/undocumented-boards.ts'
import { isWatchable } from './reconcile.ts'

export type ProgressState =
  | 'decision'
  | 'operator'
  | 'board'
  | 'nothing'
  | 'unreachable'
  | 'looking'
  | 'queued'
  | 'beyond'
  | 'part'

export interface Progress {
  readonly domain: string
  readonly name: string | null
  readonly companyId: string | null
  readonly state: ProgressState
  /** Names of collectors. */
  readonly boards: readonly string[]
  readonly openJobs: number
  readonly types: readonly SignalType[]
  readonly firstVisitAt: Date | null
  readonly lastVisitAt: Date | null
  readonly nextVisitAt: Date | null
  readonly failure: string | null
}

interface Row extends Omit<Progress, 'state'> {
  readonly isTaken: boolean
  readonly forOwners: number
  readonly forOperator: number
  readonly hasLooked: boolean
  readonly isUnreachable: boolean
  readonly [column: string]: unknown
}

const BOARDS = COLLECTORS.filter(({ boardOf, types }) => boardOf && types.includes('hiring')).map(({ name }) => name)

const READ = `
  select w.domain, c.name, c.id as "companyId", tw.domain is not null as "isTaken",
         q."forOwners", q."forOperator",
         coalesce(s.boards, '{}') as boards, coalesce(s.types, '{}') as types,
         coalesce(s."hasLooked", false) as "hasLooked", coalesce(s."isUnreachable", false) as "isUnreachable",
         s."firstVisitAt", s."lastVisitAt", s."nextVisitAt", s.failure,
         case when c.ordinal is null then 0 else
           (select count(*)::int from signals g where g.company_ordinal = c.ordinal and g.type = 'hiring' and g.status = 'active') end as "openJobs"
    from unnest($2::text[]) with ordinality w (domain, place)
    left join team_watches tw on tw.team_id = $1 and tw.domain = w.domain
    left join lateral (
      select array_agg(distinct l.collector) filter (where l.collector = any($3::text[])) as boards,
             array(select distinct type from looks k, unnest(k.types) type where k.domain = w.domain and k.known_since is not null) as types,
             bool_or(l.collector = $4 and l.known_since is not null) as "hasLooked",
             bool_or(l.collector = $4 and t.failures > 0 and l.known_since is null)
               and not bool_or(l.target = l.domain and l.known_since is not null and l.collector <> 'dns') as "isUnreachable",
             min(l.known_since) as "firstVisitAt", max(t.visited_at) as "lastVisitAt", min(t.due_at) as "nextVisitAt",
             max(l.failure) filter (where l.collector = $4) as failure
        from looks l join look_times t on t.look_id = l.id where l.domain = w.domain) s on tw.domain is not null
    left join lateral (
      select count(*) filter (where m.unsigned and m.collector = any($5::text[]))::int as "forOwners", count(*)::int as "forOperator"
        from matches m where m.domain = w.domain and m.decision is null and m.collector = any($3::text[])
         and not exists (select from match_dismissals d where d.match_id = m.id and d.team_id = $1)) q on true
    ${STORED_COMPANY}
   order by w.place`

/** In the order of the domains. `decidable`: the collectors whose boards owners may accept. */
async function readProgress(
  db: Queryable,
  teamId: string,
  domains: readonly string[],
  decidable: readonly string[],
): Promise<Progress[]> {
  const rows = await many<Row>(db, READ, [teamId, domains, BOARDS, discovery.name, decidable])
  return rows.map((row) => ({ ...row, failure: row.isUnreachable ? row.failure : null, state: stateOf(row) }))
}

/** What a person can act on comes first. */
function stateOf({
  domain,
  isTaken,
  forOwners,
  forOperator,
  boards,
  hasLooked,
  isUnreachable,
  lastVisitAt,
}: Row): ProgressState {
  if (!isWatchable(domain)) return 'part'
  if (!isTaken) return 'queued'
  if (forOwners > 0) return 'decision'
  if (boards.length > 0) return 'board'
  if (forOperator > 0) return 'operator'
  if (hasLooked) return 'nothing'
  if (isUnreachable) return 'unreachable'
  return lastVisitAt === null ? 'queued' : 'looking'
}

/** A company excluded by the team's limit. */
function beyondLimit(domain: string): Progress {
  return {
    ...{ domain, name: null, companyId: null, state: isWatchable(domain) ? 'beyond' : 'part', boards: [], openJobs: 0 },
    ...{ types: [], firstVisitAt: null, lastVisitAt: null, nextVisitAt: null, failure: null },
  }
}

export interface ProgressOptions {
  readonly mode: ListMonitoring
  /** Systems without a documented feed that may be read. */
  readonly allowed: readonly string[]
}

/** What can be watched comes first, newest first. */
export async function readListProgress(
  db: Queryable,
  teamId: string,
  listId: string,
  { mode, allowed }: ProgressOptions,
): Promise<Progress[]> {
  const entries = await readMonitoredEntries(db, teamId, listId, mode)
  const wanted = entries.filter(({ isWanted }) => isWanted).map(({ domain }) => domain)
  const beyond = entries.filter(({ isWanted }) => !isWanted).map(({ domain }) => beyondLimit(domain))
  const decidable = COLLECTORS.filter((each) => isAllowed(each, allowed)).map(({ name }) => name)
  return [...(await readProgress(db, teamId, wanted, decidable)), ...beyond]
}
