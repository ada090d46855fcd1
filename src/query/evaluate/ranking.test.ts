import assert from 'node:assert/strict'
import { test } from 'node:test'
import { query as anyQuery, signal as anySignal } from '../../../test/harness/arbitraries.ts'
import { at, DAY_SECONDS, signal } from '../../../test/harness/base-signals.ts'
import fc from '../../../test/harness/fast-check.ts'
import { CONFIDENCE_SECONDS, matchKeyOf, type Signal } from '../../meaning/signals/index.ts'
import { parseSignalQuery } from '../parse/parser.ts'
import { evaluate } from './evaluate.ts'
import { LEAST, matchAt, ranking } from './ranking.ts'

const NOW = at('2026-06-01')
const daysAgo = (days: number) => NOW - days * DAY_SECONDS
const job = (days: number, confidence = 1, fields = {}) =>
  signal('hiring', daysAgo(days), { jobTitle: 'AI SDR', ...fields }, { confidence })
const round = (days: number, confidence = 1) => signal('funding', daysAgo(days), { round: 'seed' }, { confidence })
const tool = (days: number, change = 'adopted') => signal('tool', daysAgo(days), { tool: 'HubSpot', change })

const rank = (text: string, ...signals: Signal[]) => ranking(parseSignalQuery(text), signals, NOW)
const match = (text: string, ...signals: Signal[]) => {
  const found = rank(text, ...signals)
  return found && matchAt(found.matchKey, NOW)
}

test('a certain signal of now has match 100, one of 30 days ago 50, half the confidence is 30 days', () => {
  assert.equal(match('hiring', job(0)), 100)
  assert.equal(match('hiring', job(30)), 50)
  assert.equal(match('hiring', job(0, 0.5)), 50)
  assert.equal(match('hiring', job(30, 0.5)), 25)
  assert.equal(match('hiring', job(-1)), 100)
})

test('the table of confidences: 101 integers, 30 days × log2', () => {
  assert.equal(CONFIDENCE_SECONDS.length, 101)
  assert.equal(CONFIDENCE_SECONDS[0], Number.NEGATIVE_INFINITY)
  assert.deepEqual(
    [100, 50, 25, 99, 1].map((hundredths) => CONFIDENCE_SECONDS[hundredths]),
    [0, -30 * 86_400, -60 * 86_400, -37_583, -17_220_875],
  )
  for (const seconds of CONFIDENCE_SECONDS.slice(1)) assert.ok(Number.isInteger(seconds))
})

test('a round counts as 60 days younger', () => {
  assert.equal(match('funding', round(60)), 100)
  assert.equal(match('funding', round(90)), 50)
  assert.equal(match('funding_ai', signal('funding_ai', daysAgo(60))), 100)
})

test('above 100 the order continues: a newer round first, and a round of today before a job of today', () => {
  const key = (text: string, each: Signal) => rank(text, each)?.matchKey ?? LEAST
  assert.deepEqual([match('funding', round(0)), match('funding', round(40)), match('hiring', job(0))], [100, 100, 100])
  assert.ok(key('funding', round(0)) > key('funding', round(40)))
  assert.ok(key('hiring OR funding', round(0)) > key('hiring OR funding', job(0)))
})

test('a clause has the key of its strongest signal, and count changes nothing', () => {
  assert.equal(match('hiring', job(30), job(60), job(0, 0.25)), 50)
  assert.equal(match('hiring(count >= 3)', job(30), job(60), job(0, 0.25)), 50)
  assert.equal(match('hiring(count >= 4)', job(30), job(60), job(0, 0.25)), undefined)
})

test('AND takes the least, OR the greatest of the parts that hold', () => {
  assert.equal(match('hiring AND funding', job(30), round(120)), 25)
  assert.equal(match('hiring OR funding', job(30), round(120)), 50)
  assert.equal(match('(hiring AND velocity) OR funding', job(0), round(120)), 25)
  assert.equal(match('(hiring(count >= 2)) OR funding', job(0), round(120)), 25)
})

test('NOT is neutral in an AND, and least in an OR', () => {
  assert.equal(match('hiring AND NOT funding', job(30)), 50)
  assert.equal(match('hiring OR NOT funding', job(30)), 50)
  assert.equal(match('hiring OR NOT funding'), 0)
  assert.equal(match('velocity AND (hiring OR NOT funding)', signal('velocity', NOW)), 0)
})

