import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type TeamJob, TeamQueues, type TeamQueuesOptions } from './team-queues.ts'

interface NamedJob extends TeamJob {
  readonly name: string
}

/** Queues with a clock that only the test advances. */
function newQueues(options: Partial<TeamQueuesOptions> = {}) {
  const clock = { ms: 0 }
  const queues = new TeamQueues<NamedJob>({ workMsPerMinute: 60_000, now: () => clock.ms, ...options })
  const add = (team: string, name: string) => queues.add({ team, name, since: clock.ms })
  /** Takes jobs until none may run; each takes 100 ms of its team's time. */
  const drain = (cost = 100) => {
    const order: string[] = []
    for (let job = queues.take(); job; job = queues.take()) {
      order.push(job.name)
      queues.charge(job.team, cost)
    }
    return order
  }
  return { clock, queues, add, drain }
}

test('a team with many searches delays another by one of them', () => {
  const { add, drain } = newQueues()
  for (let n = 0; n < 20; n++) add('attacker', `a${n}`)
  for (const name of ['v0', 'v1', 'v2']) add('victim', name)
  assert.deepEqual(drain().slice(0, 6), ['a0', 'v0', 'a1', 'v1', 'a2', 'v2'])
})

test('a team whose searches take ten times as long has a tenth of the turns', () => {
  const { queues, add } = newQueues()
  for (let n = 0; n < 10; n++) add('slow', `s${n}`)
  for (let n = 0; n < 30; n++) add('fast', `f${n}`)
  const order: string[] = []
  for (let n = 0; n < 33; n++) {
    const job = queues.take()
    if (!job) break
    order.push(job.name)
    queues.charge(job.team, job.team === 'slow' ? 1_000 : 100)
  }
  assert.equal(order.filter((name) => name.startsWith('s')).length, 3, order.join(' '))
})

test('a pause accumulates no turns', () => {
  const { queues, add, drain } = newQueues()
  for (let n = 0; n < 5; n++) add('steady', `s${n}`)
  drain(1_000)
  add('returning', 'r0')
  add('returning', 'r1')
  add('returning', 'r2')
  for (let n = 5; n < 8; n++) add('steady', `s${n}`)
  assert.equal(queues.take()?.name, 'r0')
  queues.charge('returning', 1_000)
  const next = [queues.take()?.name, queues.take()?.name]
  assert.ok(next.includes('s5'), next.join(' '))
})

test('a team’s work is limited in any minute, whatever happened to its searches', () => {
  const { clock, queues, add } = newQueues({ workMsPerMinute: 10_000, maxWaitMs: Number.POSITIVE_INFINITY })
  let used = 0
  const usedBy: number[] = []
  for (clock.ms = 0; clock.ms < 180_000; clock.ms += 100) {
    add('attacker', 'a')
    if (queues.take()) {
      queues.charge('attacker', 100)
      used += 100
    }
    usedBy.push(used)
  }
  for (let at = 0; at + 600 < usedBy.length; at++) {
    const inMinute = (usedBy[at + 600] ?? 0) - (usedBy[at] ?? 0)
    assert.ok(inMinute <= 10_100, `${inMinute} ms in the minute from ${at / 10} s on`)
  }
  assert.ok(used >= 15_000, 'the allowance refills')
  add('victim', 'v')
  assert.equal(queues.take()?.name, 'v', 'another team has its own')
})

test('a search that has waited 5 seconds is removed, with the time when its team may search again', () => {
  const { clock, queues, add, drain } = newQueues({ workMsPerMinute: 12_000 })
  add('attacker', 'long')
  queues.take()
  queues.charge('attacker', 7_000)
  add('attacker', 'waiting')
  assert.deepEqual(drain(), [])
  assert.equal(queues.nextChangeMs(), 5_000)
  clock.ms = 4_999
  assert.deepEqual(queues.takeExpired(), [])
  clock.ms = 5_000
  assert.deepEqual(
    queues.takeExpired().map(({ name }) => name),
    ['waiting'],
  )
  assert.equal(queues.size, 0)
  // 1,000 ms over the limit, of which 500 are refilled; 100 ms refill in a second.
  assert.equal(queues.retryAfterSeconds('attacker'), 6)
  assert.equal(queues.retryAfterSeconds('victim'), 1)
})

test('only a few searches of a team wait at the same time, and only a few in total', () => {
  const { add, queues } = newQueues({ maxPerTeam: 2, maxTotal: 3 })
  assert.deepEqual([add('a', '1'), add('a', '2'), add('a', '3')], [true, true, false])
  assert.deepEqual([add('b', '1'), add('b', '2')], [true, false])
  queues.take()
  assert.equal(add('b', '2'), true)
})

test('a search whose client disconnected leaves the queue', () => {
  const { queues, drain } = newQueues()
  const job = { team: 'a', name: 'gone', since: 0 }
  queues.add(job)
  queues.add({ team: 'a', name: 'stays', since: 0 })
  assert.equal(queues.remove(job), true)
  assert.equal(queues.remove(job), false)
  assert.deepEqual(drain(), ['stays'])
})

test('many teams with one search each leave nothing behind', () => {
  const { clock, queues, add, drain } = newQueues({ maxWaitMs: Number.POSITIVE_INFINITY })
  for (let n = 0; n < 5_000; n++) {
    add(`team ${n}`, 'one')
    drain()
    clock.ms += 1_000
  }
  assert.ok(queues.teams <= 1_100, `${queues.teams} teams`)
})
