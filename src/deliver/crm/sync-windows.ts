// What should be in the CRM: follows the history of the followed searches, and opens and ends windows.
//
// Its position is written in the same transaction, so each entry opens one window, whichever process is killed and
// when. An entry opens a window if it would send an alert. A window ends when the company left the search. Now and
// then all open windows are also compared with the members, which ends those that no entry of the history ends: of a
// search that was deleted, changed or is no longer followed.

import type { SearchAction } from '../../closed-sets/alerts.ts'
import { MAX_CRM_COMPANIES } from '../../closed-sets/crm.ts'
import { columns, many, one, type Transaction } from '../../db/index.ts'

/** Changes read at a time. */
const PAGE = 2_000
/** Entries that open a window. The others came from imported history, or while the search was paused or muted. */
const OPENS = `(c.silence is null or c.silence in ('moved', 'unconfirmed'))`

interface Change {
  readonly n: number
  readonly search: number
  readonly company: number
  readonly action: SearchAction
  readonly at: number
  readonly opens: boolean
  readonly isBack: boolean
  readonly [column: string]: unknown
}

/** The net effect of the changes of one company and search. */
interface Outcome {
  readonly search: number
  readonly company: number
  /** An open window ends. */
  endedAt?: number
  /** The last one is open again: the company returned soon. */
  isBack?: boolean
  openedAt?: number | undefined
  /** When the last window that also ended among these changes opened. The company may return to it. */
  passedAt?: number
}

const OUTCOMES = columns<Outcome>(2, {
  search: ['int', ({ search }) => search],
  company: ['int', ({ company }) => company],
  ended_at: ['timestamptz', ({ endedAt }) => endedAt ?? null],
  is_back: ['boolean', ({ isBack }) => isBack ?? false],
  opened_at: ['timestamptz', ({ openedAt, passedAt }) => openedAt ?? passedAt ?? null],
  is_passed: ['boolean', ({ openedAt }) => openedAt === undefined],
})

/** True if there may be more to read. */
export async function readChanges(tx: Transaction, connection: string, now: number): Promise<boolean> {
  const changes = await many<Change>(
    tx,
    `select c.n, c.search, c.company, c.action, extract(epoch from c.at)::float8 as at, ${OPENS} as opens,
            c.silence is not distinct from 'back_soon' as "isBack"
       from crm_searches f join search_changes c on c.search = f.search and c.n > f.seen
      where f.connection = $1 order by c.n limit ${PAGE}`,
    [connection],
  )
  if (changes.length === 0) return false
  await apply(tx, connection, outcomesOf(changes), now)
  await tx.query(
    `update crm_searches f set seen = r.seen
       from (select search, max(n) as seen from unnest($2::int[], $3::bigint[]) r (search, n) group by 1) r
      where f.connection = $1 and f.search = r.search`,
    [connection, changes.map(({ search }) => search), changes.map(({ n }) => n)],
  )
  return changes.length === PAGE
}

/** Exported for its test. */
export function outcomesOf(
  changes: readonly Pick<Change, 'search' | 'company' | 'action' | 'at' | 'opens' | 'isBack'>[],
) {
  const outcomes = new Map<string, Outcome>()
  for (const { search, company, action, at, opens, isBack } of changes) {
    const key = `${search} ${company}`
    const outcome = outcomes.get(key) ?? { search, company }
    outcomes.set(key, outcome)
    if (action === 'left') {
      if (outcome.openedAt !== undefined) outcome.passedAt = outcome.openedAt
      outcome.openedAt = undefined
      outcome.isBack = false
      outcome.endedAt = at
    } else if (opens) outcome.openedAt = at
    else if (isBack && outcome.passedAt !== undefined) outcome.openedAt = outcome.passedAt
    else if (isBack) outcome.isBack = true
  }
  return [...outcomes.values()]
}

