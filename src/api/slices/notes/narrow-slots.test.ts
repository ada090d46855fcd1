// What slots leave out, because a sentence with it would be false or would not follow.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fact, job, round, SERIES_A, textAbout, tool } from '../../../../test/harness/note-facts.ts'
import type { Signal } from '../../../meaning/signals/index.ts'

const leader = (title: string) => job(title, 2, { function: 'sales', seniority: 'director' })

type Case = [rule: string, query: string, text: string, signals: readonly Signal[], expected: string, coverage?: object]

const CASES: readonly Case[] = [
  [
    'how many of the open jobs are in its team',
    'hiring(title ~ AE)',
    '{job.title}[; {job.team}].',
    ['AE', 'SDR', 'BDR', 'CSM', 'Cook', 'Sales Intern'].map((title, n) =>
      job(title, n, { function: title === 'Cook' ? 'operations' : 'sales', ...(n === 5 && { seniority: 'intern' }) }),
    ),
    '“AE”; 4 of 5 open jobs are in sales, not counting interns, juniors and temporary jobs.',
  ],
  [
    'a search for one leader, posted twice, and interns are no team',
    'hiring(title ~ VP of Sales)',
    '{job.title}[; {job.team}].',
    [
      ...[2, 84].map((days) => job('VP of Sales', days, { function: 'sales', seniority: 'vp' })),
      ...[3, 4].map((days) => job('Sales Intern', days, { function: 'sales', seniority: 'intern' })),
    ],
    '“VP of Sales”.',
  ],
  [
    'a count says that it leaves out beginners',
    'hiring(ai: true)',
    '{jobs.count} AI jobs[, {jobs.besides}].',
    [
      ...[1, 2].map((days) => job(`ML Engineer ${days}`, days, { ai: true })),
      job('ML Engineer', 3, { ai: true, seniority: 'junior' }),
    ],
    '2 AI jobs, not counting interns, juniors and temporary jobs.',
  ],
  [
    'a count that leaves out nothing says nothing of it',
    'hiring(ai: true)',
    '{jobs.count} AI jobs[, {jobs.besides}].',
    [...[1, 2].map((days) => job(`ML Engineer ${days}`, days, { ai: true })), job('Cook', 3, { seniority: 'junior' })],
    '2 AI jobs.',
  ],
  [
    'the newest jobs are the newest of those that are counted',
    'web',
    '{hiring.count}[, {hiring.focus}], the newest for {hiring.newest}.',
    [
      fact('web', 3),
      ...['AE', 'SDR', 'BDR'].map((title, n) => job(title, 5 + n, { function: 'sales' })),
      job('Sales Intern', 1, { function: 'sales', seniority: 'intern' }),
    ],
    '3 open jobs (not counting interns, juniors and temporary jobs), every one in sales, the newest for “AE” and “SDR”.',
  ],
  [
    'a round pays for no job that is older',
    'hiring',
    '{job.title}. The {round.fresh} pays.',
    [job('AE', 17), round(2, SERIES_A)],
    '“AE”.',
  ],
  [
    'nothing follows from what has not happened days after a round',
    'funding',
    'The {round.short}. Not yet begun: {round.settled}.',
    [round(13, SERIES_A)],
    'The $9M Series A.',
  ],
  [
    'two weeks after a round it does',
    'funding',
    'Not yet begun: {round.settled}.',
    [round(14, SERIES_A)],
    'Not yet begun: $9M Series A.',
  ],
  ['a leader of all sales', 'hiring', 'Leads {job.whole}.', [leader('VP of Sales (m/f/d)')], 'Leads sales.'],
  [
    'a leader of a region',
    'hiring',
    '{job.title}. Leads {job.whole}.',
    [leader('Head of Sales DACH')],
    '“Head of Sales DACH”.',
  ],
  [
    'a GTM engineer builds no AI, whatever the function of engineers is',
    'hiring',
    '{job.title}. Builds: {job.builds}.',
    [job('GTM Engineer (AI Sales)', 2, { ai: true, function: 'engineering' })],
    '“GTM Engineer (AI Sales)”.',
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
    'the jobs of a surge are the newest, none from before its days',
    'velocity',
    '{surge.jobs}: {surge.titles}.',
    [
      fact('velocity', 10, { opened: 5, baseline: 1, windowDays: 30 }),
      ...[9, 10, 40, 41].map((days) => job(`Job ${days}`, days)),
    ],
    '5 jobs: “Job 9”, “Job 10” and “Job 40”.',
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
    'a label that is no title says what the page is',
    'web',
    'New: {page.title}.',
    [fact('web', 3, { kind: 'mcp_endpoint' }, { label: 'MCP endpoint documented' })],
    'New: an MCP endpoint.',
  ],
  [
    'documents of an endpoint that has been live for long are no launch',
    'web(change: launched)',
    'New: {page.title}, {page.ago}.',
    [
      fact('web', 400, { kind: 'mcp_endpoint', change: 'up' }),
      fact('web', 3, { kind: 'mcp_endpoint', change: 'launched' }, { label: 'MCP endpoint documented' }),
      fact('web', 27, { kind: 'ai_product_page', change: 'launched' }, { label: 'AI product page' }),
    ],
    'New: an AI product page, 27 days ago.',
  ],
  [
    'an old endpoint is named beside its new documents, and what else came',
    'web(kind: ai_feature|mcp_endpoint, change: launched)',
    'New: {page.title}[; also {pages.others}][; but {page.before}].',
    [
      fact('web', 400, { kind: 'mcp_endpoint', change: 'up' }),
      fact('web', 3, { kind: 'mcp_endpoint', change: 'launched' }, { label: 'MCP endpoint documented' }),
      fact('web', 9, { kind: 'llms_txt', change: 'launched' }),
      fact('web', 12, { kind: 'ai_feature', change: 'launched' }),
    ],
    'New: an AI feature; also an MCP endpoint.',
  ],
  [
    'documents of an old endpoint alone are no launch without that word',
    'web(kind: mcp_endpoint, change: launched)',
    'New: {page.title}[; but {page.before}].',
    [
      fact('web', 400, { kind: 'mcp_endpoint', change: 'up' }),
      fact('web', 3, { kind: 'mcp_endpoint', change: 'launched' }, { label: 'MCP endpoint documented' }),
    ],
    'New: an MCP endpoint; but an MCP endpoint has been known here since May 2025.',
  ],
  [
    'a loan is never called a raise without the word',
    'funding',
    'Got {round.summary}.',
    [round(3, { amountUsd: 20_000_000, instrument: 'debt' }, { label: 'Closes $20M credit facility' })],
    'Got a $20M debt financing.',
  ],
  [
    'a grant says that it is one',
    'funding',
    'Got {round.summary}.',
    [round(3, { amountUsd: 900_000, round: 'grant', instrument: 'grant' })],
    'Got a $900K grant.',
  ],
  [
    'the function of most jobs',
    'funding',
    '{round.short}. Most in {hiring.area}.',
    [round(3, SERIES_A), ...['AE', 'SDR', 'BDR'].map((title, n) => job(title, 5 + n, { function: 'sales' }))],
    '$9M Series A. Most in sales.',
  ],
  [
    'no other job of a function',
    'hiring(title ~ GTM)',
    'Besides it, {none.sales} is open; {none.support}.',
    [job('GTM Engineer', 2, { function: 'engineering' })],
    'Besides it, no other sales job is open; no support job.',
  ],
  [
    'no other job of a function, where one matched',
    'hiring(title ~ AE)',
    'Besides it, {none.sales} is open.',
    [job('AE', 2, { function: 'sales' }), job('Cook', 1, { function: 'operations' })],
    'Besides it, no other sales job is open.',
  ],
  [
    'jobs that nobody looks for are said not to be monitored',
    'funding',
    'Not known: {hiring.unmonitored} are not monitored.',
    [round(3, SERIES_A)],
    'Not known: their jobs are not monitored.',
    {},
  ],
  [
    'AI tools for sales that have been in use for some time',
    'hiring',
    'They use {uses.ai_sales}.',
    [job('AI SDR', 1), tool('Lavender', 60, 'adopted', { category: 'ai_sales' })],
    'They use Lavender.',
  ],
  [
    'the newest jobs that are not about AI',
    'funding',
    'They hire for {hiring.rest}.',
    [round(3, SERIES_A), job('ML Engineer', 1, { ai: true }), job('AE', 2), job('Cook', 3), job('SDR', 4)],
    'They hire for “AE” and “Cook”.',
  ],
  [
    'whoever is to lead a country comes before the newest',
    'hiring',
    '{job.title}.',
    [job('CSM', 1, { country: 'PL' }), job('Country Manager', 9, { country: 'PL' })],
    '“Country Manager”.',
  ],
  [
    'a clause that speaks of beginners leaves none out',
    'hiring(seniority: junior|senior)',
    '{jobs.count} jobs[, {jobs.besides}].',
    [job('Engineer', 3, { seniority: 'junior' }), job('Engineer', 4, { seniority: 'senior' })],
    '2 jobs.',
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
      job('VP Sales', 9, { country: 'NL', function: 'sales', seniority: 'vp' }),
    ],
    '“VP Sales” in the Netherlands.',
  ],
]

for (const [rule, query, text, signals, expected, coverage] of CASES) {
  test(`filled: ${rule}`, () => assert.equal(textAbout(query, text, signals, coverage), expected))
}
