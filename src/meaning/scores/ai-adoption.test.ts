import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_SECONDS, at as day, signal } from '../../../test/harness/base-signals.ts'
import { SCORE_COMPONENTS } from '../../closed-sets/signals.ts'
import { shippedTools } from '../tools/index.ts'
import { aiAdoption } from './ai-adoption.ts'
import { DATA_TOOL_CATEGORIES, EVIDENCE, WEIGHT_PERCENT } from './model.ts'

const NOW = day('2026-06-01')

test('without signals every number is 0', () => {
  const { contributions, modelVersion, ...numbers } = aiAdoption([], NOW + 12_345)
  assert.deepEqual(contributions, [])
  assert.equal(modelVersion, '2')
  assert.deepEqual(numbers, {
    score: 0,
    scoreTenths: 0,
    intent: 0,
    implementation: 0,
    momentum: 0,
    readiness: 0,
    asOf: NOW,
  })
})

test('a certain signal of today gets the base of its row', () => {
  for (const row of EVIDENCE) {
    const fields = Object.fromEntries(
      Object.entries(row.where ?? {}).map(([field, values]) => [field, values[0] ?? '']),
    )
    const score = aiAdoption([signal(row.type, NOW, fields)], NOW)
    assert.equal(score[row.component], Math.round(row.base * 1000) / 10, row.evidence)
  }
})

test('exact ties go up, for every row and every confidence', () => {
  let ties = 0
  for (const row of EVIDENCE) {
    const fields = Object.fromEntries(
      Object.entries(row.where ?? {}).map(([field, values]) => [field, values[0] ?? '']),
    )
    for (let hundredths = 1; hundredths <= 100; hundredths++) {
      const score = aiAdoption([signal(row.type, NOW, fields, { confidence: hundredths / 100 })], NOW)
      // Hundredths of points, as a whole number.
      const exact = Math.round(row.base * 100) * hundredths
      assert.equal(score[row.component], Math.floor((exact + 5) / 10) / 10, `${row.evidence} × 0.${hundredths}`)
      if (exact % 10 === 5) ties++
    }
  }
  assert.ok(ties > 20, String(ties))
})

test('bases are below 1, and the weights add up to 100 percent', () => {
  for (const { base } of EVIDENCE) assert.ok(base >= 0 && base < 1)
  assert.equal(
    SCORE_COMPONENTS.reduce((sum, component) => sum + WEIGHT_PERCENT[component], 0),
    100,
  )
})

const cases: [string, Parameters<typeof signal>[0], Parameters<typeof signal>[2], Record<string, number>][] = [
  ['an ordinary job does not count', 'hiring', { jobTitle: 'Cook', function: 'other', ai: false }, {}],
  ['a data job that is about AI counts twice', 'hiring', { ai: true, function: 'data' }, { intent: 20, readiness: 12 }],
  ['a senior AI job is not a leadership job', 'hiring', { ai: true, seniority: 'senior' }, { intent: 20 }],
  ['an AI tool is adopted by default', 'tool', { tool: 'X', ai: true }, { implementation: 30 }],
  ['an AI tool that jobs only ask for does not count', 'tool', { tool: 'X', ai: true, basis: 'asked' }, {}],
  ['a dropped AI tool does not count', 'tool', { tool: 'X', ai: true, change: 'dropped' }, {}],
  [
    'a vector database is an AI tool and a data tool',
    'tool',
    { ai: true, category: 'vector_database', change: 'adopted' },
    { implementation: 30, readiness: 20 },
  ],
  ['a CRM is neither', 'tool', { tool: 'HubSpot', ai: false, category: 'crm' }, {}],
  ['velocity says nothing about AI', 'velocity', { opened: 40 }, {}],
]
for (const [name, type, fields, expected] of cases) {
  test(name, () => {
    const { intent, implementation, readiness } = aiAdoption([signal(type, NOW, fields)], NOW)
    assert.deepEqual({ intent, implementation, readiness }, { intent: 0, implementation: 0, readiness: 0, ...expected })
  })
}

test('a bakery with an llms.txt scores 0', () => {
  const bakery = [
    signal('web', NOW, { kind: 'llms_txt', change: 'launched' }),
    signal('web', NOW, { kind: 'ai_crawler_policy', change: 'launched' }),
    signal('hiring', NOW, { jobTitle: 'Baker', function: 'other' }),
  ]
  assert.equal(aiAdoption(bakery, NOW).score, 0)
})

test('a company that runs AI in production for three years ranks above one that hires for it', () => {
  const threeYearsAgo = NOW - 3 * 365 * DAY_SECONDS
  const runs = [
    signal('tool', threeYearsAgo, { tool: 'OpenAI API', category: 'llm', ai: true, change: 'in_use' }),
    signal('web', threeYearsAgo, { kind: 'ai_product_page', change: 'up' }),
  ]
  const hires = Array.from({ length: 20 }, () => signal('hiring', NOW, { jobTitle: 'AI Engineer', ai: true }))
  assert.equal(aiAdoption(runs, NOW).score, 31.9)
  assert.equal(aiAdoption(hires, NOW).score, 28.2)
})

test('a closed job counts, a retracted one does not', () => {
  const job = (status: 'active' | 'closed' | 'retracted') => signal('hiring', NOW, { ai: true }, { status })
  assert.equal(aiAdoption([job('closed')], NOW).intent, aiAdoption([job('active')], NOW).intent)
  assert.deepEqual(aiAdoption([job('retracted')], NOW), aiAdoption([], NOW))
})

