import type { Queryable } from '../../db/index.ts'

/** What was opened before yesterday counts for nothing any more. */
export async function forgetOpenedCompanies(db: Queryable): Promise<void> {
  await db.query(`delete from opened_companies where day < (now() at time zone 'utc')::date - 1`)
}
