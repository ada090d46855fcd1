// Finds the right that the database's user lacks, and the statement that grants it. Migrations and functions need to
// create tables and functions in the schema, and to own its tables.

import { AppError, errorCode } from '../platform/app-error.ts'
import { maybeOne, one, type Queryable } from './sql.ts'

/** insufficient_privilege, and invalid_schema_name: without USAGE, a schema counts as missing. */
const RIGHTS_STATES = new Set(['42501', '3F000'])

/** The error to throw instead of PostgreSQL's if a right is missing. Undefined if there is another cause. */
export async function missingRightError(db: Queryable, error: unknown): Promise<AppError | undefined> {
  const states = [errorCode(error), errorCode((error as Error).cause)]
  if (!states.some((state) => state !== undefined && RIGHTS_STATES.has(state))) return undefined
  const missing = await findMissingRight(db)
  return missing === undefined ? undefined : new AppError('unavailable', missing, { cause: error })
}

interface SchemaRights {
  user: string
  database: string
  schema: string | null
  usage: boolean
  create: boolean
  [key: string]: unknown
}

/** A sentence that names the right that migrations lack and how to grant it. Undefined if nothing is missing. */
export async function findMissingRight(db: Queryable): Promise<string | undefined> {
  // The first existing schema of the search path. current_schema() leaves out those without USAGE.
  const { user, database, schema, usage, create } = await one<SchemaRights>(
    db,
    `select quote_ident(current_user) as user, quote_ident(current_database()) as database, quote_ident(s.nspname) as schema,
            coalesce(has_schema_privilege(s.oid, 'usage'), false) as usage,
            coalesce(has_schema_privilege(s.oid, 'create'), false) as create
       from (select) nothing left join lateral (
         select n.oid, n.nspname
           from unnest(string_to_array(replace(current_setting('search_path'), '"', ''), ',')) with ordinality p (name, place)
           join pg_namespace n on n.nspname = case trim(p.name) when '$user' then current_user::text else trim(p.name) end
          order by p.place limit 1) s on true`,
  )
  if (schema === null) {
    return `The database ${database} has no schema for tables. As its owner, run there: CREATE SCHEMA public AUTHORIZATION ${user};`
  }
  const missing = [usage ? '' : 'USAGE', create ? '' : 'CREATE'].filter(Boolean).join(', ')
  if (missing !== '') {
    return `The user ${user} lacks the right ${missing.replace(',', ' and')} on the schema ${schema} of the database ${database}. As the owner of the database, run there: GRANT ${missing} ON SCHEMA ${schema} TO ${user};`
  }
  const foreign = await maybeOne<{ owner: string; superuser: boolean }>(
    db,
    `select quote_ident(r.rolname) as owner, r.rolsuper as superuser
       from pg_class c join pg_roles r on r.oid = c.relowner
      where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not pg_has_role(r.oid, 'usage')
      group by r.rolname, r.rolsuper order by count(*) desc limit 1`,
  )
  if (foreign === undefined) return undefined
  const remedy = foreign.superuser
    ? `give the tables to ${user} with ALTER TABLE … OWNER TO ${user};`
    : `run as a superuser: GRANT ${foreign.owner} TO ${user};`
  return `The tables of the database ${database} belong to ${foreign.owner}, and DATABASE_URL connects as ${user}. Connect as ${foreign.owner}, or ${remedy}`
}
