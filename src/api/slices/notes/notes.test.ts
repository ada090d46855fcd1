import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { goodSlice } from '../../../../test/harness/slices.ts'
import type { Signal } from '../../../meaning/signals/index.ts'
import { SIGNAL_TYPES, type SignalType } from '../../../meaning/types/index.ts'
import { sliceOf, slicesOf } from '../membership.ts'

const DAY = 86_400
const NOW = Date.parse('2026-06-30T15:00:00Z') / 1_000

type Fields = Signal['fields']

function fact(type: SignalType, daysAgo: number, fields: Fields = {}, more: Partial<Signal> = {}): Signal {
  const occurredAt = NOW - daysAgo * DAY
  const times = { occurredAt, firstSeenAt: occurredAt, lastSeenAt: NOW }
  const id = `${type} ${daysAgo} ${JSON.stringify(fields)}`
  return {
    id,
    type,
    label: type,
    confidence: 0.9,
    status: 'active',
    source: { name: 'test' },
    fields,
    ...times,
    ...more,
  }
}
const job = (jobTitle: string, daysAgo: number, fields: Fields = {}, more: Partial<Signal> = {}) =>
  fact('hiring', daysAgo, { jobTitle, ...fields }, more)
const round = (daysAgo: number, fields: Fields, more: Partial<Signal> = {}) => fact('funding', daysAgo, fields, more)
const tool = (name: string, daysAgo: number, change: string, fields: Fields = {}, more: Partial<Signal> = {}) =>
  fact('tool', daysAgo, { tool: name, change, category: 'crm', ...fields }, more)

const KNOWN = { since: NOW - 1_000 * DAY, lastLookedAt: NOW - DAY }

/** The text about a company in a slice of this query with a window of 60 days. */
function textAbout(query: string, whyNow: string, signals: readonly Signal[], coverage = { hiring: KNOWN }): string {
  const weights = Object.fromEntries(query.split(' AND ').map((clause) => [clause, 0.5]))
  const slice = goodSlice({ query, weights, notebook: { whyNow, talkingPoints: ['Ask.'] } })
  return sliceOf(slice, signals, NOW, SIGNAL_TYPES, coverage)?.notebook.whyNow ?? assert.fail('not in the slice')
}

const JOB = '{job.title}[ {job.where}] {job.open}[, with {jobs.others}].'
const ROUND = 'Raised {round.summary} {round.ago}[, with {round.investors}].'
const SERIES_A = { round: 'series_a', amountUsd: 9_000_000 }

