import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { openTestDatabase } from '../../../../test/harness/database.ts'
import { box, newTeam, saveWebhook, writeSignals } from '../../../../test/harness/firehose.ts'
import {
  changeWebhook,
  pauseWebhook,
  removeWebhook,
  replayWebhook,
  resumeWebhook,
  revealWebhookKey,
  rotateWebhookKey,
  setPlan,
} from '../../../../test/harness/operator.ts'
import { signal } from '../../../../test/harness/signals.ts'
import { startReceiver } from '../../../../test/harness/webhook-receiver.ts'
import { type Database, many, one } from '../../../db/index.ts'
import { readHead, Stamper } from '../../../write/log/index.ts'
import { writeRecords } from '../../../write/write-path/index.ts'
import { diagnose, Sender } from '../../sending/index.ts'
import { pageOfAttempts } from '../attempts/attempt-pages.ts'
import {
  holdAll,
  listAttempts,
  listWebhooks,
  prepareTestEvent,
  readEvent,
  readHours,
  readWebhook,
  releaseHold,
  sendTestEvent,
} from '../index.ts'

let db: Database
before(async () => {
  db = await openTestDatabase()
})
const settings = () => db.pool('settings')
const URL_ = 'https://hooks.acme.example/in'

async function sendTest(send: Parameters<typeof sendTestEvent>[1], teamId: string, webhookId: string) {
  const test = await db.transaction('settings', (tx) => prepareTestEvent(tx, 'operator', teamId, webhookId))
  return sendTestEvent(settings(), send, box, test)
}

test('a team has at most ten webhooks, even when twenty are created concurrently', async () => {
  const teamId = await newTeam(db)
  const results = await Promise.allSettled(
    Array.from({ length: 20 }, (_, i) => saveWebhook(db, teamId, { url: `${URL_}/${i}` })),
  )
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 10)
  assert.equal((await listWebhooks(settings(), teamId)).length, 10)
  const [first] = await listWebhooks(settings(), teamId)
  await removeWebhook(db, teamId, first?.id ?? '')
  await saveWebhook(db, teamId, { url: URL_ })
})

