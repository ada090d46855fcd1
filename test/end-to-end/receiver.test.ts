// The receiver as customers use it: a real HTTP server, with our sender on the other side.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { bearerCheck, createReceiver, memoryOfEvents, signatureCheck } from 'pro-signal/receiver'
import { webhookBody } from '../../src/deliver/alerts/messages/alert-content.ts'
import {
  addSignature,
  newSigningSecret,
  Sender,
  type SendResult,
  SigningKey,
  sampleEvent,
} from '../../src/deliver/sending/index.ts'
import type { PublicSignal } from '../../src/meaning/signals/index.ts'
import { EXAMPLE_SIGNAL } from '../../src/meaning/signals/schema.ts'
import { packageRoot } from '../../src/platform/config/config.ts'
import { cleanup } from '../harness/cleanup.ts'
import { openReceiver } from '../harness/receivers.ts'

const KEY = 'whk_0123456789abcdefghijABCDEFGHIJ12'
const NOW = 1_780_272_000

type Options = Parameters<typeof createReceiver>[0]

async function startReceiver(options: Partial<Options> = {}) {
  const got: { eventId: string; test: boolean }[] = []
  const receive = createReceiver({
    authKey: KEY,
    onEvent: ({ eventId }, { test }) => void got.push({ eventId, test }),
    ...options,
  })
  const { port } = await openReceiver(receive)
  const sender = new Sender({ allowLoopback: true, connectTimeoutMs: 30_000, exchangeTimeoutMs: 60_000 })
  cleanup(() => sender.close())
  const url = `http://127.0.0.1:${port}/hook`
  const send = (body: unknown, authKey = KEY, test = false) =>
    sender.send({ url, authKey, test, body: typeof body === 'string' ? body : JSON.stringify(body) })
  return { got, receive, port, url, send }
}

const status = (result: SendResult) => (result.outcome === 'response' ? result.status : result.reason)

test('an event is accepted once, acknowledged immediately and processed afterwards', async () => {
  const gate = Promise.withResolvers<void>()
  const done: string[] = []
  const { send, receive } = await startReceiver({
    onEvent: async ({ eventId }) => {
      await gate.promise
      done.push(eventId)
    },
  })
  const [first, second] = [sampleEvent('hiring', NOW), sampleEvent('tool', NOW)]
  assert.equal(status(await send(first)), 202)
  assert.equal(status(await send(first)), 200, 'a duplicate is also a success')
  assert.equal(status(await send(second)), 202)
  assert.deepEqual(done, [], 'the response does not wait for the processing')
  gate.resolve()
  await receive.idle()
  assert.deepEqual(done, [first.eventId, second.eventId])
})

test('a test event is marked as such', async () => {
  const { send, receive, got } = await startReceiver()
  await send(sampleEvent('web', NOW), KEY, true)
  await send(sampleEvent('web', NOW))
  await receive.idle()
  assert.deepEqual(
    got.map(({ test }) => test),
    [true, false],
  )
})

test('without the key no event is accepted and no body is read', async () => {
  const { send, got, url, receive } = await startReceiver()
  for (const key of ['wrong', KEY.slice(0, -1), `${KEY}x`, KEY.toLowerCase(), `${KEY} `.trimEnd().slice(1)]) {
    assert.equal(status(await send(sampleEvent('hiring', NOW), key)), 401, key)
  }
  assert.equal((await fetch(url, { method: 'POST', body: '{}' })).status, 401)
  assert.equal((await fetch(url, { method: 'POST', headers: { authorization: KEY }, body: '{}' })).status, 401)
  const huge = await fetch(url, { method: 'POST', body: 'x'.repeat(100_000) })
  assert.equal(huge.status, 401)
  await receive.idle()
  assert.deepEqual(got, [])
})

test('the key check accepts both keys of a rotation and the scheme in any case, and nothing else', () => {
  const matches = bearerCheck(['new-key', 'old-key'])
  for (const header of ['Bearer new-key', 'Bearer old-key', 'bearer new-key', 'BEARER  old-key'])
    assert.ok(matches(header))
  for (const header of [
    undefined,
    '',
    'Bearer',
    'Bearer ',
    'new-key',
    'Basic new-key',
    'Bearer new-ke',
    'Bearer new-key2',
  ]) {
    assert.ok(!matches(header), header)
  }
  assert.throws(() => bearerCheck(''), TypeError)
  assert.throws(() => bearerCheck([]), TypeError)
  assert.throws(() => bearerCheck(['', 'a']), TypeError)
})

