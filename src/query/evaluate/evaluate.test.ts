import assert from 'node:assert/strict'
import { test } from 'node:test'
import { query, sequence, signal } from '../../../test/harness/arbitraries.ts'
import fc from '../../../test/harness/fast-check.ts'
import type { Signal } from '../../meaning/signals/index.ts'
import type { SignalType } from '../../meaning/types/index.ts'
import { parseSignalQuery } from '../parse/parser.ts'
import { DAY_SECONDS } from '../parse/times.ts'
import { andOf, notOf, orOf, type Step } from '../tree/tree.ts'
import { satisfies } from './clause-match.ts'
import { evaluate, matches } from './evaluate.ts'

const at = (time: string): number => Date.parse(time) / 1000
const AS_OF = at('2026-06-30T15:00:00Z')

let signalCount = 0
function signalOf(type: SignalType, time: string, fields: Signal['fields'] = {}, more: Partial<Signal> = {}): Signal {
  const occurredAt = at(time.length === 10 ? `${time}T12:00:00Z` : time)
  const common = { label: type, confidence: 0.9, status: 'active' as const, source: { name: 'Job Board' } }
  signalCount++
  return {
    id: `s${signalCount}`,
    type,
    occurredAt,
    firstSeenAt: occurredAt,
    lastSeenAt: occurredAt,
    fields,
    ...common,
    ...more,
  }
}

/** Asserts which of these queries match the company. */
function check(signals: readonly Signal[], cases: Readonly<Record<string, boolean>>): void {
  for (const [text, expected] of Object.entries(cases)) {
    assert.equal(matches(parseSignalQuery(text), signals, AS_OF), expected, text)
  }
}

test('all conditions of a clause must hold on one signal, two clauses can hold on two', () => {
  const signals = [
    signalOf('hiring', '2026-06-01', { jobTitle: 'AI SDR', country: 'DE' }),
    signalOf('hiring', '2026-06-02', { jobTitle: 'Account Executive', country: 'US' }),
  ]
  check(signals, {
    'hiring(title ~ sdr, country: de)': true,
    'hiring(title ~ sdr, country: us)': false,
    'hiring(title ~ sdr) hiring(country: us)': true,
    'hiring(title ~ sdr) NOT hiring(country: us)': false,
  })
})

test('companies without signals can match too', () => {
  check([], { hiring: false, 'NOT hiring': true, 'hiring OR NOT web': true, any: false })
})

test('words: complete words in one field, bare in any order, quoted in order, prefixes with *', () => {
  const signals = [signalOf('hiring', '2026-06-01', { jobTitle: 'Sénior SDR (AI Tools)', department: 'Growth' })]
  check(signals, {
    'hiring:sdr': true,
    'hiring:sd': false,
    'hiring:sd*': true,
    'hiring(title ~ ai sdr)': true,
    'hiring(title ~ "ai sdr")': false,
    'hiring(title ~ "sdr ai")': true,
    'hiring(title ~ "sdr ai to*")': true,
    'hiring(title ~ SENIOR)': true,
    'hiring(title ~ bdr|sdr)': true,
    'hiring(title ~ bdr|ae)': false,
    'hiring(text ~ growth)': true,
    'hiring(text ~ growth sdr)': false,
    'sdr growth': false,
    'sdr, growth': true,
  })
})

test('text searches the label and the text, enum and slug fields, and nothing else', () => {
  const signals = [
    signalOf('funding', '2026-06-01', {
      round: 'series_a',
      investors: ['North Wind', 'Index'],
      announcedOn: '2026-06-01',
    }),
    signalOf(
      'web',
      '2026-06-01',
      { kind: 'ai_chat_widget', pageUrl: 'https://acme.example/secret' },
      { label: 'Chat' },
    ),
    signalOf('hiring', '2026-06-01', { jobTitle: 'Cook', country: 'FR' }, { label: 'Posted' }),
  ]
  check(signals, {
    'funding:series-a': true,
    'funding:"north wind"': true,
    'funding:"wind index"': false,
    'funding(investors ~ north index)': false,
    'funding:"2026"': false,
    'web:widget': true,
    'web:chat': true,
    'web:secret': false,
    'hiring:posted': true,
    'hiring:fr': false,
    'any:board': false,
  })
})

