import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_SECONDS, at as day, signal } from '../../../test/harness/base-signals.ts'
import fc from '../../../test/harness/fast-check.ts'
import { SIGNAL_TYPES } from '../types/index.ts'
import { heatAt, heatKey, NO_HEAT } from './heat.ts'

const NOW = day('2026-06-01')

const aSignal = fc
  .record({
    type: fc.constantFrom(...SIGNAL_TYPES),
    daysAgo: fc.double({ min: -1, max: 2000, noNaN: true }),
    hundredths: fc.integer({ min: 1, max: 100 }),
  })
  .map(({ type, daysAgo, hundredths }) =>
    signal(type, Math.round(NOW - daysAgo * DAY_SECONDS), {}, { confidence: hundredths / 100 }),
  )
const someSignals = fc.array(aSignal, { minLength: 1, maxLength: 60 })
const daysAgo = (days: number) => NOW - days * DAY_SECONDS
const job = (days = 0, more = {}) => signal('hiring', daysAgo(days), { jobTitle: 'SDR' }, more)
const heat = (...signals: Parameters<typeof heatKey>[0]) => heatAt(heatKey(signals), NOW)

test('the strongest signal of a type counts in full, the second half, the third a third', () => {
  assert.equal(heat(job(0)), 1)
  assert.equal(heat(job(30)), 0.5)
  assert.equal(heat(job(0), job(0)), 1.5)
  assert.equal(heat(job(30), job(0), job(30)), 1.4)
  assert.equal(heat(job(0), signal('funding', NOW)), 2)
  assert.equal(heat(job(3000)), 0)
})

test('the example of docs/scoring.md', () => {
  assert.equal(heat(...[0, 30, 60].map((days) => job(days, { confidence: 0.9 }))), 1.2)
})

test('a firm with 400 open jobs is hardly hotter than one with ten', () => {
  const jobs = (count: number) => heat(...Array.from({ length: count }, () => job()))
  assert.equal(jobs(10), 2.9)
  assert.equal(jobs(400), jobs(10))
  assert.ok(heat(job(), signal('funding', NOW), signal('web', NOW), signal('tool', NOW)) > jobs(400))
})

test('derived signals, what existed before monitoring, and jobs for clients do not count', () => {
  const none = [
    signal('funding_ai', NOW),
    signal('velocity', NOW),
    signal('tool', NOW, { tool: 'HubSpot', change: 'in_use' }),
    signal('web', NOW, { kind: 'ai_feature', change: 'up' }),
  ]
  assert.equal(heatKey(none), NO_HEAT)
  for (const kind of ['agency', 'marketplace'] as const) {
    assert.equal(heatKey([job()], kind), NO_HEAT)
    assert.equal(heatKey([job(), signal('funding', NOW)], kind), heatKey([signal('funding', NOW)]))
  }
  for (const kind of ['direct', 'unknown'] as const) assert.equal(heatKey([job()], kind), heatKey([job()]))
})

test('a job that was filled and a tool that was dropped count', () => {
  assert.equal(heat(job(0, { status: 'closed' }), signal('tool', NOW, { tool: 'HubSpot', change: 'dropped' })), 2)
})

test('without signals that count, the key is the smallest one and the heat is 0', () => {
  const retracted = signal('web', NOW, {}, { status: 'retracted' })
  const worthless = signal('web', NOW, {}, { confidence: 0 })
  for (const signals of [[], [retracted], [worthless], [retracted, worthless]]) assert.equal(heatKey(signals), NO_HEAT)
  assert.equal(heatAt(NO_HEAT, NOW), 0)
  assert.ok(heatKey([signal('web', day('1900-01-01'), {}, { confidence: 0.01 })]) > NO_HEAT)
})

test('a newest signal with confidence 0 does not affect an old one', () => {
  const old = signal('web', day('1970-01-01'))
  assert.equal(heatKey([old, signal('web', NOW, {}, { confidence: 0 })]), heatKey([old]))
})

test('keys fit 32 bits long after 2^(t / 30 d) has exceeded the range of a double', () => {
  const key = heatKey([signal('web', day('2200-01-01')), signal('tool', day('2200-01-01'))])
  assert.ok(Number.isInteger(key) && key < 2 ** 31)
  assert.equal(heatAt(key, day('2200-01-01')), 2)
})

test('signals more than a century apart add up in either order', () => {
  const old = signal('web', day('1900-01-01'))
  const today = signal('web', NOW)
  assert.equal(heatKey([today, old]), heatKey([old, today]))
  assert.equal(heatAt(heatKey([today, old]), NOW), 1)
})

test('the heat shown is the sum of the definition', () => {
  fc.assert(
    fc.property(someSignals, (signals) => {
      let sum = 0
      for (const type of ['hiring', 'funding', 'web', 'tool']) {
        const strengths = signals
          .filter((each) => each.type === type)
          .map(({ confidence, occurredAt }) => confidence * 0.5 ** ((NOW - occurredAt) / (30 * DAY_SECONDS)))
        for (const [i, strength] of strengths
          .sort((a, b) => b - a)
          .slice(0, 10)
          .entries())
          sum += strength / (i + 1)
      }
      // Half a tenth for rounding, and half a step of the key.
      assert.ok(Math.abs(heatAt(heatKey(signals), NOW) - sum) <= 0.0501 + sum * 1e-5)
    }),
  )
})

test('the key does not depend on the order of the signals', () => {
  const shuffled = someSignals.chain((signals) =>
    fc.tuple(
      fc.constant(signals),
      fc.shuffledSubarray(signals, { minLength: signals.length, maxLength: signals.length }),
    ),
  )
  fc.assert(fc.property(shuffled, ([signals, other]) => assert.equal(heatKey(signals), heatKey(other))))
})

test('one more signal never lowers the key', () => {
  fc.assert(
    fc.property(someSignals, aSignal, (signals, more) => {
      assert.ok(heatKey([...signals, more]) >= heatKey(signals))
    }),
  )
})

test('two companies without new signals keep their order at every later day', () => {
  fc.assert(
    fc.property(someSignals, someSignals, fc.nat({ max: 400 }), (one, other, days) => {
      const [low, high] = [heatKey(one), heatKey(other)].sort((a, b) => a - b) as [number, number]
      const later = NOW + days * DAY_SECONDS
      assert.ok(heatAt(low, later) <= heatAt(high, later))
      assert.ok(heatAt(high, later) <= heatAt(high, NOW))
    }),
  )
})
