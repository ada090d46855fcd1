import assert from 'node:assert/strict'
import { test } from 'node:test'
import { query as anyQuery, signal as anySignal } from '../../../../test/harness/arbitraries.ts'
import fc from '../../../../test/harness/fast-check.ts'
import { referenceKernel } from '../../../../test/harness/reference-kernel/reference-kernel.ts'
import { EMPLOYER_KINDS, FUNDING_STAGES } from '../../../meaning/companies/index.ts'
import type { Signal } from '../../../meaning/signals/index.ts'
import { isLastingType, SIGNAL_TYPES } from '../../../meaning/types/index.ts'
import {
  type Clause,
  clausesOf,
  DAY_SECONDS,
  matches,
  parseSignalQuery,
  type Query,
  ranking,
  satisfies,
} from '../../../query/index.ts'
import { type CompanyFilters, type Search, SORTS } from '../../engine.ts'
import { IndexBuilder } from '../build/index-builder.ts'
import { IndexFull, LiveIndex } from '../build/live-index.ts'
import { merge, toTransferable } from '../build/merge.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { wasmKernel } from '../kernel/wasm-kernel.ts'
import { type IndexedCompany, MAX_BASE_ORIGINS, MAX_ORIGINS } from '../layout/encoding.ts'
import { type IndexMemory, IndexTooLarge } from '../layout/memory.ts'
import { search } from './search.ts'

interface WorldCompany {
  readonly facts: Omit<IndexedCompany, 'ordinal'>
  readonly signals: readonly Signal[]
}

const SOME_FACTS: Omit<IndexedCompany, 'ordinal'> = {
  hqCountry: 'DE',
  employeeCount: 10,
  fundingStage: 'unknown',
  industry: 'unknown',
  employerKind: 'direct',
  looked: 0,
  heatKey: 0,
  scoreTenths: 0,
}

const AS_OF = 70 * DAY_SECONDS + 12_345

const worldCompany: fc.Arbitrary<WorldCompany> = fc.record({
  facts: fc.record({
    hqCountry: fc.constantFrom('DE', 'GB', 'US', 'ZZ'),
    employeeCount: fc.constantFrom(0, 1, 10, 500, 65_534, 65_535, 70_000),
    fundingStage: fc.constantFrom(...FUNDING_STAGES.slice(0, 4), 'unknown'),
    industry: fc.constantFrom('logistics', 'unknown', 'health'),
    employerKind: fc.constantFrom(...EMPLOYER_KINDS),
    looked: fc.integer({ min: 0, max: 63 }),
    heatKey: fc.integer({ min: -3, max: 3 }),
    scoreTenths: fc.integer({ min: 0, max: 4 }),
  }),
  signals: fc.array(anySignal),
})

const anyFilters: fc.Arbitrary<CompanyFilters> = fc.record(
  {
    countries: fc.subarray(['DE', 'US', 'ZZ']),
    countriesNot: fc.subarray(['DE', 'ZZ']),
    employeesMin: fc.constantFrom(0, 1, 10, 11, 65_535, 65_536),
    employeesMax: fc.constantFrom(0, 1, 10, 499, 65_534, 65_535, 69_999),
    fundingStages: fc.subarray(['seed', 'unknown'] as const),
    industries: fc.subarray(['health', 'nowhere']),
    employerKind: fc.subarray(['direct', 'agency'] as const),
    scoreTenthsMin: fc.integer({ min: 0, max: 5 }),
  },
  { requiredKeys: [] },
)

function passesFilters({ facts }: WorldCompany, filters: CompanyFilters): boolean {
  const among = (values: readonly string[] | undefined, value: string) => !values?.length || values.includes(value)
  const employees = facts.employeeCount
  return (
    among(filters.countries, facts.hqCountry) &&
    !filters.countriesNot?.includes(facts.hqCountry) &&
    (filters.employeesMin === undefined || (employees > 0 && employees >= filters.employeesMin)) &&
    (filters.employeesMax === undefined || (employees > 0 && employees <= filters.employeesMax)) &&
    among(filters.fundingStages, facts.fundingStage) &&
    among(filters.industries, facts.industry) &&
    among(filters.employerKind, facts.employerKind) &&
    facts.scoreTenths >= (filters.scoreTenthsMin ?? 0)
  )
}

function expected(world: readonly WorldCompany[], { query, filters, sort, offset, limit }: Search) {
  const hits = (of: Query) =>
    world.flatMap((each, ordinal) =>
      passesFilters(each, filters) && matches(of, each.signals, AS_OF) ? [ordinal] : [],
    )
  const keys = new Map(
    hits(query).map((ordinal) => {
      const { facts, signals } = world[ordinal]!
      const { matchKey, newest } = ranking(query, signals, AS_OF, facts)!
      const key = { match: matchKey, heat: facts.heatKey, score: facts.scoreTenths, recent: newest }[sort]
      return [ordinal, [Math.max(-1e15, key), sort === 'score' ? 0 : facts.heatKey]]
    }),
  )
  const sorted = [...keys]
    .sort(([a, [one, heat]], [b, [other, otherHeat]]) => other! - one! || otherHeat! - heat! || a - b)
    .map(([ordinal]) => ordinal)
  return {
    total: sorted.length,
    ordinals: sorted.slice(offset, offset + limit),
    clauses: clausesOf(query).map((clause) => hits(clause).length),
  }
}