test('a query of NOT alone has match 0', () => {
  assert.equal(rank('NOT hiring', round(0))?.matchKey, LEAST)
  assert.equal(rank('NOT hiring AND NOT tool', round(0))?.matchKey, LEAST)
  assert.equal(match('NOT hiring', round(0)), 0)
})

test('a tool in use is neutral beside an act; alone it counts from its beginning', () => {
  assert.equal(match('hiring AND tool', job(30), tool(300)), 50)
  assert.equal(match('hiring AND (tool OR web)', job(30), tool(300)), 50)
  assert.equal(match('tool', tool(30)), 50)
  assert.equal(match('tool AND web', tool(30), signal('web', daysAgo(60), { kind: 'ai_feature' })), 25)
  assert.equal(match('tool AND NOT web', tool(30)), 50)
  assert.equal(match('hiring AND tool(change: adopted)', job(0), tool(30)), 50)
})

test('THEN takes the least over its steps, each by its strongest signal in a complete chain', () => {
  assert.equal(match('funding THEN hiring WITHIN 90d', round(90), job(30)), 50)
  assert.equal(match('funding THEN hiring WITHIN 90d', round(150), job(30)), undefined)
  // A round and a job of today aren't a chain: only the old chain counts.
  assert.equal(match('funding THEN hiring WITHIN 90d', round(180), job(120), round(0), job(0)), 6.3)
  // The strongest signals of two steps may be of different chains.
  assert.equal(match('tool THEN hiring WITHIN 20d', tool(100), job(90, 0.5), tool(60), job(50, 0.1)), 6.3)
})

test('a signal with a confidence of 0 matches without a strength', () => {
  assert.equal(rank('hiring', job(0, 0))?.matchKey, LEAST)
  assert.equal(match('hiring', job(0, 0)), 0)
  assert.equal(match('hiring', job(0, 0), job(30)), 50)
  assert.equal(matchKeyOf(job(0, 0)), LEAST)
})

test('recent: the newest signal over the positive clauses of the parts that hold', () => {
  assert.equal(rank('hiring', job(30), round(0))?.newest, daysAgo(30))
  assert.equal(rank('hiring AND funding', job(30), round(0))?.newest, NOW)
  assert.equal(rank('hiring AND NOT funding(within: 1d)', job(30), round(9))?.newest, daysAgo(30))
  assert.equal(rank('hiring OR (funding AND velocity)', job(30), round(0))?.newest, daysAgo(30))
  assert.equal(rank('funding THEN hiring', round(50), job(30), round(0))?.newest, daysAgo(30))
  assert.equal(rank('NOT velocity', job(30))?.newest, LEAST)
})

test('a row shows the strongest signal of each clause that was met, in query order, then the newest others', () => {
  const [old, sure, fresh] = [job(40), job(10), job(5, 0.2)]
  const money = round(90)
  assert.deepEqual(rank('funding AND hiring', old, sure, fresh, money)?.shown, [money, sure, fresh, old])
  assert.deepEqual(rank('hiring AND funding', old, sure, fresh, money)?.shown, [sure, money, fresh, old])
  assert.deepEqual(rank('hiring OR velocity', old, sure, fresh, money)?.shown, [sure, fresh, old])
  assert.deepEqual(rank('NOT velocity', old), { matchKey: LEAST, newest: LEAST, shown: [] })
  // A signal that is the strongest of two clauses is shown once.
  assert.deepEqual(rank('hiring AND hiring(title ~ sdr)', old, sure)?.shown, [sure, old])
  const many = [1, 2, 3, 4, 5, 6].map((days) => job(days))
  assert.deepEqual(rank('funding AND hiring', money, ...many)?.shown, [money, ...many.slice(0, 4)])
})

test('ranking agrees with the evaluator on what matches and on which signals are a reason', () => {
  fc.assert(
    fc.property(anyQuery, fc.array(anySignal), (query, signals) => {
      const asOf = 70 * DAY_SECONDS
      const { matches, signals: reasons } = evaluate(query, signals, asOf)
      const found = ranking(query, signals, asOf, 1_000)
      assert.equal(found !== undefined, matches)
      if (!found) return
      assert.deepEqual(new Set(found.shown), new Set(reasons))
      assert.equal(found.newest, Math.max(LEAST, ...reasons.map(({ occurredAt }) => occurredAt)))
      assert.ok(found.matchKey <= Math.max(LEAST, ...reasons.map(matchKeyOf)))
    }),
    { numRuns: 300 },
  )
})
