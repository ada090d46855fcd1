import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../../test/harness/fast-check.ts'
import type { CollectedSignal, Snapshot } from '../../collectors/index.ts'
import { type LookState, reconcile } from './reconcile.ts'
import { keysByStamp, readEntries, recordsHash, writeEntries } from './snapshot.ts'

const HOUR = 3_600
const DAY = 24 * HOUR
const START = Date.UTC(2026, 0, 5) / 1_000

const EMPTY: LookState = { entries: new Map(), knownSince: null, isWaiting: false }

function job(key: string, more: Partial<CollectedSignal> = {}): CollectedSignal {
  return { type: 'hiring', key, confidence: 0.95, occurredAt: START - DAY, fields: { jobTitle: `Job ${key}` }, ...more }
}

const jobs = (count: number, from = 1) => Array.from({ length: count }, (_, i) => job(String(from + i)))
const snapshot = (signals: readonly CollectedSignal[], complete = true): Snapshot => ({ signals, complete })

/** Visits a day apart. */
function visits(...snapshots: readonly Snapshot[]) {
  let state = EMPTY
  return snapshots.map((each, i) => {
    const result = reconcile(state, each, { now: START + i * DAY, visit: i + 1 })
    state = result.state
    return result
  })
}

const keysOf = (seen: readonly { signal: CollectedSignal }[]) => seen.map(({ signal }) => signal.key)

test('a first visit is history and the start of known-since', () => {
  const [first] = visits(snapshot(jobs(2)))
  assert.equal(first?.outcome, 'first')
  assert.equal(first?.state.knownSince, START)
  assert.ok([...(first?.state.entries.values() ?? [])].every(({ isHistory }) => isHistory))
})

test('a visit with the same records as the last one changes nothing', () => {
  const [, second] = visits(snapshot(jobs(3)), snapshot(jobs(3).reverse()))
  assert.equal(second?.outcome, 'unchanged')
  assert.equal(recordsHash(snapshot(jobs(3))), recordsHash(snapshot(jobs(3).reverse())))
})

test('a refreshed date changes nothing, another title does', () => {
  const refreshed = job('1', { occurredAt: START })
  const renamed = job('1', { fields: { jobTitle: 'Another' } })
  const [, second, third] = visits(snapshot(jobs(1)), snapshot([refreshed]), snapshot([renamed]))
  assert.equal(second?.outcome, 'unchanged')
  assert.deepEqual(keysOf(third?.changed ?? []), ['1'])
  assert.equal(third?.changed[0]?.entry.occurredAt, START - DAY)
})

test('something that appears after the first complete visit is not history', () => {
  const [, second] = visits(snapshot(jobs(1)), snapshot(jobs(2)))
  assert.deepEqual(keysOf(second?.appeared ?? []), ['2'])
  assert.equal(second?.appeared[0]?.entry.isHistory, false)
})

test('missing ones are closed after two successful complete visits at least 20 hours apart', () => {
  const [, second, third] = visits(snapshot(jobs(2)), snapshot(jobs(1)), snapshot(jobs(1)))
  assert.deepEqual(second?.lost, ['2'])
  assert.equal(second?.ended.size, 0)
  assert.deepEqual([...(third?.ended.keys() ?? [])], ['2'])
  const soon = reconcile(second?.state ?? EMPTY, snapshot(jobs(1)), { now: START + DAY + 19 * HOUR, visit: 3 })
  assert.equal(soon.ended.size, 0)
  const forced = { now: START + DAY + 60, visit: 3, anyDistance: true }
  assert.equal(reconcile(second?.state ?? EMPTY, snapshot(jobs(1)), forced).ended.size, 1)
})

test('a job that is back in between is not closed', () => {
  const [, , third, fourth] = visits(snapshot(jobs(2)), snapshot(jobs(1)), snapshot(jobs(2)), snapshot(jobs(1)))
  assert.deepEqual(third?.back, ['2'])
  assert.equal(fourth?.ended.size, 0)
})

test('a loss of more than half of ten or more waits for another visit and changes nothing until then', () => {
  const few = snapshot([...jobs(4), job('new')])
  const [, second, third, fourth] = visits(snapshot(jobs(10)), few, few, few)
  assert.equal(second?.outcome, 'waiting')
  assert.equal(second?.appeared.length, 0)
  assert.deepEqual(keysOf(third?.appeared ?? []), ['new'])
  assert.equal(third?.ended.size, 0)
  assert.equal(fourth?.ended.size, 6)
})

test('a board that empties for one visit closes nothing', () => {
  const results = visits(snapshot(jobs(12)), snapshot([]), snapshot(jobs(12)), snapshot(jobs(12)))
  assert.deepEqual(
    results.map(({ outcome }) => outcome),
    ['first', 'waiting', 'unchanged', 'unchanged'],
  )
})

