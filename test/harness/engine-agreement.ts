// Compares an engine with the reference engine on one search.

import assert from 'node:assert/strict'
import { isDeepStrictEqual } from 'node:util'
import { printQuery } from '../../src/query/index.ts'
import type { Evidence, Search, SearchEngine } from '../../src/search/index.ts'
import type { ReferenceEngine } from './reference-engine.ts'

/** Throws when total, page, order, counts, shown signals or evidence differ from those of the reference engine. */
export async function assertAgrees(
  engine: ReferenceEngine,
  reference: ReferenceEngine,
  search: Search,
  name = 'the engine',
): Promise<void> {
  const expected = await reference.page(search)
  const equal = (what: string, answer: unknown, wanted: unknown) => {
    // Printing a search takes longer than comparing its answers.
    if (!isDeepStrictEqual(answer, wanted)) assert.deepEqual(answer, wanted, `${what} of ${name}: ${described(search)}`)
  }
  equal('page', await engine.page(search), expected)
  equal(
    'shown signals',
    await engine.shownSignals(search, expected.ordinals),
    await reference.shownSignals(search, expected.ordinals),
  )
  equal('evidence', byCompany(await engine.evidence(search)), byCompany(await reference.evidence(search)))
}

/**
 * Throws when an engine doesn't answer exactly like another, of which the same is known: page, counts, shown signals and
 * evidence. This takes much less time than a comparison with the reference engine.
 */
export async function assertSameAnswers(
  engine: SearchEngine,
  other: SearchEngine,
  search: Search,
  name: string,
): Promise<void> {
  const pageOf = async (each: SearchEngine) => {
    // Positions are those of the last changes, or later ones.
    const { shown, position: _, ...page } = await each.page({ ...search, show: true })
    return { ...page, shown: shown?.map(({ changedAt: _, ...company }) => company) }
  }
  const pages = await Promise.all([engine, other].map(pageOf))
  if (!isDeepStrictEqual(pages[0], pages[1])) assert.deepEqual(pages[0], pages[1], `${name}: ${described(search)}`)
  const evidence = await Promise.all([engine, other].map(async (each) => byCompany(await each.evidence(search))))
  if (!isDeepStrictEqual(evidence[0], evidence[1])) {
    assert.deepEqual(evidence[0], evidence[1], `evidence of ${name}: ${described(search)}`)
  }
}

function described({ query, ...rest }: Search): string {
  return `${printQuery(query)} ${JSON.stringify(rest)}\n${JSON.stringify(query)}`
}

/** Sorted, because the signals of a company come in no particular order. */
function byCompany({ ordinals, starts, occurredAt, confidence, closedDay, clauses }: Evidence) {
  assert.equal(starts.length, ordinals.length + 1)
  const companies = [...ordinals].map((ordinal, i) => {
    const places = Array.from({ length: (starts[i + 1] ?? 0) - (starts[i] ?? 0) }, (_, n) => (starts[i] ?? 0) + n)
    return {
      ordinal,
      signals: places.map((at) => [occurredAt[at], confidence[at], closedDay[at], clauses[at]].join(' ')).sort(),
    }
  })
  return companies.sort((a, b) => a.ordinal - b.ordinal)
}
