// What slots leave out, because a sentence with it would be false or would not follow.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fact, job, textAbout, tool } from '../../../../test/harness/note-facts.ts'
import type { Signal } from '../../../meaning/signals/index.ts'

const CASES: readonly [rule: string, query: string, text: string, signals: readonly Signal[], expected: string][] = [
  [
    'how many of the open jobs are in its team',
    'hiring(title ~ AE)',
    '{job.title}[; {job.team}].',
    ['AE', 'SDR', 'BDR', 'Cook', 'Sales Intern'].map((title, n) =>
      job(title, n, { function: title === 'Cook' ? 'operations' : 'sales', ...(n === 4 && { seniority: 'intern' }) }),
    ),
    '“AE”; 4 of 5 open jobs are in sales.',
  ],
  [
    'nobody else in its team',
    'hiring(title ~ AE)',
    '{job.title}[; {job.team}].',
    ['AE', 'Cook', 'Driver'].map((title, n) => job(title, n, { function: title === 'AE' ? 'sales' : 'operations' })),
    '“AE”.',
  ],
  [
    'a team of two of six is no focus',
    'hiring(title ~ AE)',
    '{job.title}[; {job.team}].',
    ['AE', 'SDR', 'Cook', 'Driver', 'Waiter', 'Cleaner'].map((title, n) =>
      job(title, n, { function: n < 2 ? 'sales' : 'operations' }),
    ),
    '“AE”.',
  ],
  [
    'revenue operations are a kind of work of their own',
    'hiring(title ~ RevOps)',
    'The first {job.function} job. Before: {job.previous}.',
    [job('RevOps Manager', 2, { function: 'sales' }), job('AE', 90, { function: 'sales' }, { status: 'closed' })],
    'The first revenue operations job.',
  ],
  [
    'what somebody in it will work with is there',
    'hiring(title ~ RevOps)',
    'Uses {job.tools}. Chooses for {job.unequipped}. {job.title}.',
    [
      job('RevOps Manager', 2, { function: 'sales' }),
      tool('Attio', 500, 'in_use'),
      tool('Zendesk', 400, 'in_use', { category: 'customer_support' }),
    ],
    'Uses Attio. “RevOps Manager”.',
  ],
  [
    'what somebody in it will work with is not there',
    'hiring(title ~ Support)',
    'Uses {job.tools}. Chooses for {job.unequipped}.',
    [job('Support Lead', 2, { function: 'support' }), tool('Attio', 500, 'in_use')],
    'Chooses for support.',
  ],
  [
    'what somebody in it will work with is likely there: nothing is said',
    'hiring(title ~ Support)',
    '{job.title}. Uses {job.tools}. Chooses for {job.unequipped}.',
    [
      job('Support Lead', 2, { function: 'support' }),
      tool('Zendesk', 500, 'in_use', { category: 'customer_support' }, { confidence: 0.5 }),
    ],
    '“Support Lead”.',
  ],
  [
    'a tool that was adopted days ago is no habit',
    'tool(name: Snowflake)',
    '{tool.name}. CRM: {uses.crm}. Beside {tool.beside}.',
    [
      tool('Snowflake', 21, 'adopted', { category: 'data_warehouse' }),
      tool('BigQuery', 5, 'adopted', { category: 'data_warehouse' }),
      tool('Redshift', 400, 'in_use', { category: 'data_warehouse' }),
      tool('Attio', 5, 'adopted'),
      tool('Pipedrive', 5, 'in_use'),
    ],
    'Snowflake. CRM: Pipedrive.',
  ],
  [
    'a tool that came later is not beside it from before',
    'tool(name: Snowflake)',
    'Beside {tool.beside}.',
    [
      tool('Snowflake', 21, 'adopted', { category: 'data_warehouse' }),
      tool('BigQuery', 5, 'adopted', { category: 'data_warehouse' }),
      tool('Redshift', 400, 'in_use', { category: 'data_warehouse' }),
    ],
    'Beside Redshift.',
  ],
  [
    'other open sales jobs, without those who lead',
    'hiring(title ~ AI SDR)',
    'Next to {open.sales}.',
    [
      job('AI SDR', 2, { function: 'sales' }),
      job('AE', 3, { function: 'sales' }),
      job('VP of Sales', 1, { function: 'sales', seniority: 'vp' }),
      job('Sales Intern', 1, { function: 'sales', seniority: 'intern' }),
    ],
    'Next to “AE”.',
  ],
  [
    'the jobs of a surge are those of its days',
    'velocity',
    '{surge.jobs} in {surge.window}: {surge.titles}.',
    [
      fact('velocity', 10, { opened: 5, baseline: 1, windowDays: 30 }),
      ...[2, 9, 10, 40, 41].map((days) => job(`Job ${days}`, days)),
    ],
    '5 jobs in the 30 days to 20 June 2026: “Job 10” and “Job 40”.',
  ],
  [
    'whoever leads comes before the newest, and the others are named',
    'hiring(title ~ Sales)',
    '{job.title}, with {jobs.others}.',
    [
      job('Sales Rep', 1),
      job('VP of Sales', 40, { seniority: 'vp' }),
      job('Sales Director', 20, { seniority: 'director' }),
      job('Sales Engineer', 9),
    ],
    '“VP of Sales”, with “Sales Rep” and 2 more.',
  ],
  [
    'how much a page is used is no question on its first days',
    'web',
    '{page.title}[ for {page.long}].',
    [fact('web', 13, {}, { label: 'AI product page: The assistant: yours' })],
    '“The assistant: yours”.',
  ],
  [
    'a page is named by what it is about',
    'web',
    '{page.title} of {page.what}.',
    [fact('web', 3, {}, { label: 'Product page of an AI assistant' })],
    '“AI assistant” of “Product page of an AI assistant”.',
  ],
  [
    'a page of two weeks, without a title',
    'web',
    '{page.title}[ for {page.long}].',
    [fact('web', 14, {}, { label: 'AI product page' })],
    '“AI product page” for 14 days.',
  ],
  [
    'one job in each of two countries opens neither',
    'hiring',
    '{jobs.countries}. Opens {jobs.country}.',
    ['NL', 'SE'].map((country, n) => job('AE', n, { country })),
    'the Netherlands and Sweden.',
  ],
  [
    'two jobs in a country, and who leads it',
    'hiring',
    '{jobs.head} in {jobs.country}.',
    [
      job('Country Manager', 1, { country: 'SE' }),
      job('AE', 2, { country: 'NL' }),
      job('VP Sales', 9, { country: 'NL', seniority: 'vp' }),
    ],
    '“VP Sales” in the Netherlands.',
  ],
]

for (const [rule, query, text, signals, expected] of CASES) {
  test(`filled: ${rule}`, () => assert.equal(textAbout(query, text, signals), expected))
}
