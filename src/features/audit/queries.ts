import { many, type Queryable } from '../../db/index.ts'
import type { AuditAction } from '../../settings-contract/index.ts'

/** Who did it: somebody signed in, or an operator on the command line. A session is one. */
export type Actor = { readonly accountId: string; readonly email: string; readonly address: string | null } | 'operator'

export interface Deed {
  readonly action: AuditAction
  /** What it was done to, by the name that it has at this moment. */
  readonly target?: { readonly id?: string; readonly name: string }
  readonly details?: Readonly<Record<string, string | number | boolean>>
}

const INSERT = `insert into audit_log (team_id, action, actor_id, actor_email, address, target_id, target_name, details)`

function valuesOf(actor: Actor, { action, target, details = {} }: Deed): unknown[] {
  const who = actor === 'operator' ? undefined : actor
  return [
    action,
    who?.accountId ?? null,
    who?.email ?? null,
    who?.address ?? null,
    target?.id ?? null,
    target?.name ?? null,
    JSON.stringify(details),
  ]
}

/** Belongs into the transaction of the deed: neither is there without the other. */
export async function recordDeed(tx: Queryable, teamId: string, actor: Actor, deed: Deed): Promise<void> {
  await tx.query(`${INSERT} values ($1, $2, $3, $4, $5, $6, $7, $8)`, [teamId, ...valuesOf(actor, deed)])
}

/** What concerns an account as such is told to all its teams. */
export async function recordDeedOnAccount(tx: Queryable, accountId: string, actor: Actor, deed: Deed): Promise<void> {
  await tx.query(
    `${INSERT} select team_id, $2, $3::uuid, $4, $5::inet, $6::uuid, $7, $8::jsonb from team_members where account_id = $1`,
    [accountId, ...valuesOf(actor, deed)],
  )
}

export interface AuditRow {
  id: number
  at: Date
  action: AuditAction
  actor: string | null
  address: string | null
  targetId: string | null
  targetName: string | null
  details: Record<string, string | number | boolean>
}

export async function listDeeds(
  db: Queryable,
  teamId: string,
  { before, actions, most }: { before?: number | undefined; actions?: readonly string[] | undefined; most: number },
): Promise<AuditRow[]> {
  return many<AuditRow>(
    db,
    `select id, at, action, actor_email as actor, host(address) as address, target_id as "targetId",
            target_name as "targetName", details
       from audit_log
      where team_id = $1 and ($2::bigint is null or id < $2) and ($3::text[] is null or action = any($3))
      order by id desc limit $4`,
    [teamId, before ?? null, actions ?? null, most],
  )
}

export async function deleteOldDeeds(db: Queryable, days: number): Promise<void> {
  await db.query(`delete from audit_log where at < now() - make_interval(days => $1)`, [days])
}
