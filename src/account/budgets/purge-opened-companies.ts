import type { Queryable } from '../../db/index.ts'

/** Companies opened or shown before yesterday no longer count toward any limit. */
export async function purgeOpenedCompanies(db: Queryable): Promise<void> {
  await db.query(`delete from shown_companies where day < (now() at time zone 'utc')::date - 1`)
  await db.query(`delete from opened_companies where day < (now() at time zone 'utc')::date - 1`)
}