const KERNELS: readonly ((memory: IndexMemory) => Kernel)[] = [referenceKernel, wasmKernel]

test('an index agrees with the evaluator of the query language with either kernel, built in one step or in pieces', () => {
  fc.assert(
    fc.property(
      fc.array(worldCompany, { minLength: 1, maxLength: 12 }),
      fc.array(fc.tuple(anyQuery, anyFilters, fc.constantFrom(...SORTS), fc.nat(3), fc.constantFrom(1, 2, 5, 300)), {
        minLength: 8,
        maxLength: 8,
      }),
      fc.infiniteStream(fc.constantFrom('base', 'tail', 'changed', 'moved')),
      (world, queries, origins) => {
        const requests = queries.map(
          ([query, filters, sort, offset, limit]): Search => ({
            ...{ query, filters, sort, offset, limit },
            ...{ asOf: AS_OF, explain: true },
          }),
        )
        const answers = requests.map((request) => expected(world, request))
        for (const kernel of KERNELS) {
          const index = build(world, origins, kernel)
          const merged = new LiveIndex(merge(toTransferable(index)).finish({ tail: 10, companies: 0 }), kernel)
          for (const [i, request] of requests.entries()) {
            assert.deepEqual(search(index, request), answers[i], kernel.name)
            assert.deepEqual(search(index, request, 0), answers[i], `${kernel.name}, by the bounds of all companies`)
            assert.deepEqual(search(merged, request), answers[i], `${kernel.name}, merged`)
          }
        }
      },
    ),
    { numRuns: 100 },
  )
})

const TWO_TYPES = ['funding', 'hiring', 'tool', 'web'] as const

test('a THEN of just two types agrees with the evaluator in companies with many signals, many of the same second', () => {
  const times = fc.constantFrom(1, 2, 3, 20)
  // The others are so few that a whole word of rows may have none.
  const mostlyWeb = fc.oneof({ arbitrary: fc.constant('web' as const), weight: 30 }, fc.constantFrom(...TWO_TYPES))
  const rows = fc.array(fc.record({ type: mostlyWeb, occurredAt: times.chain((n) => fc.nat(n * 40)) }), {
    maxLength: 100,
    size: 'max',
  })
  const steps = fc.tuple(fc.constantFrom(...TWO_TYPES), fc.constantFrom(...TWO_TYPES), fc.constantFrom(1, 5, undefined))
  fc.assert(
    fc.property(fc.array(rows, { minLength: 1, maxLength: 6 }), fc.array(steps, { maxLength: 6 }), (world, chains) => {
      const builder = new IndexBuilder()
      const companies = world.map((own, ordinal) =>
        own.map(({ type, occurredAt }, n): Signal => {
          const id = `${ordinal}${n.toString(16).padStart(7, '0')}-0000-8000-8000-000000000000`
          const day = { occurredAt: occurredAt * (DAY_SECONDS / 2), label: 'Any', confidence: 1, fields: {} }
          return { id, type, ...day, status: 'active', source: { name: 'a test' } } as Signal
        }),
      )
      for (const [ordinal, signals] of companies.entries()) {
        builder.addCompany({ ordinal, ...SOME_FACTS })
        for (const signal of signals) builder.addSignal(ordinal, signal)
      }
      const index = new LiveIndex(builder.finish({ tail: 10, companies: 0 }), wasmKernel)
      for (const [first, second, withinDays] of chains) {
        const clause = (type: (typeof TWO_TYPES)[number]) =>
          ({ node: 'clause', type, conditions: [], step: true }) as const
        const last = { clauses: [clause(second)], ...(withinDays !== undefined && { withinDays }) }
        const query: Query = { node: 'sequence', steps: [{ clauses: [clause(first)] }, last] }
        const request: Search = { query, filters: {}, sort: 'heat', offset: 0, limit: 9, asOf: AS_OF, explain: false }
        const hits = companies.flatMap((signals, ordinal) => (matches(query, signals, AS_OF) ? [ordinal] : []))
        assert.deepEqual(search(index, request).ordinals, hits)
      }
    }),
    { numRuns: 300 },
  )
})

