import type { Queryable } from '../../../db/index.ts'
import { EXPIRED_QUESTION } from './addresses.ts'

/** How long the history of a saved search and the log of its messages are kept. */
const HISTORY_DAYS = 90
const STEP_ROWS = 5_000
const MAX_STEPS = 200

/** Deletes what is no longer needed, in bounded steps. */
export async function deleteOldAlerts(db: Queryable): Promise<void> {
  await inSteps(db, 'search_changes', `at < now() - interval '${HISTORY_DAYS} days'`)
  await inSteps(db, 'search_messages', `state <> 'waiting' and ended_at < now() - interval '${HISTORY_DAYS} days'`)
  // A company that left is kept for as long as it must stay away.
  await inSteps(
    db,
    'search_members',
    `left_at is not null and left_at < now() - make_interval(days => 1 + (
       select away_days from saved_searches s where s.n = search_members.search))`,
  )
  await inSteps(db, 'used_mute_links', `expires_at < now()`)
  await inSteps(db, 'alert_addresses', EXPIRED_QUESTION)
  await inSteps(db, 'address_questions', `asked_at < now() - interval '1 day'`)
}

async function inSteps(db: Queryable, table: string, condition: string): Promise<void> {
  for (let step = 0; step < MAX_STEPS; step++) {
    const { rowCount } = await db.query(
      `delete from ${table} where ctid = any(array(select ctid from ${table} where ${condition} limit ${STEP_ROWS}))`,
    )
    if ((rowCount ?? 0) < STEP_ROWS) return
  }
}
