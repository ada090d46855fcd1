import { many, maybeOne, one, type Queryable, type Transaction } from '../../db/index.ts'
import { keyOfName } from '../../platform/text/key-of-name.ts'

/** A list without its entries. */
export interface AccountList {
  readonly id: string
  readonly name: string
  /** The number of domains, including those that wait. */
  readonly entries: number
  /** Incremented with each change to the entries. */
  readonly version: number
  readonly createdAt: Date
  readonly changedAt: Date
  /** Its companies are watched. Null: it is not monitored. */
  readonly monitoredAt: Date | null
  /** Null: the operator's approval is missing, if required. */
  readonly monitoringApprovedAt: Date | null
  readonly [column: string]: unknown
}

const LIST = `id, name, entries, version, created_at as "createdAt", changed_at as "changedAt",
  monitored_at as "monitoredAt", monitoring_approved_at as "monitoringApprovedAt"`

/** By name. */
export async function selectLists(db: Queryable, teamId: string): Promise<AccountList[]> {
  return many<AccountList>(db, `select ${LIST} from lists where team_id = $1 order by lower(name)`, [teamId])
}

export async function findList(db: Queryable, teamId: string, listId: string): Promise<AccountList | undefined> {
  return maybeOne<AccountList>(db, `select ${LIST} from lists where team_id = $1 and id = $2`, [teamId, listId])
}

/** A team has few lists. A constraint makes names unique, ignoring ASCII case. */
export async function findListByName(db: Queryable, teamId: string, name: string): Promise<AccountList | undefined> {
  const key = keyOfName(name)
  return (await selectLists(db, teamId)).find((list) => keyOfName(list.name) === key)
}

/** Changes to its entries wait until the transaction ends. */
export async function lockList(tx: Transaction, teamId: string, listId: string): Promise<AccountList | undefined> {
  return maybeOne<AccountList>(tx, `select ${LIST} from lists where team_id = $1 and id = $2 for update`, [
    teamId,
    listId,
  ])
}

/** Undefined if every place is taken. Two concurrent calls may choose the same place; then the second fails. */
export async function insertList(
  tx: Transaction,
  teamId: string,
  name: string,
  places: number,
): Promise<AccountList | undefined> {
  return maybeOne<AccountList>(
    tx,
    `insert into lists (team_id, name, place)
     select $1, $2, place from generate_series(1, $3::int) place
      where not exists (select from lists l where l.team_id = $1 and l.place = place.place) order by place limit 1
     returning ${LIST}`,
    [teamId, name, places],
  )
}

export async function updateName(tx: Transaction, teamId: string, listId: string, name: string): Promise<AccountList> {
  return one<AccountList>(tx, `update lists set name = $3 where team_id = $1 and id = $2 returning ${LIST}`, [
    teamId,
    listId,
    name,
  ])
}

export async function deleteListRow(tx: Transaction, teamId: string, listId: string): Promise<void> {
  await tx.query(`delete from lists where team_id = $1 and id = $2`, [teamId, listId])
}

/** An approval lasts until the list is no longer monitored. */
export async function setMonitored(
  tx: Transaction,
  listId: string,
  isMonitored: boolean,
  isApproved: boolean,
): Promise<AccountList> {
  return one<AccountList>(
    tx,
    `update lists set monitored_at = case when $2 then coalesce(monitored_at, clock_timestamp()) end,
            monitoring_approved_at = case when $2 then coalesce(monitoring_approved_at, case when $3 then clock_timestamp() end) end
      where id = $1 returning ${LIST}`,
    [listId, isMonitored, isApproved],
  )
}

/** Collecting nodes follow a moment after the commit. They also poll. */
export async function noteMonitored(tx: Transaction): Promise<void> {
  await tx.query(`select pg_notify('monitored_lists', '')`)
}