test('equality, !: and a missing field', () => {
  const signals = [signalOf('tool', '2026-06-01', { tool: 'Hub_Spot', ai: false, category: 'crm' })]
  check(signals, {
    'tool(name: hub-spot)': true,
    'tool(name: hub)': false,
    'tool(name: x|"HUB SPOT")': true,
    'tool(name !: x|y)': true,
    'tool(name !: x|"hub spot")': false,
    'tool(vendor: x)': false,
    'tool(vendor !: x|y)': true,
    'tool(ai: false)': true,
    'tool(ai: true)': false,
    'tool(category: CRM)': true,
    'tool(change: adopted)': false,
    'tool(source: job-board, status: active, confidence >= .9)': true,
    'tool(confidence > 0.9)': false,
  })
})

test('!: on a list and on a missing field', () => {
  check([signalOf('funding', '2026-06-01', { investors: ['A', 'B'] })], {
    'funding(investors: b|c)': true,
    'funding(investors !: b)': false,
    'funding(investors !: c)': true,
  })
  check([signalOf('funding', '2026-06-01', { investors: [] })], { 'funding(investors !: b)': true })
})

test('numbers and dates; a missing value matches no comparison', () => {
  const signals = [signalOf('funding', '2026-06-01', { amountUsd: 5_000_000, announcedOn: '2026-05-30' })]
  check(signals, {
    'funding(amount >= 5m)': true,
    'funding(amount > 5m)': false,
    'funding(amount < 5.1m, amount <= 5m, amount: 5m|6m)': true,
    'funding(amount !: 5m)': false,
    'funding(announcedOn >= 2026-05-30, announcedOn < 2026-06-01)': true,
    'funding(announcedOn: 2026-05-31)': false,
  })
  check([signalOf('funding', '2026-06-01')], { 'funding(amount >= 0)': false, 'funding(amount !: 5)': true })
})

test('within counts full UTC days back from midnight; since is inclusive, before is exclusive', () => {
  check([signalOf('hiring', '2026-05-31T00:00:00Z')], { 'hiring:30d': true, 'hiring:29d': false })
  check([signalOf('hiring', '2026-05-30T23:59:59Z')], { 'hiring:30d': false, 'hiring:31d': true, hiring: true })
  check([signalOf('hiring', '2026-06-01T00:00:00Z')], {
    'hiring(since: 2026-06-01)': true,
    'hiring(before: 2026-06-01)': false,
    'hiring(since: "2026-06-01T00:00:00.5Z")': false,
    'hiring(before: "2026-06-01T00:00:00.5Z")': true,
  })
})

test('count counts the signals that satisfy all conditions', () => {
  const jobs = [1, 2, 3].map((day) => signalOf('hiring', `2026-06-0${day}`, { jobTitle: day < 3 ? 'SDR' : 'Cook' }))
  check(jobs, {
    'hiring(count >= 3)': true,
    'hiring(count > 3)': false,
    'hiring(title ~ sdr, count: 2)': true,
    'hiring(title ~ sdr, count >= 3)': false,
    'hiring(title ~ sdr, count < 3)': true,
    'hiring(title ~ pilot, count < 3)': false,
    'NOT hiring(count >= 4)': true,
  })
})

test('retracted signals match nothing, closed ones match where a clause asks for them, funding does not include funding_ai', () => {
  check([signalOf('hiring', '2026-06-01', {}, { status: 'retracted' })], {
    hiring: false,
    any: false,
    'NOT hiring': true,
  })
  check([signalOf('hiring', '2026-06-01', {}, { status: 'closed' })], {
    hiring: false,
    any: true,
    'hiring(status: closed)': true,
    'hiring(status !: closed)': false,
  })
  check([signalOf('funding_ai', '2026-06-01')], { funding: false, funding_ai: true, any: true })
})

test('THEN is strictly later, in exact time, and each WITHIN applies to its own step', () => {
  const signals = [
    signalOf('funding', '2026-01-01T10:00:00Z'),
    signalOf('web', '2026-01-01T10:00:00Z'),
    signalOf('hiring', '2026-01-31T10:00:00Z'),
    signalOf('tool', '2026-03-02T10:00:01Z'),
  ]
  check(signals, {
    'funding THEN hiring': true,
    'hiring THEN funding': false,
    'funding THEN web': false,
    'funding THEN hiring WITHIN 30d': true,
    'funding THEN hiring WITHIN 29d': false,
    'hiring THEN tool WITHIN 30d': false,
    'hiring THEN tool WITHIN 31d': true,
    'funding THEN hiring WITHIN 30d THEN tool': true,
    'funding THEN tool WITHIN 60d': false,
    'funding THEN (web OR hiring) THEN tool': true,
    'hiring THEN hiring': false,
    'NOT tool THEN funding': true,
  })
})

