import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { query as anyQuery, signal as anySignal } from '../../../../test/harness/arbitraries.ts'
import { FUNDING_STAGES } from '../../companies/index.ts'
import { clausesOf, DAY_SECONDS, matches, type Query } from '../../query/index.ts'
import type { Signal } from '../../signals/index.ts'
import { type CompanyFilters, type Search, SORTS } from '../engine.ts'
import { IndexBuilder, type IndexedCompany } from './build.ts'
import { type Kernel, plainKernel } from './kernel.ts'
import { wasmKernel } from './kernel-wasm.ts'
import { IndexFull, LiveIndex } from './live-index.ts'
import { type IndexMemory, IndexTooLarge, MOST_BASE_ORIGINS, MOST_ORIGINS } from './memory.ts'
import { handOver, merge } from './merge.ts'
import { search } from './search.ts'

interface World {
  readonly facts: Omit<IndexedCompany, 'ordinal'>
  readonly signals: readonly Signal[]
}

const AS_OF = 70 * DAY_SECONDS + 12_345

const company: fc.Arbitrary<World> = fc.record({
  facts: fc.record({
    hqCountry: fc.constantFrom('DE', 'GB', 'US', 'ZZ'),
    employeeCount: fc.constantFrom(0, 1, 10, 500, 65_534, 65_535, 70_000),
    fundingStage: fc.constantFrom(...FUNDING_STAGES.slice(0, 4), 'unknown'),
    industry: fc.constantFrom('logistics', 'unknown', 'health'),
    heatKey: fc.integer({ min: -3, max: 3 }),
    scoreTenths: fc.integer({ min: 0, max: 4 }),
  }),
  signals: fc.array(anySignal),
})

const filters: fc.Arbitrary<CompanyFilters> = fc.record(
  {
    countries: fc.subarray(['DE', 'US', 'ZZ']),
    countriesNot: fc.subarray(['DE', 'ZZ']),
    employeesMin: fc.constantFrom(0, 1, 10, 11, 65_535, 65_536),
    employeesMax: fc.constantFrom(0, 1, 10, 499, 65_534, 65_535, 69_999),
    fundingStages: fc.subarray(['seed', 'unknown'] as const),
    industries: fc.subarray(['health', 'nowhere']),
    scoreTenthsMin: fc.integer({ min: 0, max: 5 }),
  },
  { requiredKeys: [] },
)

function passesFilters({ facts }: World, asked: CompanyFilters): boolean {
  const among = (values: readonly string[] | undefined, value: string) => !values?.length || values.includes(value)
  const employees = facts.employeeCount
  return (
    among(asked.countries, facts.hqCountry) &&
    !asked.countriesNot?.includes(facts.hqCountry) &&
    (asked.employeesMin === undefined || (employees > 0 && employees >= asked.employeesMin)) &&
    (asked.employeesMax === undefined || (employees > 0 && employees <= asked.employeesMax)) &&
    among(asked.fundingStages, facts.fundingStage) &&
    among(asked.industries, facts.industry) &&
    facts.scoreTenths >= (asked.scoreTenthsMin ?? 0)
  )
}

function expected(world: readonly World[], { query, filters: asked, sort, offset, limit }: Search) {
  const hits = (of: Query) =>
    world.flatMap((each, ordinal) => (passesFilters(each, asked) && matches(of, each.signals, AS_OF) ? [ordinal] : []))
  const key = ({ facts, signals }: World) => {
    if (sort === 'heat') return facts.heatKey
    if (sort === 'score') return facts.scoreTenths
    return Math.max(-1, ...signals.filter(({ status }) => status !== 'retracted').map(({ occurredAt }) => occurredAt))
  }
  const found = hits(query).sort((a, b) => key(world[b]!) - key(world[a]!) || a - b)
  return {
    total: found.length,
    ordinals: found.slice(offset, offset + limit),
    clauses: clausesOf(query).map((clause) => hits(clause).length),
  }
}

const KERNELS: readonly ((memory: IndexMemory) => Kernel)[] = [plainKernel, wasmKernel]

for (const kernel of KERNELS) {
  describe(`an index with the ${kernel.name}`, () => {
    test('agrees with the meaning of the language, built at once or in pieces', () => {
      fc.assert(
        fc.property(
          fc.array(company, { minLength: 1, maxLength: 12 }),
          fc.array(fc.tuple(anyQuery, filters, fc.constantFrom(...SORTS), fc.nat(3), fc.constantFrom(1, 2, 5, 300)), {
            minLength: 8,
            maxLength: 8,
          }),
          fc.infiniteStream(fc.constantFrom('base', 'tail', 'changed', 'moved')),
          (world, queries, ways) => {
            const index = build(world, ways, kernel)
            const merged = new LiveIndex(merge(handOver(index)).finish({ tail: 10, companies: 0 }), kernel)
            for (const [query, asked, sort, offset, limit] of queries) {
              const wanted: Search = { query, filters: asked, sort, offset, limit, asOf: AS_OF, explain: true }
              assert.deepEqual(search(index, wanted), expected(world, wanted))
              assert.deepEqual(search(merged, wanted), expected(world, wanted))
            }
          },
        ),
        { numRuns: 150 },
      )
    })
  })
}

test('an index takes so many sources and no more; those that it knows are always taken', () => {
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
  for (let n = 0; n < MOST_BASE_ORIGINS; n++) builder.addSignal(0, from(n))
  const index = new LiveIndex(builder.finish({ tail: 10_000, companies: 5 }), plainKernel)
  for (let n = MOST_BASE_ORIGINS; n < MOST_ORIGINS; n++) index.putSignal(1, from(n))
  index.putSignal(2, { ...from(7), id: from(MOST_ORIGINS).id })
  assert.throws(() => index.putSignal(2, from(MOST_ORIGINS + 1)), IndexFull)
  builder.addSignal(0, from(MOST_ORIGINS))
  assert.throws(() => builder.finish({ tail: 10, companies: 5 }), IndexTooLarge)
})

/** The same world by different ways: in the base, appended, appended over what was in the base, or at another company. */
function build(world: readonly World[], ways: Iterator<string>, kernel: (memory: IndexMemory) => Kernel): LiveIndex {
  const builder = new IndexBuilder()
  const late: (() => void)[] = []
  let index: LiveIndex
  for (const [ordinal, { facts, signals }] of world.entries()) {
    builder.addCompany({ ordinal, ...facts, heatKey: ordinal % 2 ? facts.heatKey : 7 })
    late.push(() => index.putCompany(ordinal, facts))
    for (const signal of signals) {
      const way = ways.next().value
      if (way === 'base') builder.addSignal(ordinal, signal)
      if (way === 'changed') builder.addSignal(ordinal, { ...signal, label: 'ai sales', occurredAt: 99, confidence: 1 })
      if (way === 'moved') {
        const other = (ordinal + 1) % world.length
        builder.addSignal(other, { ...signal, status: 'active' })
        late.push(() => index.removeSignal(other, signal.id))
      }
      if (way !== 'base') late.push(() => index.putSignal(ordinal, signal))
    }
  }
  index = new LiveIndex(builder.finish({ tail: 500, companies: 5 }), kernel)
  for (const each of late) each()
  return index
}
