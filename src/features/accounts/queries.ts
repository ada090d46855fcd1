import { maybeOne, one, type Queryable } from '../../db/index.ts'

export interface Account {
  id: string
  email: string
  passwordHash: string
}

export async function findAccountByEmail(db: Queryable, email: string): Promise<Account | undefined> {
  return maybeOne<Account>(db, `select id, email, password_hash as "passwordHash" from accounts where email = $1`, [
    email,
  ])
}

export async function insertAccount(db: Queryable, email: string, passwordHash: string): Promise<string> {
  const { id } = await one<{ id: string }>(
    db,
    `insert into accounts (email, password_hash) values ($1, $2) returning id`,
    [email, passwordHash],
  )
  return id
}

export async function setPasswordHash(db: Queryable, accountId: string, passwordHash: string): Promise<void> {
  await db.query(`update accounts set password_hash = $2 where id = $1`, [accountId, passwordHash])
}
