import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fact, job, KNOWN, NOW, round, SERIES_A, tool } from '../../../test/harness/note-facts.ts'
import type { EmployerKind } from '../../closed-sets/signals.ts'
import type { Signal } from '../../meaning/signals/index.ts'
import { quietNotesOf } from './quiet-notes.ts'
import { shippedSlices } from './shipped.ts'

const ALL = { hiring: KNOWN, funding: KNOWN, web: KNOWN, tool: KNOWN }

const about = (signals: readonly Signal[], kind: EmployerKind = 'unknown', coverage = ALL) =>
  quietNotesOf(shippedSlices(), { signals, asOf: NOW, coverage, employeeCount: 80 }, kind)

const page = (kind: string, daysAgo: number, change = 'launched') =>
  fact('web', daysAgo, { kind, change }, { label: `Page: ${kind}` })

test('a company in no window: its own facts, what would open one, and no reason to call now', () => {
  const crm = tool('HubSpot CRM', 400, 'in_use')
  assert.deepEqual(about([job('AE', 20, { function: 'sales' }), crm, round(300, SERIES_A)]), {
    known:
      'They are hiring for “AE” (posted 20 days ago). The last round known is a $9M Series A, on 3 September 2025. In use: HubSpot CRM.',
    opens: [
      'They run HubSpot CRM: a new job in revenue operations would be a reason to call.',
      'They are hiring for “AE”: a search for somebody who leads sales would be a reason to call.',
    ],
    talkingPoints: [
      'You run HubSpot CRM: what does your team work around in it?',
      'You raised a $9M Series A in September 2025: what of its plan is still ahead?',
    ],
  })
  assert.equal(
    about([job('AE', 400, {}, { status: 'closed' }), round(900, SERIES_A)])?.known,
    'Nothing new has been seen here since 26 May 2025, when a job was posted. No job was open on 29 June 2026; the last one known is “AE”, posted on 26 May 2025. The last round known is a $9M Series A in January 2024.',
  )
  // The jobs of an agency are its clients'.
  assert.equal(about([job('AE', 20), crm], 'agency')?.known, 'In use: HubSpot CRM.')
  assert.equal(about([job('AE', 20)], 'agency'), undefined)
})

for (const [rule, signals, known] of [
  [
    'what came and went lately comes before what was there',
    [tool('Attio', 20, 'adopted'), tool('Pipedrive', 200, 'dropped'), tool('Okta', 500, 'in_use')],
    'New here: Attio (CRM, first seen 20 days ago). No longer in use: Pipedrive (CRM, first noticed 200 days ago). In use: Okta.',
  ],
  [
    'where the jobs are, and what they have been looking for longest: whoever leads comes first',
    [
      job('Analyst', 150, { location: 'Paris, France' }),
      job('Head of Data', 64, { seniority: 'director', location: 'Berlin, Germany' }),
      job('Designer', 9, { location: 'Berlin, Germany' }),
      job('Writer', 8, { location: 'Remote - EU' }),
    ],
    'They have been looking for a “Head of Data” for 64 days. They have 4 open jobs; the newest: “Writer” (posted 8 days ago) and “Designer” (posted 9 days ago). Where: Berlin (2 jobs), remote and Paris.',
  ],
  [
    'a job that has been open for more than half a year is no search',
    [job('Cook', 200)],
    'Nothing new has been seen here since 12 December 2025, when a job was posted. They are hiring for “Cook” (posted 200 days ago).',
  ],
  [
    'a tool that one ad names is likely in use, with the sentence',
    [tool('Attio', 20, 'in_use', { evidence: 'You run our Attio.' }, { confidence: 0.6 })],
    'Likely in use: Attio; a job ad says: “You run our Attio”.',
  ],
  [
    'jobs for beginners are not said to be the last that was known',
    [job('Junior Designer', 3, { seniority: 'junior' })],
    'All open jobs are junior, internships or temporary: “Junior Designer”.',
  ],
  [
    'a loan is no round, and says what it is',
    [round(40, { amountUsd: 3_000_000, instrument: 'debt' }, { label: 'Closes $3M credit facility' })],
    'Money that is no equity round: a $3M debt financing in May 2026.',
  ],
  [
    'files for crawlers are no news of a website',
    [page('ai_feature', 30), page('llms_txt', 2), page('ai_chat_widget', 300)],
    'New on the website: “Page: ai_feature”, first seen 30 days ago. On the website: “Page: ai_chat_widget”.',
  ],
  [
    'the last thing that happened is named',
    [job('AE', 200, {}, { status: 'closed', closedAt: NOW - 100 * 86_400 }), tool('Okta', 500, 'adopted')],
    'Nothing new has been seen here since 22 March 2026, when a job was closed. No job was open on 29 June 2026; the last one known is “AE”, posted on 12 December 2025. In use: Okta.',
  ],
] as const satisfies readonly (readonly [string, readonly Signal[], string])[]) {
  test(`quiet: ${rule}`, () => assert.equal(about(signals)?.known, known))
}

