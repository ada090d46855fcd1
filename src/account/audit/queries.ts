import { many, type Queryable, type Transaction } from '../../db/index.ts'
import type { ActorKind, AuditAction } from '../../settings-contract/index.ts'
import type { InstallationAction } from './installation-actions.ts'

/** Who did it: a signed-in person, or an operator on the command line. A settings session is an actor. */
export type Actor = { readonly accountId: string; readonly email: string; readonly address: string | null } | 'operator'

/** An anonymous caller, who requests a new password by typing any address. */
export interface Anonymous {
  readonly anonymous: true
  readonly address: string
}

export interface AuditRecord<Action extends string = AuditAction> {
  readonly action: Action
  /** The object of the action, with its current name. */
  readonly target?: { readonly id?: string; readonly name: string }
  readonly details?: Readonly<Record<string, string | number | boolean>>
}

const INSERT = `insert into audit_log (team_id, action, actor_id, actor_email, address, target_id, target_name, details)`

function valuesOf(actor: Actor | Anonymous, { action, target, details = {} }: AuditRecord<string>): unknown[] {
  const person = actor === 'operator' || 'anonymous' in actor ? undefined : actor
  return [
    action,
    person?.accountId ?? null,
    person?.email ?? null,
    actor === 'operator' ? null : actor.address,
    target?.id ?? null,
    target?.name ?? null,
    JSON.stringify(details),
  ]
}

/** Called by the rule that makes the change, in the same transaction: neither is committed without the other. */
export async function recordAudit(tx: Transaction, actor: Actor, teamId: string, record: AuditRecord): Promise<void> {
  await tx.query(`${INSERT} values ($1, $2, $3, $4, $5, $6, $7, $8)`, [teamId, ...valuesOf(actor, record)])
}

/** What an operator does to the whole installation. Not shown to teams, only in `audit export`. */
export async function recordInstallationAudit(tx: Transaction, record: AuditRecord<InstallationAction>): Promise<void> {
  await tx.query(`${INSERT} values (null, $1, $2, $3, $4, $5, $6, $7)`, valuesOf('operator', record))
}

/** A change to an account is recorded in every team of the account. */
export async function recordAccountAudit(
  tx: Transaction,
  actor: Actor | Anonymous,
  accountId: string,
  record: AuditRecord,
): Promise<void> {
  await tx.query(
    `${INSERT} select team_id, $2, $3::uuid, $4, $5::inet, $6::uuid, $7, $8::jsonb from team_members where account_id = $1`,
    [accountId, ...valuesOf(actor, record)],
  )
}

export interface AuditRow {
  id: number
  at: Date
  action: AuditAction
  actor: string | null
  actorKind: ActorKind
  address: string | null
  targetId: string | null
  targetName: string | null
  details: Record<string, string | number | boolean>
}

/**
 * Only an operator has no address. Records are never changed; older ones name the owner of an address as the person who
 * asked for a new password.
 */
export const ANONYMOUS = `(actor_id is null and address is not null
  or action = 'password.reset_link_made' and actor_id = target_id)`

const ACTOR = `case when ${ANONYMOUS} then 'anonymous' when actor_id is null then 'operator' else actor_email end`

interface AuditFilter {
  /** The id of the last record of the previous page. */
  readonly before?: number | undefined
  readonly actions?: readonly string[] | undefined
  /** An address, `operator` or `anonymous`. */
  readonly actor?: string | undefined
  readonly since?: string | undefined
  /** Exclusive. */
  readonly until?: string | undefined
  readonly limit: number
}

export async function listAuditRecords(
  db: Queryable,
  teamId: string,
  { before, actions, actor, since, until, limit }: AuditFilter,
): Promise<AuditRow[]> {
  return many<AuditRow>(
    db,
    `select id, at, action, case when not ${ANONYMOUS} then actor_email end as actor,
            case when ${ANONYMOUS} then 'anonymous' when actor_id is null then 'operator' else 'person' end as "actorKind",
            host(address) as address, target_id as "targetId", target_name as "targetName", details
       from audit_log
      where team_id = $1 and ($2::bigint is null or id < $2) and ($3::text[] is null or action = any($3))
        and ($5::text is null or ${ACTOR} = $5)
        and ($6::timestamptz is null or at >= $6) and ($7::timestamptz is null or at < $7)
      order by id desc limit $4`,
    [teamId, before ?? null, actions ?? null, limit, actor ?? null, since ?? null, until ?? null],
  )
}

const MAX_ACTORS = 500

/** Everyone who is in the log, by name. */
export async function listActors(db: Queryable, teamId: string): Promise<string[]> {
  const rows = await many<{ actor: string }>(
    db,
    `select distinct ${ACTOR} as actor from audit_log where team_id = $1 order by 1 limit ${MAX_ACTORS}`,
    [teamId],
  )
  return rows.map(({ actor }) => actor)
}

export async function deleteOldAuditRecords(db: Queryable, days: number): Promise<void> {
  await db.query(`delete from audit_log where at < now() - make_interval(days => $1)`, [days])
}
