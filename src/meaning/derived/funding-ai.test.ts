import assert from 'node:assert/strict'
import { test } from 'node:test'
import { at, signal } from '../../../test/harness/base-signals.ts'
import { contextOf, type KnownContext } from './context.ts'
import { DAY_SECONDS } from './derived-signal.ts'
import { deriveFundingAi } from './funding-ai.ts'

const ROUND_AT = at('2026-04-02', '10:00:00')
const fields = { round: 'series_a', amountUsd: 12_000_000, investors: ['AI Fund'], announcedOn: '2026-04-02' }
const round = signal('funding', ROUND_AT, fields, {
  label: 'Series A of $12M',
  key: 'round:1',
  source: { name: 'news' },
  confidence: 0.95,
})

type SignalArguments = Parameters<typeof signal>
type Facts = ReturnType<typeof signal>[]
const derive = (facts: Facts, known: KnownContext = {}) =>
  deriveFundingAi('acme.example', facts, contextOf(facts, known))
const derived = (...given: SignalArguments[]) => derive([round, ...given.map((parameters) => signal(...parameters))])
const evidence = (...given: SignalArguments[]) => derived(...given)[0]?.fields.evidence
const openAi = { tool: 'OpenAI API', category: 'llm' }

test('a round near an AI tool keeps its fields and time and lists its evidence', () => {
  assert.deepEqual(derived(['tool', ROUND_AT - DAY_SECONDS, openAi, { confidence: 0.8 }]), [
    {
      key: 'funding_ai:acme.example:news:round%3A1',
      type: 'funding_ai',
      label: 'Funding plus AI: Series A of $12M',
      confidence: 0.8,
      occurredAt: ROUND_AT,
      fields: { ...fields, evidence: ['tool: OpenAI API'] },
    },
  ])
})

const days = (count: number) => ROUND_AT + count * DAY_SECONDS
const ended = (count: number) => ({ status: 'closed', closedAt: days(count) }) as const
const aiSdr = { jobTitle: 'AI SDR', ai: true }
const page = { kind: 'ai_product_page' }
const cases: [string, SignalArguments, string[] | undefined][] = [
  ['a tool of the category llm', ['tool', ROUND_AT, openAi], ['tool: OpenAI API']],
  ['a framework', ['tool', ROUND_AT, { tool: 'LangChain', category: 'ai_framework' }], ['tool: LangChain']],
  ['a vector database', ['tool', ROUND_AT, { tool: 'Pinecone', category: 'vector_database' }], ['tool: Pinecone']],
  ['an ML platform', ['tool', ROUND_AT, { tool: 'SageMaker', category: 'ml_platform' }], ['tool: SageMaker']],
  ['ChatGPT seats', ['tool', ROUND_AT, { tool: 'ChatGPT', category: 'ai_assistant', ai: true }], undefined],
  ['another tool', ['tool', ROUND_AT, { tool: 'HubSpot', category: 'crm', ai: true }], undefined],
  ['a tool with confidence 0.69', ['tool', ROUND_AT, openAi, { confidence: 0.69 }], undefined],
  ['a tool that jobs only ask for', ['tool', ROUND_AT, { ...openAi, basis: 'asked' }], undefined],
  ['a tool in use for three years', ['tool', days(-1_000), { ...openAi, change: 'in_use' }], ['tool: OpenAI API']],
  ['a tool that was in use until the day after', ['tool', days(-400), openAi, ended(1)], ['tool: OpenAI API']],
  ['a tool that was no longer in use', ['tool', days(-100), openAi, ended(-1)], undefined],
  ['a dropped tool', ['tool', ROUND_AT, { ...openAi, change: 'dropped' }], undefined],
  ['a tool adopted 180 days after', ['tool', days(180), openAi], ['tool: OpenAI API']],
  ['a tool adopted later', ['tool', days(180) + 1, openAi], undefined],
  ['a product page', ['web', ROUND_AT, page], ['web: ai_product_page']],
  ['an AI feature', ['web', ROUND_AT, { kind: 'ai_feature' }], ['web: ai_feature']],
  ['an MCP endpoint', ['web', ROUND_AT, { kind: 'mcp_endpoint' }], ['web: mcp_endpoint']],
  ['a removed page', ['web', ROUND_AT, { ...page, change: 'removed' }], undefined],
  ['a chat widget', ['web', ROUND_AT, { kind: 'ai_chat_widget' }], undefined],
  ['an llms.txt', ['web', ROUND_AT, { kind: 'llms_txt' }], undefined],
  ['rules for AI crawlers', ['web', ROUND_AT, { kind: 'ai_crawler_policy' }], undefined],
  ['an AI job', ['hiring', ROUND_AT, aiSdr], ['hiring: AI SDR']],
  ['an AI job by its title', ['hiring', ROUND_AT, { ...aiSdr, aiFrom: 'title' }], ['hiring: AI SDR']],
  ['an AI job by its description', ['hiring', ROUND_AT, { ...aiSdr, aiFrom: 'description' }], undefined],
  ['another job', ['hiring', ROUND_AT, { jobTitle: 'SDR', ai: false }], undefined],
  ['a closed AI job', ['hiring', ROUND_AT, aiSdr, { status: 'closed' }], ['hiring: AI SDR']],
  ['a retracted AI job', ['hiring', ROUND_AT, aiSdr, { status: 'retracted' }], undefined],
  ['a job 180 days before', ['hiring', days(-180), aiSdr], ['hiring: AI SDR']],
  ['a job 180 days after', ['hiring', days(180), aiSdr], ['hiring: AI SDR']],
  ['a job a second earlier', ['hiring', days(-180) - 1, aiSdr], undefined],
  ['a job a second later', ['hiring', days(180) + 1, aiSdr], undefined],
  ['another round', ['funding', ROUND_AT, { round: 'seed' }], undefined],
]
for (const [name, given, expected] of cases) {
  test(`evidence: ${name}`, () => assert.deepEqual(evidence(given), expected))
}