test('quiet: what nobody looks at is said, and only beside a fact', () => {
  const { funding: _funding, web: _web, ...some } = ALL
  const okta = tool('Okta', 500, 'in_use')
  const partly = (signals: readonly Signal[]) => about(signals, 'unknown', some as typeof ALL)?.known
  assert.equal(partly([okta]), 'In use: Okta. Not monitored here: rounds and the website.')
  assert.equal(partly([]), undefined)
})

test('quiet: a part of a window is said to open it only while it counts there', () => {
  const opens = (signals: readonly Signal[]) => about(signals)?.opens
  const security = (days: number) => [job('Security Engineer', days, { function: 'security' })]
  const model = tool('Mistral AI', 400, 'in_use', { category: 'llm', ai: true })
  const abroad = job('AE', 20, { newCountry: true, country: 'PL', function: 'sales', seniority: 'director' })
  assert.match(opens(security(20))?.join() ?? '', /another new security job would be a reason to call/)
  // With an older one open, a new one is not the second.
  assert.doesNotMatch(opens([...security(20), ...security(119)])?.join() ?? '', /second/)
  assert.deepEqual(opens(security(100)), [])
  assert.match(
    opens([model])?.join() ?? '',
    /They use Mistral AI, and the website showed no AI product on 29 June 2026/,
  )
  assert.deepEqual(opens([model, page('ai_product_page', 300)]), [])
  assert.match(opens([round(100, SERIES_A)])?.join() ?? '', /^The \$9M Series A of 22 March 2026 is still fresh/)
  assert.deepEqual(opens([round(130, SERIES_A)]), [])
  assert.match(opens([abroad])?.join() ?? '', /“AE” in Poland is among the first jobs seen there/)
  const builder = job('ML Engineer', 20, { function: 'engineering', ai: true })
  assert.match(
    opens([builder])?.join() ?? '',
    /^They are hiring for “ML Engineer”, and the website showed no AI product or feature on 29 June 2026: one would be a reason/,
  )
  assert.deepEqual(opens([builder, page('ai_feature', 300)]), [])
  const seller = job('AE', 20, { function: 'sales' })
  const clay = tool('Clay', 400, 'in_use', { category: 'ai_sales', ai: true })
  assert.match(opens([seller, clay])?.join() ?? '', /They are hiring for “AE” and use Clay: a job for outbound with AI/)
  assert.doesNotMatch(opens([seller])?.join() ?? '', /outbound/)
})

test('quiet: one fact gives one question', () => {
  const points = about([tool('Klaviyo', 60, 'adopted', { category: 'marketing_automation' })])?.talkingPoints
  assert.deepEqual(points, [
    'You seem to have started with Klaviyo in May 2026: who asked for it, and what is it to solve?',
  ])
})

test('quiet: a job that has been open for long is asked about once, before the focus of the others', () => {
  const jobs = ['AE', 'SDR', 'Account Manager'].map((title, at) => job(title, at, { function: 'sales' }))
  const head = job('Head of AI', 64, { seniority: 'director', ai: true, function: 'engineering' })
  assert.deepEqual(about([...jobs, head])?.talkingPoints, [
    'You have been looking for a “Head of AI” for 64 days: who decides in the meantime, and what waits?',
    'You are hiring most in sales: which plan is behind that, and what does it need besides people?',
  ])
})

test('quiet: several jobs of one title, and two roles of one team, are asked about by their age', () => {
  const support = (title: string, days: number) => job(title, days, { function: 'support' })
  const leads = [64, 70, 87].map((days) => support('Support Team Lead', days))
  const questions = about(leads)?.talkingPoints.join(' ') ?? ''
  assert.match(questions, /You have 3 jobs “Support Team Lead”, open for 64 to 87 days: which of them/)
  const pair = [support('Support Agent', 70), support('Support Writer', 90), support('Clerk', 3)]
  assert.match(
    about(pair)?.talkingPoints.join(' ') ?? '',
    /You have been looking for a “Support Writer” for 90 days and a “Support Agent” for 70 days: which of the two/,
  )
  assert.equal(about(pair)?.talkingPoints.filter((point) => point.includes('Support Writer')).length, 1)
  assert.equal(about(leads)?.talkingPoints.filter((point) => point.includes('Support Team Lead”, open')).length, 1)
  assert.doesNotMatch(questions, /You have been looking for a “Support Team Lead”/)
  const head = job('Head of AI', 90, { seniority: 'director', function: 'engineering' })
  const both = about([head, ...leads, ...pair])?.talkingPoints ?? []
  assert.match(both.join(' '), /a “Head of AI” for 90 days: .+ You have 3 jobs “Support Team Lead”/)
  assert.equal(both.filter((point) => point.includes('Support Team Lead')).length, 1)
  assert.deepEqual(about([job('AE', 3, { function: 'sales' })])?.talkingPoints, [
    'You are hiring for “AE”: which leads and accounts does nobody follow up on until then?',
  ])
})
