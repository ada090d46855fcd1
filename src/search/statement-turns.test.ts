import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTick } from 'node:timers/promises'
import { HttpError } from '../http/index.ts'
import { StatementTurns } from './statement-turns.ts'

/** Turns on six connections with a scripted clock, and searches that run until the test ends them. */
function newTurns() {
  const clock = { ms: 0 }
  const turns = new StatementTurns(6, { now: () => clock.ms })
  const running: string[] = []
  const ends = new Map<string, () => void>()
  const search = (team: string, name: string, signal?: AbortSignal) =>
    turns.run({ team, ...(signal && { signal }) }, async () => {
      running.push(name)
      await new Promise<void>((resolve) => ends.set(name, resolve))
      running.splice(running.indexOf(name), 1)
      return name
    })
  const end = async (name: string) => {
    ends.get(name)?.()
    await settle()
  }
  return { clock, turns, running, search, end }
}

async function settle(): Promise<void> {
  for (let n = 0; n < 3; n++) await nextTick()
}

test('a team has at most a third of the connections, and another team finds one free immediately', async () => {
  const { running, search, end } = newTurns()
  const attacks = Array.from({ length: 20 }, (_, n) => search('attacker', `a${n}`))
  await settle()
  assert.deepEqual(running, ['a0', 'a1'])
  const victim = search('victim', 'v0')
  await settle()
  assert.deepEqual(running, ['a0', 'a1', 'v0'])
  await end('v0')
  assert.equal(await victim, 'v0')
  for (let n = 0; n < 20; n++) await end(`a${n}`)
  assert.equal((await Promise.all(attacks)).length, 20)
})

test('a team runs one search at a time that is estimated to take long', async () => {
  const { turns } = newTurns()
  const order: string[] = []
  const ends = new Map<string, () => void>()
  const run = (name: string, isHeavy: boolean) =>
    turns.run(
      { team: 'team' },
      () => {
        order.push(name)
        return new Promise<void>((resolve) => ends.set(name, resolve))
      },
      isHeavy,
    )
  const all = [run('heavy 1', true), run('heavy 2', true), run('light', false)]
  await settle()
  assert.deepEqual(order, ['heavy 1', 'light'])
  ends.get('heavy 1')?.()
  await settle()
  assert.deepEqual(order, ['heavy 1', 'light', 'heavy 2'])
  ends.get('light')?.()
  ends.get('heavy 2')?.()
  await Promise.all(all)
})

test('when all connections are busy, the team that used the least is next', async () => {
  const { clock, running, search, end } = newTurns()
  const all = ['a', 'b', 'c'].flatMap((team) => [0, 1].map((n) => search(team, `${team}${n}`)))
  all.push(search('a', 'a2'), search('late', 'late0'))
  await settle()
  assert.equal(running.length, 6)
  clock.ms = 1_000
  await end('a0')
  assert.ok(running.includes('late0') && !running.includes('a2'), running.join(' '))
  for (const name of ['a1', 'b0', 'b1', 'c0', 'c1', 'late0', 'a2']) await end(name)
  await Promise.all(all)
})

test('a search whose client disconnected leaves the queue', async () => {
  const { running, search, end } = newTurns()
  const gone = new AbortController()
  const others = [search('team', '0'), search('team', '1')]
  const waiting = search('team', '2', gone.signal)
  gone.abort(new Error('gone'))
  await assert.rejects(waiting, /gone/)
  await end('0')
  await end('1')
  await Promise.all(others)
  assert.deepEqual(running, [])
})

test('a team over its work limit gets a 503 with the time to wait', async () => {
  const { clock, turns, search, end } = newTurns()
  const long = search('team', 'long')
  await settle()
  clock.ms = 25_000
  await end('long')
  await long
  const waiting = assert.rejects(search('team', 'waiting'), (error: unknown) => {
    assert.ok(error instanceof HttpError)
    // 5 s over the limit; 20 s refill in a minute.
    assert.deepEqual([error.status, error.headers['retry-after']], [503, '11'])
    return true
  })
  await settle()
  clock.ms = 30_000
  // The next search removes those that have waited too long.
  await turns.run({ team: 'other' }, async () => {})
  await waiting
})
