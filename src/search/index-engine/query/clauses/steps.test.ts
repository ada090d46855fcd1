// Long searches are suspended between their steps while short ones run, and estimated before they start.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { referenceKernel } from '../../../../../test/harness/reference-kernel/reference-kernel.ts'
import type { Signal } from '../../../../meaning/signals/index.ts'
import { DAY_SECONDS, parseSignalQuery } from '../../../../query/index.ts'
import type { Search } from '../../../engine.ts'
import { IndexBuilder } from '../../build/index-builder.ts'
import { LiveIndex } from '../../build/live-index.ts'
import { wasmKernel } from '../../kernel/wasm-kernel.ts'
import { estimateWork, MAX_WORK } from '../estimate-work.ts'
import { search, searchSteps } from '../search.ts'
import { inOtherWorkingSpace } from './searched-index.ts'

const DAYS = 700
const AS_OF = DAYS * DAY_SECONDS
const WORDS = ['account', 'engineer', 'sales', 'head', 'intern', 'robotics', 'xenon', 'machine', 'berlin', 'growth']

/** Signals of ten companies each, with titles that contain words of many first letters. */
function makeIndex(signals: number, tail = 0): LiveIndex {
  const companies = signals / 10
  const builder = new IndexBuilder()
  for (let ordinal = 0; ordinal < companies; ordinal++) {
    const facts = {
      hqCountry: 'DE',
      employeeCount: 10,
      fundingStage: 'seed',
      industry: 'health',
      employerKind: 'direct',
      looked: 0,
    } as const
    builder.addCompany({ ordinal, ...facts, heatKey: ordinal % 97, scoreTenths: 0 })
  }
  const index: { live?: LiveIndex } = {}
  for (let n = 0; n < signals; n++) {
    const signal = signalOf(n)
    if (n < signals - tail) builder.addSignal(n % companies, signal)
    else {
      index.live ??= new LiveIndex(builder.finish({ tail, companies: 0 }), wasmKernel)
      index.live.putSignal(n % companies, signal)
    }
  }
  return index.live ?? new LiveIndex(builder.finish({ tail: 1_024, companies: 0 }), wasmKernel)
}

/** Enough signals for scans and chains of several steps with the fast kernel. It takes seconds to make, and nothing changes it. */
const LARGE = 200_000
let large: LiveIndex | undefined
function largeIndex(): LiveIndex {
  large ??= makeIndex(LARGE, 500)
  return large
}

function signalOf(n: number): Signal {
  const word = (at: number) => WORDS[(Math.imul(n, 2_654_435_761) >>> at) % WORDS.length] ?? ''
  const jobTitle = `${word(3)} ${word(9)} ${n % 300}`
  const type = n % 3 === 0 ? 'tool' : 'hiring'
  const time = (Math.imul(n, 40_503) >>> 0) % (DAYS * DAY_SECONDS)
  return {
    ...{ id: `${n.toString(16).padStart(8, '0')}-0000-8000-8000-${n.toString(16).padStart(12, '0')}` },
    ...{ type, label: jobTitle, confidence: (n % 101) / 100, status: 'active', occurredAt: time },
    ...{ firstSeenAt: 0, lastSeenAt: 0, source: { name: 's' } },
    fields: type === 'tool' ? { tool: word(5), change: 'adopted' } : { jobTitle, location: word(15) },
  }
}

const searchFor = (text: string): Search => ({
  ...{ query: parseSignalQuery(text), filters: {}, sort: 'heat', asOf: AS_OF },
  ...{ offset: 0, limit: 10, explain: true, show: true },
})
const chainOf = (steps: number) =>
  Array.from({ length: steps }, () => 'any(text ~ a*|e*|s*|h*|i*|r*|x*)').join(' THEN ')

/** Other searches run between this many steps, and then after this many of them: a long chain has hundreds. */
const EACH_STEP = 20
const EVERY_STEPS = 7