test('the signature is checked over the raw bytes, with the secrets of a rotation and within the tolerance', async () => {
  const [secret, previous] = [newSigningSecret(), newSigningSecret()]
  const event = JSON.stringify(sampleEvent('hiring', NOW))
  const headersWith = (secrets: readonly string[], body = event, at = NOW) => {
    const headers: string[] = []
    addSignature(headers, { id: 'wh_1', keys: secrets.map((each) => new SigningKey(each)) }, at, body)
    return Object.fromEntries(headers.flatMap((name, i) => (i % 2 === 0 ? [[name, headers[i + 1]]] : [])))
  }
  const check = signatureCheck([secret, previous])
  const at = NOW * 1_000
  assert.ok(check(headersWith([secret]), Buffer.from(event), at))
  assert.ok(check(headersWith([previous]), event, at), 'the previous secret')
  assert.ok(signatureCheck(previous)(headersWith([secret, previous]), event, at), 'the second of two signatures')
  assert.ok(!check(headersWith([newSigningSecret()]), event, at), 'a foreign secret')
  assert.ok(!check(headersWith([secret]), `${event} `, at), 'another body')
  assert.ok(!check({ ...headersWith([secret]), 'webhook-id': 'wh_2' }, event, at), 'another id')
  assert.ok(!check({ ...headersWith([secret]), 'webhook-timestamp': `${NOW + 1}` }, event, at), 'another time')
  for (const signature of ['', 'v1', 'v1,', 'v1,AAAA', 'v2,AAAA', 'x'.repeat(9_000)]) {
    assert.ok(!check({ ...headersWith([secret]), 'webhook-signature': signature }, event, at), signature.slice(0, 9))
  }
  assert.ok(!check({}, event, at))
  for (const offset of [-300, 300]) assert.ok(check(headersWith([secret], event, NOW + offset), event, at))
  for (const offset of [-301, 301]) assert.ok(!check(headersWith([secret], event, NOW + offset), event, at))
  assert.ok(signatureCheck(secret, { toleranceSeconds: 600 })(headersWith([secret], event, NOW - 599), event, at))
  for (const wrong of ['', [], 'whk_abc', 'whsec_', 'whsec_*****************']) {
    assert.throws(() => signatureCheck(wrong), TypeError)
  }
  assert.throws(() => createReceiver({ onEvent: () => {} }), /authKey or signingSecret/)
})

test('a receiver with a signing secret accepts what our sender signs, and nothing else', async () => {
  const secret = newSigningSecret()
  const { url, got, receive } = await startReceiver({ signingSecret: secret })
  const sender = new Sender({ allowLoopback: true })
  cleanup(() => sender.close())
  const event = sampleEvent('hiring', NOW)
  const post = { url, authKey: KEY, body: JSON.stringify(event) }
  assert.equal(status(await sender.send(post)), 401)
  const foreign = { id: event.eventId, keys: [new SigningKey(newSigningSecret())] }
  assert.equal(status(await sender.send({ ...post, signing: foreign })), 401)
  const signing = { id: event.eventId, keys: [new SigningKey(secret)] }
  assert.equal(status(await sender.send({ ...post, authKey: 'wrong', signing })), 401)
  assert.equal(status(await sender.send({ ...post, signing })), 202)
  await receive.idle()
  assert.equal(got.length, 1)
})

