import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { bearerCheck, signatureCheck } from '../../receiver/index.js'
import { Webhooks, WebhookVerificationError } from '../src/index.ts'

const webhooks = new Webhooks()
const body = JSON.stringify({ eventId: 'wh_1_created_1', type: 'hiring', signal: { label: 'Zürich' } })
const NOW = 1_790_000_000_000

test('the bearer key is checked, with any case of the scheme and during a rotation', async () => {
  const event = await webhooks.verify(body, { Authorization: 'bearer whk_new' }, ['whk_old', 'whk_new'])
  assert.equal(event.eventId, 'wh_1_created_1')
  for (const authorization of ['Bearer whk_other', 'Bearer whk_new2', 'Bearer', undefined]) {
    await assert.rejects(webhooks.verify(body, { authorization }, 'whk_new'), WebhookVerificationError)
    assert.equal(bearerCheck('whk_new')(authorization), false)
  }
})

/** The published example of Standard Webhooks. */
const EXAMPLE = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  timestamp: '1614265330',
  body: '{"test": 2432232314}',
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
}

test('a signature of Standard Webhooks is checked over the raw bytes: the published example passes', async () => {
  const headers = new Headers({
    'webhook-id': EXAMPLE.id,
    'webhook-timestamp': EXAMPLE.timestamp,
    'webhook-signature': EXAMPLE.signature,
  })
  const options = { now: Number(EXAMPLE.timestamp) * 1000 }
  // It is genuine, but not an event of this service.
  await assert.rejects(webhooks.verify(EXAMPLE.body, headers, EXAMPLE.secret, options), /not an event/)
  await assert.rejects(webhooks.verify(`${EXAMPLE.body} `, headers, EXAMPLE.secret, options), /signature is wrong/)
  // The receiver kit agrees.
  const matches = signatureCheck(EXAMPLE.secret)
  assert.ok(matches(Object.fromEntries(headers), EXAMPLE.body, options.now))
  assert.ok(!matches(Object.fromEntries(headers), `${EXAMPLE.body} `, options.now))
})

function signed(secret: string, seconds: number): Record<string, string> {
  const mac = createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'))
  const signature = mac.update(`wh_1_created_1.${seconds}.${body}`).digest('base64')
  return {
    'webhook-id': 'wh_1_created_1',
    'webhook-timestamp': String(seconds),
    'webhook-signature': `v1,${signature}`,
  }
}

test('an old, early, unsigned or foreign request is refused; one of two secrets is enough', async () => {
  const [ours, other] = ['whsec_b3VyIHNlY3JldA==', 'whsec_b3RoZXI=']
  const now = NOW / 1000
  const verify = (headers: Record<string, string>, secrets: string | string[]) =>
    webhooks.verify(new TextEncoder().encode(body), headers, secrets, { now: NOW })
  assert.equal((await verify(signed(ours, now), [other, ours])).signal.label, 'Zürich')
  const two = { ...signed(ours, now), 'webhook-signature': `v1,AAAA v2,x ${signed(ours, now)['webhook-signature']}` }
  assert.ok(await verify(two, ours))
  for (const headers of [signed(ours, now - 301), signed(ours, now + 301), signed(other, now), {}]) {
    await assert.rejects(verify(headers, ours), WebhookVerificationError)
  }
  // With both kinds of keys, both must be right.
  await assert.rejects(verify(signed(ours, now), [ours, 'whk_key']), /authentication key/)
  assert.ok(await verify({ ...signed(ours, now), authorization: 'Bearer whk_key' }, [ours, 'whk_key']))
})

test('forgetting the secrets is an error, not a pass', async () => {
  for (const secrets of ['', [], ['whk_a', '']]) await assert.rejects(webhooks.verify(body, {}, secrets), TypeError)
})