const CASES: readonly [rule: string, query: string, text: string, signals: readonly Signal[], expected: string][] = [
  [
    'a job: title, place, days open',
    'hiring',
    JOB,
    [job('AI SDR', 12, { location: 'Berlin' })],
    '“AI SDR” in Berlin was posted 12 days ago.',
  ],
  [
    'a job of today, and one more',
    'hiring',
    JOB,
    [job('AI SDR', 0), job('AI BDR', 9)],
    '“AI SDR” was posted today, with 1 more.',
  ],
  [
    'a job in several places',
    'hiring',
    JOB,
    [job('AE', 1, { locations: ['Berlin', 'London'] })],
    '“AE” in Berlin and London was posted yesterday.',
  ],
  [
    'a remote job in a country',
    'hiring',
    JOB,
    [job('AE', 2, { location: 'Remote', country: 'NL' })],
    '“AE” (remote, the Netherlands) was posted 2 days ago.',
  ],
  [
    'a remote job without a country',
    'hiring',
    JOB,
    [job('AE', 2, { workplaceType: 'remote' })],
    '“AE” (remote) was posted 2 days ago.',
  ],
  [
    'how many against how many before',
    'hiring(title ~ AE)',
    '{jobs.change}.',
    [job('AE', 2), job('Senior AE', 30, {}, { status: 'closed' }), job('AE', 9), job('AE', 70)],
    '2 posted in 60 days, 1 in the 60 days before.',
  ],
  [
    'none before',
    'hiring(title ~ AE)',
    '{jobs.change}.',
    [job('AE', 2), job('Cook', 70)],
    '1 posted in 60 days, none in the 60 days before.',
  ],
  [
    'other open jobs and their focus',
    'hiring(title ~ AE)',
    '{hiring.count}[, {hiring.focus}].',
    [job('AE', 2), ...[1, 2, 3].map((n) => job(`Cook ${n}`, n, { function: 'operations' }))],
    '3 other open jobs, all in operations.',
  ],
  [
    'the only job of its function',
    'hiring(title ~ AE)',
    '{job.title} is {job.only}.',
    [job('AE', 2, { function: 'sales' }), job('Cook', 1, { function: 'operations' })],
    '“AE” is the only open sales job.',
  ],
  [
    'not the only job of its function',
    'hiring(title ~ AE)',
    'Yes. {job.title} is {job.only}.',
    [job('AE', 2, { function: 'sales' }), job('SDR', 1, { function: 'sales' })],
    'Yes.',
  ],
  [
    'a round: amount, kind, date, investors',
    'funding',
    ROUND,
    [round(21, { ...SERIES_A, investors: ['A', 'B', 'C', 'D'] })],
    'Raised a $9M Series A 21 days ago, with A, B and 2 more.',
  ],
  [
    'a round in another currency',
    'funding',
    ROUND,
    [round(1, { ...SERIES_A, amountOriginal: 'EUR 8000000' })],
    'Raised EUR 8M (about $9M) in a Series A yesterday.',
  ],
  [
    'an amount so far',
    'funding',
    ROUND,
    [round(0, { ...SERIES_A, amountUsd: 8_100_000, partial: true })],
    'Raised at least $8.1M in a Series A today.',
  ],
  [
    'an amount that begins with a vowel',
    'funding',
    ROUND,
    [round(2, { round: 'seed', amountUsd: 8_000_000 })],
    'Raised an $8M seed round 2 days ago.',
  ],
  [
    'a round without an amount',
    'funding',
    ROUND,
    [round(2, { round: 'pre_seed' })],
    'Raised a pre-seed round 2 days ago.',
  ],
  [
    'the last equity round, in a slice of jobs',
    'hiring',
    ROUND,
    [job('AE', 2), round(300, SERIES_A), round(9, { round: 'debt', amountUsd: 5 })],
    'Raised a $9M Series A 300 days ago.',
  ],
  [
    'no round of long ago',
    'hiring',
    `${JOB} ${ROUND}`,
    [job('AE', 2), round(400, SERIES_A)],
    '“AE” was posted 2 days ago.',
  ],
  [
    'a tool and what it replaces',
    'tool(change: adopted)',
    '{tool.name}. Likely: it replaces {tool.replaces}.',
    [tool('Attio', 20, 'adopted'), tool('Pipedrive', 15, 'dropped')],
    'Attio. Likely: it replaces Pipedrive.',
  ],
  [
    'two tools that went: nobody knows which',
    'tool(change: adopted)',
    '{tool.name}. Likely: it replaces {tool.replaces}.',
    [tool('Attio', 20, 'adopted'), tool('Pipedrive', 15, 'dropped'), tool('Zoho CRM', 15, 'dropped')],
    'Attio.',
  ],
  [
    'a tool of another category replaces nothing',
    'tool(change: adopted)',
    '{tool.name}. Likely: it replaces {tool.replaces}.',
    [tool('Attio', 20, 'adopted'), tool('dbt', 15, 'dropped', { category: 'data' })],
    'Attio.',
  ],
  [
    'what took the place of a dropped tool',
    'tool(change: dropped)',
    '{dropped.name} went[, {dropped.successor} came].',
    [tool('Attio', 20, 'adopted'), tool('Pipedrive', 15, 'dropped')],
    'Pipedrive went, Attio came.',
  ],
  [
    'the sentence that is the evidence',
    'tool',
    'An ad says {tool.evidence}.',
    [tool('Attio', 20, 'in_use', { evidence: 'You “own” our\nAttio. ' })],
    'An ad says “You ‘own’ our Attio”.',
  ],
  [
    'a guess is written as one',
    'tool',
    'CRM in use: {tool.name}.',
    [tool('Attio', 20, 'in_use', {}, { confidence: 0.69 })],
    'Likely: CRM in use: Attio.',
  ],
  [
    'a tool that is only likely is not mentioned in passing',
    'hiring',
    `${JOB} CRM: {uses.crm}.`,
    [job('AE', 2), tool('Attio', 9, 'in_use', {}, { confidence: 0.6 }), tool('Pipedrive', 9, 'in_use')],
    '“AE” was posted 2 days ago. CRM: Pipedrive.',
  ],
  [
    'a tool that is only asked for is not in use',
    'hiring',
    `${JOB} CRM: {uses.crm}.`,
    [job('AE', 2), tool('Attio', 9, 'in_use', { basis: 'asked' })],
    '“AE” was posted 2 days ago.',
  ],
  [
    'a surge against before',
    'velocity',
    'Opened {surge.opened}, {surge.before}[: {surge.ratio} times].',
    [fact('velocity', 3, { opened: 14, baseline: 4.3, ratio: 3.2, windowDays: 30, function: 'sales' })],
    'Opened 14 sales jobs in 30 days, up from an average of 4.3 before: 3.2 times.',
  ],
  [
    'a surge against hardly anything',
    'velocity',
    'Opened {surge.opened}, {surge.before}[: {surge.ratio} times].',
    [fact('velocity', 3, { opened: 5, baseline: 0.3, ratio: 15, windowDays: 30 })],
    'Opened 5 jobs in 30 days, up from less than one before, on average.',
  ],
  ['a job that nobody has taken is old news', 'hiring', JOB, [job('AE', 15)], '“AE” has been open for 15 days.'],
  [
    'one title in one place is one job, in two places it is named once with how often',
    'hiring',
    '{jobs.count}: {jobs.titles}.',
    [
      job('SDR', 9, { location: 'Paris' }),
      ...['Berlin', 'London', 'Berlin'].map((location, n) => job('AE', n, { location })),
    ],
    '3: “AE” (2 places) and “SDR”.',
  ],
  [
    'of AI jobs, one that builds comes before one that sells',
    'hiring(ai: true)',
    '{job.title}. It is {job.builds}.',
    [job('AI SDR', 1, { ai: true, function: 'sales' }), job('ML Engineer', 9, { ai: true, function: 'engineering' })],
    '“ML Engineer”. It is “ML Engineer”.',
  ],
  [
    'an AI job that sells builds nothing',
    'hiring(ai: true)',
    '{job.title}. It is {job.builds}.',
    [job('AI SDR', 1, { ai: true, function: 'sales' })],
    '“AI SDR”.',
  ],
  [
    'a tool that only one ad names is quoted from the ad',
    'hiring',
    'In use: {uses.crm}. An ad: {ads.crm}. Asked for: {asks.crm}.',
    [job('AE', 2), tool('Attio', 9, 'in_use', { evidence: 'You own our Attio.' }, { confidence: 0.6 })],
    'An ad: “You own our Attio”.',
  ],
  [
    'a tool that is certain needs no ad',
    'hiring',
    'In use: {uses.crm}. An ad: {ads.crm}. Asked for: {asks.crm}.',
    [job('AE', 2), tool('Attio', 9, 'in_use', { evidence: 'You own our Attio.' })],
    'In use: Attio.',
  ],
  [
    'a tool that is only asked for is said to be asked for',
    'hiring',
    'In use: {uses.crm}. An ad: {ads.crm}. Asked for: {asks.crm}.',
    [job('AE', 2), tool('Attio', 9, 'in_use', { basis: 'asked', evidence: 'Attio skills.' })],
    'Asked for: Attio.',
  ],
  [
    'the sentence that says what is left says what comes',
    'tool(change: dropped)',
    'To {dropped.successor}. Open: {dropped.open}.',
    ['dropped', 'in_use'].map((change) =>
      tool(change === 'dropped' ? 'Zendesk' : 'Intercom', 2, change, { evidence: 'We move from Zendesk to Intercom.' }),
    ),
    'To Intercom.',
  ],
  [
    'nothing is known that takes the place of a tool',
    'tool(change: dropped)',
    'To {dropped.successor}. Open: {dropped.open}. Beside: {dropped.beside}.',
    [tool('Zendesk', 2, 'dropped')],
    'Open: Zendesk.',
  ],
  [
    'a tool of its category was there all the time',
    'tool(change: dropped)',
    'To {dropped.successor}. Open: {dropped.open}. Beside: {dropped.beside}.',
    [tool('Zendesk', 2, 'dropped'), tool('Intercom', 900, 'in_use')],
    'Beside: Intercom.',
  ],
  [
    'of sentences with facts the first two are said, and those without',
    'hiring',
    'A {job.title}. B {round.name}. C {job.title}. D {job.title}. E.',
    [job('AE', 2)],
    'A “AE”. C “AE”. E.',
  ],
  ['a window that closes soon', 'funding', 'Closes {window.closing}.', [round(48, SERIES_A)], 'Closes in 12 days.'],
  ['days left', 'funding', 'Until {window.ends}.', [round(48, SERIES_A)], 'Until in 12 days, on 12 July 2026.'],
  ['the last day', 'funding', 'Closes {window.ends}.', [round(60, SERIES_A)], 'Closes today.'],
]

