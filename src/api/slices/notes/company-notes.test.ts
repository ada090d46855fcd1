import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fact, job, NOW, round, SERIES_A, textAbout, tool } from '../../../../test/harness/note-facts.ts'
import { goodSlice } from '../../../../test/harness/slices.ts'
import type { Signal } from '../../../meaning/signals/index.ts'
import { SIGNAL_TYPES } from '../../../meaning/types/index.ts'
import { sliceOf, slicesOf } from '../membership.ts'
import { shippedSlices } from '../shipped.ts'
import { exampleNotes } from './company-notes.ts'

const DAY = 86_400

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
  assert.match(
    `${likely?.whyNow}`,
    /^Likely leaving Pipedrive, first noticed 15 days ago, on [^.]+\. A job ad says: “We moved off Pipedrive”\.$/,
  )
  assert.match(
    `${sure?.whyNow}`,
    /^Pipedrive was dropped: first noticed 15 days ago, on [^.]+\. A job ad says: “We moved off Pipedrive”\./,
  )
  assert.match(`${likely?.talkingPoints}`, /^Your ad speaks of a move off Pipedrive: how far along are you\?/)
  assert.doesNotMatch(`${likely?.talkingPoints}`, /You seem to be leaving/)
  assert.ok(sure?.talkingPoints.includes('What could Pipedrive not do for you?'))
  assert.ok(likely?.talkingPoints.includes('Who moves the data out of Pipedrive, and by when?'))
})

for (const [title, expected] of [
  ['Account Executive', 'an “Account Executive”'],
  ['SDR', 'an “SDR”'],
  ['Head of Sales', 'a “Head of Sales”'],
  ['UX Researcher', 'a “UX Researcher”'],
  ['NLP Engineer', 'an “NLP Engineer”'],
  ['User Researcher', 'a “User Researcher”'],
  ['ACCOUNT MANAGER', 'an “ACCOUNT MANAGER”'],
  ['MARKETING LEAD', 'a “MARKETING LEAD”'],
  ['Ingénieur Machine Learning', 'an “Ingénieur Machine Learning”'],
  ['Drivers (Berlin)', '“Drivers (Berlin)”'],
] as const) {
  test(`filled: one ${title}`, () => assert.equal(textAbout('hiring', '{job.one}.', [job(title, 1)]), `${expected}.`))
}

test('how many people a company has, if that is known', () => {
  const notebook = { whyNow: '{round.name}[ at {company.staff}].', talkingPoints: ['Ask.'] }
  const slice = goodSlice({ query: 'funding', weights: { funding: 1 }, notebook })
  const about = (employees?: number) =>
    sliceOf(slice, [round(2, SERIES_A)], NOW, SIGNAL_TYPES, {}, employees)?.notebook.whyNow
  assert.deepEqual([about(), about(1_250)], ['Series A.', 'Series A at 1,250 people.'])
})

test('a sentence and the question about a fact are said once in a dossier, and weaker slices give fewer questions', () => {
  const slices = ['a', 'b', 'c'].map((slug, n) =>
    goodSlice({
      ...{ slug, query: 'funding', weights: { funding: 0.5 - n / 10 } },
      notebook: {
        whyNow: `${slug}: {round.name}[, {round.investors}]. It pays, {round.ago}. More on {round.name} and {round.date}.`,
        talkingPoints: [
          `You raised {round.short}: what is it for in ${slug}?`,
          ...[1, 2, 3, 4].map((q) => `${slug}${q}, {round.name}?`),
        ],
      },
    }),
  )
  const found = slicesOf(slices, [round(2, { ...SERIES_A, investors: ['Harbour'] })], NOW, SIGNAL_TYPES)
  // A sentence of facts that were all said is left out, and so is such a part of the first one.
  assert.deepEqual(
    found.map(({ whyNow }) => whyNow.join(' ')),
    ['a: Series A, Harbour. It pays, 2 days ago.', 'b: Series A. More on Series A and 28 June 2026.', 'c: Series A.'],
  )
  assert.deepEqual(
    found.map(({ notebook }) => notebook.talkingPoints.map((point) => point.slice(0, 10))),
    [
      ['You raised', 'a1, Series', 'a2, Series', 'a3, Series'],
      ['b1, Series', 'b2, Series', 'b3, Series'],
      ['c1, Series', 'c2, Series'],
    ],
  )
})

