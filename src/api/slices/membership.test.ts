// Memberships that can be verified by hand.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { goodSlice, sliceOfQuery } from '../../../test/harness/slices.ts'
import type { Signal } from '../../meaning/signals/index.ts'
import { toolList } from '../../meaning/tools/index.ts'
import { SIGNAL_TYPES, type SignalType } from '../../meaning/types/index.ts'
import { type Slice, sliceFor } from './definition/definition.ts'
import { sliceOf as membershipOf, slicesOf } from './membership.ts'
import { shippedSlices } from './shipped.ts'

/** Every type is monitored. */
const sliceOf = (slice: Slice, signals: readonly Signal[], asOf: number) =>
  membershipOf(slice, signals, asOf, SIGNAL_TYPES)

const DAY = 86_400
const AS_OF = Date.parse('2026-06-30T15:00:00Z') / 1000

function signalOf(
  id: string,
  type: SignalType,
  daysAgo: number,
  fields: Signal['fields'] = {},
  confidence = 1,
): Signal {
  const occurredAt = AS_OF - daysAgo * DAY
  const times = { occurredAt, firstSeenAt: occurredAt, lastSeenAt: occurredAt }
  return { id, type, label: type, confidence, status: 'active', source: { name: 'test' }, fields, ...times }
}
const aiJob = (id: string, daysAgo: number, confidence = 1) => signalOf(id, 'hiring', daysAgo, { ai: true }, confidence)

test('score, entry, end of the window and reasons follow from the signals', () => {
  const signals = [signalOf('round', 'funding', 60, {}, 0.8), aiJob('first', 45), aiJob('later', 30, 0.5)]
  const membership = sliceOf(goodSlice(), signals, AS_OF)
  // funding: 0.5 × 0.8 × 0.5^(60/60) = 0.2. The older job is the stronger one: 0.8 × 1 × 0.5^(45/60) = 0.4757.
  assert.equal(membership?.score, Math.round(1000 * (1 - (1 - 0.2) * (1 - 0.8 * 0.5 ** 0.75))) / 10)
  assert.deepEqual(
    { ...membership, score: undefined, notebook: undefined, whyNow: undefined },
    {
      slug: 'raised-and-hiring',
      label: 'Raised and hiring',
      score: undefined,
      enteredAt: AS_OF - 45 * DAY,
      windowEndsAt: AS_OF - 60 * DAY + 60 * DAY,
      reasons: [
        { clause: 'funding', signalId: 'round' },
        { clause: 'hiring(ai: true)', signalId: 'first' },
      ],
      notebook: undefined,
      whyNow: undefined,
    },
  )
})

test('a window ends with the match that is needed and ends first', () => {
  const ends: readonly [query: string, clauses: readonly string[], signals: readonly Signal[], daysFromNow: number][] =
    [
      ['funding', ['funding'], [signalOf('a', 'funding', 40), signalOf('b', 'funding', 10)], 50],
      ['funding velocity', ['funding', 'velocity'], [signalOf('a', 'funding', 40), signalOf('b', 'velocity', 10)], 20],
      [
        'funding OR velocity',
        ['funding', 'velocity'],
        [signalOf('a', 'funding', 40), signalOf('b', 'velocity', 10)],
        50,
      ],
      [
        'velocity(count >= 2)',
        ['velocity(count >= 2)'],
        [5, 20, 50].map((days) => signalOf(`w${days}`, 'velocity', days)),
        40,
      ],
      ['funding:30d', ['funding:30d'], [signalOf('a', 'funding', 10)], 20],
      [
        'funding THEN velocity',
        ['funding', 'velocity'],
        [signalOf('a', 'funding', 40), signalOf('b', 'velocity', 10)],
        20,
      ],
      ['funding NOT velocity', ['funding'], [signalOf('a', 'funding', 40)], 20],
      [
        'tool(name: Slack) funding',
        ['tool(name: Slack)', 'funding'],
        [signalOf('t', 'tool', 900, { tool: 'Slack', change: 'in_use' }), signalOf('a', 'funding', 40)],
        20,
      ],
    ]
  for (const [query, clauses, signals, days] of ends) {
    assert.equal(sliceOf(sliceOfQuery(query, clauses), signals, AS_OF)?.windowEndsAt, AS_OF + days * DAY, query)
  }
})

test('the notebook uses the slice’s thesis unless it has its own', () => {
  const signals = [signalOf('round', 'funding', 1), aiJob('job', 1)]
  assert.equal(sliceOf(goodSlice(), signals, AS_OF)?.notebook.thesis, 'Money first, then people.')
  const own = goodSlice({ notebook: { thesis: 'For sellers.', whyNow: 'Now.', talkingPoints: ['Ask.'] } })
  assert.deepEqual(sliceOf(own, signals, AS_OF)?.notebook, {
    thesis: 'For sellers.',
    whyNow: 'Now.',
    talkingPoints: ['Ask.'],
  })
})