test('a tool or page has full strength while it is in use or up, and none afterwards', () => {
  const old = NOW - 2_000 * DAY_SECONDS
  const implementation = (...facts: Parameters<typeof signal>[]) =>
    aiAdoption(
      facts.map((parameters) => signal(...parameters)),
      NOW,
    ).implementation
  const tool = { tool: 'X', ai: true }
  assert.equal(implementation(['tool', old, { ...tool, change: 'in_use' }]), 30)
  assert.equal(implementation(['tool', NOW, { ...tool, change: 'adopted' }]), 30)
  assert.equal(implementation(['tool', NOW, tool, { status: 'closed' }]), 0)
  assert.equal(implementation(['tool', NOW, { ...tool, change: 'dropped' }]), 0)
  assert.equal(implementation(['web', old, { kind: 'ai_feature', change: 'up' }]), 35)
  assert.equal(implementation(['web', NOW, { kind: 'ai_feature', change: 'removed' }]), 0)
})

test('what existed before monitoring isn’t momentum', () => {
  const momentum = (change: string) => aiAdoption([signal('tool', NOW, { tool: 'X', ai: true, change })], NOW).momentum
  assert.deepEqual([momentum('adopted'), momentum('in_use')], [37.5, 0])
  assert.equal(aiAdoption([signal('web', NOW, { kind: 'ai_feature', change: 'up' })], NOW).momentum, 0)
})

test('ai of a job by its description counts nowhere in the score, only by title', () => {
  const job = (aiFrom: string) => aiAdoption([signal('hiring', NOW, { ai: true, aiFrom })], NOW)
  assert.deepEqual(job('description'), aiAdoption([], NOW))
  assert.equal(job('title').intent, 20)
})

test('jobs of agencies and marketplaces count nowhere', () => {
  const jobs = [signal('hiring', NOW, { ai: true, function: 'data' })]
  assert.deepEqual(aiAdoption(jobs, NOW, 'agency'), aiAdoption([], NOW))
  assert.deepEqual(aiAdoption(jobs, NOW, 'marketplace'), aiAdoption([], NOW))
  assert.deepEqual(aiAdoption(jobs, NOW, 'direct'), aiAdoption(jobs, NOW))
})

test('a half-life halves the strength, and a signal of tomorrow has age 0', () => {
  const intent = (daysAgo: number) =>
    aiAdoption([signal('hiring', NOW - daysAgo * DAY_SECONDS, { ai: true })], NOW).intent
  assert.deepEqual([intent(-1), intent(0), intent(60), intent(120)], [20, 20, 10, 5])
})

test('ages are days between dates: every second of a day gives the same score', () => {
  const signals = [signal('hiring', NOW - 1, { ai: true }), signal('web', NOW + 80_000, { kind: 'ai_feature' })]
  assert.deepEqual(aiAdoption(signals, NOW), aiAdoption(signals, NOW + DAY_SECONDS - 1))
  assert.notDeepEqual(aiAdoption(signals, NOW - 1), aiAdoption(signals, NOW))
})

test('momentum compares ages 0 to 29 with ages 30 to 119', () => {
  const momentum = (...ages: number[]) =>
    aiAdoption(
      ages.map((age) => signal('tool', NOW - age * DAY_SECONDS, { tool: 'X', ai: true })),
      NOW,
    ).momentum
  assert.equal(momentum(0), 37.5)
  assert.equal(momentum(29), 37.5)
  assert.equal(momentum(30), 0)
  assert.equal(momentum(0, 30), 33.3)
  assert.equal(momentum(0, 119), 33.3)
  assert.equal(momentum(0, 120), 37.5)
})

test('the strongest signal gets its points first, and points that round to 0 are not listed', () => {
  const weak = signal('web', NOW, { kind: 'ai_chat_widget' }, { confidence: 0 })
  const strong = signal('web', NOW, { kind: 'ai_feature' })
  const middle = signal('web', NOW, { kind: 'ai_chat_widget' }, { confidence: 0.4 })
  const { contributions } = aiAdoption([weak, middle, strong], NOW)
  assert.deepEqual(
    contributions.filter(({ component }) => component === 'implementation'),
    [
      { signalId: strong.id, component: 'implementation', points: 35 },
      { signalId: middle.id, component: 'implementation', points: 6.5 },
    ],
  )
})

test('beyond 30 signals the contributions of a component end with a counted remainder', () => {
  const jobs = Array.from({ length: 100 }, () => signal('hiring', NOW, { ai: true }, { confidence: 0.05 }))
  const { contributions, intent } = aiAdoption(jobs, NOW)
  const ofIntent = contributions.filter(({ component }) => component === 'intent')
  assert.equal(ofIntent.length, 31)
  const listed = ofIntent.slice(0, -1).reduce((sum, { points }) => sum + Math.round(points * 10), 0)
  assert.deepEqual(ofIntent.at(-1), {
    signalId: null,
    component: 'intent',
    points: Math.round(intent * 10 - listed) / 10,
    signals: 70,
  })
})

test('of each row the newest 1,000 count, and more would not be seen', () => {
  const jobs = (count: number) =>
    Array.from({ length: count }, (_, i) => signal('hiring', NOW - (i % 240) * DAY_SECONDS, { ai: true }))
  assert.equal(aiAdoption(jobs(1_000), NOW).intent, 100)
  assert.equal(aiAdoption(jobs(20_000), NOW).intent, 100)
  const thousand = jobs(1_000)
  const older = Array.from({ length: 1_000 }, () => signal('hiring', NOW - 300 * DAY_SECONDS, { ai: true }))
  assert.deepEqual(aiAdoption([...older, ...thousand], NOW), aiAdoption(thousand, NOW))
})

test('the dictionary has every category of data tools, so sources can leave it out', () => {
  const categories = new Set(shippedTools().list.products.map(({ category }) => category))
  for (const category of DATA_TOOL_CATEGORIES) assert.ok(categories.has(category), category)
})
