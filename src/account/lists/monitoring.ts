// Lists that are monitored: their companies are watched. Which ones is not stored here: it follows from a team's
// monitored lists and its limit, so no order of changes, and no two concurrent owners, can exceed the limit. Collecting
// reads and follows it (collect/collecting/monitoring).
//
// First come, first served: companies are taken in the order in which they were added to a monitored list.

import { many, one, type Queryable, type Transaction } from '../../db/index.ts'
import { AppError } from '../../platform/app-error.ts'
import type { ListMonitoring } from '../../settings-contract/index.ts'
import { lockTeam } from '../accounts/index.ts'
import { type Actor, recordAudit } from '../audit/index.ts'
import { teamLimit } from '../plans/index.ts'
import { requireLocked } from './change-lists.ts'
import { type AccountList, noteMonitored, setMonitored } from './queries.ts'

/** SQL: whether the list `l` is monitored. */
const isMonitored: Readonly<Record<ListMonitoring, string>> = {
  on: 'l.monitored_at is not null',
  approval: 'l.monitoring_approved_at is not null',
  off: 'false',
}

/** SQL for the fingerprint of what a team `t` wants. Changes whenever that may have changed. */
const FINGERPRINT = (mode: ListMonitoring) => `(select concat(${teamLimit('watchedCompanies')}, ' ',
    string_agg(concat(l.id, ' ', l.version, ' ', extract(epoch from l.monitored_at)), ',' order by l.id))
  from lists l where l.team_id = t.id and ${isMonitored[mode]} having count(*) > 0)`

/** SQL: the fingerprint of the team in $1, or null if it monitors nothing. */
export const fingerprintOfTeam = (mode: ListMonitoring) => `(select ${FINGERPRINT(mode)} from teams t where t.id = $1)`

/** SQL: the domains that the team in $1 wants watched, with `since`: at most as many as its limit. */
export const wantedDomains = (mode: ListMonitoring) => `(
  select e.domain, min(greatest(l.monitored_at, e.added_at)) as since
    from lists l join list_entries e on e.list_id = l.id
   where l.team_id = $1 and ${isMonitored[mode]}
   group by e.domain order by since, e.domain
   limit (select ${teamLimit('watchedCompanies')} from teams t where t.id = $1))`

/** By team: those that monitor something. */
export async function readMonitoringTeams(db: Queryable, mode: ListMonitoring): Promise<ReadonlyMap<string, string>> {
  const rows = await many<{ id: string; fingerprint: string }>(
    db,
    `select t.id, ${FINGERPRINT(mode)} as fingerprint from teams t
      where t.id in (select l.team_id from lists l where ${isMonitored[mode]})`,
  )
  return new Map(rows.map(({ id, fingerprint }) => [id, fingerprint]))
}

export interface MonitoringAllowance {
  readonly limit: number
  /** Companies of monitored lists, each once: at most the limit. */
  readonly used: number
  /** Companies excluded by the limit. */
  readonly beyond: number
}

export async function readMonitoringAllowance(
  db: Queryable,
  teamId: string,
  mode: ListMonitoring,
): Promise<MonitoringAllowance> {
  const { limit, wanted } = await one<{ limit: number; wanted: number }>(
    db,
    `select ${teamLimit('watchedCompanies')}::int as limit,
            (select count(distinct e.domain) from lists l join list_entries e on e.list_id = l.id
              where l.team_id = t.id and ${isMonitored[mode]})::int as wanted
       from teams t where t.id = $1`,
    [teamId],
  )
  return { limit, used: Math.min(limit, wanted), beyond: Math.max(0, wanted - limit) }
}

export interface MonitoredEntry {
  readonly domain: string
  /** Within the team's limit. */
  readonly isWanted: boolean
}

/** The companies on the list: wanted ones first, newest first. */
export async function readMonitoredEntries(
  db: Queryable,
  teamId: string,
  listId: string,
  mode: ListMonitoring,
): Promise<MonitoredEntry[]> {
  return many<MonitoredEntry & { [column: string]: unknown }>(
    db,
    `select e.domain, w.domain is not null as "isWanted"
       from list_entries e left join ${wantedDomains(mode)} w on w.domain = e.domain
      where e.list_id = (select id from lists where team_id = $1 and id = $2)
      order by w.domain is null, e.version desc, e.domain`,
    [teamId, listId],
  )
}

/**
 * Starts monitoring a list. If the operator's approval is needed, it waits for that; an operator's own command is the
 * approval. Idempotent.
 */
export async function monitorList(
  tx: Transaction,
  actor: Actor,
  teamId: string,
  { listId, mode }: { readonly listId: string; readonly mode: ListMonitoring },
): Promise<AccountList> {
  if (mode === 'off') throw monitoringOff()
  // Locks the team before its lists, like the screen.
  await lockTeam(tx, teamId)
  const list = await requireLocked(tx, teamId, listId)
  const { limit } = await readMonitoringAllowance(tx, teamId, mode)
  if (limit === 0) throw nothingAllowed()
  const isApproved = mode === 'on' || actor === 'operator'
  if (list.monitoredAt && (!isApproved || list.monitoringApprovedAt)) return list
  const monitored = await setMonitored(tx, listId, true, isApproved)
  const details = { companies: list.entries, approved: isApproved }
  await recordAudit(tx, actor, teamId, { action: 'list.monitored', target: list, details })
  await noteMonitored(tx)
  return monitored
}

/** Its companies are no longer watched, unless another reason remains. Their signals stay. */
export async function stopMonitoringList(
  tx: Transaction,
  actor: Actor,
  teamId: string,
  listId: string,
): Promise<AccountList> {
  await lockTeam(tx, teamId)
  const list = await requireLocked(tx, teamId, listId)
  if (!list.monitoredAt) return list
  const stopped = await setMonitored(tx, listId, false, false)
  await recordAudit(tx, actor, teamId, {
    action: 'list.unmonitored',
    target: list,
    details: { companies: list.entries },
  })
  await noteMonitored(tx)
  return stopped
}

export interface MonitoringRequest {
  readonly teamId: string
  readonly team: string
  readonly list: string
  readonly companies: number
  readonly askedAt: Date
}

const MAX_REQUESTS = 500

/** Lists of all teams that wait for the operator, longest first. */
export async function readMonitoringRequests(db: Queryable): Promise<MonitoringRequest[]> {
  return many<MonitoringRequest & { [column: string]: unknown }>(
    db,
    `select t.id as "teamId", t.name as team, l.name as list, l.entries as companies, l.monitored_at as "askedAt"
       from lists l join teams t on t.id = l.team_id
      where l.monitored_at is not null and l.monitoring_approved_at is null
      order by l.monitored_at limit ${MAX_REQUESTS}`,
  )
}

const monitoringOff = () =>
  new AppError(
    'conflict',
    'The operator of this installation has turned off the monitoring of lists (LIST_MONITORING).',
    {
      code: 'monitoring_off',
    },
  )

const nothingAllowed = () =>
  new AppError(
    'conflict',
    'The limit watchedCompanies of this team is 0, so none of its companies can be monitored. The operator can raise it.',
    { code: 'no_watched_companies' },
  )