test('an index has a maximum number of sources; known sources are always accepted', () => {
  const from = (n: number) => ({
    id: `${n.toString(16).padStart(8, '0')}-0000-8000-8000-000000000000`,
    type: 'web' as const,
    label: 'Page',
    confidence: 1,
    status: 'active' as const,
    occurredAt: 1_000,
    source: { name: `source ${n}` },
    fields: { kind: 'ai_feature' },
  })
  const builder = new IndexBuilder()
  for (let n = 0; n < MAX_BASE_ORIGINS; n++) builder.addSignal(0, from(n))
  const index = new LiveIndex(builder.finish({ tail: 10_000, companies: 5 }), referenceKernel)
  for (let n = MAX_BASE_ORIGINS; n < MAX_ORIGINS; n++) index.putSignal(1, from(n))
  index.putSignal(2, { ...from(7), id: from(MAX_ORIGINS).id })
  assert.throws(() => index.putSignal(2, from(MAX_ORIGINS + 1)), IndexFull)
  builder.addSignal(0, from(MAX_ORIGINS))
  assert.throws(() => builder.finish({ tail: 10, companies: 5 }), IndexTooLarge)
})

test('the counts of a row are what the clauses of the types match: no rumours, and beyond what a summary counts', () => {
  const counted = SIGNAL_TYPES.map((type) => parseSignalQuery(isLastingType(type) ? type : `${type}:90d`) as Clause)
  const countsOf = (signals: readonly Signal[]) =>
    counted.map((clause) => signals.filter((signal) => satisfies(clause, signal, AS_OF)).length)
  const page = { query: parseSignalQuery('any'), filters: {}, sort: 'heat', offset: 0, limit: 50, asOf: AS_OF } as const
  const check = (world: readonly WorldCompany[], index: LiveIndex) => {
    const { ordinals, shown = [] } = search(index, { ...page, explain: false, show: true })
    for (const [i, ordinal] of ordinals.entries()) {
      assert.deepEqual(shown[i]?.counts, countsOf(world[ordinal]?.signals ?? []))
    }
    return ordinals.length
  }
  let checked = 0
  fc.assert(
    fc.property(
      fc.array(worldCompany, { minLength: 1, maxLength: 12 }),
      fc.infiniteStream(fc.constantFrom('base', 'tail', 'changed', 'moved')),
      (world, origins) => {
        checked += check(world, build(world, origins, wasmKernel))
      },
    ),
    { numRuns: 60 },
  )
  assert.ok(checked > 60)
  const jobs = Array.from({ length: 600 }, (_, n) => {
    const id = `${n.toString(16).padStart(8, '0')}-0000-8000-8000-000000000000`
    const common = { id, type: 'hiring', label: 'Any', confidence: 1, occurredAt: n, fields: {}, source: { name: 'a' } }
    return { ...common, status: n % 2 ? 'active' : 'closed' } as Signal
  })
  const rounds = [
    'an announced round',
    'a rumour',
    'another rumour',
    'a round in the tail',
    'a rumour in the tail',
  ].map((label, i) => {
    const id = `${(600 + i).toString(16).padStart(8, '0')}-0000-8000-8000-000000000000`
    const fields = label.includes('rumour') ? { rumour: true } : {}
    const common = { id, type: 'funding', label, confidence: 1, occurredAt: AS_OF - 86_400, status: 'active', fields }
    return { ...common, source: { name: 'a' } } as Signal
  })
  const fewRounds = [{ facts: SOME_FACTS, signals: rounds }]
  const halves = ['base', 'base', 'base', 'tail', 'tail'].values() as Iterator<string>
  assert.equal(check(fewRounds, build(fewRounds, halves, wasmKernel)), 1)
  const large = [{ facts: SOME_FACTS, signals: jobs }]
  let n = 0
  const origins = { next: () => ({ value: n++ < 400 ? 'base' : 'tail', done: false }) } as Iterator<string>
  assert.equal(check(large, build(large, origins, wasmKernel)), 1)
})

/** The same world in different ways: each signal is in the base, appended, changed, or moved from another company. */
function build(
  world: readonly WorldCompany[],
  origins: Iterator<string>,
  kernel: (memory: IndexMemory) => Kernel,
): LiveIndex {
  const builder = new IndexBuilder()
  const changes: (() => void)[] = []
  let index: LiveIndex
  for (const [ordinal, { facts, signals }] of world.entries()) {
    builder.addCompany({ ordinal, ...facts, heatKey: ordinal % 2 ? facts.heatKey : 7 })
    changes.push(() => index.putCompany(ordinal, facts))
    for (const signal of signals) {
      const origin = origins.next().value
      if (origin === 'base') builder.addSignal(ordinal, signal)
      if (origin === 'changed')
        builder.addSignal(ordinal, { ...signal, label: 'ai sales', occurredAt: 99, confidence: 1 })
      if (origin === 'moved') {
        const other = (ordinal + 1) % world.length
        builder.addSignal(other, { ...signal, status: 'active' })
        changes.push(() => index.removeSignal(other, signal.id))
      }
      if (origin !== 'base') changes.push(() => index.putSignal(ordinal, signal))
    }
  }
  index = new LiveIndex(builder.finish({ tail: 500, companies: 5 }), kernel)
  for (const apply of changes) apply()
  return index
}
