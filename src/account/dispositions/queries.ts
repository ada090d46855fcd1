import type { DispositionKind } from '../../closed-sets/dispositions.ts'
import { many, maybeOne, one, type Queryable, type Transaction } from '../../db/index.ts'

/** Whose dispositions: a person's, in one team. */
export interface Member {
  readonly teamId: string
  readonly accountId: string
}

export interface Decision {
  readonly kind: DispositionKind
  /** The first UTC day on which a snoozed company is shown again, YYYY-MM-DD. Null: not a fit. */
  readonly until: string | null
}

export interface Disposition extends Decision {
  readonly companyId: string
  readonly companyName: string
  readonly setAt: Date
  readonly [column: string]: unknown
}

const TODAY = `(now() at time zone 'utc')::date`
const IN_EFFECT = `(d.until is null or d.until > ${TODAY})`
const DECISION = `d.kind, to_char(d.until, 'YYYY-MM-DD') as until`

/** Those in effect, newest first. Of companies that were merged later, the newest one applies. */
export async function selectDispositions(db: Queryable, { teamId, accountId }: Member): Promise<Disposition[]> {
  return many<Disposition>(
    db,
    `select * from (
       select distinct on (c.ordinal) ${DECISION}, d.set_at as "setAt", c.id as "companyId", c.name as "companyName"
         from dispositions d
         join companies was on was.ordinal = d.company
         join companies c on c.ordinal = coalesce(was.merged_into, was.ordinal)
        where d.team_id = $1 and d.account_id = $2 and ${IN_EFFECT}
        order by c.ordinal, d.set_at desc) each
      order by "setAt" desc, "companyId"`,
    [teamId, accountId],
  )
}

/** The companies that the person doesn't want to see now, by their ordinals. */
export async function readHiddenCompanies(db: Queryable, { teamId, accountId }: Member): Promise<ReadonlySet<number>> {
  const rows = await many<{ ordinal: number }>(
    db,
    `select coalesce(c.merged_into, c.ordinal) as ordinal
       from dispositions d join companies c on c.ordinal = d.company
      where d.team_id = $1 and d.account_id = $2 and ${IN_EFFECT}`,
    [teamId, accountId],
  )
  return new Set(rows.map(({ ordinal }) => ordinal))
}

export interface ChosenCompany {
  readonly ordinal: number
  readonly id: string
  readonly name: string
  readonly [column: string]: unknown
}

/** The company with this id, or the one that it was merged into. */
export async function findCompany(db: Queryable, companyId: string): Promise<ChosenCompany | undefined> {
  return maybeOne<ChosenCompany>(
    db,
    `select c.ordinal, c.id, c.name from companies was
       join companies c on c.ordinal = coalesce(was.merged_into, was.ordinal) where was.id = $1`,
    [companyId],
  )
}

/** How many days the day is ahead of today, in UTC. */
export async function daysUntil(db: Queryable, day: string): Promise<number> {
  const { days } = await one<{ days: number }>(db, `select $1::date - ${TODAY} as days`, [day])
  return days
}

/** Removes the decisions about the company and those merged into it, and returns the newest in effect. */
export async function takeDisposition(
  tx: Transaction,
  { teamId, accountId }: Member,
  ordinal: number,
): Promise<Decision | undefined> {
  return maybeOne<Decision & { [column: string]: unknown }>(
    tx,
    `with gone as (
       delete from dispositions d using companies c
        where d.team_id = $1 and d.account_id = $2 and d.company = c.ordinal and coalesce(c.merged_into, c.ordinal) = $3
       returning d.kind, d.until, d.set_at)
     select ${DECISION} from gone d where ${IN_EFFECT} order by d.set_at desc limit 1`,
    [teamId, accountId, ordinal],
  )
}

/**
 * False if the person has `max` already. The caller holds the team's lock, so none is added meanwhile. Expired snoozes
 * don't count.
 */
export async function insertDisposition(
  tx: Transaction,
  { teamId, accountId }: Member,
  ordinal: number,
  { kind, until }: Decision,
  max: number,
): Promise<boolean> {
  await tx.query(`delete from dispositions d where d.team_id = $1 and d.account_id = $2 and not ${IN_EFFECT}`, [
    teamId,
    accountId,
  ])
  const { rowCount } = await tx.query(
    `insert into dispositions (team_id, account_id, company, kind, until)
     select $1, $2, $3, $4, $5
      where (select count(*) from dispositions where team_id = $1 and account_id = $2) < $6`,
    [teamId, accountId, ordinal, kind, until, max],
  )
  return rowCount === 1
}
