// Turns of searches that wait for other shards, with a scripted clock: the other shards answer when the test says so.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ChangeGate } from '../build/change-gate.ts'
import { AskAgain, type OtherParts, type SearchSteps, type StartedSearch, Turns } from './turns.ts'

interface Script {
  readonly name: string
  readonly ownMs: number
  /** Another shard reports that its part is long. */
  readonly isFoundLong?: boolean
}

function newTurns() {
  const clock = { ms: 0 }
  const log: string[] = []
  const due: (() => void)[] = []
  const asked = new Map<string, OtherParts & { ms: number }>()
  const gate = new ChangeGate(() => clock.ms)
  const started = (script: Script, isLong = false): StartedSearch<string> => ({
    work: isLong ? Number.POSITIVE_INFINITY : script.ownMs * 1_000,
    steps: (runsLong) => steps(script, runsLong),
  })
  function* steps(script: Script, isLong: boolean): SearchSteps<string> {
    const { name, ownMs, isFoundLong } = script
    const others = { ms: 0, onSettled: () => {} }
    asked.set(name, others)
    try {
      for (let ms = 0; ms < ownMs; ms++) {
        clock.ms++
        yield
      }
      log.push(`own ${name}`)
      yield others
      if (isFoundLong && !isLong) throw new AskAgain(started(script, true))
      return name
    } finally {
      log.push(`end ${name}`)
    }
  }
  const turns = new Turns<Script, string>({
    now: () => clock.ms,
    defer: (run, ms) => ms === undefined && due.push(run),
    gate,
    estimate: (script) => started(script),
    answer: (_id, answer) => log.push(`answer ${answer}`),
    fail: (id, error) => log.push(`fail ${id} ${(error as Error).message}`),
    refuse: (id, seconds) => log.push(`refuse ${id} ${seconds}`),
  })
  const run = () => {
    for (let n = 0; n < 10_000 && due.length > 0; n++) due.shift()?.()
  }
  let id = 0
  const add = (team: string, name: string, ownMs: number, more: Partial<Script> = {}) => {
    turns.add({ id, team }, { name, ownMs, ...more })
    run()
    return id++
  }
  const settle = (name: string, ms: number) => {
    const others = asked.get(name) ?? assert.fail(`${name} was not asked`)
    others.ms = ms
    others.onSettled()
    run()
  }
  return { log, gate, turns, add, settle, clock }
}

test('while short searches wait for other shards a few more have their turn, and no more', () => {
  const { log, add, settle } = newTurns()
  for (let n = 0; n < 6; n++) add('team', `s${n}`, 1)
  assert.deepEqual(log, ['own s0', 'own s1', 'own s2', 'own s3'])
  settle('s2', 1)
  assert.deepEqual(log.slice(4), ['end s2', 'answer s2', 'own s4'], 'answers come in any order')
})

test('a team is charged the time of the shard that took longest, not the sum and not only this one', () => {
  const { log, add, settle } = newTurns()
  for (let n = 0; n < 3; n++) {
    add('busy', `b${n}`, 5)
    settle(`b${n}`, 2_000)
  }
  // Half of ten seconds a minute may have been saved up: 3 times 2 s in the other thread are more.
  add('busy', 'late', 1)
  assert.ok(!log.includes('own late'), 'the team is over its bound')
  for (let n = 0; n < 40; n++) {
    add('modest', `m${n}`, 5)
    settle(`m${n}`, 5)
  }
  assert.ok(log.includes('answer m39'), 'the same time in two threads counts once')
})

test('the index does not change until all shards have finished a long search', async () => {
  const { log, gate, add, settle } = newTurns()
  add('team', 'long', 100)
  assert.deepEqual(log, ['own long'])
  let hasChanged = false
  const change = gate.pass().then(() => {
    hasChanged = true
  })
  await Promise.resolve()
  assert.ok(!hasChanged && !gate.isFree, 'another shard is still at it')
  add('other', 'short', 1)
  assert.ok(log.includes('own short'), 'short searches run meanwhile')
  settle('long', 150)
  await change
  assert.ok(log.includes('answer long'))
})

test('a part that another shard finds long makes the whole search a long one', () => {
  const { log, gate, add, settle } = newTurns()
  add('team', 'hard', 2, { isFoundLong: true })
  assert.ok(gate.isFree)
  settle('hard', 1)
  assert.deepEqual(log, ['own hard', 'end hard', 'own hard'])
  assert.ok(!gate.isFree, 'now it holds back changes')
  settle('hard', 20)
  assert.equal(log.at(-1), 'answer hard')
  assert.equal(gate.isFree, true)
})

test('a search whose client disconnects while it waits for other shards ends, and their time is charged', () => {
  const { log, turns, add, settle } = newTurns()
  const id = add('team', 'gone', 1)
  turns.cancel(id)
  assert.deepEqual(log, ['own gone', 'end gone'])
  settle('gone', 6_000)
  add('team', 'next', 1)
  assert.ok(!log.includes('own next'))
  const long = add('other', 'long', 50)
  turns.cancel(long)
  assert.ok(!log.some((line) => line.startsWith('answer')))
})
