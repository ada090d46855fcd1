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
const tool = (days: number, change = 'adopted', confidence = 1) =>
  signal('tool', daysAgo(days), { tool: 'HubSpot', change }, { confidence })

const SMALL = { employeeCount: 40 }
const rank = (text: string, ...signals: Signal[]) => ranking(parseSignalQuery(text), signals, NOW, SMALL)
/** How many days old a certain signal is that matches as well; undefined if the query doesn't match. */
const age = (text: string, ...signals: Signal[]) => {
  const found = rank(text, ...signals)
  return found && (NOW - found.matchKey) / DAY_SECONDS
}
const NEVER = Number.POSITIVE_INFINITY

test('half the confidence is 30 days', () => {
  assert.equal(age('hiring', job(0)), 0)
  assert.equal(age('hiring', job(30)), 30)
  assert.equal(age('hiring', job(0, 0.5)), 30)
  assert.equal(age('hiring', job(30, 0.5)), 60)
  assert.equal(age('hiring', job(-1)), -1)
})

test('what is shown: 80 for a certain signal of now, 50 after 60 days; strong matches differ below 100', () => {
  const shown = (days: number) => Math.round(10 * matchAt(daysAgo(days), NOW)) / 10
  assert.deepEqual([0, 30, 60, 90, 360].map(shown), [80, 66.7, 50, 33.3, 0.1])
  assert.deepEqual([-30, -60, -120, -240].map(shown), [88.9, 94.1, 98.5, 99.9])
  assert.equal(matchAt(LEAST, NOW), 0)
  // Rounds of the last two months all showed 100 once.
  const rounds = Array.from({ length: 60 }, (_, days) => matchAt(rank('funding', round(days))?.matchKey ?? LEAST, NOW))
  assert.equal(new Set(rounds).size, 60)
})

test('the time of day changes nothing: a source that states days is not behind one that states seconds', () => {
  const late = signal('hiring', NOW + DAY_SECONDS - 1, { jobTitle: 'AI SDR' }, { confidence: 1 })
  assert.equal(age('hiring', late), age('hiring', job(0)))
  assert.equal(matchAt(NOW, NOW + DAY_SECONDS - 1), matchAt(NOW, NOW))
})

test('companies of one day are ordered by their heat, and none comes before one with a greater key', () => {
  const shown = [-400, -30, 0, 20, 40, 41, 90, 400].map((days) => matchAt(NOW, NOW, NOW + days * DAY_SECONDS))
  assert.deepEqual(
    shown,
    shown.toSorted((a, b) => a - b),
  )
  assert.equal(new Set(shown.slice(1, -1)).size, 6)
  assert.ok((shown.at(-1) ?? 0) < matchAt(NOW + 1, NOW))
  assert.deepEqual([shown[0], matchAt(LEAST, NOW, LEAST)], [80, 0])
})

test('a company of unknown size counts like one of up to 500, small ones alike', () => {
  const key = (employeeCount: number) =>
    ranking(parseSignalQuery('hiring'), [job(0)], NOW, { employeeCount })?.matchKey ?? LEAST
  assert.deepEqual(
    [0, 40, 200, 201, 500, 10_001].map((employees) => (NOW - key(employees)) / DAY_SECONDS),
    [10, 0, 0, 10, 10, 65],
  )
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
  assert.equal(age('funding', round(60)), 0)
  assert.equal(age('funding', round(90)), 30)
  assert.equal(age('funding_ai', signal('funding_ai', daysAgo(60))), 0)
})

test('a newer round comes first, and a round of today before a job of today', () => {
  const key = (text: string, each: Signal) => rank(text, each)?.matchKey ?? LEAST
  assert.ok(key('funding', round(0)) > key('funding', round(40)))
  assert.ok(key('hiring OR funding', round(0)) > key('hiring OR funding', job(0)))
})

test('a clause has the key of its strongest signal, and count changes nothing', () => {
  assert.equal(age('hiring', job(30), job(60), job(0, 0.25)), 30)
  assert.equal(age('hiring(count >= 3)', job(30), job(60), job(0, 0.25)), 30)
  assert.equal(age('hiring(count >= 4)', job(30), job(60), job(0, 0.25)), undefined)
})

test('AND takes the least, OR the greatest of the parts that hold', () => {
  assert.equal(age('hiring AND funding', job(30), round(120)), 60)
  assert.equal(age('hiring OR funding', job(30), round(120)), 30)
  assert.equal(age('(hiring AND velocity) OR funding', job(0), round(120)), 60)
  assert.equal(age('(hiring(count >= 2)) OR funding', job(0), round(120)), 60)
})

test('NOT is neutral in an AND, and least in an OR', () => {
  assert.equal(age('hiring AND NOT funding', job(30)), 30)
  assert.equal(age('hiring OR NOT funding', job(30)), 30)
  assert.equal(age('hiring OR NOT funding'), NEVER)
  assert.equal(age('velocity AND (hiring OR NOT funding)', signal('velocity', NOW)), NEVER)
})

test('a query of only NOT has match 0', () => {
  assert.equal(rank('NOT hiring', round(0))?.matchKey, LEAST)
  assert.equal(rank('NOT hiring AND NOT tool', round(0))?.matchKey, LEAST)
  assert.equal(age('NOT hiring', round(0)), NEVER)
})

