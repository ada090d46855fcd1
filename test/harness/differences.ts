// One search, asked of an engine and of the oracle.

import assert from 'node:assert/strict'
import { printQuery } from '../../src/features/query/index.ts'
import type { Evidence, Search } from '../../src/features/search/index.ts'
import type { NaiveEngine } from './naive-engine.ts'

/** Throws where the engine says anything else than the oracle does: total, page, order, counts, overlays, evidence. */
export async function assertAgrees(engine: NaiveEngine, oracle: NaiveEngine, search: Search): Promise<void> {
  const expected = await oracle.page(search)
  assert.deepEqual(await engine.page(search), expected, described(search))
  assert.deepEqual(
    await engine.overlays(search, expected.ordinals),
    await oracle.overlays(search, expected.ordinals),
    `overlays of ${described(search)}`,
  )
  assert.deepEqual(
    byCompany(await engine.evidence(search)),
    byCompany(await oracle.evidence(search)),
    `evidence of ${described(search)}`,
  )
}

function described({ query, ...rest }: Search): string {
  return `${printQuery(query)} ${JSON.stringify(rest)}\n${JSON.stringify(query)}`
}

/** A company's signals have no order: they are put into one. */
function byCompany({ ordinals, starts, occurredAt, confidence, clauses }: Evidence) {
  assert.equal(starts.length, ordinals.length + 1)
  const companies = [...ordinals].map((ordinal, i) => {
    const places = Array.from({ length: (starts[i + 1] ?? 0) - (starts[i] ?? 0) }, (_, n) => (starts[i] ?? 0) + n)
    return { ordinal, signals: places.map((at) => [occurredAt[at], confidence[at], clauses[at]].join(' ')).sort() }
  })
  return companies.sort((a, b) => a.ordinal - b.ordinal)
}