const SUSPENDED = [
  'hiring(title ~ engineer) THEN tool WITHIN 30d',
  'any(text ~ a*) THEN any(text ~ s*) THEN any(text ~ r*)',
  'hiring(title ~ e*, count >= 2) OR NOT tool(name ~ sales)',
  'hiring(location ~ berlin, text ~ growth) AND any(text ~ machine, within: 300d)',
  'any(confidence >= 0.5, before: 1971-03-01) AND (hiring OR tool)',
  chainOf(8),
]
for (const [kernel, signals] of [
  [referenceKernel, 6_000],
  [wasmKernel, LARGE],
] as const) {
  test(`a suspended search gives the same answer whatever runs in between, with the ${kernel.name}`, () => {
    const index = signals === LARGE ? largeIndex() : makeIndex(signals, 500)
    const space = inOtherWorkingSpace(index, kernel)
    const expected = SUSPENDED.map((text) => search(index, searchFor(text)))
    for (const [i, text] of SUSPENDED.entries()) {
      const steps = searchSteps(space, searchFor(text))
      let suspended = 0
      for (let step = steps.next(); ; step = steps.next()) {
        if (step.done) {
          assert.deepEqual(step.value, expected[i], text)
          break
        }
        suspended++
        if (suspended > EACH_STEP && suspended % EVERY_STEPS > 0) continue
        // All except the long chain.
        const other = suspended % (SUSPENDED.length - 1)
        assert.deepEqual(search(index, searchFor(SUSPENDED[other] ?? '')), expected[other], `during ${text}`)
      }
      assert.ok(suspended > (signals > 6_000 ? 5 : 0), `${text} has ${suspended} steps`)
    }
  })
}

test('a search has more steps the more signals it reads, in scans and in chains', () => {
  const [few, many] = [makeIndex(LARGE / 20), largeIndex()]
  const stepsOf = (index: LiveIndex, text: string) => {
    const request = { ...searchFor(text), explain: false, show: false }
    return [...searchSteps(index, request)].length
  }
  for (const text of ['any(confidence <= 0.9, before: 1972-01-01)', 'any(text ~ a*|e*|s*)', chainOf(3), chainOf(7)]) {
    const [short, long] = [stepsOf(few, text), stepsOf(many, text)]
    assert.ok(long > short, `${text}: ${short} steps and ${long}`)
  }
})

const workOf = (text: string) => estimateWork(largeIndex(), { ...searchFor(text), explain: false }).total

test('the estimate rejects a chain of twenty steps that nearly every signal meets', () => {
  assert.ok(workOf(chainOf(20)) > MAX_WORK, `${workOf(chainOf(20))}`)
  assert.ok(workOf(Array.from({ length: 20 }, (_, n) => `any(within: ${n + 600}d)`).join(' THEN ')) > MAX_WORK)
})

test('the estimate accepts ordinary searches, even with fifty times as many signals', () => {
  for (const text of [
    'hiring',
    'hiring(title ~ engineer)',
    '"sales engineer"',
    'hiring(title ~ eng*, within: 90d) AND NOT tool(name ~ sales)',
    'hiring(title ~ "sales engineer", count >= 2)',
    'tool THEN hiring WITHIN 90d',
    'tool(name ~ robotics) THEN hiring(title ~ engineer) THEN hiring WITHIN 30d',
    'engineer OR sales OR head OR machine',
  ]) {
    assert.ok(workOf(text) < MAX_WORK / 50, `${text}: ${workOf(text)}`)
  }
})

test('the estimate grows with what a clause selects: its type, its window, its words and its alternatives', () => {
  const ascending = [
    'hiring(title ~ "sales engineer 7")',
    'hiring(title ~ engineer)',
    'any(text ~ e*|s*)',
    'any(text ~ e*|s*) THEN hiring(title ~ a*)',
    chainOf(3),
    chainOf(6),
    chainOf(7),
    chainOf(20),
  ].map(workOf)
  assert.deepEqual(
    ascending,
    ascending.toSorted((a, b) => a - b),
  )
  assert.ok(workOf('any(text ~ e*|s*, within: 30d)') < workOf('any(text ~ e*|s*)') / 2)
})

test('the estimate names the most expensive clause', () => {
  const { clauses } = estimateWork(largeIndex(), searchFor('tool AND any(text ~ a*|e*|s*) AND hiring(title ~ sales)'))
  assert.equal(clauses.indexOf(Math.max(...clauses)), 1)
})
