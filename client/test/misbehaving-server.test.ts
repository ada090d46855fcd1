// Against a server that misbehaves, the client ends within its patience and with the right error.
//
// Own process: its server breaks the contract, and where tests share a process, every reply is checked against it.

import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { cleanup } from '../../test/harness/cleanup.ts'
import {
  ApiError,
  AuthenticationError,
  type ClientOptions,
  ConnectionError,
  InvalidQueryError,
  ProSignal,
  ProSignalError,
  RateLimitError,
  ServiceError,
  TimeoutError,
} from '../src/index.ts'
import { delayBeforeRetry } from '../src/retry.ts'

const API_KEY = 'psk_secretSECRETsecretSECRETsecretSECRET12'
const closings: (() => void)[] = []
cleanup(() => {
  for (const close of closings) close()
})

type Answer = (response: ServerResponse, request: IncomingMessage) => void

/** A server that gives these answers in order, and the last one from then on. */
async function serverWith(...answers: [Answer, ...Answer[]]) {
  const requests: { method: string | undefined; url: string | undefined; body: string }[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    requests.push({ method: request.method, url: request.url, body })
    answers[Math.min(requests.length, answers.length) - 1]?.(response, request)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closings.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests }
}

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
  }
const reset: Answer = (_response, request) => request.socket.resetAndDestroy()
const silent: Answer = () => {}
const cutOff: Answer = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' })
  response.write('{"companies": [')
  setTimeout(() => response.destroy(), 20)
}
const notJson: Answer = (response) => {
  response.writeHead(200).end('<html>')
}
const page = json(200, { companies: [], page: 1, pageSize: 25, total: 0, totalPages: 0 })
const limited = (seconds: number) =>
  json(
    429,
    {
      error: {
        code: 'rate_limit_exceeded',
        message: 'Too many.',
        status: 429,
        requestId: 'req_1',
        limitType: 'per_minute',
        limit: 20,
        used: 20,
        remaining: 0,
        resetUnix: 1_800_000_000,
      },
    },
    { 'retry-after': String(seconds) },
  )

interface Entry {
  readonly level: string
  readonly text: string
}

function clientOf(url: string, options: Partial<ClientOptions> = {}) {
  const entries: Entry[] = []
  const entry = (level: string) => (message: string, about?: object) => {
    entries.push({ level, text: `${message} ${JSON.stringify(about)}` })
  }
  const logger = { debug: entry('debug'), info: entry('info'), warn: entry('warn') }
  const client = new ProSignal({ apiKey: API_KEY, baseUrl: url, patience: 60_000, timeout: 30_000, logger, ...options })
  return { client, entries, warnings: () => entries.filter(({ level }) => level === 'warn') }
}

const search = (client: ProSignal) => client.companies.search({ signal_query: 'hiring' })

test('a POST without an answer is sent again, with a note that it may be charged twice', async () => {
  for (const failure of [reset, cutOff, notJson]) {
    const { url, requests } = await serverWith(failure, page)
    const { client, warnings } = clientOf(url)
    const reply = await search(client).page().withResponse()
    assert.equal(reply.data.total, 0)
    assert.equal(requests.length, 2)
    assert.equal(reply.attempts, 2)
    assert.equal(reply.mayHaveBeenChargedTwice, true)
    assert.match(warnings()[0]?.text ?? '', /may be charged twice/)
  }
})

test('without a logger the warning goes to the console', async (t) => {
  const warn = t.mock.method(console, 'warn', () => {})
  const { url } = await serverWith(reset, page)
  await search(new ProSignal({ apiKey: API_KEY, baseUrl: url })).page()
  assert.match(String(warn.mock.calls[0]?.arguments[0]), /may be charged twice/)
})

test('with retryUnanswered: false a POST that got no answer is never sent a second time', async () => {
  for (const failure of [reset, cutOff, notJson]) {
    const { url, requests } = await serverWith(failure, page)
    const { client } = clientOf(url, { retryUnanswered: false })
    await assert.rejects(search(client).page(), (error) => {
      assert.ok(error instanceof ConnectionError)
      return error.mayHaveBeenCharged
    })
    assert.equal(requests.length, 1)
  }
})

test('503 and 429 are safe to repeat: they are repeated after Retry-After, without a warning', async () => {
  const unavailable = json(503, { error: { code: 'service_unavailable' } }, { 'retry-after': '0' })
  const { url, requests } = await serverWith(unavailable, limited(0), page)
  const { client, warnings } = clientOf(url, { retryUnanswered: false })
  const reply = await search(client).page().withResponse()
  assert.deepEqual([requests.length, reply.mayHaveBeenChargedTwice, warnings().length], [3, false, 0])
})