test('a signal counts from 00:00 UTC of the window’s first day, and a clause with a shorter window keeps it', () => {
  const slice = sliceOfQuery('velocity', ['velocity'], 10)
  const midnight = signalOf('m', 'velocity', 10 + 15 / 24)
  assert.equal(sliceOf(slice, [midnight], AS_OF)?.reasons[0]?.signalId, 'm')
  assert.equal(sliceOf(slice, [{ ...midnight, occurredAt: midnight.occurredAt - 1 }], AS_OF), undefined)
  const shorter = sliceOfQuery('velocity:3d', ['velocity:3d'], 10)
  assert.ok(sliceOf(shorter, [signalOf('w', 'velocity', 3)], AS_OF))
  assert.equal(sliceOf(shorter, [signalOf('w', 'velocity', 4)], AS_OF), undefined)
})

test('a job open for over 180 days is evergreen and counts in no slice', () => {
  const slice = sliceOfQuery('hiring(ai: true)', ['hiring(ai: true)'], 365)
  assert.ok(sliceOf(slice, [aiJob('open', 179)], AS_OF))
  assert.equal(sliceOf(slice, [aiJob('evergreen', 182)], AS_OF), undefined)
  const two = sliceOfQuery('hiring(ai: true, count >= 2)', ['hiring(ai: true, count >= 2)'], 365)
  assert.equal(sliceOf(two, [aiJob('open', 1), aiJob('evergreen', 182)], AS_OF), undefined)
  for (const clause of ['hiring(status: any)', 'any', 'any(status: active)', 'any(status: any, count >= 2)']) {
    const made = sliceOfQuery(clause, [clause], 365)
    assert.ok(sliceOf(made, [aiJob('open', 179), aiJob('other', 1)], AS_OF), clause)
    assert.equal(sliceOf(made, [aiJob('evergreen', 182), aiJob('other', 289)], AS_OF), undefined, clause)
  }
  const chain = sliceOfQuery('funding THEN hiring WITHIN 120d', ['funding', 'hiring'], 365)
  const round = signalOf('round', 'funding', 300)
  assert.equal(sliceOf(chain, [round, aiJob('evergreen', 289)], AS_OF), undefined)
  assert.ok(sliceOf(chain, [signalOf('round', 'funding', 200), aiJob('open', 179)], AS_OF))
  const closed = sliceOfQuery('hiring(status: closed)', ['hiring(status: closed)'], 365)
  const filled = { ...aiJob('filled', 289), status: 'closed' as const, closedAt: AS_OF - 80 * DAY }
  assert.ok(sliceOf(closed, [filled], AS_OF), 'a closed job is history')
})

test('a clause about an end is dated by the day of the end', () => {
  const ended = (id: string, postedDaysAgo: number, closedDaysAgo: number, confidence = 1): Signal => ({
    ...aiJob(id, postedDaysAgo, confidence),
    status: 'closed',
    closedAt: AS_OF - closedDaysAgo * DAY,
  })
  const today = AS_OF - (AS_OF % DAY)
  const freeze = [ended('a', 300, 7), ended('b', 90, 5, 0.9)]
  for (const clause of ['hiring(closed: 30d)', 'hiring(status: closed)']) {
    const slice = sliceOfQuery(clause, [clause], 30)
    const { enteredAt, windowEndsAt, score, reasons } = sliceOf(slice, freeze, AS_OF) ?? assert.fail(clause)
    assert.deepEqual([enteredAt, windowEndsAt], [today - 7 * DAY, today + 25 * DAY], clause)
    // Not 0.5^(300/30): what counts is the week since the end.
    assert.deepEqual([score, reasons[0]?.signalId], [42.5, 'a'], clause)
    assert.equal(sliceOf(slice, [ended('old', 300, 31)], AS_OF), undefined, clause)
  }
  const tool = 'tool(status: closed)'
  const left = { ...signalOf('crm', 'tool', 900, { tool: 'HubSpot' }), status: 'closed' as const }
  const slice = sliceOfQuery(tool, [tool], 30)
  assert.equal(sliceOf(slice, [{ ...left, closedAt: AS_OF - 3 * DAY }], AS_OF)?.enteredAt, today - 3 * DAY)
  assert.equal(sliceOf(slice, [{ ...left, closedAt: AS_OF - 40 * DAY }], AS_OF), undefined)
})