for (const [rule, query, text, signals, expected] of CASES) {
  test(`filled: ${rule}`, () => assert.equal(textAbout(query, text, signals), expected))
}

test('how many were posted before is not said of a company that was not monitored then', () => {
  const text = 'Posted: {job.posted}. Change: {jobs.change}.'
  const since = { hiring: { since: NOW - 100 * DAY, lastLookedAt: NOW } }
  assert.equal(textAbout('hiring', text, [job('AE', 2)], since), 'Posted: 28 June 2026.')
})

test('a tool that one ad says is left is marked as a guess once, and the ad is quoted as it is', () => {
  const displacement = JSON.parse(readFileSync('slices/tool-displacement.json', 'utf8')).notebook
  const { whyNow, talkingPoints } = displacement
  const slice = goodSlice({
    query: 'tool(change: dropped)',
    weights: { 'tool(change: dropped)': 1 },
    notebook: { whyNow, talkingPoints },
  })
  const about = (confidence: number) =>
    sliceOf(
      slice,
      [tool('Pipedrive', 15, 'dropped', { evidence: 'We moved off Pipedrive.' }, { confidence })],
      NOW,
      SIGNAL_TYPES,
    )?.notebook
  const [likely, sure] = [about(0.5), about(0.9)]
  assert.match(`${likely?.whyNow}`, /^Likely leaving Pipedrive\. A job ad says: “We moved off Pipedrive”\.$/)
  assert.match(
    `${sure?.whyNow}`,
    /^Pipedrive was dropped: first noticed 15 days ago, on [^.]+\. A job ad says: “We moved off Pipedrive”\./,
  )
  assert.deepEqual(likely?.talkingPoints, sure?.talkingPoints)
  assert.ok(likely?.talkingPoints.includes('Who moves the data out of Pipedrive, and by when?'))
})