test('while a source is in doubt an empty answer ends nothing, and what it shows counts as usual', () => {
  const doubted = (state: LookState, shown: Snapshot, day: number) =>
    reconcile(state, shown, { now: START + day * DAY, visit: day + 1, isDoubted: true })
  for (const count of [1, 9, 12]) {
    let { state } = reconcile(EMPTY, snapshot(jobs(count)), { now: START, visit: 1 })
    for (let day = 1; day < 8; day++) {
      const result = doubted(state, snapshot([]), day)
      assert.deepEqual([result.outcome, result.ended.size, result.lost.length], ['waiting', 0, 0])
      state = result.state
    }
    assert.deepEqual(keysOf(doubted(state, snapshot(jobs(count + 1)), 8).appeared), [String(count + 1)])
    const over = reconcile(state, snapshot([]), { now: START + 9 * DAY, visit: 10 })
    assert.equal(over.lost.length, count, 'afterwards an empty answer is the first that counts')
  }
  const few = reconcile(EMPTY, snapshot(jobs(4)), { now: START, visit: 1 }).state
  assert.deepEqual(doubted(few, snapshot(jobs(2)), 1).lost, ['3', '4'], 'a job among others is missing as ever')
  assert.equal(doubted(EMPTY, snapshot([]), 1).outcome, 'first')
})

test('half of ten, or more than half of nine, is an ordinary loss', () => {
  assert.equal(visits(snapshot(jobs(10)), snapshot(jobs(5)))[1]?.lost.length, 5)
  assert.equal(visits(snapshot(jobs(9)), snapshot([]))[1]?.lost.length, 9)
})

test('a partial visit closes nothing, and is not the start of known-since', () => {
  const [first, second, third, fourth] = visits(
    snapshot(jobs(1), false),
    snapshot(jobs(3)),
    snapshot(jobs(1), false),
    snapshot(jobs(1), false),
  )
  assert.equal(first?.state.knownSince, null)
  assert.equal(second?.outcome, 'first')
  assert.equal(third?.outcome, 'partial')
  assert.deepEqual([third?.lost.length, fourth?.ended.size], [0, 0])
})

test('signals that last without being seen never end by absence', () => {
  const widget = job('w', { type: 'tool', fields: { tool: 'Intercom' }, absenceEnds: false })
  const results = visits(snapshot([job('1'), widget]), ...Array.from({ length: 5 }, () => snapshot(jobs(1))))
  assert.ok(results.every(({ ended }) => ended.size === 0))
  assert.deepEqual(results[1]?.lost, ['w'])
})

test('two signals with one key are one', () => {
  const [first] = visits(snapshot([job('1'), job('1', { label: 'again' })]))
  assert.equal(first?.appeared.length, 1)
})

test('entries are stored as they are', () => {
  const [, second] = visits(snapshot([...jobs(2), job('w', { absenceEnds: false })]), snapshot(jobs(1)))
  const entries = second?.state.entries ?? new Map()
  assert.deepEqual(readEntries(writeEntries(entries)), entries)
})

const board = fc.uniqueArray(fc.integer({ min: 0, max: 24 }), { maxLength: 24 })
const step = fc.record({
  keys: board,
  kind: fc.constantFrom('good', 'good', 'failed', 'partial'),
  hours: fc.integer({ min: 1, max: 40 }),
})

test('any sequence of snapshots with failures between them ends in the state of the last good ones', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 15 }), board, (steps, last) => {
      let state = EMPTY
      let now = START
      let visit = 0
      let lastGood: readonly number[] = []
      const open = new Set<string>()
      const look = (keys: readonly number[], complete: boolean) => {
        visit++
        const result = reconcile(
          state,
          snapshot(
            keys.map((key) => job(String(key))),
            complete,
          ),
          { now, visit },
        )
        state = { ...result.state, entries: readEntries(writeEntries(result.state.entries)) }
        for (const { signal } of result.appeared) open.add(signal.key)
        for (const key of result.ended.keys()) {
          assert.ok(!keys.includes(Number(key)), 'no job is closed that the visit contains')
          assert.ok(!lastGood.includes(Number(key)), 'no job is closed that was in the last good visit')
          open.delete(key)
        }
        if (complete) lastGood = keys
      }
      for (const { keys, kind, hours } of steps) {
        now += hours * HOUR
        if (kind !== 'failed') look(keys, kind === 'good')
      }
      for (let i = 0; i < 4; i++) {
        now += DAY
        look(last, true)
      }
      assert.deepEqual([...open].sort(), last.map(String).sort())
      assert.deepEqual([...state.entries.keys()].sort(), last.map(String).sort())
    }),
    { numRuns: 500 },
  )
})

