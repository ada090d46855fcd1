import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_SECONDS, at as day, signal } from '../../../test/harness/base-signals.ts'
import { SCORE_COMPONENTS } from '../../closed-sets/signals.ts'
import { toolCategories } from '../tools/index.ts'
import { aiAdoption } from './ai-adoption.ts'
import { DATA_TOOL_CATEGORIES, EVIDENCE, WEIGHT_PERCENT } from './model.ts'

const NOW = day('2026-06-01')

test('without signals every number is 0', () => {
  const { contributions, modelVersion, ...numbers } = aiAdoption([], NOW + 12_345)
  assert.deepEqual(contributions, [])
  assert.equal(modelVersion, '1')
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

test('bases are strictly between 0 and 1, and the weights add up to 100 percent', () => {
  for (const { base } of EVIDENCE) assert.ok(base > 0 && base < 1)
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

test('closed signals count, retracted ones do not', () => {
  const job = (status: 'active' | 'closed' | 'retracted') => signal('hiring', NOW, { ai: true }, { status })
  assert.equal(aiAdoption([job('closed')], NOW).intent, aiAdoption([job('active')], NOW).intent)
  assert.deepEqual(aiAdoption([job('retracted')], NOW), aiAdoption([], NOW))
})

test('an adoption counts until the same tool is dropped, and again after the next adoption', () => {
  const tool = (daysAgo: number, name: string, change: 'adopted' | 'dropped') =>
    signal('tool', NOW - daysAgo * DAY_SECONDS, { tool: name, ai: true, change })
  const adopted = tool(20, 'Acmé AI', 'adopted')
  const dropped = tool(10, 'acme-ai', 'dropped')
  assert.equal(aiAdoption([adopted, dropped], NOW).implementation, 0)
  assert.equal(aiAdoption([adopted, { ...dropped, status: 'retracted' }], NOW).implementation, 28.9)
  assert.equal(aiAdoption([adopted, dropped, tool(0, 'Acme AI', 'adopted')], NOW).implementation, 30)
  assert.equal(aiAdoption([adopted, tool(10, 'Other AI', 'dropped')], NOW).implementation, 28.9)
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
  const weak = signal('web', NOW, { kind: 'ai_crawler_policy' }, { confidence: 0.01 })
  const strong = signal('web', NOW, { kind: 'ai_feature' })
  const middle = signal('web', NOW, { kind: 'llms_txt' })
  const { contributions } = aiAdoption([weak, middle, strong], NOW)
  assert.deepEqual(
    contributions.filter(({ component }) => component === 'implementation'),
    [
      { signalId: strong.id, component: 'implementation', points: 35 },
      { signalId: middle.id, component: 'implementation', points: 6.5 },
    ],
  )
})

test('the number of contributions is bounded, however many signals a company has', () => {
  const jobs = Array.from({ length: 20_000 }, () => signal('hiring', NOW, { ai: true }, { confidence: 0.01 }))
  const { contributions, intent, momentum } = aiAdoption(jobs, NOW)
  assert.ok(contributions.length <= 2000)
  assert.deepEqual([intent, momentum], [100, 98.8])
})

test('the dictionary has every category of data tools, so sources can leave it out', () => {
  for (const category of DATA_TOOL_CATEGORIES) assert.ok(toolCategories().includes(category), category)
})
