// The turns of the search thread with a scripted clock: a step of a search takes as long as the script says.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ChangeGate } from '../build/change-gate.ts'
import type { Steps } from '../query/clauses/steps.ts'
import { STEP_MS, Turns } from './turns.ts'

interface Script {
  readonly name: string
  /** The number of steps, of a millisecond each. */
  readonly steps: number
  /** In microseconds; by default the time of its steps. */
  readonly estimate?: number
  readonly tooExpensive?: boolean
}

function newTurns() {
  const clock = { ms: 0 }
  const log: string[] = []
  const due: { run: () => void; at: number }[] = []
  const gate = new ChangeGate(() => clock.ms)
  const turns = new Turns<Script, string>({
    now: () => clock.ms,
    defer: (run, ms = 0) => due.push({ run, at: clock.ms + ms }),
    gate,
    estimate: ({ name, steps, estimate = steps * 1_000, tooExpensive }) => {
      clock.ms += 0.1
      if (tooExpensive) throw new Error('too expensive')
      return { work: estimate, steps: () => run(name, steps), overrun: () => new Error('overrun') }
    },
    answer: (_id, answer) => log.push(`answer ${answer}`),
    fail: (id, error) => log.push(`fail ${id} ${(error as Error).message}`),
    refuse: (id, seconds) => log.push(`refuse ${id} ${seconds}`),
  })
  function* run(name: string, steps: number): Steps<string> {
    try {
      for (let n = 0; n < steps; n++) {
        clock.ms++
        log.push(name)
        yield
      }
      return name
    } finally {
      log.push(`end ${name}`)
    }
  }
  /** Runs what is due, one tick after the other; returns false when nothing is left before that time. */
  const tick = (until = Number.POSITIVE_INFINITY) => {
    due.sort((a, b) => a.at - b.at)
    const next = due[0]
    if (!next || next.at > until) return false
    due.shift()
    clock.ms = Math.max(clock.ms, next.at)
    next.run()
    return true
  }
  const runAll = () => {
    for (let n = 0; n < 100_000 && tick(); n++);
  }
  let id = 0
  const add = (team: string, script: Script) => {
    turns.add({ id, team }, script)
    return id++
  }
  return { clock, log, gate, turns, add, tick, runAll }
}

test('a single search is answered immediately', () => {
  const { log, add } = newTurns()
  add('team', { name: 'a', steps: 2 })
  assert.deepEqual(log, ['a', 'a', 'end a', 'answer a'])
})

test('a long search yields to the short ones of other teams, and continues where it was', () => {
  const { clock, log, add, tick, runAll } = newTurns()
  add('attacker', { name: 'long', steps: 200 })
  for (let n = 0; n < 5; n++) tick()
  const before = log.length
  const asked = clock.ms
  add('victim', { name: 'short', steps: 1 })
  while (!log.includes('answer short')) tick()
  assert.ok(clock.ms - asked <= STEP_MS + 2, `waited ${clock.ms - asked} ms`)
  assert.ok(log.slice(before).filter((line) => line === 'long').length <= STEP_MS)
  runAll()
  assert.equal(log.filter((line) => line === 'long').length, 200)
  assert.equal(log.at(-1), 'answer long')
})

test('behind twenty long searches of one team, another team waits for one step, not for the searches', () => {
  const { clock, log, add, tick, runAll } = newTurns()
  for (let n = 0; n < 20; n++) add('attacker', { name: 'long', steps: 200 })
  for (let n = 0; n < 30; n++) tick()
  const waits: number[] = []
  for (let n = 0; n < 100; n++) {
    const asked = clock.ms
    const id = add('victim', { name: `short ${n}`, steps: 1 })
    while (!log.includes(`answer short ${n}`)) tick()
    assert.ok(id > 0)
    waits.push(clock.ms - asked)
    for (let pause = 0; pause < 5; pause++) tick()
  }
  assert.ok(Math.max(...waits) <= STEP_MS + 3, `the longest wait was ${Math.max(...waits)} ms`)
  runAll()
})

test('a search whose client disconnected ends, whether waiting or between two steps', () => {
  const { log, turns, add, tick, runAll } = newTurns()
  const running = add('team', { name: 'running', steps: 200 })
  const waiting = add('team', { name: 'waiting', steps: 200 })
  for (let n = 0; n < 10; n++) tick()
  const steps = log.filter((line) => line === 'running').length
  assert.ok(steps > 0 && steps < 200)
  turns.cancel(running)
  turns.cancel(waiting)
  runAll()
  assert.equal(log.filter((line) => line === 'running').length, steps, 'no step after that')
  assert.ok(log.includes('end running'))
  assert.ok(!log.some((line) => /waiting|answer/.test(line)), log.join(', '))
})

