// The order of a search must not put large companies first because they are large.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { at, DAY_SECONDS, signal } from '../../test/harness/base-signals.ts'
import { heatKey } from '../meaning/scores/index.ts'
import type { Signal } from '../meaning/signals/index.ts'
import { parseSignalQuery } from '../query/index.ts'
import { IndexBuilder } from './index-engine/build/index-builder.ts'
import { LiveIndex } from './index-engine/build/live-index.ts'
import { wasmKernel } from './index-engine/kernel/wasm-kernel.ts'
import { search } from './index-engine/query/search.ts'

const NOW = at('2026-06-01')

/** Companies are numbers: their positions in the list. */
function searcher(
  companies: readonly (readonly Signal[])[],
  employeesOf: (ordinal: number) => number = () => 10,
): (query: string, limit?: number) => number[] {
  const builder = new IndexBuilder()
  let n = 0
  for (const [ordinal, signals] of companies.entries()) {
    builder.addCompany({
      ...{
        ordinal,
        hqCountry: 'DE',
        employeeCount: employeesOf(ordinal),
        fundingStage: 'seed',
        industry: 'retail',
        employerKind: 'direct',
        looked: 0,
      },
      ...{ heatKey: heatKey(signals), scoreTenths: 0 },
    })
    for (const each of signals) {
      const digits = (n++).toString(16).padStart(12, '0')
      builder.addSignal(ordinal, { ...each, id: `${digits.slice(4)}-0000-8000-8000-${digits}` })
    }
  }
  const index = new LiveIndex(builder.finish({ tail: 10, companies: 0 }), wasmKernel)
  return (query, limit = 5) => {
    const page = { filters: {}, sort: 'match', asOf: NOW, offset: 0, limit, explain: false } as const
    return [...search(index, { query: parseSignalQuery(query), ...page }).ordinals]
  }
}

const job = (title: string, days: number, confidence = 0.9) =>
  signal('hiring', NOW - days * DAY_SECONDS, { jobTitle: title }, { label: `Hiring: ${title}`, confidence })

test('a search for "AI SDR" does not put a firm with 400 store jobs first', () => {
  const storeJobs = Array.from({ length: 400 }, (_, i) => job('Store Associate', i % 20))
  const find = searcher([
    [...storeJobs, job('AI SDR', 40)],
    [job('AI SDR', 3)],
    [job('AI SDR', 10), job('AI SDR', 20)],
    storeJobs,
  ])
  assert.deepEqual(find('hiring(title ~ "AI SDR")'), [1, 2, 0])
  assert.deepEqual(find('AI SDR hiring'), [1, 2, 0])
})

/** Pseudo-random numbers, the same in every run. */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const TITLES = [
  'AI SDR',
  'Account Executive',
  'Store Associate',
  'Data Engineer',
  'Nurse',
  'RevOps Manager',
  'ML Engineer',
]
const TOOLS = ['HubSpot', 'Salesforce', 'OpenAI API', 'Snowflake']

test('the ten largest companies do not fill the top places, whatever the query', () => {
  const random = numbers(7)
  const one = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T
  // By Zipf's law: the largest has 600 signals, the hundredth 6, most have one or two.
  const companies = Array.from({ length: 2_000 }, (_, ordinal) =>
    Array.from({ length: Math.max(1, Math.round(600 / (ordinal + 1))) }, (): Signal => {
      const days = random() * 365
      const confidence = 0.5 + Math.round(random() * 50) / 100
      const kind = random()
      if (kind < 0.6) return job(one(TITLES), days, confidence)
      const time = Math.round(NOW - days * DAY_SECONDS)
      if (kind < 0.85) return signal('tool', time, { tool: one(TOOLS), change: 'adopted' }, { confidence })
      if (kind < 0.95) return signal('funding', time, { round: one(['seed', 'series_a']) }, { confidence })
      return signal('web', time, { kind: 'ai_product_page', change: 'launched' }, { confidence })
    }).map((each) => ({ ...each, occurredAt: Math.round(each.occurredAt) })),
  )
  const find = searcher(companies)
  const queries = [
    ...TITLES.map((title) => `hiring(title ~ "${title}")`),
    ...TITLES.map((title) => `hiring(title ~ "${title}", within: 90d)`),
    ...TOOLS.map((tool) => `tool(name: "${tool}", change: adopted)`),
    ...['funding', 'web', 'hiring', 'tool', 'funding(round: seed)'],
  ]
  const places = queries.flatMap((query) => find(query))
  const shareOfLargest = (list: readonly number[]) => list.filter((ordinal) => ordinal < 10).length / list.length
  // A company with a third of the signals has the newest one about as often, and not more.
  const ofSignals = shareOfLargest(companies.flatMap((signals, ordinal) => signals.map(() => ordinal)))
  assert.ok(
    shareOfLargest(places) < 1.5 * ofSignals,
    `${shareOfLargest(places)} of the places, ${ofSignals} of the signals`,
  )
  assert.ok(new Set(places).size >= 40, `${new Set(places).size} companies`)
})

test('"hiring" and "hiring sales" are no lists of the largest employers', () => {
  const random = numbers(11)
  const titles = [...TITLES, 'Sales Manager', 'Head of Sales']
  // By Zipf's law: the largest has 60,000 employees, most have a few dozen. One in fifty jobs is open.
  const employeesOf = (ordinal: number) => Math.max(3, Math.round(60_000 / (ordinal + 1)))
  const companies = Array.from({ length: 3_000 }, (_, ordinal) =>
    Array.from({ length: Math.floor(employeesOf(ordinal) / 50 + random()) }, () => {
      const title = titles[Math.floor(random() * titles.length)] ?? ''
      const days = Math.round(random() * 60 * DAY_SECONDS) / DAY_SECONDS
      const made = job(title, days, 0.5 + Math.round(random() * 50) / 100)
      return title.includes('Sales') ? { ...made, fields: { ...made.fields, function: 'sales' } } : made
    }),
  )
  const find = searcher(companies, employeesOf)
  const median = (ordinals: readonly number[]) =>
    ordinals.map(employeesOf).sort((a, b) => a - b)[Math.floor(ordinals.length / 2)] ?? 0
  for (const query of [
    'hiring',
    'hiring sales',
    'hiring(function: sales)',
    'hiring(within: 30d)',
    'hiring(count >= 2)',
  ]) {
    const all = find(query, companies.length)
    const [first, whole] = [median(all.slice(0, 10)), median(all)]
    assert.ok(first <= 2 * whole, `${query}: ${first} employees in the first ten, ${whole} in all ${all.length}`)
  }
})
