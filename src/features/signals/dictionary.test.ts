import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { wordsOf } from '../../platform/normalise-text.ts'
import { JOB_FUNCTIONS, SENIORITIES } from './declarations.ts'
import { aiWordsIn, fillFromDictionary } from './dictionary.ts'

const jobs: [title: string, jobFunction: string | undefined, seniority: string | undefined, ai?: true][] = [
  ['AI SDR', 'sales', undefined, true],
  ['Senior Machine Learning Engineer', 'engineering', 'senior', true],
  ['MACHINE-LEARNING ENGINEER', 'engineering', undefined, true],
  ['Künstliche Intelligenz Entwickler', 'engineering', undefined, true],
  ['Kunstliche intelligenz entwickler', 'engineering', undefined, true],
  ['Développeur Full-Stack (H/F)', 'engineering', undefined],
  ['Head of AI', undefined, 'director', true],
  ['Chief AI Officer', undefined, 'c_level', true],
  ['Sales Engineer', 'sales', undefined],
  ['Engineer, Sales Tools', 'engineering', undefined],
  ['Director of Product Marketing', 'marketing', 'director'],
  ['Senior Director, Engineering', 'engineering', 'director'],
  ['VP of Sales', 'sales', 'vp'],
  ['Marketing Data Analyst', 'data', undefined],
  ['Data Protection Officer', 'legal', undefined],
  ['Product Manager', 'product', undefined],
  ['Senior Product Manager', 'product', 'senior'],
  ['Engineering Manager', 'engineering', 'manager'],
  ['Staff Software Engineer', 'engineering', 'lead'],
  ['Staff Accountant', 'finance', undefined],
  ['Lead Generation Specialist', 'marketing', undefined],
  ['Executive Assistant to the CEO', 'operations', undefined],
  ['Chief of Staff', 'operations', undefined],
  ['Intern, Office of the CTO', 'engineering', 'intern'],
  ['Werkstudent Vertrieb', 'sales', 'intern'],
  ['Jr. UX Researcher', 'design', 'junior'],
  ['Maintenance Technician', undefined, undefined],
  ['Internal Communications Partner', 'marketing', undefined],
]
for (const [jobTitle, jobFunction, seniority, ai] of jobs) {
  test(`the job "${jobTitle}"`, () => {
    const filled = fillFromDictionary('hiring', { jobTitle })
    assert.deepEqual([filled.function, filled.seniority, filled.ai], [jobFunction, seniority, ai])
  })
}

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

test('a job title without an AI word leaves ai absent: false would be a guess', () => {
  assert.equal('ai' in fillFromDictionary('hiring', { jobTitle: 'Account Executive' }), false)
  assert.equal('ai' in fillFromDictionary('tool', { tool: 'Northwind Writer' }), false)
  assert.equal(fillFromDictionary('tool', { tool: 'Pipedrive' }).ai, false, 'the catalogue knows that it is no AI tool')
})

test("a source's value is never overwritten", () => {
  const job = { jobTitle: 'AI Engineer', function: 'research', seniority: 'lead', ai: false }
  assert.deepEqual(fillFromDictionary('hiring', job), job)
  const tool = { tool: 'OpenAI API', category: 'other', vendor: 'Reseller', ai: false }
  assert.deepEqual(fillFromDictionary('tool', tool), { ...tool, product: 'openai_api', family: 'openai' })
})

test('the department is used only when the title implies no function', () => {
  assert.equal(fillFromDictionary('hiring', { jobTitle: 'Ninja', department: 'Sales' }).function, 'sales')
  assert.equal(fillFromDictionary('hiring', { jobTitle: 'Engineer', department: 'Sales' }).function, 'engineering')
})

test('other types are unchanged', () => {
  for (const type of ['funding', 'funding_ai', 'web', 'velocity'] as const) {
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

test('any title gives declared values only, whatever its punctuation', () => {
  const title = fc.array(
    fc.constantFrom('senior', 'VP', 'data', 'Sales', 'AI', 'manager', 'to', 'the', 'CEO', 'été', '&'),
  )
  fc.assert(
    fc.property(
      fc.oneof(
        title.map((words) => words.join(' ')),
        fc.string({ unit: 'grapheme' }),
      ),
      (text) => {
        const filled = fillFromDictionary('hiring', { jobTitle: text })
        assert.ok(filled.function === undefined || JOB_FUNCTIONS.some((each) => each === filled.function))
        assert.ok(filled.seniority === undefined || SENIORITIES.some((each) => each === filled.seniority))
        const plain = fillFromDictionary('hiring', { jobTitle: wordsOf(text).join(' - ') })
        assert.deepEqual(
          [plain.function, plain.seniority, plain.ai ?? false],
          [filled.function, filled.seniority, filled.ai ?? false],
        )
        fillFromDictionary('tool', { tool: text })
      },
    ),
  )
})
