import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fact, job, KNOWN, NOW, round, SERIES_A, textAbout, tool } from '../../../../test/harness/note-facts.ts'
import type { Signal } from '../../../meaning/signals/index.ts'
import { SIGNAL_TYPES } from '../../../meaning/types/index.ts'
import { slicesOf } from '../membership.ts'
import { shippedSlices } from '../shipped.ts'

const LOOKED = { hiring: KNOWN, tool: KNOWN, web: KNOWN, funding: KNOWN }

function windowsOf(signals: readonly Signal[], employees = 120) {
  return slicesOf(shippedSlices(), signals, NOW, SIGNAL_TYPES, 'unknown', LOOKED, employees)
}

function windowOf(slug: string, signals: readonly Signal[], employees?: number) {
  const window = windowsOf(signals, employees).find((each) => each.slug === slug) ?? assert.fail(`not in ${slug}`)
  const { whyNow, talkingPoints, approach = '' } = window.notebook
  return { whyNow, points: talkingPoints.join(' '), approach }
}

test('a first job says that those for beginners are not counted, where one came before', () => {
  const first = job('Account Executive', 3, { function: 'sales', first: true })
  const junior = (jobFunction: string) =>
    job('Junior SDR', 100, { function: jobFunction, seniority: 'junior' }, { status: 'closed' })
  assert.match(
    windowOf('first-in-function', [first, junior('sales')]).whyNow,
    /^The first sales job seen here in 32 months, not counting interns, juniors and temporary jobs: “Account Executive”/,
  )
  assert.match(
    windowOf('first-in-function', [first, junior('support')]).whyNow,
    /^The first sales job seen here in 32 months: /,
  )
})

test('a beginner of another function is none before a job', () => {
  const signals = [
    job('AE', 2, { function: 'sales' }),
    job('Junior Cook', 200, { function: 'operations', seniority: 'junior' }, { status: 'closed' }),
    job('SDR', 400, { function: 'sales' }, { status: 'closed' }),
  ]
  assert.equal(textAbout('hiring(title ~ AE)', '{job.previous}.', signals), '“SDR”, posted in May 2025.')
})

test('a first job is the first of the function by which it was found', () => {
  const engineer = job('GTM Engineer', 3, { function: 'engineering', first: true })
  const seller = job('Account Executive', 400, { function: 'sales' }, { status: 'closed' })
  assert.match(windowOf('first-in-function', [engineer, seller]).whyNow, /^The first engineering job seen here/)
})

test('a tool that an ad says is moved to is nothing that people work in by now', () => {
  const evidence = 'We are moving from Zendesk to Intercom this quarter.'
  const support = { category: 'customer_support', evidence }
  const lead = job('VP of Sales', 40, { function: 'sales', seniority: 'vp' })
  const moving = [
    lead,
    tool('Zendesk', 0, 'dropped', support, { confidence: 0.5 }),
    tool('Intercom', 0, 'in_use', support, { confidence: 0.75 }),
  ]
  const said = (signals: readonly Signal[]) => Object.values(windowOf('sales-leader-search', signals)).join(' ')
  assert.doesNotMatch(said(moving), /Intercom/)
  assert.match(windowOf('tool-displacement:Zendesk', moving).whyNow, /We are moving from Zendesk to Intercom/)
  const settled = [lead, tool('Intercom', 0, 'in_use', { ...support, evidence: 'We answer customers in Intercom.' })]
  assert.match(said(settled), /You answer customers in Intercom/)
})

test('a dossier names a tool and a job once', () => {
  const revops = job('RevOps Manager', 12, { function: 'sales' })
  const crm = tool('Pipedrive', 400, 'in_use')
  const reports = tool('Tableau', 300, 'in_use', { category: 'business_intelligence' })
  const { whyNow } = windowOf('revops-build', [revops, crm, reports])
  assert.match(whyNow, /The CRM is Pipedrive.* In use: Tableau\./)
  const head = job('Head of Information Security', 63, { function: 'security', seniority: 'director' })
  const others = ['Chef', 'Host', 'Porter'].map((title, at) => job(title, at, { function: 'operations' }))
  const sales = windowOf('ai-sdr-hiring', [job('AI SDR', 3, { function: 'sales' }), head, ...others]).whyNow
  assert.match(sales, /among them “Chef” and “Host”.* looking for a “Head of Information Security” for 63 days/)
  assert.equal(sales.split('Head of Information Security').length, 2)
})

test('what came lately is said before what has long been in use', () => {
  const tools = [
    tool('n8n', 8, 'adopted', { category: 'automation' }),
    tool('BigQuery', 600, 'in_use', { category: 'data_warehouse' }),
  ]
  assert.match(
    windowOf('fresh-funding', [round(2, { ...SERIES_A, instrument: 'equity' }), job('Chef', 9), ...tools], 12).whyNow,
    /New here: n8n \(automation, first seen 8 days ago\)\. In use: BigQuery\.$/,
  )
})

test('a question counts no posts, and a new AI tool is asked about as what it is', () => {
  const security = (days: number) => job('Security Engineer', days, { function: 'security' })
  const { whyNow, points } = windowOf('security-build-up', [security(3), security(9)])
  assert.match(whyNow, /“Security Engineer” \(2 posts\)/)
  assert.match(points, /You are hiring for “Security Engineer”: is that for a certificate/)
  const asked = (name: string, category: string) =>
    windowOf('ai-tool-adopters', [tool(name, 5, 'adopted', { category, ai: true })], 12).points
  assert.match(asked('pgvector', 'vector_database'), /in June 2026: which documents should people find with it/)
  assert.match(asked('Something', 'automation'), /in June 2026: who asked for it, and how will you tell/)
})

