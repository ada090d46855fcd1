import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertGoodSignal } from '../../test/harness/demo-records.ts'
import { nextLiveSignal } from './live.ts'
import { Random } from './world/random.ts'
import { DEMO_SIZE, demoCompanies } from './world/world.ts'

const COMPANIES = [...demoCompanies(DEMO_SIZE)]
const NOW = Date.parse('2026-07-15T13:20:00Z') / 1000

test('live signals are valid, have the given time, and have unique keys', () => {
  const random = new Random(1)
  const signals = Array.from({ length: 2_000 }, (_, index) => nextLiveSignal(random, COMPANIES, NOW + index))
  for (const [index, signal] of signals.entries()) {
    assertGoodSignal(signal)
    assert.equal(signal.occurredAt, NOW + index)
    assert.equal(signal.status, 'active')
  }
  assert.equal(new Set(signals.map(({ key }) => key)).size, signals.length)
  assert.deepEqual([...new Set(signals.map(({ type }) => type))].sort(), ['funding', 'tool', 'web'])
  const domains = new Set(COMPANIES.map(({ domain }) => domain))
  assert.ok(signals.every(({ company }) => domains.has(company.domain)))
})

test('the same seed and time give the same signal, another time gives another key', () => {
  assert.deepEqual(nextLiveSignal(new Random(1), COMPANIES, NOW), nextLiveSignal(new Random(1), COMPANIES, NOW))
  assert.notEqual(
    nextLiveSignal(new Random(1), COMPANIES, NOW).key,
    nextLiveSignal(new Random(1), COMPANIES, NOW + 1).key,
  )
})
