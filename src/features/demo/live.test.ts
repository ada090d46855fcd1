import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertGoodSignal } from '../../../test/harness/demo-records.ts'
import { liveSignals, nextLiveSignal } from './live.ts'
import { Random } from './random.ts'
import { DEMO_SIZE, demoCompanies } from './world.ts'

const COMPANIES = [...demoCompanies(DEMO_SIZE)]
const NOW = Date.parse('2026-07-15T13:20:00Z') / 1000

test('live signals are good ones of the time asked for, each with a key of its own', () => {
  let now = NOW
  const made = [...liveSignals(1, COMPANIES, () => now++).take(2_000)]
  for (const [index, signal] of made.entries()) {
    assertGoodSignal(signal)
    assert.equal(signal.occurredAt, NOW + index)
    assert.equal(signal.status, 'active')
  }
  assert.equal(new Set(made.map(({ key }) => key)).size, made.length)
  assert.deepEqual([...new Set(made.map(({ type }) => type))].sort(), ['funding', 'hiring', 'tool', 'web'])
  const domains = new Set(COMPANIES.map(({ domain }) => domain))
  assert.ok(made.every(({ company }) => domains.has(company.domain)))
})

test('the same chance at the same time is the same fact, at another time another', () => {
  assert.deepEqual(nextLiveSignal(new Random(1), COMPANIES, NOW), nextLiveSignal(new Random(1), COMPANIES, NOW))
  assert.notEqual(
    nextLiveSignal(new Random(1), COMPANIES, NOW).key,
    nextLiveSignal(new Random(1), COMPANIES, NOW + 1).key,
  )
})