async function apply(tx: Transaction, connection: string, outcomes: readonly Outcome[], now: number): Promise<void> {
  const values = [connection, ...OUTCOMES.values(outcomes)]
  const ended = await many<{ company: number }>(
    tx,
    `update crm_windows w set ended_at = greatest(o.ended_at, w.opened_at) from ${OUTCOMES.as('o')}
      where w.connection = $1 and w.company = o.company and w.search = o.search and w.ended_at is null
        and o.ended_at is not null returning w.company`,
    values,
  )
  // A worker may have died after it changed the task, and before it recorded that.
  const back = await many<{ company: number }>(
    tx,
    `update crm_windows w set ended_at = null,
            task_state = case when w.task_state = 'none' then 'none' else 'unknown' end from ${OUTCOMES.as('o')}
      where w.connection = $1 and w.company = o.company and w.search = o.search and o.is_back
        and w.opened_at = (select max(l.opened_at) from crm_windows l
                            where l.connection = $1 and l.company = o.company and l.search = o.search)
      returning w.company`,
    values,
  )
  const opened = outcomes.filter(({ openedAt, passedAt }) => (openedAt ?? passedAt) !== undefined)
  await addCompanies(tx, connection, [...new Set(opened.map(({ company }) => company))])
  await tx.query(
    `insert into crm_windows (connection, company, search, opened_at, ended_at)
     select $1, o.company, o.search, o.opened_at, case when o.is_passed then o.ended_at end from ${OUTCOMES.as('o')}
       join crm_companies c on c.connection = $1 and c.company = o.company
      where o.opened_at is not null and not exists (
        select from crm_windows w where w.connection = $1 and w.company = o.company and w.search = o.search and w.ended_at is null)
     on conflict (connection, company, search, opened_at) do update set ended_at = excluded.ended_at,
       task_state = case when crm_windows.task_state = 'none' then 'none' else 'unknown' end`,
    values,
  )
  await markDue(
    tx,
    connection,
    [...ended, ...back, ...opened].map(({ company }) => company),
    now,
  )
}

/** No more than a connection may have. */
export async function addCompanies(tx: Transaction, connection: string, companies: readonly number[]): Promise<void> {
  if (companies.length === 0) return
  await tx.query(
    `insert into crm_companies (connection, company)
     select $1, n.company from unnest($2::int[]) n (company)
      where not exists (select from crm_companies c where c.connection = $1 and c.company = n.company)
      limit greatest(0, ${MAX_CRM_COMPANIES} - (select count(*) from crm_companies c where c.connection = $1))`,
    [connection, companies],
  )
}

export async function markDue(tx: Transaction, connection: string, companies: readonly number[], now: number) {
  if (companies.length === 0) return
  await tx.query(
    `update crm_companies set due_at = to_timestamp($3), attempts = 0 where connection = $1 and company = any($2::int[])`,
    [connection, [...new Set(companies)], now],
  )
}

/** Rows of companies whose windows have all ended are kept for people to look at. */
const KEPT_DAYS = 90
const MAX_DELETED = 1_000

/**
 * Ends the windows without a member, and deletes old rows. While a search is being compared, its members aren't known.
 */
export async function compareWithMembers(tx: Transaction, connection: string, now: number): Promise<void> {
  const ended = await many<{ company: number }>(
    tx,
    `update crm_windows w set ended_at = greatest(to_timestamp($2), w.opened_at)
      where w.connection = $1 and w.ended_at is null and not exists (
        select from crm_searches f join saved_searches s on s.n = f.search
          left join search_members m on m.search = w.search and m.company = w.company and m.left_at is null
         where f.connection = w.connection and f.search = w.search
           and (m.search is not null or s.sweep is not distinct from 'stock'))
      returning w.company`,
    [connection, now],
  )
  await markDue(
    tx,
    connection,
    ended.map(({ company }) => company),
    now,
  )
  await tx.query(
    `delete from crm_companies c where c.connection = $1 and c.company = any(array(
       select o.company from crm_companies o where o.connection = $1 and o.due_at is null
          and not exists (select from crm_windows w where w.connection = $1 and w.company = o.company
                             and (w.ended_at is null or w.ended_at > to_timestamp($2) - interval '${KEPT_DAYS} days'))
        limit ${MAX_DELETED}))`,
    [connection, now],
  )
  await one(tx, `update crm_connections set compared_at = to_timestamp($2) where id = $1 returning id`, [
    connection,
    now,
  ])
}