test('the label of the round is evidence on its own, as certain as the round', () => {
  const label = 'Series B for machine learning and AI agents'
  const [signalOfLabel] = derive([{ ...round, label }, signal('web', ROUND_AT, page, { confidence: 0.2 })])
  assert.deepEqual(signalOfLabel?.fields.evidence, [
    'text: machine learning',
    'text: ai agents',
    'web: ai_product_page',
  ])
  assert.equal(signalOfLabel?.confidence, 0.95)
})

test('names of investors and of the company are removed from the words of the round', () => {
  const words = (label: string, companyName: string) =>
    derive([{ ...round, label }], { companyName })[0]?.fields.evidence
  assert.equal(words('Series A led by AI Fund', 'Acme'), undefined)
  assert.equal(words('Acme AI raises a Series A', 'Acme AI Inc.'), undefined)
  assert.equal(words('acme.example raises a Series A', 'AI'), undefined)
  assert.deepEqual(words('Acme AI raises a Series A for AI agents', 'Acme AI'), ['text: ai agents'])
})

test('it occurs at the later of round and earliest evidence', () => {
  const occurredAt = (...given: SignalArguments[]) => derived(...given)[0]?.occurredAt
  assert.equal(occurredAt(['hiring', days(-3), aiSdr], ['hiring', days(9), aiSdr]), ROUND_AT)
  assert.equal(occurredAt(['hiring', days(9), aiSdr], ['web', days(5), page, { confidence: 0.1 }]), days(5))
  const many = [1, 2, 3].map((day): SignalArguments => ['hiring', days(20 + day), aiSdr])
  assert.equal(occurredAt(...many, ['hiring', days(4), aiSdr, { confidence: 0.2 }]), days(4), 'not among the listed')
})

test('debt, grants and secondaries give none', () => {
  const tool = signal('tool', ROUND_AT, openAi)
  for (const name of ['debt', 'grant', 'secondary']) {
    assert.deepEqual(derive([{ ...round, fields: { ...fields, round: name } }, tool]), [], name)
  }
})

test('jobs of agencies and marketplaces are no evidence', () => {
  const facts = [round, signal('hiring', ROUND_AT, aiSdr)]
  const found = (employerKind: 'direct' | 'unknown' | 'agency' | 'marketplace') =>
    derive(facts, { employerKind }).length
  assert.deepEqual([found('direct'), found('unknown'), found('agency'), found('marketplace')], [1, 1, 0, 0])
})

test('a retracted round gives no signal, a closed one does', () => {
  const tool = signal('tool', ROUND_AT, openAi)
  assert.deepEqual(derive([{ ...round, status: 'retracted' }, tool]), [])
  assert.equal(derive([{ ...round, status: 'closed' }, tool]).length, 1)
})

test('the key is kept when another report of the round is shown', () => {
  const facts = [round, signal('tool', ROUND_AT, openAi)]
  const [first] = derive(facts)
  const identityOf = () => ({ name: 'news', key: 'round:1' })
  const [second] = derive([{ ...round, source: { name: 'database' }, key: '7' }, ...facts.slice(1)], { identityOf })
  assert.equal(second?.key, first?.key)
})

test('of each kind the three strongest are listed, the oldest first among equals, none twice', () => {
  const job = (jobTitle: string, daysAfter: number, confidence: number): SignalArguments => [
    'hiring',
    ROUND_AT + daysAfter * DAY_SECONDS,
    { jobTitle, ai: true },
    { confidence },
  ]
  const given = [job('D', 1, 0.5), job('C', 9, 0.6), job('B', 5, 0.6), job('A', 90, 0.9), job('E', 0, 0.4)]
  assert.deepEqual(evidence(...given), ['hiring: A', 'hiring: B', 'hiring: C'])
  assert.equal(derived(...given)[0]?.confidence, 0.9)
  assert.deepEqual(evidence(job('A', 1, 0.5), job('A', 2, 0.5)), ['hiring: A'])
})

test('a long title is cut off between characters', () => {
  const [name] = (evidence(['hiring', ROUND_AT, { jobTitle: '🤖'.repeat(200), ai: true }]) ?? []) as string[]
  assert.equal(name, `hiring: ${'🤖'.repeat(100)}`)
})