test('a body that is not an event is rejected with the reason', async () => {
  const { send, url } = await startReceiver({ mostBodyBytes: 2_000 })
  const authorization = `Bearer ${KEY}`
  for (const body of ['', '{', '[]', 'null', '"a"', '{}', '{"eventId":1}', '{"eventId":"a","type":"b"}']) {
    assert.equal((await fetch(url, { method: 'POST', headers: { authorization }, body })).status, 400, body)
  }
  const long = { ...sampleEvent('hiring', NOW), eventId: 'x'.repeat(201) }
  assert.equal(status(await send(long)), 400)
  assert.equal(status(await send('x'.repeat(2_001))), 413)
  const streamed = new Blob(['x'.repeat(5_000)]).stream()
  const chunked = await fetch(url, {
    method: 'POST',
    headers: { authorization },
    body: streamed,
    duplex: 'half',
  } as RequestInit)
  assert.equal(chunked.status, 413)
  const wrongMethod = await fetch(url, { headers: { authorization } })
  assert.equal(wrongMethod.status, 405)
  assert.equal(wrongMethod.headers.get('allow'), 'POST')
  assert.equal(status(await send(sampleEvent('hiring', NOW))), 202, 'the receiver still works')
})

test('an event that cannot be stored is requested again', async () => {
  let broken = true
  const saved: string[] = []
  const { send, receive, got } = await startReceiver({
    save: async ({ eventId }) => {
      if (broken) throw new Error('the disk is full')
      saved.push(eventId)
    },
  })
  const event = sampleEvent('funding', NOW)
  const rejected = await send(event)
  assert.equal(status(rejected), 503)
  assert.equal(rejected.outcome === 'response' && rejected.retryAfterSeconds, 30)
  broken = false
  assert.equal(status(await send(event)), 202)
  await receive.idle()
  assert.deepEqual([saved, got.map(({ eventId }) => eventId)], [[event.eventId], [event.eventId]])
})

test('a processing error is reported, and the next event is processed', async () => {
  const failed: string[] = []
  const done: string[] = []
  const { send, receive } = await startReceiver({
    onEvent: ({ eventId, type }) => {
      if (type === 'tool') throw new Error('no')
      done.push(eventId)
    },
    onError: (_error, { eventId }) => void failed.push(eventId),
  })
  const [bad, good] = [sampleEvent('tool', NOW), sampleEvent('web', NOW)]
  await send(bad)
  await send(good)
  await receive.idle()
  assert.deepEqual([failed, done], [[bad.eventId], [good.eventId]])
})

test('with too many events waiting it responds with 503, and no accepted event is lost', async () => {
  const gate = Promise.withResolvers<void>()
  let processed = 0
  const { send, receive } = await startReceiver({
    mostWaiting: 3,
    onEvent: async () => {
      await gate.promise
      processed++
    },
  })
  const events = Array.from({ length: 5 }, () => sampleEvent('velocity', NOW))
  const first: unknown[] = []
  for (const event of events) first.push(status(await send(event)))
  assert.deepEqual(first, [202, 202, 202, 503, 503])
  gate.resolve()
  await receive.idle()
  const again: unknown[] = []
  for (const event of events) again.push(status(await send(event)))
  assert.deepEqual(again, [200, 200, 200, 202, 202])
  await receive.idle()
  assert.equal(processed, 5)
})

test('an event whose save did not finish is saved when it is sent again, and a stored one is processed once', async () => {
  const event = sampleEvent('hiring', NOW)
  const stored = new Set<string>()
  const unfinished = Promise.withResolvers<boolean>()
  const saves = [() => unfinished.promise, async () => stored.add(event.eventId).size === 1, async () => false]
  const { send, receive, got } = await startReceiver({ save: () => saves.shift()?.() })
  const cut = send(event)
  while (saves.length === 3) await new Promise((resolve) => setTimeout(resolve, 5))
  assert.deepEqual([status(await send(event)), [...stored]], [202, [event.eventId]])
  assert.equal(status(await send(event)), 200)
  unfinished.reject(new Error('the connection was lost'))
  assert.equal(status(await cut), 503)
  await receive.idle()
  assert.deepEqual(got, [{ eventId: event.eventId, test: false }])
})

test('events of a search are accepted', async () => {
  const { send, receive, got } = await startReceiver()
  for (const type of ['search.entered', 'search.digest']) {
    assert.equal(status(await send({ eventId: `evt_${type}`, type, search: { id: 's', name: 'Search' } })), 202, type)
  }
  await receive.idle()
  assert.equal(got.length, 2)
})

