import assert from 'node:assert/strict'
import { test } from 'node:test'
import { at, jobs, signal } from '../../../test/harness/base-signals.ts'
import fc from '../../../test/harness/fast-check.ts'
import { derive } from './derive.ts'
import { type BaseSignal, DAY_SECONDS } from './derived-signal.ts'
import { roundsNear } from './rounds-near.ts'

const kinds: [BaseSignal['type'], BaseSignal['fields']][] = [
  ['hiring', { jobTitle: 'Account Executive', function: 'sales', ai: false }],
  ['hiring', { jobTitle: 'AI Engineer', function: 'engineering', ai: true }],
  ['funding', { round: 'seed' }],
  ['tool', { tool: 'OpenAI API', category: 'llm' }],
  ['tool', { tool: 'OpenAI API', category: 'llm', change: 'dropped' }],
  ['web', { kind: 'ai_feature' }],
]
const aSignal = fc
  .record({
    kind: fc.oneof(
      { weight: 4, arbitrary: fc.constant(kinds[0]) },
      { weight: 3, arbitrary: fc.constantFrom(...kinds) },
    ),
    seconds: fc.oneof(fc.nat({ max: 60 * DAY_SECONDS }), fc.nat({ max: 900 * DAY_SECONDS })),
    hundredths: fc.integer({ min: 1, max: 100 }),
    status: fc.constantFrom('active', 'active', 'active', 'closed', 'retracted'),
    openDays: fc.nat({ max: 200 }),
    number: fc.nat({ max: 60 }),
    source: fc.constantFrom('ats', 'ats', 'ats', 'board'),
  })
  .map(({ kind: [type, fields] = ['funding', {}], seconds, hundredths, status, openDays, number, source }) => {
    const occurredAt = at('2026-06-01') - seconds
    const own = type === 'hiring' ? { ...fields, jobTitle: `${fields.jobTitle} ${number}` } : fields
    const closedAt = status === 'closed' ? { closedAt: occurredAt + openDays * DAY_SECONDS } : {}
    const rest = { confidence: hundredths / 100, status, source: { name: source }, ...closedAt }
    return signal(type, occurredAt, own, rest)
  })
const company = fc.array(aSignal, { maxLength: 60, size: 'max' })

test('both rules apply to generated companies, or the properties below would prove nothing', () => {
  const types = new Set(
    fc.sample(company, { seed: 7, numRuns: 50 }).flatMap((each) => derive('acme', each).map(typeOf)),
  )
  assert.deepEqual([...types].sort(), ['funding_ai', 'velocity'])
})

test('the result does not depend on the order of the signals', () => {
  const shuffled = company.chain((signals) =>
    fc.tuple(
      fc.constant(signals),
      fc.shuffledSubarray(signals, { minLength: signals.length, maxLength: signals.length }),
    ),
  )
  fc.assert(
    fc.property(shuffled, ([signals, other]) => assert.deepEqual(derive('acme', signals), derive('acme', other))),
  )
})

test('keys are unique and sorted', () => {
  fc.assert(
    fc.property(company, (signals) => {
      const keys = derive('acme', signals).map(({ key }) => key)
      assert.deepEqual([...new Set(keys)].sort(), keys)
    }),
  )
})

test('deriving is idempotent: derived signals among the input change nothing', () => {
  fc.assert(
    fc.property(company, (signals) => {
      const derived = derive('acme', signals)
      const stored = derived.map(({ type, occurredAt, fields, ...rest }) => signal(type, occurredAt, fields, rest))
      assert.deepEqual(derive('acme', [...signals, ...stored]), derived)
    }),
  )
})

test('a retracted signal has no effect', () => {
  fc.assert(
    fc.property(company, aSignal, (signals, more) => {
      const retracted: BaseSignal = { ...more, status: 'retracted' }
      assert.deepEqual(derive('acme', [...signals, retracted]), derive('acme', signals))
    }),
  )
})

test('the confidence is at most that of the best signal, and the time at most that of the newest', () => {
  fc.assert(
    fc.property(company, (signals) => {
      const valid = signals.filter(({ status }) => status !== 'retracted')
      const best = Math.max(...valid.map(({ confidence }) => confidence))
      const newest = Math.max(...valid.map(({ occurredAt }) => occurredAt))
      for (const { confidence, occurredAt } of derive('acme', signals)) {
        assert.ok(confidence > 0 && confidence <= best)
        assert.ok(occurredAt <= newest)
      }
    }),
  )
})

test('evidence of AI changes nothing that follows from rounds which are not near it', () => {
  let near = 0
  fc.assert(
    fc.property(company, aSignal, (facts, changed) => {
      const range = roundsNear([changed])
      if (!range) return
      const rounds = (signals: readonly BaseSignal[]) =>
        derive('acme', signals).filter(({ type }) => type === 'funding_ai')
      const far = facts.filter(
        ({ type, occurredAt }) => type !== 'funding' || occurredAt < range.from || occurredAt > range.to,
      )
      assert.deepEqual(rounds([...far, changed]), rounds(far))
      near += facts.length - far.length
    }),
  )
  assert.ok(near > 0)
})

test('keys differ even if their parts contain colons', () => {
  const rounds = [
    signal('funding', 0, {}, { label: 'AI', source: { name: 'a:b' }, key: 'c' }),
    signal('funding', 0, {}, { label: 'AI', source: { name: 'a' }, key: 'b:c' }),
    signal('funding', 0, {}, { label: 'AI', source: { name: 'a%3Ab' }, key: 'c' }),
  ]
  assert.equal(new Set(derive('acme', rounds).map(({ key }) => key)).size, 3)
})

// Comparing every signal with every other would take minutes here.
test('a company with 50,000 signals is derived in time', { timeout: 20_000 }, () => {
  const many = Array.from({ length: 16_000 }, (_, index) => {
    const occurredAt = at('2020-01-01') + index * 3_600
    const confidence = ((index * 37) % 100) / 100 + 0.01
    return [
      signal('funding', occurredAt, { round: 'seed' }),
      signal('tool', occurredAt, { tool: `Tool ${index}`, category: 'llm' }, { confidence }),
      ...jobs(1, occurredAt, { function: 'sales' }),
    ]
  }).flat()
  const derived = derive('acme', [...many, ...jobs(2000, at('2021-06-01'), { ai: true })])
  assert.equal(derived.filter(({ type }) => type === 'funding_ai').length, 16_000)
})

function typeOf({ type }: { readonly type: string }): string {
  return type
}
