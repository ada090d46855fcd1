// The SQL of reset links and reset requests.

import { maybeOne, one, type Queryable } from '../../db/index.ts'

export async function upsertPasswordReset(
  tx: Queryable,
  accountId: string,
  tokenHash: Buffer,
  maxSeconds: number,
): Promise<Date> {
  const { expiresAt } = await one<{ expiresAt: Date }>(
    tx,
    `insert into password_resets (account_id, token_hash, expires_at) values ($1, $2, now() + make_interval(secs => $3))
         on conflict (account_id) do update
        set token_hash = excluded.token_hash, created_at = now(), expires_at = excluded.expires_at
     returning expires_at as "expiresAt"`,
    [accountId, tokenHash, maxSeconds],
  )
  return expiresAt
}

export async function findPasswordReset(
  db: Queryable,
  tokenHash: Buffer,
): Promise<{ email: string; expiresAt: Date } | undefined> {
  return maybeOne(
    db,
    `select a.email, r.expires_at as "expiresAt" from password_resets r join accounts a on a.id = r.account_id
      where r.token_hash = $1 and r.expires_at > now()`,
    [tokenHash],
  )
}

/** Consumes the link: of two concurrent calls, the second finds nothing. */
export async function takePasswordReset(
  tx: Queryable,
  tokenHash: Buffer,
): Promise<{ accountId: string; email: string } | undefined> {
  return maybeOne(
    tx,
    `delete from password_resets r using accounts a
      where r.token_hash = $1 and r.expires_at > now() and a.id = r.account_id
     returning a.id as "accountId", a.email`,
    [tokenHash],
  )
}

export async function deletePasswordReset(tx: Queryable, accountId: string): Promise<void> {
  await tx.query(`delete from password_resets where account_id = $1`, [accountId])
}

export interface ResetRequest {
  readonly email: string
  /** insertResetRequest always writes it, though the column may be null. */
  readonly address: string
  readonly [column: string]: unknown
}

/** Requests are answered within seconds. This many wait only if nothing answers them. */
const MAX_RESET_REQUESTS = 10_000

export async function insertResetRequest(db: Queryable, email: string, address: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into reset_requests (email, address) select $1, $2
      where (select count(*) from (select from reset_requests limit ${MAX_RESET_REQUESTS}) r) < ${MAX_RESET_REQUESTS}`,
    [email, address],
  )
  return rowCount === 1
}

export async function hasResetRequests(db: Queryable): Promise<boolean> {
  const { any } = await one<{ any: boolean }>(db, `select exists (select from reset_requests) as any`)
  return any
}

/** Consumes the oldest request that hasn't expired. Other nodes get other requests. */
export async function takeResetRequest(tx: Queryable, validSeconds: number): Promise<ResetRequest | undefined> {
  return maybeOne<ResetRequest>(
    tx,
    `delete from reset_requests where id = (
       select id from reset_requests where asked_at > now() - make_interval(secs => $1)
        order by id limit 1 for update skip locked)
     returning email, host(address) as address`,
    [validSeconds],
  )
}
