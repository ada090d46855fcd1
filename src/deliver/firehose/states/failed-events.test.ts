// A webhook with an event that all attempts failed for is not healthy.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestDatabase } from '../../../../test/harness/database.ts'
import { newTeam, saveWebhook, startEngine, writeSignals } from '../../../../test/harness/firehose.ts'
import { replayWebhook } from '../../../../test/harness/operator.ts'
import { startReceiver } from '../../../../test/harness/webhook-receiver.ts'
import { Stamper } from '../../../write/log/index.ts'
import { readWebhook } from '../index.ts'
import { surveyWebhooks } from '../webhooks/survey.ts'

test('an exhausted event shows for seven days, or until a replay has delivered it', async () => {
  const db = await openTestDatabase()
  const pool = db.pool('settings')
  const teamId = await newTeam(db)
  const receiver = await startReceiver()
  const { id } = await saveWebhook(db, teamId, { url: `${receiver.url}/hook` })
  const since = new Date()
  await writeSignals(db, new Stamper(db), 'failed', 2)
  const stateOf = async () => {
    const { condition, reason, exhausted } = (await readWebhook(pool, teamId, id)) ?? assert.fail()
    return { condition, reason, exhausted, doctor: (await surveyWebhooks(pool, 60)).withFailedEvents }
  }
  // Nine attempts take three days, so their end is written by hand.
  const giveUp = (age: string) =>
    pool.query(
      `with moved as (update webhook_cursors set frontier = (select position from log_head) where webhook_id = $1)
       insert into webhook_retries (webhook_id, position, signal_id, type, attempts, due_at, exhausted_at)
       select $1, position, gen_random_uuid(), 'hiring', 9, now(), now() - $2::interval from log_head
       on conflict (webhook_id, position) do update set exhausted_at = excluded.exhausted_at`,
      [id, age],
    )
  await giveUp('8 days')
  assert.deepEqual(await stateOf(), { condition: 'healthy', reason: 'Delivering.', exhausted: 1, doctor: 0 })
  await giveUp('6 days')
  const { reason, ...failed } = await stateOf()
  assert.deepEqual(failed, { condition: 'events_failed', exhausted: 1, doctor: 1 })
  assert.match(reason, /^All attempts for 1 event have failed, the last at .* UTC\. .*can replay/)

  const engine = await startEngine(db)
  const { id: replayId } = await replayWebhook(db, teamId, id, since)
  await receiver.waitFor(2)
  await engine.stop()
  const { rows } = await pool.query('select sent from webhook_replays where id = $1', [replayId])
  assert.deepEqual(rows, [{ sent: 2 }])
  assert.deepEqual(await stateOf(), { condition: 'healthy', reason: 'Delivering.', exhausted: 1, doctor: 0 })
})
