import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_SECONDS, at as day, signal } from '../../../test/harness/base-signals.ts'
import fc from '../../../test/harness/fast-check.ts'
import { SCORE_COMPONENTS } from '../../closed-sets/signals.ts'
import type { Signal } from '../signals/index.ts'
import { aiAdoption } from './ai-adoption.ts'
import { WEIGHT_PERCENT } from './model.ts'

const NOW = day('2026-06-01')
const EVIDENCE_COMPONENTS = ['intent', 'implementation', 'readiness'] as const

const aiKinds: [Signal['type'], Signal['fields']][] = [
  ['hiring', { ai: true }],
  ['hiring', { ai: true, seniority: 'vp', function: 'data' }],
  ['funding_ai', {}],
  ['tool', { tool: 'OpenAI API', ai: true }],
  ['tool', { tool: 'OpenAI API', ai: true, change: 'in_use' }],
  ['web', { kind: 'mcp_endpoint' }],
  ['web', { kind: 'ai_crawler_policy' }],
]
const otherKinds: [Signal['type'], Signal['fields']][] = [
  ['hiring', { function: 'data' }],
  ['hiring', { function: 'sales', ai: false }],
  ['tool', { tool: 'Snowflake', category: 'data_warehouse' }],
  ['tool', { tool: 'Snowflake', category: 'data_warehouse', change: 'dropped' }],
  ['tool', { tool: 'OpenAI API', ai: true, change: 'dropped' }],
  ['funding', {}],
  ['velocity', { opened: 12 }],
]

function signalOf(kinds: typeof aiKinds, minDaysAgo: number, maxDaysAgo: number): fc.Arbitrary<Signal> {
  return fc
    .record({
      kind: fc.constantFrom(...kinds),
      secondsAgo: fc.integer({ min: minDaysAgo * DAY_SECONDS, max: maxDaysAgo * DAY_SECONDS }),
      hundredths: fc.integer({ min: 0, max: 100 }),
      status: fc.constantFrom('active', 'active', 'closed', 'retracted'),
    })
    .map(({ kind: [type, fields], secondsAgo, hundredths, status }) =>
      signal(type, NOW - secondsAgo, fields, { confidence: hundredths / 100, status }),
    )
}

const company = fc.array(signalOf([...aiKinds, ...otherKinds], -1, 900), { maxLength: 30 })
const recentAi = signalOf(aiKinds, 0, 28)
const earlierAi = signalOf(aiKinds, 31, 118)

test('every number is between 0 and 100 and has one decimal', () => {
  fc.assert(
    fc.property(company, (signals) => {
      const score = aiAdoption(signals, NOW)
      for (const value of [score.score, ...SCORE_COMPONENTS.map((component) => score[component])]) {
        assert.ok(value >= 0 && value <= 100)
        assert.equal(value, Number(value.toFixed(1)))
      }
      assert.equal(score.scoreTenths, Math.round(score.score * 10))
    }),
  )
})

test('the points of a component add up to it, and the components as shown give the score as shown', () => {
  fc.assert(
    fc.property(company, (signals) => {
      const score = aiAdoption(signals, NOW)
      let weighted = 0
      for (const component of SCORE_COMPONENTS) {
        const points = score.contributions.filter((contribution) => contribution.component === component)
        const tenths = points.reduce((sum, contribution) => sum + Math.round(contribution.points * 10), 0)
        assert.equal(tenths, Math.round(score[component] * 10))
        assert.ok(points.every((contribution) => contribution.points > 0))
        weighted += WEIGHT_PERCENT[component] * tenths
      }
      assert.equal(score.scoreTenths, Math.round(weighted / 100))
    }),
  )
})

test('one more AI signal never lowers intent, implementation or readiness', () => {
  fc.assert(
    fc.property(company, fc.oneof(recentAi, earlierAi), (signals, more) => {
      const before = aiAdoption(signals, NOW)
      const after = aiAdoption([...signals, more], NOW)
      for (const component of EVIDENCE_COMPONENTS) assert.ok(after[component] >= before[component], component)
    }),
  )
})

test('a recent AI signal never lowers momentum or the score, an earlier one never raises momentum', () => {
  fc.assert(
    fc.property(company, recentAi, earlierAi, (signals, recent, earlier) => {
      const before = aiAdoption(signals, NOW)
      const withRecent = aiAdoption([...signals, recent], NOW)
      assert.ok(withRecent.momentum >= before.momentum)
      assert.ok(withRecent.scoreTenths >= before.scoreTenths)
      assert.ok(aiAdoption([...signals, earlier], NOW).momentum <= before.momentum)
    }),
  )
})

test('time on its own never raises intent, implementation or readiness', () => {
  fc.assert(
    fc.property(company, fc.nat({ max: 500 }), (signals, days) => {
      const now = aiAdoption(signals, NOW)
      const later = aiAdoption(signals, NOW + days * DAY_SECONDS)
      for (const component of EVIDENCE_COMPONENTS) assert.ok(later[component] <= now[component], component)
    }),
  )
})

test('the result does not depend on the order of the signals', () => {
  const shuffled = company.chain((signals) =>
    fc.tuple(
      fc.constant(signals),
      fc.shuffledSubarray(signals, { minLength: signals.length, maxLength: signals.length }),
    ),
  )
  fc.assert(
    fc.property(shuffled, ([signals, other]) => assert.deepEqual(aiAdoption(signals, NOW), aiAdoption(other, NOW))),
  )
})

test('a retracted signal has no effect', () => {
  fc.assert(
    fc.property(company, recentAi, (signals, more) => {
      const retracted: Signal = { ...more, status: 'retracted' }
      assert.deepEqual(aiAdoption([...signals, retracted], NOW), aiAdoption(signals, NOW))
    }),
  )
})
