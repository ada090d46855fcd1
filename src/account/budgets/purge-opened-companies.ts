import type { Queryable } from '../../db/index.ts'

/** As long as the audit log: a year of usage can be compared with the one before. */
const USAGE_DAYS = 400

/** Who used how much of the people's allowance, and when. */
export async function deleteOldPeopleUsage(db: Queryable): Promise<void> {
  await db.query(`delete from people_usage where day < (now() at time zone 'utc')::date - ${USAGE_DAYS}`)
}

/** Companies opened or shown before yesterday no longer count toward any limit. */
export async function purgeOpenedCompanies(db: Queryable): Promise<void> {
  await db.query(`delete from shown_companies where day < (now() at time zone 'utc')::date - 1`)
  await db.query(`delete from opened_companies where day < (now() at time zone 'utc')::date - 1`)
}
