// What is sent is verified with the package of Standard Webhooks, which is independent of our code.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { openTestDatabase } from '../../../../test/harness/database.ts'
import { box, newTeam, saveWebhook, startEngine, writeSignals } from '../../../../test/harness/firehose.ts'
import { revealSigningSecret, rotateSigningSecret, rotateWebhookKey } from '../../../../test/harness/operator.ts'
import { startReceiver } from '../../../../test/harness/webhook-receiver.ts'
import { type Database, one } from '../../../db/index.ts'
import { Stamper } from '../../../write/log/index.ts'
import { Sender } from '../../sending/index.ts'
import { createWebhook, prepareTestEvent, sendTestEvent } from '../index.ts'
import { addSecrets } from './signing-secrets.ts'

type Received = Awaited<ReturnType<typeof startReceiver>>['received'][number]

let db: Database
before(async () => {
  db = await openTestDatabase()
})

const headersOf = ({ headers }: Received) => headers as Record<string, string>
const verifies = (secret: string, received: Received) => {
  try {
    new Webhook(secret).verify(received.body, headersOf(received))
    return true
  } catch {
    return false
  }
}
const signatures = (received: Received) => headersOf(received)['webhook-signature']?.split(' ').length

test('every POST is signed: the package standardwebhooks verifies it, with the event id and the time of the attempt', async () => {
  const teamId = await newTeam(db)
  let refusals = 1
  const receiver = await startReceiver(
    (_received, response) => void response.writeHead(refusals-- > 0 ? 401 : 200).end(),
  )
  const webhook = await saveWebhook(db, teamId, { url: receiver.url })
  assert.match(webhook.signingSecret, /^whsec_[A-Za-z0-9+/]{32}$/)
  // With a previous key, a 401 is followed by a second request: it is signed, too.
  await rotateWebhookKey(db, teamId, webhook.id, '1h')
  await startEngine(db)
  await writeSignals(db, new Stamper(db), 'signed', 3)
  await receiver.waitFor(4)
  for (const received of receiver.received) {
    assert.ok(verifies(webhook.signingSecret, received))
    assert.equal(received.headers['webhook-id'], received.event.eventId)
    assert.ok(Math.abs(Number(received.headers['webhook-timestamp']) - Date.now() / 1_000) < 60)
    assert.equal(signatures(received), 1)
    assert.match(received.headers.authorization ?? '', /^Bearer whk_/)
    const tampered = { ...received, body: received.body.replace('hiring', 'funding') }
    assert.ok(!verifies(webhook.signingSecret, tampered))
  }
  assert.equal(await revealSigningSecret(db, teamId, webhook.id), webhook.signingSecret)
})

test('after a rotation, requests have both signatures until the overlap ends; test events, too', async () => {
  const teamId = await newTeam(db)
  const receiver = await startReceiver()
  const { id, signingSecret: first } = await saveWebhook(db, teamId, { url: receiver.url, types: ['web'] })
  const sender = new Sender({ allowLoopback: true })
  const sendTest = async () => {
    const sample = await db.transaction('settings', (tx) => prepareTestEvent(tx, 'operator', teamId, id))
    await sendTestEvent(db.pool('settings'), (post) => sender.send(post), box, sample)
    return receiver.received.at(-1) as Received
  }
  assert.ok(verifies(first, await sendTest()))
  const { signingSecret: second, secretOverlapUntil } = await rotateSigningSecret(db, teamId, id, '1h')
  assert.ok(secretOverlapUntil && secretOverlapUntil > new Date())
  const inOverlap = await sendTest()
  assert.deepEqual([signatures(inOverlap), verifies(first, inOverlap), verifies(second, inOverlap)], [2, true, true])
  await db
    .pool('settings')
    .query(`update webhooks set previous_secret_until = now() - interval '1 s' where id = $1`, [id])
  const after = await sendTest()
  assert.deepEqual([signatures(after), verifies(first, after), verifies(second, after)], [1, false, true])
  const { signingSecret: third, secretOverlapUntil: none } = await rotateSigningSecret(db, teamId, id, 'now')
  assert.equal(none, null)
  const last = await sendTest()
  assert.deepEqual([signatures(last), verifies(second, last), verifies(third, last)], [1, false, true])
  await sender.close()
})

test('a webhook of the previous version gets exactly one secret, whichever process needs it first', async () => {
  const teamId = await newTeam(db)
  const receiver = await startReceiver()
  const pool = db.pool('settings')
  const saveWithout = (url: string) =>
    db.transaction('settings', async (tx) => {
      const options = { box, allowLoopback: true }
      const { id } = await createWebhook(tx, 'operator', teamId, { url, types: ['hiring'] }, options)
      await tx.query(`update webhooks set signing_secret = null where id = $1`, [id])
      return id
    })
  const contested = await saveWithout('https://hooks.acme.example/in')
  const given = await Promise.all(Array.from({ length: 8 }, () => addSecrets(pool, box, [contested])))
  assert.equal(new Set(given.map((secrets) => secrets.get(contested))).size, 1)

  const id = await saveWithout(receiver.url)
  await startEngine(db)
  await writeSignals(db, new Stamper(db), 'before', 1)
  await receiver.waitFor(1)
  const [received] = receiver.received
  assert.ok(received && verifies(await revealSigningSecret(db, teamId, id), received))
})

test('the secret is stored encrypted, and an authentication key can not take its place', async () => {
  const teamId = await newTeam(db)
  const { id, signingSecret } = await saveWebhook(db, teamId, { url: 'https://hooks.acme.example/in' })
  const pool = db.pool('settings')
  const { sealed } = await one<{ sealed: string }>(
    pool,
    'select signing_secret as sealed from webhooks where id = $1',
    [id],
  )
  assert.ok(!sealed.includes(signingSecret.slice(6)))
  await pool.query('update webhooks set signing_secret = auth_key where id = $1', [id])
  await assert.rejects(revealSigningSecret(db, teamId, id), /can't be decrypted/)
})
