import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aiWordsIn, fillFromDictionary } from './dictionary.ts'

const tools: [tool: string, category: string | undefined, vendor: string | undefined, ai: boolean | undefined][] = [
  ['HubSpot', undefined, 'HubSpot', undefined],
  ['hubspot crm', 'crm', 'HubSpot', false],
  ['Atlassian Jira Cloud', 'project_management', 'Atlassian', false],
  ['Google BigQuery', 'data_warehouse', 'Google', false],
  ['OpenAI API', 'llm', 'OpenAI', true],
  ['GitHub', 'source_control', 'Microsoft', false],
  ['GitHub Copilot', 'ai_coding', 'Microsoft', true],
  ['Notion', 'collaboration', 'Notion', false],
  ['Notion AI', 'ai_assistant', 'Notion', true],
  ['Weights & Biases', 'ml_platform', 'Weights & Biases', true],
  ['Zendesk Suite', 'customer_support', 'Zendesk', false],
  ['Asana AI Studio', undefined, 'Asana', true],
  ['Segment', 'customer_data_platform', 'Twilio', false],
  ['Customer Segment Builder', undefined, undefined, undefined],
  ['Front Row', undefined, undefined, undefined],
  ['Northwind AI Writer', undefined, undefined, true],
  ['Northwind Writer', undefined, undefined, undefined],
]
for (const [tool, category, vendor, ai] of tools) {
  test(`the tool "${tool}"`, () => {
    const filled = fillFromDictionary('tool', { tool })
    assert.deepEqual([filled.category, filled.vendor, filled.ai], [category, vendor, ai])
  })
}

test('a tool that the catalogue does not know leaves ai absent: false would be a guess', () => {
  assert.equal('ai' in fillFromDictionary('tool', { tool: 'Northwind Writer' }), false)
  assert.equal(fillFromDictionary('tool', { tool: 'Pipedrive' }).ai, false, 'the catalogue knows that it is no AI tool')
})

test("a source's value is never overwritten", () => {
  const tool = { tool: 'OpenAI API', category: 'other', vendor: 'Reseller', ai: false }
  assert.deepEqual(fillFromDictionary('tool', tool), { ...tool, product: 'openai_api', family: 'openai' })
})

test('other types are unchanged', () => {
  for (const type of ['funding_ai', 'web', 'velocity'] as const) {
    assert.deepEqual(fillFromDictionary(type, { vendor: 'OpenAI' }), { vendor: 'OpenAI' })
  }
})

test('AI phrases match whole words, the longest first, each once and in order', () => {
  assert.deepEqual(aiWordsIn('Raised $12M for AI agents and machine-learning, more A.I., more ai agents'), [
    'ai agents',
    'machine learning',
    'a i',
  ])
  assert.deepEqual(aiWordsIn('Aid and maintenance for rail, email and MLB fans'), [])
})
