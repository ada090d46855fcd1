import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { cleanup } from '../../../../test/harness/cleanup.ts'
import { packageRoot } from '../../../platform/config/config.ts'
import { VisitFailure } from '../../collectors/index.ts'
import type { RawAnswer } from '../../collectors/raw-answer.ts'
import { limitedCalls } from './limited-calls.ts'
import { ReaderEnded, Readers, type ReadVisit } from './readers.ts'

const harness = join(packageRoot, 'test/harness')
const collectors = pathToFileURL(join(harness, 'hostile-collectors.ts'))
const quick = new Readers({ collectors, stepMs: 2_000 })
const small = new Readers({ collectors, stepMs: 60_000, heapMb: 64 })

const page = (text: string): RawAnswer => ({
  url: 'https://acme.example/',
  type: 'text/plain',
  bytes: Buffer.from(text),
})

const visit = (collector: string, more: Partial<ReadVisit> = {}, readers = quick) =>
  readers.visit({
    collector,
    target: 'acme.example',
    context: { company: { domain: 'acme.example', name: 'Acme', aliases: [] }, now: 1_760_000_000 },
    call: async () => page('hello'),
    signal: new AbortController().signal,
    ...more,
  })

const unreadable = (message: RegExp) => (error: unknown) =>
  error instanceof VisitFailure && error.reason === 'unreadable' && message.test(error.message)

test('an answer that takes the reader too long or too much memory, or ends it, fails only its visit', async () => {
  const cases: [collector: string, message: RegExp, readers: Readers][] = [
    ['backtracking', /longer than 2 s for one answer/, quick],
    ['greedy', /more than 64 MB of memory/, small],
    ['hoarding', /more than 64 MB of memory/, small],
    ['exiting', /ended \(exit code 3\)/, small],
    ['aborting', /ended \(SIGABRT\)/, small],
  ]
  for (const [collector, message, readers] of cases) {
    await assert.rejects(visit(collector, {}, readers), unreadable(message), collector)
    const { signals } = await visit('plain', {}, readers)
    assert.deepEqual(
      signals.map(({ label }) => label),
      ['hello'],
      `after ${collector}`,
    )
  }
})

// The loop takes two seconds of CPU time, so that effects show within one.
test('while the reader is in an endless loop, this process continues, and stopped visits end immediately; visits in progress end with ReaderEnded, so that they can restart', async () => {
  const { promise: answer, resolve } = Promise.withResolvers<RawAnswer>()
  const asked = Promise.withResolvers<void>()
  const waiting = visit('plain', {
    call: () => {
      asked.resolve()
      return answer
    },
  })
  const ended = assert.rejects(waiting, ReaderEnded)
  await asked.promise
  let isLooping = true
  const loop = assert.rejects(visit('endless'), unreadable(/longer/)).finally(() => {
    isLooping = false
  })
  let turns = 0
  const timer = setInterval(() => turns++, 10)
  const stop = new AbortController()
  const stopped = assert.rejects(visit('plain', { signal: stop.signal }), /stopped/)
  stop.abort(new Error('stopped'))
  await stopped
  assert.ok(isLooping, 'a stopped visit does not wait for the reader')
  await loop
  clearInterval(timer)
  assert.ok(turns > 20, `the event loop turned ${turns} times`)
  await ended
  resolve(page('too late'))
  assert.equal((await visit('plain')).signals.length, 1)
})

test('a bug in a collector and too many signals fail the visit, and the reader continues', async () => {
  await visit('plain')
  const { pid } = quick
  await assert.rejects(visit('throwing'), { message: 'a defect' })
  await assert.rejects(visit('flooding'), { reason: 'too_large', message: /shows 20001 signals/ })
  await assert.rejects(visit('missing'), /no collector missing/)
  assert.equal(quick.pid, pid)
})

test('what a call throws ends the visit: a failure through the collector, anything else immediately', async () => {
  const failing = (error: Error) => visit('plain', { call: () => Promise.reject(error) })
  await assert.rejects(failing(new VisitFailure('limited', 'Wait.', 30)), {
    ...{ reason: 'limited', message: 'Wait.', retryAfter: 30 },
  })
  const closed = new Error('closed')
  await assert.rejects(failing(closed), (error) => error === closed)
})

test('a killed process leaves no reader behind, not even one in an endless loop', async () => {
  const parent = fork(join(harness, 'reader-parent-process.ts'), ['endless'])
  cleanup(() => parent.kill('SIGKILL'))
  const [reader] = (await once(parent, 'message')) as [number]
  // Its next step is the endless loop.
  await sleep(500)
  assert.equal(process.kill(reader, 0), true)
  parent.kill('SIGKILL')
  const isThere = () => {
    try {
      return process.kill(reader, 0)
    } catch {
      return false
    }
  }
  for (let tries = 0; isThere() && tries < 1_200; tries++) await sleep(50)
  assert.equal(isThere(), false)
})

test('a process whose visits have finished ends, and its reader with it', async () => {
  for (const collector of ['plain', 'yielding']) {
    const parent = fork(join(harness, 'reader-parent-process.ts'), [collector])
    cleanup(() => parent.kill('SIGKILL'))
    const [code] = await once(parent, 'exit')
    assert.equal(code, 0, collector)
  }
})

test('a visit’s requests have a limit over all its pages', async () => {
  let asked = 0
  const large = { ...page(''), bytes: Buffer.alloc(32 * 1_024 * 1_024) }
  const dns = { txt: async () => ['record'], mx: async () => [] }
  const request = { url: 'https://acme.example/', kind: 'feed' } as const
  const call = limitedCalls(async () => {
    asked++
    return large
  }, dns)
  const ask = () => call({ want: 'page', request })
  for (let i = 0; i < 4; i++) await ask()
  await assert.rejects(ask(), { reason: 'too_large' })
  assert.equal(asked, 4)
  const many = limitedCalls(async () => page(''), dns)
  for (let i = 0; i < 1_000; i++) await many({ want: 'txt', name: 'acme.example' })
  await assert.rejects(many({ want: 'page', request }), { reason: 'too_large', message: /more than 1000/ })
})
