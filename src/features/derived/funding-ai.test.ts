import assert from 'node:assert/strict'
import { test } from 'node:test'
import { at, signal } from '../../../test/harness/base-signals.ts'
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
const derived = (...given: SignalArguments[]) =>
  deriveFundingAi('acme', [round, ...given.map((parameters) => signal(...parameters))])
const evidence = (...given: SignalArguments[]) => derived(...given)[0]?.fields.evidence

test('a round near an AI tool keeps its fields and time and lists its evidence', () => {
  assert.deepEqual(derived(['tool', ROUND_AT - DAY_SECONDS, { tool: 'OpenAI API', ai: true }, { confidence: 0.8 }]), [
    {
      key: 'funding_ai:acme:news:round%3A1',
      type: 'funding_ai',
      label: 'Funding plus AI: Series A of $12M',
      confidence: 0.8,
      occurredAt: ROUND_AT,
      fields: { ...fields, evidence: ['tool: OpenAI API'] },
    },
  ])
})

const cases: [string, SignalArguments, string[] | undefined][] = [
  ['an AI tool', ['tool', ROUND_AT, { tool: 'X', ai: true, change: 'adopted' }], ['tool: X']],
  ['a dropped AI tool', ['tool', ROUND_AT, { tool: 'X', ai: true, change: 'dropped' }], undefined],
  ['another tool', ['tool', ROUND_AT, { tool: 'X', ai: false }], undefined],
  ['a tool with unknown ai', ['tool', ROUND_AT, { tool: 'X' }], undefined],
  ['AI on the website', ['web', ROUND_AT, { kind: 'ai_feature' }], ['web: ai_feature']],
  ['a policy for AI crawlers', ['web', ROUND_AT, { kind: 'ai_crawler_policy' }], undefined],
  ['an AI job', ['hiring', ROUND_AT, { jobTitle: 'AI SDR', ai: true }], ['hiring: AI SDR']],
  ['another job', ['hiring', ROUND_AT, { jobTitle: 'SDR', ai: false }], undefined],
  ['a closed AI job', ['hiring', ROUND_AT, { jobTitle: 'AI SDR', ai: true }, { status: 'closed' }], ['hiring: AI SDR']],
  ['a retracted AI job', ['hiring', ROUND_AT, { jobTitle: 'AI SDR', ai: true }, { status: 'retracted' }], undefined],
  ['180 days before', ['web', ROUND_AT - 180 * DAY_SECONDS, { kind: 'llms_txt' }], ['web: llms_txt']],
  ['180 days after', ['web', ROUND_AT + 180 * DAY_SECONDS, { kind: 'llms_txt' }], ['web: llms_txt']],
  ['a second earlier', ['web', ROUND_AT - 180 * DAY_SECONDS - 1, { kind: 'llms_txt' }], undefined],
  ['a second later', ['web', ROUND_AT + 180 * DAY_SECONDS + 1, { kind: 'llms_txt' }], undefined],
  ['another round', ['funding', ROUND_AT, { round: 'seed' }], undefined],
]
for (const [name, given, expected] of cases) {
  test(`evidence: ${name}`, () => assert.deepEqual(evidence(given), expected))
}

test('the label of the round is evidence by itself, as certain as the round', () => {
  const label = 'Series B for machine learning and AI agents'
  const [signalOfLabel] = deriveFundingAi('acme', [
    { ...round, label },
    signal('web', ROUND_AT, { kind: 'llms_txt' }, { confidence: 0.2 }),
  ])
  assert.deepEqual(signalOfLabel?.fields.evidence, ['text: machine learning', 'text: ai agents', 'web: llms_txt'])
  assert.equal(signalOfLabel?.confidence, 0.95)
})

test('a retracted round gives no signal, a closed one does', () => {
  const tool = signal('tool', ROUND_AT, { tool: 'X', ai: true })
  assert.deepEqual(deriveFundingAi('acme', [{ ...round, status: 'retracted' }, tool]), [])
  assert.equal(deriveFundingAi('acme', [{ ...round, status: 'closed' }, tool]).length, 1)
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