test('who opens a country answers to the top, and a tool of any common category has somebody who works with it', () => {
  const manager = job('Country Manager Poland', 5, {
    ...{ function: 'operations', country: 'PL', newCountry: true, opensCountry: true },
  })
  assert.match(windowOf('new-country', [manager], 60).approach, /^Likely: the CEO; the new “Country Manager Poland”/)
  assert.match(windowOf('new-country', [manager], 900).approach, /^Likely: the COO; /)
  const chief = job('Chief AI Officer', 5, {
    ...{ function: 'engineering', seniority: 'c_level', country: 'US', newCountry: true, opensCountry: true },
  })
  const seller = job('AI SDR', 5, { function: 'sales', country: 'US', newCountry: true, opensCountry: true })
  assert.match(
    windowOf('new-country', [chief, seller], 300).whyNow,
    /Likely: an office or a market in the United States/,
  )
  const dropped = tool('Atlan', 20, 'dropped', { category: 'data_catalog' })
  assert.equal(
    windowOf('tool-displacement:Atlan', [dropped], 900).approach,
    'Likely: the VP Data, whose team leaves Atlan.',
  )
})

test('a long search is asked about by what waits for it, and what is open is listed once', () => {
  const sdr = job('AI SDR', 3, { function: 'sales' })
  const chefs = ['Chef', 'Host', 'Porter', 'Waiter'].map((title, at) => job(title, at, { function: 'operations' }))
  const said = (title: string, fields: Signal['fields']) =>
    windowOf('ai-sdr-hiring', [sdr, job(title, 70, fields), ...chefs])
  assert.doesNotMatch(
    said('Data Engineer', { function: 'data' }).points,
    /Data Engineer/,
    'nothing that outbound waits for',
  )
  assert.match(said('Account Executive', { function: 'sales' }).points, /for 70 days: which leads and accounts/)
  assert.match(said('RevOps Manager', { function: 'sales' }).points, /for 70 days: who keeps the data and the reports/)
  assert.match(
    said('Head of Data', { function: 'data', seniority: 'director' }).points,
    /for 70 days: who decides in the meantime, and what waits\?/,
  )
  assert.doesNotMatch(said('Data Engineer', { function: 'data' }).whyNow, /Other open jobs/)
})

test('beside a launch, the longest search is asked about, whatever it is for', () => {
  const page = fact('web', 2, { kind: 'ai_product_page', change: 'launched', pageTitle: 'AI search' })
  const search = job('Office Manager', 79, { function: 'operations' })
  assert.match(
    windowOf('website-ai-launch', [page, search]).points,
    /You have been looking for an “Office Manager” for 79 days: who does that work today, and what is left undone\?/,
  )
})

test('a leader whose job is open twice is said to be', () => {
  const vp = (days: number, location: string) =>
    job('VP of Sales', days, { function: 'sales', seniority: 'vp', location })
  assert.match(
    windowOf('sales-leader-search', [vp(1, 'Berlin'), vp(7, 'Austin')]).whyNow,
    /^The job “VP of Sales” in Berlin was posted yesterday, one of 2 with this title/,
  )
})

test('an exclusion is said where something is counted, not where titles are named', () => {
  const signals = [
    round(20, { ...SERIES_A, instrument: 'equity' }),
    job('ML Engineer', 9, { ai: true, function: 'engineering' }),
    job('NLP Engineer', 9, { ai: true, function: 'engineering' }),
    job('ML Intern', 9, { ai: true, function: 'engineering', seniority: 'intern' }),
  ]
  assert.doesNotMatch(windowOf('funded-ai-hiring', signals).whyNow, /not counting/)
  const surge = fact('velocity', 3, { opened: 14, baseline: 4.3, ratio: 3.2, windowDays: 30 })
  assert.match(textAbout('velocity', '{surge.opened}.', [surge]), /14 jobs/)
})

test('a page is not said to be put online on the day on which it was first seen', () => {
  const launch = (daysAgo: number) => fact('web', daysAgo, { kind: 'mcp_endpoint', change: 'launched' })
  const points = (daysAgo: number) => windowOf('website-ai-launch', [launch(daysAgo)]).points
  assert.match(points(0), /^Your website now has an MCP endpoint: who is it for\?/)
  assert.match(points(52), /^You have had an MCP endpoint online for at least 52 days: who uses it by now/)
})

test('a number of jobs of a function names those whose own function is another', () => {
  const sales = ['VP of Sales', 'AE', 'SDR'].map((title, at) =>
    job(title, 20 + at, { function: 'sales', ...(at === 0 && { seniority: 'vp' }) }),
  )
  const others = [job('GTM Engineer', 3, { function: 'engineering' }), job('Chef', 2, { function: 'operations' })]
  const team = textAbout('hiring(title ~ VP)', '{job.team}.', [...sales, ...others])
  assert.equal(team, '4 of 5 open jobs are in sales, counting “GTM Engineer”.')
  const focus = textAbout('web', '{hiring.focus}.', [fact('web', 3), ...sales, ...others])
  assert.equal(focus, '4 of them in sales, counting “GTM Engineer”.')
})

test('where the head of a function is sought, nobody is said to lead it', () => {
  const surge = fact('velocity', 2, { opened: 7, windowDays: 30, baseline: 0.3 })
  const head = (title: string) => job(title, 3, { function: 'people', seniority: 'director' })
  const approach = (title: string) => windowOf('hiring-surge', [surge, head(title)], 600).approach
  assert.match(approach('Head of People'), /^Likely: the CEO, who has to fill 7 jobs/)
  assert.match(approach('Head of People Analytics'), /^Likely: the VP People, who has to fill 7 jobs/)
})