test('two hundred searches that are reset at the same time do not delay the next team', () => {
  const { clock, log, turns, add, tick } = newTurns()
  const ids = Array.from({ length: 200 }, () => add('attacker', { name: 'long', steps: 100 }))
  for (let n = 0; n < 3; n++) tick()
  for (const id of ids) turns.cancel(id)
  const asked = clock.ms
  add('victim', { name: 'short', steps: 1 })
  while (!log.includes('answer short')) tick()
  assert.ok(clock.ms - asked < 3, `waited ${clock.ms - asked} ms`)
  assert.ok(log.filter((line) => line.startsWith('refuse')).length >= 150, 'the queue of a team is short')
})

test('a team over its work limit waits, and its searches are rejected after 5 seconds', () => {
  const { clock, log, add, runAll } = newTurns()
  for (let n = 0; n < 30; n++) add('attacker', { name: 'long', steps: 900 })
  runAll()
  const answered = log.filter((line) => line === 'answer long').length
  const refused = log.filter((line) => line.startsWith('refuse'))
  assert.ok(answered >= 5 && answered <= 7, `${answered} answered`)
  assert.equal(answered + refused.length, 30)
  assert.ok(refused.every((line) => Number(line.split(' ')[2]) >= 1))
  assert.ok(clock.ms < 12_000, `${clock.ms}`)
})

test('a search that is too expensive runs no step, and its estimate counts as work of its team', () => {
  const { log, add } = newTurns()
  const id = add('attacker', { name: 'never', steps: 100, tooExpensive: true })
  assert.deepEqual(log.splice(0), [`fail ${id} too expensive`])
  for (let n = 0; n < 60_000 && !log.at(-1)?.startsWith('refuse'); n++) {
    add('attacker', { name: 'never', steps: 100, tooExpensive: true })
  }
  assert.ok(log.length > 40_000 && log.at(-1)?.startsWith('refuse'), `${log.length} estimates of 0.1 ms`)
})

test('a search that takes far longer than estimated is ended', () => {
  const { log, add, runAll } = newTurns()
  const id = add('attacker', { name: 'long', steps: 100_000, estimate: 20_000 })
  runAll()
  const steps = log.filter((line) => line === 'long').length
  assert.ok(steps > 1_900 && steps < 2_100, `${steps} steps`)
  assert.deepEqual(log.slice(-2), ['end long', `fail ${id} overrun`])
})

test('the index does not change while a long search is suspended, and is followed half of the time', async () => {
  const { clock, log, gate, add, tick } = newTurns()
  for (let n = 0; n < 10; n++) add('team', { name: `long ${n}`, steps: 100 })
  let changes = 0
  let isFollowing = true
  const follower = (async () => {
    while (isFollowing) {
      await gate.pass()
      changes++
      log.push('change')
      clock.ms += 2
      await new Promise((resolve) => setImmediate(resolve))
    }
  })()
  for (let n = 0; n < 2_000 && !log.includes('answer long 3'); n++) {
    tick()
    await new Promise((resolve) => setImmediate(resolve))
  }
  isFollowing = false
  while (tick()) await new Promise((resolve) => setImmediate(resolve))
  await follower
  for (let n = 0; n < 4; n++) {
    const [first, last] = [log.indexOf(`long ${n}`), log.lastIndexOf(`long ${n}`)]
    assert.ok(!log.slice(first, last).includes('change'), `the index changed during search ${n}`)
  }
  assert.ok(changes >= 100, `${changes} changes of 2 ms besides 400 ms of searches`)
})

test('a long search waits only for the changes that waited for the one before', async () => {
  const { clock, log, gate, turns, add, tick } = newTurns()
  gate.onFree = () => turns.wake()
  add('team', { name: 'first', steps: 100 })
  add('team', { name: 'second', steps: 100 })
  tick()
  const change = gate.pass().then(() => {
    clock.ms += 2
    gate.rest()
  })
  for (let n = 0; n < 200 && !log.includes('answer first'); n++) tick()
  const answered = clock.ms
  await change
  for (let n = 0; n < 10 && !log.includes('second'); n++) tick()
  assert.ok(clock.ms - answered < 10, `${clock.ms - answered} ms after the first`)
})