test('an error in onError does not stop the processing', async () => {
  const done: string[] = []
  const { send, receive } = await startReceiver({
    onEvent: ({ eventId, type }) => {
      if (type === 'tool') throw new Error('no')
      done.push(eventId)
    },
    onError: () => {
      throw new Error('onError is broken, too')
    },
  })
  await send(sampleEvent('tool', NOW))
  const good = sampleEvent('web', NOW)
  await send(good)
  await receive.idle()
  assert.deepEqual(done, [good.eventId])
})

test('an aborted request has no effect and can be sent again', async () => {
  const { port, send, receive, got } = await startReceiver()
  const event = sampleEvent('hiring', NOW)
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(`POST / HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${KEY}\r\ncontent-length: 1000\r\n\r\n{"eventId":`)
  socket.destroy()
  await once(socket, 'close')
  assert.equal(status(await send(event)), 202)
  await receive.idle()
  assert.equal(got.length, 1)
})

test('the in-memory store is bounded and drops the oldest event first', async () => {
  const seen = memoryOfEvents(3)
  for (const id of ['a', 'b', 'c', 'd']) assert.equal(await seen.claim(id), true)
  assert.equal(await seen.claim('d'), false)
  assert.equal(await seen.claim('b'), false)
  assert.equal(await seen.claim('a'), true)
})

const FACTS = { hqCountry: 'DE', employeeCount: 240, fundingStage: 'series_a', industry: 'software' } as const

/** The two messages of a saved search, as the service makes them. */
function alertEvents() {
  const at = '2026-06-01T00:00:00.000Z'
  const search = { id: randomUUID(), name: 'AI SDRs' }
  const company = { id: randomUUID(), name: 'Northwind', domain: 'northwind.example', logo: null }
  const signals = [{ ...(EXAMPLE_SIGNAL as PublicSignal), label: 'Hiring: AI SDR' }]
  const companies = [{ eventId: `se_${randomUUID()}`, company, match: 96, signals, occurredAt: at, facts: FACTS }]
  const content = { messageId: randomUUID(), search, companies, total: 1 }
  return [undefined, { every: 'day', until: at } as const].map((digest) => webhookBody({ ...content, digest }))
}

test('the example runs as its README says, prints events and stops on SIGTERM', async () => {
  const script = join(packageRoot, 'examples/receiver/server.js')
  const withoutKey = spawn(process.execPath, [script], { env: { PATH: process.env.PATH }, stdio: 'ignore' })
  assert.deepEqual(await once(withoutKey, 'exit'), [2, null])

  const env = { PATH: process.env.PATH, WEBHOOK_AUTH_KEY: `${KEY}, old`, PORT: '0' }
  const server = spawn(process.execPath, [script], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  cleanup(() => server.kill('SIGKILL'))
  const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]()
  const [, url = ''] = /^Listening on (http:\S+)$/.exec((await lines.next()).value ?? '') ?? []
  const sender = new Sender({ allowLoopback: true, connectTimeoutMs: 30_000, exchangeTimeoutMs: 60_000 })
  cleanup(() => sender.close())
  const body = JSON.stringify(sampleEvent('hiring', NOW))
  assert.equal(status(await sender.send({ url, authKey: KEY, body, test: true })), 202)
  assert.match(
    (await lines.next()).value ?? '',
    /hiring created Sample Company \(test event\): Sample: .* \(test event\)$/,
  )
  for (const event of alertEvents()) {
    assert.equal(status(await sender.send({ url, authKey: KEY, body: JSON.stringify(event) })), 202)
  }
  const printed = [await lines.next(), await lines.next(), await lines.next()].map(({ value }) => value)
  assert.deepEqual(printed, [
    '2026-06-01T00:00:00.000Z search.entered AI SDRs: Northwind (Hiring: AI SDR)',
    '2026-06-01T00:00:00.000Z search.digest AI SDRs, companies in all: 1',
    '  Northwind (Hiring: AI SDR)',
  ])
  assert.equal(status(await sender.send({ url, authKey: 'old', body })), 200)
  assert.equal(status(await sender.send({ url, authKey: 'other', body })), 401)
  server.kill('SIGTERM')
  assert.deepEqual(await once(server, 'exit'), [0, null])
})
