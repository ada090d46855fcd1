import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { openTestDatabase } from '../../../../test/harness/database.ts'
import { newTeam, saveWebhook, startEngine, writeSignals } from '../../../../test/harness/firehose.ts'
import { pauseWebhook, resumeWebhook } from '../../../../test/harness/operator.ts'
import { startReceiver } from '../../../../test/harness/webhook-receiver.ts'
import { type Database, one } from '../../../db/index.ts'
import { maintainLog, readHead, Stamper } from '../../../write/log/index.ts'
import { listGaps, listNotices, maintainAttempts, readWebhook, recordGaps } from '../index.ts'

let db: Database
before(async () => {
  db = await openTestDatabase()
})
const pool = () => db.pool('settings')

/** Moves everything in the log to a day in the distant past. */
async function age(day: string): Promise<void> {
  const name = `events_${day.replaceAll('-', '')}`
  await pool().query(`create table ${name} (like events including all)`)
  await pool().query(`alter table events attach partition ${name} for values from ('${day}') to ('${day}'::date + 1)`)
  await pool().query(`update events set day = $1`, [day])
  await pool().query(`update log set day = $1`, [day])
}

test('events not delivered within thirty days are a gap, counted by type, and delivery continues after it', async () => {
  const receiver = await startReceiver()
  const teamId = await newTeam(db)
  const stamper = new Stamper(db)
  const webhook = await saveWebhook(db, teamId, { url: receiver.url, types: ['hiring', 'web'] })
  const other = await saveWebhook(db, teamId, { url: receiver.url, types: ['funding'] })
  await pauseWebhook(db, teamId, webhook.id, 'owner')
  await pauseWebhook(db, teamId, other.id, 'owner')
  await writeSignals(db, stamper, 'old', 30)
  // Twenty were settled, of which one had failed and waits for a retry. One was pending.
  const head = await readHead(pool())
  const positions = (
    await one<{ all: number[] }>(
      pool(),
      `select array_agg((l.position - l.events + 1 + e.n)::int order by l.position - l.events + 1 + e.n) as all from log l join events e using (day, batch) where e.kind = 'signal' and l.position > (select from_position from webhook_types where webhook_id = $1 limit 1)`,
      [webhook.id],
    )
  ).all
  assert.equal(positions.length, 30)
  await pool().query(`update webhook_cursors set frontier = $2, pending = array[$3::bigint] where webhook_id = $1`, [
    webhook.id,
    positions[19],
    positions[3],
  ])
  await pool().query(
    `insert into webhook_retries (webhook_id, position, signal_id, type, attempts, due_at) values ($1, $2, gen_random_uuid(), 'hiring', 2, now())`,
    [webhook.id, positions[5]],
  )
  await age('2020-02-03')
  assert.deepEqual(await maintainLog(db, { beforeDrop: recordGaps }), ['2020-02-03'])
  const [gap] = await listGaps(pool(), teamId, webhook.id)
  assert.deepEqual(gap?.counts, { hiring: 12 })
  assert.ok((gap?.toPosition ?? 0) <= head)
  assert.deepEqual(await listGaps(pool(), teamId, other.id), [])
  assert.equal((await listNotices(pool(), teamId))[0]?.kind, 'gap')
  assert.equal((await readWebhook(pool(), teamId, webhook.id))?.gapEvents, 12)

  await writeSignals(db, stamper, 'new', 8)
  await resumeWebhook(db, teamId, webhook.id)
  await startEngine(db)
  await receiver.waitFor(8)
  assert.equal(receiver.received.length, 8)
})

test('attempts older than so many days are dropped, a day at a time', async () => {
  await pool().query(
    `create table webhook_attempts_20200101 partition of webhook_attempts for values from ('2020-01-01') to ('2020-01-02')`,
  )
  await maintainAttempts(db, 40_000)
  assert.equal(await isGone(), false)
  await maintainAttempts(db, 30)
  assert.equal(await isGone(), true)
})

async function isGone(): Promise<boolean> {
  const { gone } = await one<{ gone: boolean }>(
    pool(),
    `select to_regclass('webhook_attempts_20200101') is null as gone`,
  )
  return gone
}