test('a certain tool in use is neutral next to an act; on its own it counts from its beginning', () => {
  assert.equal(age('hiring AND tool', job(30), tool(300)), 30)
  assert.equal(age('hiring AND (tool OR web)', job(30), tool(300)), 30)
  assert.equal(age('tool', tool(30)), 30)
  assert.equal(age('tool AND web', tool(30), signal('web', daysAgo(60), { kind: 'ai_feature' })), 60)
  assert.equal(age('tool AND NOT web', tool(30)), 30)
  assert.equal(age('hiring AND tool(change: adopted)', job(0), tool(30)), 30)
})

test('next to an act, a state counts by its most certain signal', () => {
  const page = (confidence: number) => signal('web', daysAgo(9), { kind: 'ai_feature' }, { confidence })
  const unsure = tool(300, 'in_use', 0.5)
  assert.equal(age('hiring AND tool', job(10), unsure), 40)
  assert.equal(age('hiring AND tool', job(10), tool(1, 'in_use', 0.25), unsure), 40, 'not by the newest')
  assert.equal(age('hiring AND tool AND web', job(10), unsure, page(0.25)), 70, 'the less certain of two')
  assert.equal(age('hiring AND (tool OR web)', job(10), unsure, page(0.25)), 40, 'the more certain of two')
  assert.equal(age('hiring AND (tool AND web)', job(10), unsure, page(0.25)), 70)
  assert.equal(age('hiring AND (tool OR NOT web)', job(10)), 10, 'a NOT is neutral')
  assert.equal(age('hiring AND tool', job(10), tool(300, 'in_use', 0)), NEVER)
  assert.equal(rank('hiring AND tool', job(10), tool(1, 'in_use', 0.25), unsure)?.shown[1], unsure)
})

test('jobs of any title are weighed by the size of the company', () => {
  const aged = (text: string, employeeCount: number, fields = {}) => {
    const found = ranking(parseSignalQuery(text), [job(10, 1, fields)], NOW, { employeeCount })
    return found && (NOW - found.matchKey) / DAY_SECONDS
  }
  const sizes = [0, 1, 50, 51, 200, 201, 500, 501, 1_000, 1_001, 5_000, 5_001, 10_000, 10_001]
  const weighed = [20, 10, 10, 10, 10, 20, 20, 30, 30, 45, 45, 60, 60, 75]
  const sales = { function: 'sales', jobTitle: 'Sales Manager', seniority: 'senior' }
  for (const text of [
    'hiring',
    'hiring(function: sales)',
    'hiring sales',
    'hiring:30d',
    'hiring(count >= 1)',
    'hiring(seniority: senior)',
  ]) {
    assert.deepEqual(
      sizes.map((employees) => aged(text, employees, sales)),
      weighed,
      text,
    )
  }
  for (const text of ['hiring(title ~ manager)', 'hiring manager', 'any']) {
    assert.equal(aged(text, 100_000, sales), 10, text)
  }
  const chain = [round(80), job(10)]
  assert.equal(
    ranking(parseSignalQuery('funding THEN hiring'), chain, NOW, { employeeCount: 99_999 })?.matchKey,
    daysAgo(20),
  )
})

test('surges are ordered by their ratio, then by their jobs, rather than by their day', () => {
  const surge = (days: number, ratio: number, opened: number) => signal('velocity', daysAgo(days), { ratio, opened })
  assert.equal(age('velocity', surge(0, 2, 5)), 0)
  assert.equal(age('velocity', surge(0, 4, 5)), -60)
  assert.equal(age('velocity', surge(0, 4, 20)), -90)
  assert.equal(age('velocity', surge(0, 1_000, 10_000)), -240)
  assert.equal(age('velocity', surge(0, 1, 1)), 0)
  assert.equal(age('any', surge(0, 4, 5)), -60)
})

test('THEN takes the least over its steps, each by its strongest signal in a complete chain', () => {
  assert.equal(age('funding THEN hiring WITHIN 90d', round(90), job(30)), 30)
  assert.equal(age('funding THEN hiring WITHIN 90d', round(150), job(30)), undefined)
  // A round and a job of today aren't a chain: only the old chain counts.
  assert.equal(age('funding THEN hiring WITHIN 90d', round(180), job(120), round(0), job(0)), 120)
  // The strongest signals of two steps may be of different chains.
  assert.equal(age('tool THEN hiring WITHIN 20d', tool(100), job(90, 0.5), tool(60), job(50, 0.1)), 120)
})

test('a signal with a confidence of 0 matches without a strength', () => {
  assert.equal(rank('hiring', job(0, 0))?.matchKey, LEAST)
  assert.equal(age('hiring', job(0, 0)), NEVER)
  assert.equal(age('hiring', job(0, 0), job(30)), 30)
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
      const found = ranking(query, signals, asOf, { limit: 1_000 })
      assert.equal(found !== undefined, matches)
      if (!found) return
      assert.deepEqual(new Set(found.shown), new Set(reasons))
      assert.equal(found.newest, Math.max(LEAST, ...reasons.map(({ occurredAt }) => occurredAt)))
      assert.ok(found.matchKey <= Math.max(LEAST, ...reasons.map(matchKeyOf)))
    }),
    { numRuns: 300 },
  )
})
