// How long jobs have been open, beyond the one that a text is about.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { job, NOW, textAbout, tool } from '../../../../test/harness/note-facts.ts'
import type { Signal } from '../../../meaning/signals/index.ts'
import { SIGNAL_TYPES } from '../../../meaning/types/index.ts'
import { slicesOf } from '../membership.ts'
import { shippedSlices } from '../shipped.ts'

const CASES: readonly (readonly [
  rule: string,
  query: string,
  text: string,
  signals: readonly Signal[],
  expected: string,
])[] = [
  [
    'others like it that have been open for longer are said, those of before the window too',
    'hiring(title ~ SDR)',
    '{job.title}; {jobs.longer}.',
    [3, 50, 95, 200].map((days) => job('AI SDR', days, { function: 'sales' })),
    '“AI SDR”; 2 more like it have been open for longer, one of them for 95 days.',
  ],
  [
    'another one that has been open for longer, with its place',
    'hiring(title ~ SDR)',
    '{job.title}; {jobs.longer}.',
    [job('AI SDR', 3), job('AI SDR', 60, { location: 'London' })],
    '“AI SDR”; another “AI SDR” in London has been open for 60 days.',
  ],
  [
    'a newer one is not open for longer, and one of three weeks not for long',
    'hiring(title ~ SDR)',
    '{job.title}[; {jobs.longer}].',
    [job('AI SDR', 3), job('SDR', 21)],
    '“AI SDR”.',
  ],
  [
    'what is open since before the window is told beside what counts in it',
    'hiring(function: security)',
    '{jobs.count} jobs[; {jobs.older}].',
    [5, 9, 100].map((days) => job(`Security Engineer ${days}`, days, { function: 'security' })),
    '2 jobs; “Security Engineer 100” has been open for 100 days.',
  ],
  [
    'a leader whose job was posted twice is one search',
    'hiring(title ~ Head)',
    '{jobs.count} posts[, {jobs.seats} searches].',
    [5, 9].map((days) => job('Head of Security', days, { seniority: 'director' })),
    '2 posts.',
  ],
  [
    'a remote job says where it may be done',
    'hiring(title ~ SDR)',
    '{job.title} {job.where}.',
    [job('SDR', 3, { location: 'Remote - EU' })],
    '“SDR” (remote, EU).',
  ],
]

for (const [rule, query, text, signals, expected] of CASES) {
  test(`age: ${rule}`, () => assert.equal(textAbout(query, text, signals), expected))
}

test('a GTM engineer and revenue operations count with sales in every slot', () => {
  const jobs = [
    job('VP of Sales', 3, { function: 'sales', seniority: 'vp' }),
    job('GTM Engineer', 5, { function: 'engineering' }),
    job('RevOps Manager', 6, { function: 'operations' }),
    job('AE', 7, { function: 'sales' }),
    job('Cook', 8, { function: 'operations' }),
  ]
  const said = (text: string) => textAbout('hiring(title ~ VP of Sales)', text, jobs)
  assert.equal(said('{job.team}.'), '4 of 5 open jobs are in sales, counting “GTM Engineer” and “RevOps Manager”.')
  assert.equal(
    said('{hiring.count}, {hiring.focus}.'),
    '5 open jobs in all, 4 of them in sales, counting “GTM Engineer” and “RevOps Manager”.',
  )
  assert.equal(said('{open.sales}.'), '“GTM Engineer”, “RevOps Manager” and “AE”.')
  assert.equal(said('X{job.only} {none.sales}.'), '')
  const closed = job('RevOps Manager', 60, { function: 'operations' }, { status: 'closed' })
  const text = 'The last {job.function} job: {job.previous}.'
  const seller = job('AI SDR', 3, { function: 'sales' })
  assert.equal(textAbout('hiring(title ~ SDR)', text, [seller, closed]).includes('“RevOps Manager”'), true)
})

test('a job is counted once, and a search is as old as its oldest open post', () => {
  const lead = (title: string, days: number, location: string) =>
    job(title, days, { function: 'sales', seniority: 'director', location })
  const heads = [lead('VP of Sales', 1, 'London'), lead('Head of Sales DACH', 20, 'Paris')]
  const query = 'hiring(function: sales, seniority: director)'
  const text =
    '{job.title}[, with {jobs.others}][, {jobs.aged}][; {jobs.longer}]. Sought: {job.long}. Too: {jobs.sought}.'
  const old = lead('Head of Sales DACH', 44, 'Berlin')
  assert.equal(
    textAbout(query, text, [...heads.slice(0, 1), old]),
    '“VP of Sales”, with “Head of Sales DACH”, open for 44 days. Too: a “Head of Sales DACH” for 44 days.',
  )
  assert.equal(
    textAbout(query, text, [...heads, old]),
    '“VP of Sales”, with “Head of Sales DACH” (2 places), one of them open for 44 days. Too: a “Head of Sales DACH” for 44 days.',
  )
  assert.equal(
    textAbout(query, text, [lead('VP of Sales', 45, 'Austin'), lead('VP of Sales', 92, 'Austin')]),
    '“VP of Sales”; an older post of the same job has been open for 92 days. Sought: 92 days.',
  )
})

test('of the searches that last, one of the function that matched comes first', () => {
  const jobs = [
    job('VP of Sales', 3, { function: 'sales', seniority: 'vp' }),
    job('Account Manager', 61, { function: 'sales' }),
    job('Head of AI', 80, { function: 'engineering', seniority: 'director' }),
    job('Clerk', 110, { function: 'operations' }),
  ]
  const said = (query: string) => textAbout(query, '{hiring.seeking}.', [...jobs, job('Cook', 1)])
  assert.equal(said('hiring(title ~ VP of Sales)'), 'an “Account Manager” for 61 days.')
  assert.equal(said('hiring(title ~ Cook)'), 'a “Head of AI” for 80 days.')
})

test('how many are being filled counts those from before the window', () => {
  const agents = [5, 9, 20, 118].map((days) => job(`Agent ${days}`, days, { function: 'support' }))
  assert.equal(textAbout('hiring(function: support)', '{jobs.count} of {jobs.open}.', agents), '3 of 4.')
})

test('what else is known repeats no names that sentences before have said', () => {
  const tools = [
    tool('Salesforce Sales Cloud', 400, 'in_use', { category: 'crm' }),
    tool('Outreach', 400, 'in_use', { category: 'sales_engagement' }),
  ]
  const search = job('RevOps Manager', 2, { function: 'sales' })
  const [only] = slicesOf(shippedSlices(), [search, ...tools], NOW, SIGNAL_TYPES)
  assert.match(`${only?.notebook.whyNow}`, /The CRM is Salesforce Sales Cloud, [^.]+, the outreach tool Outreach\.$/)
})

test('a dossier says once how many jobs are open: the same number beside any window', () => {
  const jobs = ['GTM Engineer', 'Backend Engineer', 'Frontend Engineer', 'QA Engineer'].map((title, at) =>
    job(title, 2 + at, { function: 'engineering' }),
  )
  jobs.push(job('Account Executive', 40, { function: 'sales' }))
  const leader = job('VP of Sales', 3, { function: 'sales', seniority: 'vp' })
  const texts = slicesOf(shippedSlices(), [leader, ...jobs], NOW, SIGNAL_TYPES).map(({ notebook }) => notebook.whyNow)
  assert.equal(texts.length, 2)
  assert.equal(texts.filter((text) => /\d open jobs/.test(text)).length, 1, texts.join('\n'))
})
