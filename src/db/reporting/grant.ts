// A role of the database that may read the views for reports (migrations/*-reporting*.sql), and nothing else: that is checked
// before anything is granted, in the same transaction.

import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import pg from 'pg'
import { AppError } from '../../platform/app-error.ts'
import type { Transaction } from '../database.ts'
import { readMigrations } from '../migrations/read.ts'
import { many, maybeOne, one, type Queryable } from '../sql.ts'

export interface ReportingGrant {
  readonly role: string
  readonly created: boolean
  readonly database: string
  readonly views: readonly string[]
}

const MAX_NAMED = 3
const ROLE_NAME = /^(?!pg_)[a-z_][a-z0-9_]{0,62}$/
/** What a role is created with. Its rights don't depend on these: a session can change them. */
const SETTINGS = [`default_transaction_read_only = on`, `statement_timeout = '5min'`, `search_path = reporting`]

/** Creates a missing role with the password. For an existing one, changes the password if one is given. */
export async function grantReporting(tx: Transaction, role: string, password?: string): Promise<ReportingGrant> {
  if (!ROLE_NAME.test(role))
    throw new AppError('invalid', `${JSON.stringify(role)} is no name for a role: use a-z, 0-9 and _, such as reports.`)
  if (password !== undefined && !/^[\x20-\x7e]{12,200}$/.test(password))
    throw new AppError('invalid', 'The password of the role needs 12 to 200 characters from the keyboard (ASCII).')
  const views = await requireViews(tx)
  const quoted = pg.escapeIdentifier(role)
  const known = await maybeOne(tx, `select from pg_roles where rolname = $1`, [role])
  if (!known) await createRole(tx, role, password)
  else if (password !== undefined) await changePassword(tx, role, password)
  const { database } = await one<{ database: string }>(tx, `select current_database() as database`)
  await requireNothingElse(tx, role)
  await tx.query(`grant connect on database ${pg.escapeIdentifier(database)} to ${quoted}`)
  await tx.query(`grant usage on schema reporting to ${quoted}`)
  await tx.query(`grant select on all tables in schema reporting to ${quoted}`)
  await tx.query(`alter default privileges in schema reporting grant select on tables to ${quoted}`)
  return { role, created: !known, database, views }
}

interface Views {
  /** Ours, or another schema with this name. */
  readonly isOurs: boolean
  readonly names: readonly string[]
  readonly [column: string]: unknown
}

/** Undefined without the schema. */
const readViews = (db: Queryable) =>
  maybeOne<Views>(
    db,
    `select coalesce(obj_description(n.oid, 'pg_namespace') like 'Views of Pro Signal%', false) as "isOurs",
            array(select relname::text from pg_class where relnamespace = n.oid and relkind in ('r', 'p', 'v', 'm', 'f') order by oid) as names
       from pg_namespace n where n.nspname = 'reporting'`,
  )

/** The migration skips the schema for a user who may not create one. That may have changed since. */
async function requireViews(tx: Transaction): Promise<readonly string[]> {
  let views = await readViews(tx)
  if (!views?.isOurs && !views?.names.length) {
    for (const { name, sql } of readMigrations()) if (/^\d+-reporting/.test(name)) await tx.query(sql)
    views = await readViews(tx)
  }
  if (views?.isOurs) return views.names
  if (views?.names.length)
    throw new AppError(
      'conflict',
      `The database has a schema "reporting" already that isn’t Pro Signal’s (with ${views.names.slice(0, MAX_NAMED).join(', ')}): rename it, then try again.`,
    )
  const { user } = await one<{ user: string }>(tx, `select quote_ident(current_user) as user`)
  throw new AppError(
    'unavailable',
    `The user ${user} may not create the schema of the views. As the owner of the database, run there: ${views ? 'ALTER SCHEMA reporting OWNER TO' : 'CREATE SCHEMA reporting AUTHORIZATION'} ${user};`,
  )
}

async function createRole(tx: Transaction, role: string, password: string | undefined): Promise<void> {
  const quoted = pg.escapeIdentifier(role)
  const { may } = await one<{ may: boolean }>(
    tx,
    `select rolsuper or rolcreaterole as may from pg_roles where rolname = current_user`,
  )
  if (!may)
    throw new AppError(
      'unavailable',
      `There is no role ${role}, and the user of DATABASE_URL may not create one. As an administrator, run: CREATE ROLE ${quoted} LOGIN PASSWORD '…'; then this command again, without a password.`,
    )
  if (password === undefined)
    throw new AppError('invalid', `There is no role ${role} yet: add --password-file FILE to create it.`)
  await tx.query(`create role ${quoted} login noinherit password ${pg.escapeLiteral(scramOf(password))}`)
  for (const setting of SETTINGS) await tx.query(`alter role ${quoted} set ${setting}`)
}

async function changePassword(tx: Transaction, role: string, password: string): Promise<void> {
  await requireNothingElse(tx, role)
  await tx.query(`alter role ${pg.escapeIdentifier(role)} login password ${pg.escapeLiteral(scramOf(password))}`)
}

/** What the server stores. So the password itself appears in no statement and in no statement log. */
function scramOf(password: string): string {
  const [salt, iterations] = [randomBytes(16), 4_096]
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256')
  const keyOf = (name: string) => createHmac('sha256', salted).update(name).digest()
  const stored = createHash('sha256').update(keyOf('Client Key')).digest('base64')
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${stored}:${keyOf('Server Key').toString('base64')}`
}

/** Throws if the role may read or write anything else in this database, or switch to a role that may. */
async function requireNothingElse(db: Queryable, role: string): Promise<void> {
  const { isStrong } = await one<{ isStrong: boolean }>(
    db,
    `select r.rolsuper or r.rolcreaterole or r.rolcreatedb or r.rolreplication or r.rolbypassrls
              or exists (select from pg_auth_members m where m.member = r.oid) as "isStrong"
       from pg_roles r where r.rolname = $1`,
    [role],
  )
  const others = await many<{ name: string }>(
    db,
    `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p', 'v', 'm', 'f') and n.nspname not in ('pg_catalog', 'information_schema')
        and n.nspname !~ '^pg_(toast|temp)'
        and case when n.nspname = 'reporting'
                 then has_table_privilege($1, c.oid, 'insert, update, delete, truncate, trigger')
                 else has_any_column_privilege($1, c.oid, 'select, insert, update, references')
                      or has_table_privilege($1, c.oid, 'delete, truncate, trigger') end
     union all
     select n.nspname || ' (it may create tables)' from pg_namespace n
      where n.nspname !~ '^pg_' and n.nspname <> 'information_schema' and has_schema_privilege($1, n.oid, 'create')
      order by 1`,
    [role],
  )
  if (!isStrong && others.length === 0) return
  const named = others.slice(0, MAX_NAMED).map(({ name }) => name)
  const rest = others.length > MAX_NAMED ? ` and ${others.length - MAX_NAMED} more` : ''
  const reason = isStrong ? 'has rights of an administrator, or is a member of another role' : `may use ${named}${rest}`
  throw new AppError('conflict', `The role ${role} ${reason}: reports need a role of their own. Choose another name.`)
}
