// Watches the companies of monitored lists, and stops when no list has them any more. It compares desired and actual
// state: the wanted companies are read from the team's lists (account/lists/monitoring), so no message can get lost,
// and killing a process loses nothing.
//
// Invariants. Every change of a team's rows in team_watches holds the team's row in team_monitoring, and reads the
// wanted companies after it has the lock. So the rows are never more than the team's limit, except while a lowered
// limit is being followed; and a stored fingerprint matches the rows. A company with a row is watched: see
// `unwatch`.
//
// Teams are served round-robin, a few companies at a time. A team has at most MAX_WAITING companies that wait for their
// first visit, so a list of thousands hardly delays another team's fifty.

import { fingerprintOfTeam, readMonitoringTeams, wantedDomains } from '../../../account/lists/index.ts'
import type { ListMonitoring } from '../../../closed-sets/collecting.ts'
import { type Database, many, one, type Queryable, type Transaction } from '../../../db/index.ts'
import { readDomain, registrableDomain } from '../../../meaning/companies/index.ts'
import { findDeleted } from '../../../write/write-path/index.ts'
import type { Collector } from '../../collectors/index.ts'
import { removingLooks } from '../companies/remove-looks.ts'
import { addWatched, unwatch } from '../watching/watch.ts'

export interface ReconcileOptions {
  readonly collectors: readonly Collector[]
  readonly mode: ListMonitoring
  /** Companies of one team that wait for their first visit. */
  readonly maxWaiting?: number
}

const MAX_WAITING = 200
const MAX_ADDED = 100
const MAX_REMOVED = 50

/** Changed: there may be more to do now. Waits: there is more to do after visits, or another node is working on it. */
export type Reconciled = 'settled' | 'waits' | 'changed'

/** Each team whose lists changed takes one step. */
export async function reconcileLists(db: Database, options: ReconcileOptions): Promise<Reconciled> {
  const steps = new Set<Reconciled>()
  for (const teamId of await changedTeams(db.pool('ingest'), options.mode)) steps.add(await stepOf(db, teamId, options))
  return (['changed', 'waits'] as const).find((each) => steps.has(each)) ?? 'settled'
}

async function changedTeams(db: Queryable, mode: ListMonitoring): Promise<string[]> {
  const wanted = await readMonitoringTeams(db, mode)
  const rows = await many<{ teamId: string; fingerprint: string }>(
    db,
    `select team_id as "teamId", fingerprint from team_monitoring`,
  )
  const followed = new Map(rows.map(({ teamId, fingerprint }) => [teamId, fingerprint]))
  return [...new Set([...wanted.keys(), ...followed.keys()])].filter(
    (teamId) => !followed.has(teamId) || followed.get(teamId) !== wanted.get(teamId),
  )
}

interface Difference {
  readonly fingerprint: string | null
  readonly gone: readonly string[]
  readonly fresh: readonly string[]
  /** Companies of the team that were not visited yet. */
  readonly waiting: number
  readonly [column: string]: unknown
}

type Step = Reconciled | { readonly gone: readonly string[] }

async function stepOf(db: Database, teamId: string, options: ReconcileOptions): Promise<Reconciled> {
  const step = await db.transaction('ingest', (tx) => follow(tx, teamId, options))
  if (typeof step === 'string') return step
  await release(db, teamId, step.gone, options.mode)
  return 'changed'
}

async function follow(
  tx: Transaction,
  teamId: string,
  { collectors, mode, maxWaiting = MAX_WAITING }: ReconcileOptions,
): Promise<Step> {
  await tx.query(`insert into team_monitoring (team_id) values ($1) on conflict do nothing`, [teamId])
  const { rowCount } = await tx.query(`select from team_monitoring where team_id = $1 for update skip locked`, [teamId])
  // Another node is working on it.
  if (rowCount === 0) return 'waits'
  const { fingerprint, gone, fresh, waiting } = await readDifference(tx, teamId, mode)
  if (gone.length > 0) return { gone }
  if (fresh.length > 0) {
    const added = fresh.slice(0, Math.min(MAX_ADDED, maxWaiting - waiting))
    if (added.length === 0) return 'waits'
    await addWatched(
      tx,
      added.map((domain) => ({ domain })),
      collectors,
      ['all'],
      'teams',
    )
    await tx.query(`insert into team_watches (team_id, domain) select $1, unnest($2::text[])`, [teamId, added])
    return 'changed'
  }
  if (fingerprint === null) await tx.query(`delete from team_monitoring where team_id = $1`, [teamId])
  else await tx.query(`update team_monitoring set fingerprint = $2 where team_id = $1`, [teamId, fingerprint])
  return 'settled'
}

/** One statement, so that the fingerprint is that of what was compared. A part of another domain has no website of its own. */
async function readDifference(tx: Transaction, teamId: string, mode: ListMonitoring): Promise<Difference> {
  const difference = await one<Difference>(
    tx,
    `with wanted as ${wantedDomains(mode)},
     held as (select domain from team_watches where team_id = $1)
     select ${fingerprintOfTeam(mode)} as fingerprint,
            array(select domain from held where domain not in (select domain from wanted) order by domain limit ${MAX_REMOVED}) as gone,
            array(select domain from wanted where domain not in (select domain from held) order by since, domain) as fresh,
            (select count(*)::int from held h where not exists (
               select from looks l join look_times t on t.look_id = l.id where l.domain = h.domain and t.visited_at is not null)) as waiting`,
    [teamId],
  )
  const fresh = difference.fresh.filter(isWatchable)
  const deleted = await findDeleted(tx, fresh, new Map())
  return { ...difference, fresh: fresh.filter((domain) => !deleted.has(domain)) }
}

/** By today's rules: an entry of a list may be older. */
export function isWatchable(domain: string): boolean {
  const read = readDomain(domain)
  return read !== undefined && !('refused' in read) && registrableDomain(read.domain) === domain
}

/**
 * Removes the team's reasons. A company without another reason is no longer watched. A company that is back on a list
 * stays: that is checked under the lock.
 */
async function release(db: Database, teamId: string, domains: readonly string[], mode: ListMonitoring): Promise<void> {
  await removingLooks(db, domains, async (tx) => {
    await tx.query(`select from team_monitoring where team_id = $1 for update`, [teamId])
    await tx.query(`select from watched_companies where domain = any($1::text[]) order by domain for update`, [domains])
    const taken = await many<{ domain: string }>(
      tx,
      `delete from team_watches where team_id = $1 and domain = any($2::text[])
          and domain not in (select domain from ${wantedDomains(mode)} w) returning domain`,
      [teamId, domains],
    )
    for (const { domain } of taken) await unwatch(tx, domain)
  })
}