test('NOT covers more than the window', () => {
  const signals = [signalOf('round', 'funding', 1), aiJob('job', 1)]
  assert.ok(sliceOf(goodSlice(), signals, AS_OF))
  const tool = signalOf('tool', 'tool', 700, { tool: 'HubSpot' })
  assert.equal(sliceOf(goodSlice(), [...signals, tool], AS_OF), undefined)
})

test('inside THEN, only signals that are part of a chain are reasons', () => {
  const slice = sliceOfQuery('funding THEN hiring(ai: true)', ['funding', 'hiring(ai: true)'])
  const signals = [aiJob('before', 20), signalOf('round', 'funding', 10), aiJob('after', 8, 0.5)]
  const membership = sliceOf(slice, signals, AS_OF)
  assert.deepEqual(
    membership?.reasons.map(({ signalId }) => signalId),
    ['round', 'after'],
  )
  assert.equal(membership?.enteredAt, AS_OF - 8 * DAY)
})

test('in an OR, only the clauses that hold contribute, not one whose count is not reached', () => {
  const clauses = ['web', 'web(count >= 2)', 'funding']
  const slice = sliceOfQuery(clauses.join(' OR '), clauses)
  const one = sliceOf(slice, [signalOf('a', 'web', 0)], AS_OF)
  assert.deepEqual([one?.score, one?.reasons.length], [50, 1])
  const two = sliceOf(slice, [signalOf('a', 'web', 0), signalOf('b', 'web', 0)], AS_OF)
  assert.deepEqual([two?.score, two?.reasons.length], [75, 2])
})

test('a clause under two NOTs is positive, and its signal is the reason', () => {
  const slice = sliceOfQuery('NOT (NOT web OR funding)', ['web'])
  assert.deepEqual(sliceOf(slice, [signalOf('page', 'web', 1)], AS_OF)?.reasons, [{ clause: 'web', signalId: 'page' }])
  assert.equal(sliceOf(slice, [signalOf('page', 'web', 1), signalOf('round', 'funding', 1)], AS_OF), undefined)
})

test("retracted signals don't count, a company without signals is in no slice, and a future signal has the age 0", () => {
  const slice = sliceOfQuery('web', ['web'])
  assert.equal(sliceOf(slice, [], AS_OF), undefined)
  assert.equal(sliceOf(slice, [{ ...signalOf('w', 'web', 1), status: 'retracted' }], AS_OF), undefined)
  assert.equal(sliceOf(slice, [signalOf('w', 'web', -1)], AS_OF)?.score, 50)
})

test('a company’s slices are sorted by score', () => {
  const weak = { ...sliceOfQuery('web', ['web'], 60, 0.2) }
  const strong = goodSlice({ slug: 'strong', query: 'web', weights: { web: 0.9 } })
  const memberships = slicesOf(
    [weak, strong, sliceOfQuery('tool', ['tool'])],
    [signalOf('w', 'web', 0)],
    AS_OF,
    SIGNAL_TYPES,
  )
  assert.deepEqual(
    memberships.map(({ slug, score }) => [slug, score]),
    [
      ['strong', 90],
      ['raised-and-hiring', 20],
    ],
  )
})

test('a dossier has a template once for each tool that makes it hold, by a name that a caller can write', () => {
  const tool = (id: string, daysAgo: number, fields: Signal['fields']) => signalOf(id, 'tool', daysAgo, fields)
  const crm = { category: 'crm', family: 'pipedrive', product: 'pipedrive' }
  const signals = [
    tool('left', 20, { tool: 'HubSpot', family: 'hubspot', change: 'dropped' }),
    tool('rival', 10, { tool: 'Pipedrive', ...crm, change: 'adopted' }),
    tool('old', 900, { tool: 'Front Row', category: 'crm', change: 'in_use' }),
    tool('other', 900, { tool: 'Snowflake', category: 'data_warehouse', product: 'snowflake', change: 'in_use' }),
  ]
  const found = slicesOf(shippedSlices(), signals, AS_OF, SIGNAL_TYPES)
  assert.deepEqual(
    found.map(({ slug, label, reasons }) => [slug, label, reasons[0]?.signalId]),
    [['tool-displacement:hubspot', 'Leaving a tool: HubSpot', 'left']],
  )
  const [template] = shippedSlices().filter(({ definition }) => definition.parameter)
  if (!template) assert.fail()
  const { families, products } = toolList()
  const names = [...families, ...products].flatMap(({ name, family, aliases = [] }) => [name, family, ...aliases])
  assert.deepEqual(
    names.filter((name) => sliceFor(template, name) === undefined),
    [],
  )
})