test('one signal per step must fit both the previous and the next step', () => {
  const signals = [
    signalOf('funding', '2026-01-01'),
    signalOf('hiring', '2026-01-05'),
    signalOf('hiring', '2026-03-01'),
    signalOf('tool', '2026-03-05'),
  ]
  check(signals, {
    'funding THEN hiring WITHIN 7d': true,
    'hiring THEN tool WITHIN 7d': true,
    'funding THEN hiring WITHIN 7d THEN tool WITHIN 7d': false,
  })
})

test('the reasons are the signals of the parts that hold, newest first', () => {
  const job = signalOf('hiring', '2026-06-01', { jobTitle: 'SDR' })
  const page = signalOf('web', '2026-06-03')
  const oldRound = signalOf('funding', '2026-01-01')
  const round = signalOf('funding', '2026-05-20')
  const signals = [page, oldRound, round, job]
  const reasons = (text: string) => evaluate(parseSignalQuery(text), signals, AS_OF).signals.map(({ id }) => id)
  assert.deepEqual(reasons('hiring web'), [page.id, job.id])
  assert.deepEqual(reasons('web OR (hiring tool)'), [page.id])
  assert.deepEqual(reasons('web NOT tool'), [page.id])
  assert.deepEqual(reasons('funding THEN hiring WITHIN 30d'), [job.id, round.id])
  assert.deepEqual(reasons('hiring tool'), [])

  const { matches: overall, clauses } = evaluate(
    parseSignalQuery('hiring tool NOT funding(count >= 3)'),
    signals,
    AS_OF,
  )
  assert.equal(overall, false)
  assert.deepEqual(
    clauses.map((result) => [result.matches, result.negated, result.signals.map(({ id }) => id)]),
    [
      [true, false, [job.id]],
      [false, false, []],
      [false, true, [round.id, oldRound.id]],
    ],
  )
})

/** Tries every choice of one signal per step. */
function someChain(steps: readonly Step[], signals: readonly Signal[], asOf: number, last?: Signal): boolean {
  const [step, ...rest] = steps
  if (!step) return true
  return signals.some((next) => {
    const meets = step.clauses.some((clause) => satisfies(clause, next, asOf))
    const later = !last || next.occurredAt > last.occurredAt
    const soon = !last || !step.withinDays || next.occurredAt - last.occurredAt <= step.withinDays * DAY_SECONDS
    return meets && later && soon && someChain(rest, signals, asOf, next)
  })
}

/** Without conditions and mostly of any type, so that chains exist about half of the time. */
const plainSequence = sequence.map(({ steps }) => ({
  node: 'sequence' as const,
  steps: steps.map((step) => ({
    ...step,
    clauses: step.clauses.map(({ node, type }) => ({
      node,
      type: type === 'hiring' ? type : ('any' as const),
      conditions: [],
    })),
  })),
}))

test('a chain exists exactly when some choice of signals forms one', () => {
  const met = { yes: 0, no: 0 }
  const world = fc.array(signal, { minLength: 2, maxLength: 10 })
  fc.assert(
    fc.property(fc.oneof(plainSequence, sequence), world, (tree, signals) => {
      const expected = someChain(tree.steps, signals, 100 * DAY_SECONDS)
      met[expected ? 'yes' : 'no']++
      assert.equal(matches(tree, signals, 100 * DAY_SECONDS), expected)
    }),
    { numRuns: 2000 },
  )
  assert.ok(met.yes > 100 && met.no > 100, JSON.stringify(met))
})

test('AND, OR and NOT are set operations, and the order of signals does not matter', () => {
  const asOf = 100 * DAY_SECONDS
  fc.assert(
    fc.property(query, query, fc.array(signal, { maxLength: 8 }), (a, b, signals) => {
      const [inA, inB] = [matches(a, signals, asOf), matches(b, signals, asOf)]
      assert.equal(matches(andOf([a, b]), signals, asOf), inA && inB)
      assert.equal(matches(orOf([a, b]), signals, asOf), inA || inB)
      assert.equal(matches(notOf(a), signals, asOf), !inA)
      assert.deepEqual(evaluate(a, signals.toReversed(), asOf), evaluate(a, signals, asOf))
    }),
    { numRuns: 1000 },
  )
})
