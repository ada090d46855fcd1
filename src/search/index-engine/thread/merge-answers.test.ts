// Pages of several shards, to the five hundredth company, without threads.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_SECONDS, parseSignalQuery } from '../../../query/index.ts'
import { type Search, SORTS } from '../../engine.ts'
import { IndexBuilder } from '../build/index-builder.ts'
import { LiveIndex } from '../build/live-index.ts'
import { wasmKernel } from '../kernel/wasm-kernel.ts'
import { localOrdinal, shardOf } from '../layout/sharding.ts'
import { finish } from '../query/clauses/steps.ts'
import { countValuesSteps } from '../query/count-values.ts'
import { evidenceSteps } from '../query/evidence.ts'
import { pagePartSteps, search } from '../query/search.ts'
import { mergeEvidence, mergePages, mergeValues, shownRange } from './merge-answers.ts'

const COMPANIES = 1_000
const SIGNALS = 5_000
const AS_OF = 20_000 * DAY_SECONDS

/** Without a pattern that would put more of the first companies into one shard. */
const mixed = (n: number) => (Math.imul(n + 1, 0x9e3779b1) >>> 7) % 65_521

/** Many companies have equal keys, so that ties are on the border of most pages. */
function buildShards(of: number): LiveIndex[] {
  const builders = Array.from({ length: of }, () => new IndexBuilder())
  const builderOf = (ordinal: number) => builders[shardOf(ordinal, of)]!
  for (let ordinal = 0; ordinal < COMPANIES; ordinal++) {
    builderOf(ordinal).addCompany({
      ordinal: localOrdinal(ordinal, of),
      hqCountry: 'DE',
      employeeCount: 10 + (ordinal % 3),
      fundingStage: 'seed',
      industry: 'retail',
      employerKind: ordinal % 11 === 0 ? 'agency' : 'employer',
      looked: 0,
      heatKey: mixed(ordinal) % 40,
      scoreTenths: mixed(ordinal + COMPANIES) % 50,
    })
  }
  for (let n = 0; n < SIGNALS; n++) {
    const ordinal = mixed(n) % COMPANIES
    builderOf(ordinal).addSignal(localOrdinal(ordinal, of), {
      id: `${((n * 2_654_435_761) % 2 ** 32).toString(16).padStart(8, '0')}-0000-8000-8000-${n.toString(16).padStart(12, '0')}`,
      type: n % 3 === 0 ? 'tool' : 'hiring',
      label: n % 3 === 0 ? 'zenflo' : 'data engineer',
      confidence: 0.5 + (n % 5) / 10,
      status: 'active',
      occurredAt: AS_OF - (mixed(n + SIGNALS) % 200) * DAY_SECONDS,
      source: { name: 'test' },
      fields: n % 3 === 0 ? { tool: 'zenflo', change: 'adopted' } : { jobTitle: 'data engineer' },
    })
  }
  return builders.map((builder) => new LiveIndex(builder.finish({ tail: 10, companies: 0 }), wasmKernel))
}

const QUERIES = ['hiring', 'any', 'NOT hiring(within: 30d)', 'hiring(within: 90d) THEN tool', 'hiring(title ~ data)']

for (const count of [1, 2, 7]) {
  test(`pages of ${count} shards are those of one index, in all orders, to the end`, () => {
    const [whole] = buildShards(1) as [LiveIndex]
    const shards = buildShards(count)
    let again = 0
    for (const text of QUERIES) {
      for (const sort of SORTS) {
        for (const [offset, limit] of [
          [0, 25],
          [20, 5],
          [475, 25],
          [0, 500],
          [990, 25],
        ] as const) {
          const filters = { withoutAgencies: true, except: [3, 4, 5] } as const
          const request: Search = {
            ...{ query: parseSignalQuery(text), filters, sort, asOf: AS_OF, offset, limit },
            explain: true,
            show: true,
          }
          const expected = search(whole, request)
          const ask = (showAll: boolean) => {
            const range = showAll ? { from: 0, to: offset + limit } : shownRange(request, count)
            const parts = shards.map((shard, number) => {
              const except = filters.except
                .filter((each) => shardOf(each, count) === number)
                .map((each) => localOrdinal(each, count))
              const part = { ...request, filters: { ...filters, except }, offset: 0, limit: offset + limit }
              return finish(pagePartSteps(shard, part, range))
            })
            return mergePages(request, parts, 7)
          }
          const merged = ask(false)
          if (!merged) again++
          const { position, ...page } = merged ?? ask(true) ?? assert.fail('all is shown')
          assert.equal(position, 7)
          assert.deepEqual(page, expected, `${text} by ${sort}, ${offset} + ${limit}`)
        }
      }
    }
    assert.ok(again < 6, `${again} of ${QUERIES.length * SORTS.length * 5} pages were asked for twice`)
  })
}

test('evidence and values of seven shards are those of one index', () => {
  const [whole] = buildShards(1) as [LiveIndex]
  const shards = buildShards(7)
  for (const text of ['hiring(within: 60d) AND tool', 'NOT hiring', 'any']) {
    const request = { query: parseSignalQuery(text), filters: {}, asOf: AS_OF }
    const parts = shards.map((shard) => finish(evidenceSteps(shard, request)))
    assert.deepEqual(finish(mergeEvidence(parts, 7)), { ...finish(evidenceSteps(whole, request)), position: 7 }, text)
  }
  const counts = shards.map((shard) => finish(countValuesSteps(shard, Number.POSITIVE_INFINITY)))
  assert.deepEqual(finish(mergeValues(counts, 7)), { ...finish(countValuesSteps(whole)), position: 7 })
})
