import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { DAY_SECONDS, at as day, signal } from '../../../test/harness/base-signals.ts'
import { heatAt, heatKey, NO_HEAT } from './heat.ts'

const NOW = day('2026-06-01')

const aSignal = fc
  .record({
    daysAgo: fc.double({ min: -1, max: 2000, noNaN: true }),
    hundredths: fc.integer({ min: 1, max: 100 }),
  })
  .map(({ daysAgo, hundredths }) =>
    signal('web', Math.round(NOW - daysAgo * DAY_SECONDS), {}, { confidence: hundredths / 100 }),
  )
const someSignals = fc.array(aSignal, { minLength: 1, maxLength: 40 })

test('a certain signal of now adds 1.0, one of 30 days ago 0.5', () => {
  const at = (...daysAgo: number[]) =>
    heatAt(heatKey(daysAgo.map((days) => signal('web', NOW - days * DAY_SECONDS))), NOW)
  assert.equal(at(0), 1)
  assert.equal(at(30), 0.5)
  assert.equal(at(0, 30, 30), 2)
  assert.equal(at(3000), 0)
})

test('the example of docs/scoring.md', () => {
  const signals = [0, 30, 60].map((days) => signal('web', NOW - days * DAY_SECONDS, {}, { confidence: 0.9 }))
  assert.equal(heatAt(heatKey(signals), NOW), 1.6)
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
  const key = heatKey([signal('web', day('2200-01-01')), signal('web', day('2200-01-01'))])
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
      const sum = signals.reduce(
        (total, { confidence, occurredAt }) => total + confidence * 0.5 ** ((NOW - occurredAt) / (30 * DAY_SECONDS)),
        0,
      )
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

test('time lowers the heat and never changes the order of two companies', () => {
  fc.assert(
    fc.property(someSignals, someSignals, fc.nat({ max: 400 }), (one, other, days) => {
      const [low, high] = [heatKey(one), heatKey(other)].sort((a, b) => a - b) as [number, number]
      const later = NOW + days * DAY_SECONDS
      assert.ok(heatAt(low, later) <= heatAt(high, later))
      assert.ok(heatAt(high, later) <= heatAt(high, NOW))
    }),
  )
})