test('a 429 that resets later than the patience lasts is an error at once, with its budget', async () => {
  const { url, requests } = await serverWith(limited(86_400))
  const { client } = clientOf(url)
  await assert.rejects(search(client).page(), (error) => {
    assert.ok(error instanceof RateLimitError)
    assert.deepEqual(
      [error.limitType, error.retryAfter, error.resetUnix, error.remaining, error.requestId, error.code],
      ['per_minute', 86_400, 1_800_000_000, 0, 'req_1', 'rate_limit_exceeded'],
    )
    return true
  })
  assert.equal(requests.length, 1)
})

test('a storm of 429 and 503 ends after maxRetries, with the last error', async () => {
  const { url, requests } = await serverWith(limited(0))
  await assert.rejects(search(clientOf(url, { maxRetries: 2 }).client).page(), RateLimitError)
  assert.equal(requests.length, 3)
  const broken = await serverWith(json(503, 'x', { 'retry-after': '0' }))
  await assert.rejects(search(clientOf(broken.url, { maxRetries: 1 }).client).page(), ServiceError)
  assert.equal(broken.requests.length, 2)
})

test('a server that never answers: a TimeoutError, and no attempt begins after the patience is over', async () => {
  const { url, requests } = await serverWith(silent)
  const { client } = clientOf(url, { timeout: 100, patience: 350, maxRetries: 100 })
  await assert.rejects(search(client).page(), (error) => error instanceof TimeoutError && error.mayHaveBeenCharged)
  assert.ok(requests.length <= 4, `${requests.length} attempts`)
})

test('a 422 and a 401 are never repeated, and say what is wrong', async () => {
  const detail = { field: 'signal_query', message: 'x', position: 3, length: 1, expected: [], suggestions: ['hiring'] }
  const wrong = {
    error: { code: 'invalid_query', message: 'Wrong.', status: 422, requestId: 'req_2', details: [detail] },
  }
  const { url, requests } = await serverWith(json(422, wrong), json(401, { error: { code: 'invalid_api_key' } }))
  const { client } = clientOf(url)
  await assert.rejects(search(client).page(), (error) => {
    assert.ok(error instanceof InvalidQueryError && error instanceof ApiError)
    return error.details[0]?.position === 3 && error.requestId === 'req_2'
  })
  await assert.rejects(client.stats(), AuthenticationError)
  assert.equal(requests.length, 2)
})

test('nobody listens: a ConnectionError that says that nothing was charged', async () => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  const { client } = clientOf(`http://127.0.0.1:${port}`, { maxRetries: 1 })
  await assert.rejects(search(client).page(), (error) => {
    assert.ok(error instanceof ConnectionError)
    return !error.mayHaveBeenCharged
  })
})

test('an abort ends a call, also while it waits for a retry, with the reason that was given', async () => {
  for (const answer of [silent, limited(3)]) {
    const { url } = await serverWith(answer)
    const abort = new AbortController()
    const reason = new Error('no longer needed')
    setTimeout(() => abort.abort(reason), 50)
    await assert.rejects(clientOf(url).client.stats({ signal: abort.signal }), reason)
  }
})

test('a redirect is not followed: it would send the key elsewhere', async () => {
  const target = await serverWith(page)
  const { url } = await serverWith(json(308, {}, { location: target.url }))
  await assert.rejects(search(clientOf(url).client).page(), (error) => {
    return error instanceof ProSignalError && error.message.includes(target.url)
  })
  assert.equal(target.requests.length, 0)
})

test('the key is in no log entry and in no error', async () => {
  const { url } = await serverWith(reset, json(503, {}), limited(86_400))
  const { client, entries } = clientOf(url)
  const error = await search(client)
    .page()
    .catch((reason: unknown) => reason)
  assert.ok(entries.length >= 3)
  const shown = `${JSON.stringify(entries)} ${(error as Error).stack} ${JSON.stringify(error)}`
  assert.ok(!shown.includes(API_KEY))
})

test('many clients do not come back at the same moment', () => {
  const policy = { maxRetries: 5, patience: 60_000, retryUnanswered: true }
  const error = new ConnectionError('x', { mayHaveBeenCharged: false })
  const delays = [0, 1, 2, 3, 4].map((retries) => [
    delayBeforeRetry(error, retries, 60_000, policy, () => 0),
    delayBeforeRetry(error, retries, 60_000, policy, () => 1),
  ])
  assert.deepEqual(delays, [
    [250, 500],
    [500, 1000],
    [1000, 2000],
    [2000, 4000],
    [4000, 8000],
  ])
  assert.equal(delayBeforeRetry(error, 5, 60_000, policy), undefined)
  assert.equal(delayBeforeRetry(error, 4, 1_000, policy), undefined)
})