test('a place that was said of one job is said of another one too', () => {
  const whyNow = 'The job {job.title}[ {job.where}] {job.open}.'
  const slices = ['AE', 'SDR'].map((title, n) =>
    goodSlice({
      ...{
        slug: `is-${n}`,
        query: `hiring(title ~ ${title})`,
        weights: { [`hiring(title ~ ${title})`]: 0.5 - n / 10 },
      },
      notebook: { whyNow, talkingPoints: ['Ask.'] },
    }),
  )
  const jobs = [job('AE', 2, { location: 'Berlin' }), job('SDR', 3, { location: 'Berlin' })]
  assert.deepEqual(
    slicesOf(slices, jobs, NOW, SIGNAL_TYPES).map(({ whyNow }) => whyNow.join(' ')),
    ['The job “AE” in Berlin was posted 2 days ago.', 'The job “SDR” in Berlin was posted 3 days ago.'],
  )
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

test('a point for everybody is said only if there are fewer than two others', () => {
  const said = (...talkingPoints: string[]) => {
    const slice = goodSlice({ query: 'funding', weights: { funding: 1 }, notebook: { whyNow: 'Now.', talkingPoints } })
    return sliceOf(slice, [round(2, SERIES_A)], NOW, SIGNAL_TYPES)?.notebook.talkingPoints
  }
  const [one, two, other] = ['Ask about {round.name}.', 'Ask {round.ago}.', 'Otherwise: {round.name}?']
  assert.deepEqual(said(one, two, other), ['Ask about Series A.', 'Ask 2 days ago.'])
  assert.deepEqual(said(one, 'Ask {round.investors}.', other), ['Ask about Series A.', 'Series A?'])
})

test('a talking point about a guess says so, and one without a fact is left out', () => {
  const talkingPoints = ['Ask about {tool.name}.', 'Ask about {tool.evidence}.', 'Ask.']
  const slice = goodSlice({ query: 'tool', weights: { tool: 1 }, notebook: { whyNow: 'Now.', talkingPoints } })
  const membership = sliceOf(slice, [tool('Attio', 2, 'in_use', {}, { confidence: 0.5 })], NOW, SIGNAL_TYPES)
  assert.deepEqual(membership?.notebook.talkingPoints, ['If that is right: Ask about Attio.', 'Ask.'])
})

test('whom to approach is a role that follows from job, level and size; it is marked as a guess, or left out', () => {
  const approach = 'The role: {owner.job}; the new {job.title} reports to them. Likely: {owner.sales}.'
  const slice = (text: string) =>
    goodSlice({
      query: 'hiring',
      weights: { hiring: 1 },
      notebook: { whyNow: '{job.title}.', talkingPoints: ['Ask.'], approach: text },
    })
  const said = (text: string, title: string, fields: Signal['fields'], employees: number) =>
    sliceOf(slice(text), [job(title, 3, fields)], NOW, SIGNAL_TYPES, {}, employees)?.notebook.approach
  assert.equal(
    said(approach, 'RevOps Manager', { function: 'operations', seniority: 'manager' }, 900),
    'Likely: the role: the VP Revenue Operations; the new “RevOps Manager” reports to them.',
  )
  const only = '{owner.job}.'
  const cases: [title: string, fields: Signal['fields'], employees: number, role: string | undefined][] = [
    ['AE', { function: 'sales' }, 0, 'Likely: the Head of Sales.'],
    ['Security Engineer', { function: 'security', first: true }, 53, 'Likely: the CTO.'],
    ['Security Engineer', { function: 'security', first: true }, 20, 'Likely: the CEO.'],
    ['Security Engineer', { function: 'security', first: true }, 153, 'Likely: the CTO.'],
    ['Head of Security', { function: 'security', seniority: 'director' }, 900, 'Likely: the CTO.'],
    ['AE', { function: 'sales' }, 120, 'Likely: the Head of Sales.'],
    ['AE', { function: 'sales' }, 12, 'Likely: the founder or Head of Sales.'],
    ['Director Sales', { function: 'sales', seniority: 'director' }, 900, 'Likely: the VP Sales.'],
    ['Director Sales', { function: 'sales', seniority: 'director' }, 120, 'Likely: the CEO.'],
    ['VP Sales', { function: 'sales', seniority: 'vp' }, 900, 'Likely: the Chief Revenue Officer.'],
    ['CRO', { function: 'sales', seniority: 'c_level' }, 900, 'Likely: the CEO.'],
    ['Cook', { function: 'other' }, 900, undefined],
    ['Cook', {}, 900, undefined],
  ]
  for (const [title, fields, employees, role] of cases) assert.equal(said(only, title, fields, employees), role, title)
  // A text without a slot would say the same of every company.
  assert.equal(said('The VP Sales.', 'AE', { function: 'sales' }, 900), undefined)
})

/** What a shipped slice says of a company: why now, and the talking points. */
function shippedNotes(slug: string, signals: readonly Signal[]): string {
  const slice = shippedSlices().find(({ definition }) => definition.slug === slug) ?? assert.fail(slug)
  const looked = { since: NOW - 1_000 * DAY, lastLookedAt: NOW }
  const coverage = Object.fromEntries(SIGNAL_TYPES.map((type) => [type, looked]))
  const { whyNow, notebook } = sliceOf(slice, signals, NOW, SIGNAL_TYPES, coverage) ?? assert.fail('not in the slice')
  return [...whyNow, ...notebook.talkingPoints].join(' ')
}

test('a company whose AI jobs sell is not said to build anything', () => {
  const seller = job('AI BDR', 9, { ai: true, function: 'sales' })
  const builder = job('ML Engineer', 12, { ai: true, function: 'engineering' })
  const model = tool('Mistral AI', 28, 'adopted', { category: 'llm', ai: true })
  const slice = shippedSlices().find(({ definition }) => definition.slug === 'early-ai-adopters') ?? assert.fail()
  assert.equal(sliceOf(slice, [seller, model], NOW, SIGNAL_TYPES), undefined)
  assert.match(
    shippedNotes('early-ai-adopters', [seller, builder, model]),
    /the “ML Engineer” is to build with Mistral AI.*You are looking for an “ML Engineer”: what should users have in their hands/,
  )
})

test('a counsel for AI builds nothing, and a guess goes on in small letters', () => {
  const counsel = job('AI Governance Counsel', 9, { ai: true, function: 'legal' })
  const builder = job('MLOps Engineer', 12, { ai: true, function: 'engineering' })
  const series = round(20, { ...SERIES_A, instrument: 'equity' })
  const notes = shippedNotes('funded-ai-hiring', [counsel, builder, series])
  assert.match(notes, /Until the “MLOps Engineer” starts: what do you build yourselves/)
  assert.doesNotMatch(shippedNotes('funded-ai-hiring', [counsel, series]), /build/)
  const likely = tool('Pipedrive', 27, 'in_use', { category: 'crm' }, { confidence: 0.62 })
  const revops = job('RevOps Manager', 2, { function: 'operations' })
  assert.match(shippedNotes('revops-build', [revops, likely]), / Likely: the CRM is Pipedrive\./)
})

test('a tool that was dropped is not asked about as if it were there', () => {
  const data = { category: 'data_warehouse' }
  const notes = shippedNotes('data-stack-move', [
    job('Data Engineer', 9, { function: 'data' }),
    tool('Snowflake', 35, 'adopted', data),
    tool('Amazon Redshift', 30, 'dropped', data),
  ])
  assert.match(notes, /You dropped Amazon Redshift: has all of it moved to Snowflake/)
  assert.doesNotMatch(notes, /switched off/)
})

test('every window that is shipped names a role, or says nothing', () => {
  for (const slice of shippedSlices())
    assert.match(exampleNotes(slice.notes).approach, /^(?:Likely: the .+\.)?$/, slice.definition.slug)
})

test('a chair that the company looks for somebody to take is empty: the role above is named', () => {
  const notebook = { whyNow: '{job.title}.', talkingPoints: ['Ask.'], approach: '{owner.sales}.' }
  const slice = goodSlice({ query: 'hiring(title ~ SDR)', weights: { 'hiring(title ~ SDR)': 1 }, notebook })
  const vp = job('VP of Sales', 90, { function: 'sales', seniority: 'vp' })
  const said = (signals: readonly Signal[], employees: number) =>
    sliceOf(slice, [job('SDR', 3, { function: 'sales' }), ...signals], NOW, SIGNAL_TYPES, {}, employees)?.notebook
      .approach
  assert.deepEqual(
    [said([], 900), said([vp], 900), said([], 90), said([vp], 90), said([vp], 0)],
    ['VP Sales', 'Chief Revenue Officer', 'Head of Sales', 'CEO', 'CEO'].map((role) => `Likely: the ${role}.`),
  )
})

test('a lead who is not there yet is not named, a support desk is of support, and the purse is at the top', () => {
  const said = (query: string, approach: string, signals: readonly Signal[], employees: number) => {
    const notebook = { whyNow: 'Now.', talkingPoints: ['Ask.'], approach }
    const slice = goodSlice({ query, weights: { [query]: 1 }, notebook })
    return sliceOf(slice, signals, NOW, SIGNAL_TYPES, {}, employees)?.notebook.approach
  }
  const first = job('Security Engineer', 3, { function: 'security', first: true })
  const second = job('Analyst', 2, { function: 'security' })
  const desk = tool('Zendesk', 9, 'dropped', { category: 'customer_support' })
  const vp = job('VP of Sales', 3, { function: 'sales', seniority: 'vp' })
  const ad = tool('Attio', 9, 'in_use', { evidence: 'You run our Attio and report to the CRO.' })
  const money = (employees: number) => said('funding', '{owner.round}.', [round(2, SERIES_A)], employees)
  assert.deepEqual(
    [
      said('hiring(title ~ Analyst)', '{owner.job}.', [first, second], 80),
      said('hiring(title ~ Analyst)', '{owner.security}.', [first, second], 180),
      said('tool(change: dropped)', '{owner.dropped}.', [desk], 180),
      said('hiring', '{owner.job}.', [vp, ad], 0),
      said('hiring', '{owner.sales}.', [vp, ad], 180),
      ...[12, 180, 0, 900].map(money),
    ],
    [
      ...['CTO', 'CTO', 'Head of Support', 'Chief Revenue Officer', 'Chief Revenue Officer'],
      ...['founder or CEO', 'CEO', 'CEO', 'CFO'],
    ].map((role) => `Likely: the ${role}.`),
  )
})

test('what shipped windows say of AI tools, of jobs outside the window and of surges follows from the facts', () => {
  const ai = { category: 'ai_sales', ai: true }
  const both = [tool('11x', 41, 'adopted', ai), tool('Clay', 27, 'adopted', ai)]
  const adopters = shippedSlices().find(({ definition }) => definition.slug === 'ai-tool-adopters') ?? assert.fail()
  assert.equal(
    sliceOf(adopters, both, NOW, SIGNAL_TYPES, {}, 900)?.notebook.approach,
    'Likely: the VP Sales, whose team works with Clay.',
  )
  assert.deepEqual(
    slicesOf(shippedSlices(), both, NOW, SIGNAL_TYPES).map(({ slug }) => slug),
    ['ai-tool-adopters'],
  )
  const crm = { category: 'crm' }
  const crms = [tool('Attio', 41, 'adopted', crm), tool('Pipedrive', 27, 'adopted', crm)]
  assert.deepEqual(slicesOf(shippedSlices(), crms, NOW, SIGNAL_TYPES), [], 'neither of two new ones is left')
  const security = [10, 20, 116].map((days) => job('Security Engineer', days, { function: 'security' }))
  assert.match(shippedNotes('security-build-up', security), /^2 security jobs of the last 90 days are open/)
  const surge = fact('velocity', 10, { opened: 14, baseline: 4.3, ratio: 3.2, windowDays: 30 })
  assert.match(
    shippedNotes('hiring-surge', [surge]),
    /^Opened 14 jobs in the 30 days to 20 June 2026, after 13 in the 90 days before, not counting interns, juniors and temporary jobs: 3\.2 times the pace\./,
  )
})

test('after a round, an employer whose jobs nobody looks for is said to be unknown', () => {
  const slice = shippedSlices().find(({ definition }) => definition.slug === 'fresh-funding') ?? assert.fail()
  const jobs = { hiring: { since: NOW - 900 * DAY, lastLookedAt: NOW } }
  const said = (coverage = {}) =>
    sliceOf(slice, [round(1, { ...SERIES_A, instrument: 'equity' })], NOW, SIGNAL_TYPES, coverage)?.whyNow[1]
  assert.equal(said(), 'Whether they are hiring is not known: their jobs are not monitored.')
  assert.equal(said(jobs), undefined)
})

test('a first job that leads is asked about as a seat, and research in AI reports to engineering', () => {
  const director = job('Director of Engineering', 3, { function: 'engineering', seniority: 'director', first: true })
  const slice = shippedSlices().find(({ definition }) => definition.slug === 'first-in-function') ?? assert.fail()
  const points = sliceOf(slice, [director], NOW, SIGNAL_TYPES, {
    hiring: { since: NOW - 900 * DAY, lastLookedAt: NOW },
  })?.notebook.talkingPoints
  assert.equal(points?.[0], 'What is the “Director of Engineering” to build first, and with how many people?')
  const approach = (ai: boolean) =>
    sliceOf(
      goodSlice({
        query: 'hiring',
        weights: { hiring: 1 },
        notebook: { whyNow: '{job.title}.', talkingPoints: ['Ask.'], approach: '{owner.job}.' },
      }),
      [job('Applied Scientist', 3, { function: 'research', ...(ai && { ai }) })],
      NOW,
      SIGNAL_TYPES,
      {},
      300,
    )?.notebook.approach
  assert.equal(approach(true), 'Likely: the VP Engineering.')
  assert.equal(approach(false), undefined)
})

test('a round of the last days is not held against a company that does not hire yet', () => {
  const said = (days: number) =>
    shippedNotes('funded-not-hiring', [round(days, { ...SERIES_A, instrument: 'equity' })]).split('. ')[0]
  assert.equal(
    said(3),
    'Raised a $9M Series A 3 days ago; no job was posted in the 60 days before 30 June 2026, so hiring for it may be ahead',
  )
  assert.equal(
    said(30),
    'No job was posted in the 60 days before 30 June 2026, although the $9M Series A was raised 30 days ago',
  )
})

test('a GTM engineer works for sales, and of two functions that are alike none is the focus', () => {
  const gtm = job('GTM Engineer', 3, { function: 'engineering', ai: true })
  const slice = shippedSlices().find(({ definition }) => definition.slug === 'funded-ai-hiring') ?? assert.fail()
  const series = round(20, { ...SERIES_A, instrument: 'equity' })
  assert.match(
    sliceOf(slice, [gtm, series], NOW, SIGNAL_TYPES, {}, 118)?.notebook.approach ?? '',
    /^Likely: the Head of Sales; /,
  )
  const jobs = ['engineering', 'engineering', 'sales', 'sales'].map((name, n) =>
    job(`Job ${n}`, n + 1, { function: name }),
  )
  for (const some of [jobs, jobs.slice(0, 3)])
    assert.doesNotMatch(shippedNotes('fresh-funding', [series, ...some]), / in (?:engineering|sales)/)
})

test('the only window of a company says what else is known, and the first of several only if it says too little', () => {
  const search = job('VP of Sales', 3, { function: 'sales', seniority: 'vp' })
  const others = [
    job('Office Manager', 9, { function: 'operations' }),
    tool('Okta', 400, 'in_use', { category: 'identity' }),
  ]
  const textsAbout = (signals: readonly Signal[]) =>
    slicesOf(shippedSlices(), signals, NOW, SIGNAL_TYPES).map(({ whyNow }) => whyNow.slice(1).join(' '))
  assert.deepEqual(textsAbout([search, ...others]), [
    'It is the only open sales job known here. Other open jobs: “Office Manager”. In use: Okta.',
  ])
  const [first] = textsAbout([search, ...others, fact('web', 30, { kind: 'mcp_endpoint', change: 'launched' })])
  assert.equal(first, 'It is the only open sales job known here.')
})

test('a title that was posted more than once is said to be', () => {
  const posts = [job('AI SDR', 2, { location: 'Berlin' }), job('AI SDR', 9, { location: 'Paris' }), job('AI BDR', 4)]
  const text = 'The job {job.title}[, one of {jobs.same} with this title][, with {jobs.others}].'
  assert.equal(textAbout('hiring', text, posts), 'The job “AI SDR”, one of 2 with this title, with “AI BDR”.')
  assert.equal(textAbout('hiring', text, posts.slice(1)), 'The job “AI BDR”, with “AI SDR”.')
})

test('jobs that are named beside a count are not said to be those of the main function', () => {
  const sdr = job('AI SDR', 3, { function: 'sales' })
  const sellers = ['AE', 'CSM', 'BDR'].map((title, at) => job(title, 10 + at, { function: 'sales' }))
  const [notes] = slicesOf(
    shippedSlices(),
    [sdr, ...sellers, job('Data Engineer', 4, { function: 'data' })],
    NOW,
    SIGNAL_TYPES,
  )
  assert.equal(notes?.whyNow[1], 'They have 5 open jobs in all, among them “Data Engineer”; 4 of them in sales.')
})