test('a tool stays as certain as it was when one of the jobs that name it closes, for 180 days', () => {
  const tool = (confidence: number) =>
    snapshot([job('t', { type: 'tool', confidence, fields: { tool: 'Salesforce' }, absenceEnds: false })])
  let state = EMPTY
  const visit = (confidence: number, day: number) => {
    const result = reconcile(state, tool(confidence), { now: START + day * DAY, visit: day + 1 })
    state = { ...result.state, entries: readEntries(writeEntries(result.state.entries)) }
    return [...result.appeared, ...result.changed].map(({ signal }) => signal.confidence)
  }
  assert.deepEqual(visit(0.7, 0), [0.7])
  assert.deepEqual(visit(0.85, 1), [0.85], 'more jobs make it more certain at once')
  assert.deepEqual(visit(0.5, 2), [])
  assert.deepEqual(visit(0.7, 100), [])
  assert.deepEqual(visit(0.5, 181), [])
  assert.deepEqual(visit(0.5, 182), [0.5])
  assert.deepEqual(visit(0.7, 183), [0.7])
  // A job's own confidence is what the source says now.
  const [, second] = visits(snapshot([job('1')]), snapshot([job('1', { confidence: 0.5 })]))
  assert.equal(second?.changed[0]?.signal.confidence, 0.5)
})

const stamped = (key: string, ...stamps: string[]) => job(key, { stamps })

test('what a visit keeps exists unchanged, and what it neither keeps nor shows is missing', () => {
  const kept = { ...snapshot([stamped('3', 'c')]), kept: ['1'] }
  const [, second, third] = visits(snapshot([stamped('1', 'a'), stamped('2', 'b')]), kept, kept)
  assert.deepEqual([second?.lost, keysOf(second?.appeared ?? []), second?.changed], [['2'], ['3'], []])
  assert.deepEqual([...(third?.ended.keys() ?? [])], ['2'])
  assert.deepEqual(third?.state.entries.get('1')?.stamps, ['a'])
})

test('keeping most of a board is not a large loss', () => {
  const all = jobs(20)
  const [, second] = visits(snapshot(all), { ...snapshot([]), kept: all.slice(1).map(({ key }) => key) })
  assert.deepEqual([second?.outcome, second?.lost], ['changed', ['1']])
})

test('a tool that known jobs name keeps their sentence unless new jobs make it more certain', () => {
  const tool = (confidence: number, evidence: string, stamp: string): CollectedSignal => ({
    ...{ type: 'tool', key: 'tool', confidence, fields: { tool: 'Jira', evidence }, absenceEnds: false },
    stamps: [stamp],
  })
  const known = { kept: ['tool'] }
  const [, second, third] = visits(
    snapshot([tool(0.5, 'first', 'a')]),
    { ...snapshot([tool(0.5, 'second', 'b')]), ...known },
    { ...snapshot([tool(0.7, 'third', 'c')]), ...known },
  )
  assert.deepEqual([second?.outcome, second?.state.entries.get('tool')?.stamps], ['unchanged', ['b', 'a']])
  assert.deepEqual(keysOf(third?.changed ?? []), ['tool'])
  assert.deepEqual(third?.state.entries.get('tool')?.stamps, ['c', 'b', 'a'])
})

test('the known keys by stamp leave out entries that are missing or not seen for long', () => {
  const [, { state }] = visits(
    snapshot([stamped('1', 'a', 'b'), stamped('2', 'b'), stamped('3', 'c')]),
    snapshot([stamped('1', 'a', 'b'), stamped('2', 'b')]),
  ) as [unknown, { state: LookState }]
  const entries = readEntries(writeEntries(state.entries))
  assert.deepEqual(entries, state.entries)
  assert.deepEqual(
    [...keysByStamp(entries, () => false)],
    [
      ['a', ['1']],
      ['b', ['1', '2']],
    ],
  )
  assert.equal(keysByStamp(entries, () => true).size, 0)
})

test('a job is known by its own signals, not by a tool that it named with others', () => {
  const tool: CollectedSignal = { ...job('tool'), type: 'tool', absenceEnds: false, stamps: ['a', 'b'] }
  const [first] = visits(snapshot([stamped('1', 'a'), tool]))
  assert.deepEqual([...keysByStamp(first?.state.entries ?? new Map(), () => false)], [['a', ['1', 'tool']]])
})

test('two visits that keep different signals differ', () => {
  const kept = (...keys: string[]) => recordsHash({ ...snapshot([]), kept: keys })
  assert.notEqual(kept('1', '2'), kept('1'))
  assert.equal(kept('1', '2'), kept('2', '1'))
})