test('what a stronger slice gives to talk about is not repeated', () => {
  const slices = ['a', 'b'].map((slug, n) =>
    goodSlice({
      ...{ slug, query: 'funding', weights: { funding: 0.5 - n / 10 } },
      notebook: { whyNow: 'Now.', talkingPoints: ['Ask about {round.name}.', `Ask ${slug} about {round.name}.`] },
    }),
  )
  const points = slicesOf(slices, [round(2, SERIES_A)], NOW, SIGNAL_TYPES).map(({ notebook }) => notebook.talkingPoints)
  assert.deepEqual(points, [['Ask about Series A.', 'Ask a about Series A.'], ['Ask b about Series A.']])
})

test('at most four talking points are said', () => {
  const talkingPoints = [1, 2, 3, 4, 5].map((n) => `Ask ${n} about {round.name}.`)
  const slice = goodSlice({ query: 'funding', weights: { funding: 1 }, notebook: { whyNow: 'Now.', talkingPoints } })
  assert.equal(sliceOf(slice, [round(2, SERIES_A)], NOW, SIGNAL_TYPES)?.notebook.talkingPoints.length, 4)
})

test('a talking point about a guess says so, and one without a fact is left out', () => {
  const talkingPoints = ['Ask about {tool.name}.', 'Ask about {tool.evidence}.', 'Ask.']
  const slice = goodSlice({ query: 'tool', weights: { tool: 1 }, notebook: { whyNow: 'Now.', talkingPoints } })
  const membership = sliceOf(slice, [tool('Attio', 2, 'in_use', {}, { confidence: 0.5 })], NOW, SIGNAL_TYPES)
  assert.deepEqual(membership?.notebook.talkingPoints, ['Ask about Attio. (That is likely, not certain.)', 'Ask.'])
})