test('the key is stored encrypted, can be revealed, and cannot be decrypted for another webhook', async () => {
  const teamId = await newTeam(db)
  const webhook = await saveWebhook(db, teamId, { url: URL_ })
  const { sealed } = await one<{ sealed: string }>(
    settings(),
    'select auth_key as sealed from webhooks where id = $1',
    [webhook.id],
  )
  assert.ok(!sealed.includes(webhook.authKey.slice(4)))
  assert.equal(await revealWebhookKey(db, teamId, webhook.id), webhook.authKey)
  const other = await saveWebhook(db, teamId, { url: URL_ })
  await settings().query('update webhooks set auth_key = $2 where id = $1', [other.id, sealed])
  await assert.rejects(revealWebhookKey(db, teamId, other.id), /can't be decrypted/)
})

test('a new webhook starts at the head of the log, and so does an added type', async () => {
  const teamId = await newTeam(db)
  const stamper = new Stamper(db)
  await writeSignals(db, stamper, 'start', 10)
  const webhook = await saveWebhook(db, teamId, { url: URL_ })
  const start = await readHead(settings())
  await writeSignals(db, stamper, 'lag', 10)
  await changeWebhook(db, teamId, webhook.id, { types: ['hiring', 'web'] })
  const added = await readHead(settings())
  const types = await many(
    settings(),
    'select type, from_position as "from" from webhook_types where webhook_id = $1 order by type',
    [webhook.id],
  )
  assert.deepEqual(types, [
    { type: 'hiring', from: start },
    { type: 'web', from: added },
  ])
  assert.ok(added > start)
  const { frontier } = await one<{ frontier: number }>(
    settings(),
    'select frontier from webhook_cursors where webhook_id = $1',
    [webhook.id],
  )
  assert.equal(frontier, start)
  assert.equal((await readWebhook(settings(), teamId, webhook.id))?.lag.events, 10)
})

test('lag counts each event once when the frontier lies inside a batch', async () => {
  const teamId = await newTeam(db)
  const { id } = await saveWebhook(db, teamId, { url: URL_, types: ['hiring', 'tool'] })
  const start = await readHead(settings())
  // One batch: 20 hiring events that are wanted, some of another type that are not, and events of companies between.
  const web = (i: number) => signal(`across-${i}.example`, `web:${i}`, { type: 'web', fields: { kind: 'llms_txt' } })
  const records = Array.from({ length: 20 }, (_, i) => [
    signal(`across-${i % 5}.example`, `across:${i}`),
    web(i),
  ]).flat()
  const stamper = new Stamper(db)
  await writeRecords(db, stamper, records)
  await stamper.stamp()
  await writeSignals(db, stamper, 'after', 3)
  const positions = (
    await many<{ position: number }>(
      settings(),
      `select l.position - l.events + 1 + e.n as position from log l join events e using (day, batch)
        where l.position > $1 and e.kind = 'signal' and e.type = 'hiring' order by 1`,
      [start],
    )
  ).map(({ position }) => position)
  assert.equal(positions.length, 23)
  const lagAt = async (started: number, pending: readonly number[], retries: readonly number[]) => {
    await settings().query('delete from webhook_retries where webhook_id = $1', [id])
    await settings().query('update webhook_cursors set frontier = $2, pending = $3 where webhook_id = $1', [
      id,
      started === 0 ? start : positions[started - 1],
      pending.map((i) => positions[i]),
    ])
    for (const i of retries) {
      await settings().query(
        `insert into webhook_retries (webhook_id, position, signal_id, type, attempts, due_at) values ($1, $2, gen_random_uuid(), 'hiring', 1, now())`,
        [id, positions[i]],
      )
    }
    return (await readWebhook(settings(), teamId, id))?.lag
  }
  const owed = { exact: true }
  assert.deepEqual(without(await lagAt(0, [], [])), { ...owed, events: 23 })
  // 8 are started: 3 are delivered, 2 in flight, 3 wait for a retry. 12 of the batch and 3 after it are unread.
  assert.deepEqual(without(await lagAt(8, [6, 7], [1, 2, 4])), { ...owed, events: 2 + 3 + 12 + 3 })
  assert.deepEqual(without(await lagAt(19, [], [])), { ...owed, events: 4 })
  assert.deepEqual(without(await lagAt(20, [], [0])), { ...owed, events: 4 })
  const all = await lagAt(23, [], [])
  assert.deepEqual(all, { ...owed, events: 0, seconds: 0, throughAt: null })
})

function without(lag: { events: number; exact: boolean; seconds: number } | undefined) {
  return { exact: lag?.exact, events: lag?.events }
}

test('an event that was committed but not yet stamped when a webhook is created is not delivered to it', async () => {
  const teamId = await newTeam(db)
  const { batch, day } = await one<{ batch: number; day: string }>(
    settings(),
    `select nextval('batches') as batch, to_char(now() at time zone 'utc', 'YYYY-MM-DD') as day`,
  )
  await settings().query(`insert into events (day, batch, n, kind, unix) values ($1, $2, 0, 'ranks', 1)`, [day, batch])
  await settings().query(
    `insert into outbox (batch, day, events, quiet, signal_counts) values ($1, $2, 1, false, '{}')`,
    [batch, day],
  )
  const before = await readHead(settings())
  const webhook = await saveWebhook(db, teamId, { url: URL_ })
  const { frontier } = await one<{ frontier: number }>(
    settings(),
    'select frontier from webhook_cursors where webhook_id = $1',
    [webhook.id],
  )
  assert.equal(frontier, before + 1)
})

test('no function returns or changes another team’s webhook', async () => {
  const [mine, theirs] = [await newTeam(db), await newTeam(db)]
  const { id } = await saveWebhook(db, theirs, { url: URL_ })
  for (const change of [
    () => changeWebhook(db, mine, id, { url: `${URL_}/stolen` }),
    () => changeWebhook(db, mine, id, { types: ['web'] }),
    () => rotateWebhookKey(db, mine, id, 'now'),
    () => revealWebhookKey(db, mine, id),
    () => pauseWebhook(db, mine, id, 'owner'),
    () => resumeWebhook(db, mine, id),
    () => replayWebhook(db, mine, id, new Date(0)),
    () => removeWebhook(db, mine, id),
    () => sendTest(() => assert.fail('it was sent'), mine, id),
  ]) {
    await assert.rejects(change, /There is no webhook/)
  }
  await settings().query(
    `insert into webhook_attempts (day, webhook_id, at, position, lane, attempt, status, latency_ms) values (current_date, $1, now(), 1, 'late', 1, 500, 1)`,
    [id],
  )
  await settings().query(
    `insert into webhook_hours values ($1, date_trunc('hour', now()), 1, 1, '{1,0,0,0,0,0,0,0,0,0}')`,
    [id],
  )
  assert.equal((await listAttempts(settings(), theirs, id)).length, 1)
  assert.equal((await readHours(settings(), theirs, id, 24)).length, 1)
  assert.deepEqual(await listAttempts(settings(), mine, id), [])
  assert.deepEqual(await readHours(settings(), mine, id, 24), [])
  assert.equal(await readWebhook(settings(), mine, id), undefined)
  assert.equal(await readEvent(settings(), mine, id, 1), undefined)
  assert.equal((await readWebhook(settings(), theirs, id))?.url, URL_)
})

test('a webhook of a team without API access is paused from the start', async () => {
  const teamId = await newTeam(db, 'free')
  const webhook = await saveWebhook(db, teamId, { url: URL_ })
  assert.equal(webhook.pauseReason, 'api_access')
})

test('invalid limits and types are rejected with a message', async () => {
  const teamId = await newTeam(db)
  await assert.rejects(saveWebhook(db, teamId, { url: URL_, types: [] }), /at least one signal type/)
  await assert.rejects(saveWebhook(db, teamId, { url: URL_, mostInFlight: 65 }), /from 1 to 64/)
  await assert.rejects(saveWebhook(db, teamId, { url: URL_, mostPerSecond: 0 }), /from 1 to 10000/)
  await assert.rejects(saveWebhook(db, teamId, { url: 'ftp://x.example' }), /https/)
  await assert.rejects(saveWebhook(db, '6f0c1a52-0000-4000-8000-000000000000', { url: URL_ }), /There is no team/)
})

test('types keep their order, and the test event has the first type', async () => {
  const teamId = await newTeam(db)
  const receiver = await startReceiver()
  const webhook = await saveWebhook(db, teamId, { url: receiver.url, types: ['web', 'funding', 'hiring'] })
  assert.deepEqual(webhook.types, ['web', 'funding', 'hiring'])
  const sender = new Sender({ allowLoopback: true })
  const send = (post: Parameters<typeof sender.send>[0]) => sender.send(post)
  await sendTest(send, teamId, webhook.id)
  const types = ['tool', 'hiring', 'web'] as const
  const changed = await changeWebhook(db, teamId, webhook.id, { types })
  assert.deepEqual(changed.types, types)
  await sendTest(send, teamId, webhook.id)
  await sender.close()
  assert.deepEqual(
    receiver.received.map(({ event }) => event.type),
    ['web', 'tool'],
  )
})

test('the test event is sent like a live one: during the overlap a receiver that only knows the old key accepts it', async () => {
  const teamId = await newTeam(db)
  const receiver = await startReceiver()
  const { id, authKey } = await saveWebhook(db, teamId, { url: receiver.url })
  receiver.answer(
    ({ headers }, response) => void response.writeHead(headers.authorization === `Bearer ${authKey}` ? 200 : 401).end(),
  )
  const sender = new Sender({ allowLoopback: true })
  const outcomeOfTest = async () => (await sendTest((post) => sender.send(post), teamId, id)).result.status
  await rotateWebhookKey(db, teamId, id, '1h')
  assert.equal(await outcomeOfTest(), 200)
  assert.ok(receiver.received.every(({ headers }) => headers['x-pro-signal-test'] === 'true'))
  receiver.answer(({ headers }, response) => {
    const reason = headers.authorization === `Bearer ${authKey}` ? 'wrong key' : 'wrong signature'
    response.writeHead(401).end(reason)
  })
  const { result } = await sendTest((post) => sender.send(post), teamId, id)
  assert.match(JSON.stringify(result), /wrong signature/, 'of two rejections, the one of the current key is shown')
  assert.match(diagnose(result), /rejected the authentication key or the signature/)
  await rotateWebhookKey(db, teamId, id, 'now')
  assert.equal(await outcomeOfTest(), 401)
  await sender.close()
})

test('nothing is sent to test a webhook of a team without API access', async () => {
  const teamId = await newTeam(db)
  const { id } = await saveWebhook(db, teamId, { url: URL_ })
  await setPlan(settings(), teamId, 'free')
  await assert.rejects(
    sendTest(() => assert.fail('it was sent'), teamId, id),
    /has no API access: nothing is sent/,
  )
})

test('a test event is in the log with its reply, and a 410 warns that it would pause, and pauses nothing', async () => {
  const teamId = await newTeam(db)
  const receiver = await startReceiver((_received, response) => void response.writeHead(410).end('closed for good'))
  const { id } = await saveWebhook(db, teamId, { url: receiver.url })
  const sender = new Sender({ allowLoopback: true })
  const send = (post: Parameters<typeof sender.send>[0]) => sender.send(post)
  const gone = await sendTest(send, teamId, id)
  assert.match(gone.diagnosis, /410.*This test changed nothing, but the same answer to a real event pauses the webhook/)
  receiver.answer((_received, response) => void response.writeHead(202).end('thanks'))
  const fine = await sendTest(send, teamId, id)
  await sender.close()
  const view = await readWebhook(settings(), teamId, id)
  assert.deepEqual([view?.condition, view?.pauseReason], ['healthy', null])
  const { attempts } = await pageOfAttempts(settings(), teamId, id, {})
  assert.deepEqual(
    attempts.map(({ lane, eventId, type, status, excerpt, succeeded, problem }) => [
      lane,
      eventId,
      type,
      status,
      excerpt,
      succeeded,
      problem,
    ]),
    [
      ['test', fine.eventId, 'hiring', 202, 'thanks', true, null],
      ['test', gone.eventId, 'hiring', 410, 'closed for good', false, gone.diagnosis],
    ],
  )
  assert.deepEqual(await readHours(settings(), teamId, id, 24), [], 'a test is not a delivery')
  assert.equal(await readEvent(settings(), teamId, id, 0), undefined)
})

test('an event that is never sent is not waiting: history, and events from before the type was added', async () => {
  const teamId = await newTeam(db)
  const stamper = new Stamper(db)
  const { id } = await saveWebhook(db, teamId, { url: URL_ })
  const written = async (key: string, quiet = false, type: 'hiring' | 'web' = 'hiring') => {
    const fields = type === 'web' ? { kind: 'llms_txt', pageUrl: `https://never.example/${key}` } : undefined
    await writeRecords(db, stamper, [signal('never.example', key, { type, ...(fields && { fields }) })], { quiet })
    await stamper.stamp()
    const { position } = await one<{ position: number }>(
      settings(),
      `select l.position - l.events + 1 + e.n as position from log l join events e using (day, batch)
        where e.kind = 'signal' order by 1 desc limit 1`,
    )
    return position
  }
  const [history, early, wanted] = [await written('n1', true), await written('n2', false, 'web'), await written('n3')]
  await changeWebhook(db, teamId, id, { types: ['hiring', 'web'] })
  const late = await written('n4', false, 'web')
  const states = []
  for (const position of [history, early, wanted, late]) {
    states.push((await readEvent(settings(), teamId, id, position))?.state)
  }
  assert.deepEqual(states, ['unknown', 'unknown', 'waiting', 'waiting'])
})

test('without API access no webhook can be resumed, no matter who paused it', async () => {
  const teamId = await newTeam(db)
  const { id } = await saveWebhook(db, teamId, { url: URL_ })
  await pauseWebhook(db, teamId, id, 'operator')
  await setPlan(settings(), teamId, 'free')
  await assert.rejects(resumeWebhook(db, teamId, id), /no API access: resume the webhook when/)
  assert.equal((await readWebhook(settings(), teamId, id))?.pauseReason, 'operator')
  await setPlan(settings(), teamId, 'pro')
  assert.equal((await resumeWebhook(db, teamId, id)).condition, 'healthy')
})

test('while all delivery is held, a webhook shows it, unless it is paused', async () => {
  const teamId = await newTeam(db)
  const { id } = await saveWebhook(db, teamId, { url: URL_ })
  await holdAll(db)
  const resumed = await resumeWebhook(db, teamId, id)
  assert.equal(resumed.condition, 'held')
  assert.match(resumed.reason, /^All delivery is held by the operator/)
  assert.equal((await listWebhooks(settings(), teamId))[0]?.condition, 'held')
  assert.equal((await pauseWebhook(db, teamId, id, 'owner')).condition, 'paused')
  await releaseHold(db)
  assert.equal((await resumeWebhook(db, teamId, id)).condition, 'healthy')
})
