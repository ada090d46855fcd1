import { maybeOne, one, type Queryable, type Transaction } from '../../db/index.ts'

interface StoredFactor {
  readonly secret: string
  readonly confirmedAt: Date | null
  readonly [column: string]: unknown
}

export async function findFactor(db: Queryable, accountId: string): Promise<StoredFactor | undefined> {
  return maybeOne<StoredFactor>(db, `select secret, confirmed_at as "confirmedAt" from second_factors where id = $1`, [
    accountId,
  ])
}

interface FactorState {
  readonly confirmedAt: Date | null
  readonly codesLeft: number
  readonly hasPassword: boolean
  readonly [column: string]: unknown
}

export async function readFactorState(db: Queryable, accountId: string): Promise<FactorState> {
  return one<FactorState>(
    db,
    `select f.confirmed_at as "confirmedAt", a.password_hash <> '' as "hasPassword",
            (select count(*)::int from recovery_codes c where c.account_id = a.id) as "codesLeft"
       from accounts a left join second_factors f on f.id = a.id where a.id = $1`,
    [accountId],
  )
}

/** Replaces one that is being set up. False: there is a confirmed one. */
export async function insertFactor(tx: Transaction, accountId: string, sealed: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    `insert into second_factors as f (id, secret) values ($1, $2)
         on conflict (id) do update set secret = excluded.secret, last_step = 0 where f.confirmed_at is null`,
    [accountId, sealed],
  )
  return rowCount === 1
}

/** False: it was confirmed or replaced at the same moment. */
export async function confirmFactor(
  tx: Transaction,
  accountId: string,
  sealed: string,
  step: number,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update second_factors set confirmed_at = now(), last_step = $3
      where id = $1 and secret = $2 and confirmed_at is null`,
    [accountId, sealed, step],
  )
  return rowCount === 1
}

/** False: this code, or a later one, was used already. Of two concurrent calls with one code, one gets true. */
export async function takeStep(db: Queryable, accountId: string, step: number): Promise<boolean> {
  const { rowCount } = await db.query(
    `update second_factors set last_step = $2 where id = $1 and last_step < $2 and confirmed_at is not null`,
    [accountId, step],
  )
  return rowCount === 1
}

/** Of two concurrent calls with one code, one gets true. */
export async function takeRecoveryCode(db: Queryable, accountId: string, codeHash: Buffer): Promise<boolean> {
  const { rowCount } = await db.query(`delete from recovery_codes where account_id = $1 and code_hash = $2`, [
    accountId,
    codeHash,
  ])
  return rowCount === 1
}

/** Locks the account's factor, so that of two concurrent calls only one list is left. */
export async function replaceRecoveryCodes(
  tx: Transaction,
  accountId: string,
  hashes: readonly Buffer[],
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `select from second_factors where id = $1 and confirmed_at is not null for update`,
    [accountId],
  )
  if (rowCount !== 1) return false
  await tx.query(`delete from recovery_codes where account_id = $1`, [accountId])
  await tx.query(`insert into recovery_codes (account_id, code_hash) select $1::uuid, unnest($2::bytea[])`, [
    accountId,
    hashes,
  ])
  return true
}

/** False: there was none. */
export async function deleteFactor(tx: Transaction, accountId: string): Promise<boolean> {
  const { rowCount } = await tx.query(`delete from second_factors where id = $1`, [accountId])
  return rowCount === 1
}
