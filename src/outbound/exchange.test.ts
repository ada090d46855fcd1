// What every exchange with a foreign server has in common. The servers are real ones on loopback.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cleanup } from '../../test/harness/cleanup.ts'
import { openRawReceiver } from '../../test/harness/receivers.ts'
import { Connections } from './connections.ts'
import { Exchange, type Outcome, type ReadLimits } from './exchange.ts'

const LIMITS: ReadLimits = { totalMs: 5_000, bodyOf: () => ({ readBytes: 100_000, keptBytes: 100_000 }) }

async function ask(response: string, limits = LIMITS): Promise<Outcome> {
  const { port } = await openRawReceiver((socket) => socket.end(response))
  const resolve = async () => ['127.0.0.1']
  const connector = { allowLoopback: true, resolve, connectTimeoutMs: 1_000, connecting: new Set<() => void>() }
  const connections = new Connections(connector, { maxOrigins: 1, idleMs: 1_000 })
  cleanup(() => connections.close())
  const request = { origin: `http://127.0.0.1:${port}`, path: '/', method: 'GET', headers: {} }
  return new Promise((settle) => new Exchange(connections, request, limits, settle).start())
}

const chunked = (chunks: readonly string[]) =>
  `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${chunks
    .map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`)
    .join('')}0\r\n\r\n`

const textOf = ({ answer }: Outcome) => Buffer.from(answer?.body ?? []).toString()

test('a body of a byte per chunk is kept whole, in one buffer of its bound', async () => {
  const sent = Array.from({ length: 30_000 }, (_, at) => String.fromCharCode(97 + (at % 26)))
  const outcome = await ask(chunked(sent))
  assert.equal(textOf(outcome), sent.join(''))
  assert.equal(outcome.answer?.isCut, false)
  assert.ok((outcome.answer?.body.buffer.byteLength ?? 0) <= 65_536)
})

test('the first bytes of a longer body are kept, and it is marked as truncated', async () => {
  const limits = { ...LIMITS, bodyOf: () => ({ readBytes: 20, keptBytes: 5 }) }
  const outcome = await ask(chunked(['abc', 'def', 'ghi'.repeat(10)]), limits)
  assert.equal(textOf(outcome), 'abcde')
  assert.equal(outcome.answer?.isCut, true)
})

test('a body is not read if its declared length exceeds the limit for complete bodies', async () => {
  const outcome = await ask(`HTTP/1.1 200 OK\r\ncontent-length: 100001\r\n\r\n${'a'.repeat(50)}`)
  assert.deepEqual([textOf(outcome), outcome.answer?.isCut], ['', true])
})
