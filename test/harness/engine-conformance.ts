// What every search engine must pass: the same answers as the reference engine, on random data that goes in through the write
// path and is changed, closed and retracted. An engine that is new begins here.
//
// Its duties: total, page, order, explain, what was left out, evidence, and what a page shows; after each batch of changes as
// soon as it says that it has read the log; and after a new start, from the tables alone.

import assert from 'node:assert/strict'
import type { Database } from '../../src/db/index.ts'
import type { Search, SearchEngine } from '../../src/search/index.ts'
import { readFoundCompanies, readPage } from '../../src/search/requests/companies.ts'
import { CompanyCache } from '../../src/search/requests/company-cache.ts'
import { Stamper } from '../../src/write/log/index.ts'
import { writeRecords } from '../../src/write/write-path/index.ts'
import { openTestDatabase } from './database.ts'
import { assertAgrees } from './engine-agreement.ts'
import fc from './fast-check.ts'
import { type ReferenceEngine, referenceEngine } from './reference-engine.ts'
import {
  addSources,
  declareCompleteSource,
  placed,
  readWorld,
  records,
  search,
  sourceCondition,
  spreadClosedDays,
  withCondition,
} from './search-worlds.ts'

/** How many searches the data of one world is searched with. */
export const WORLD_CASES = 400
/** The data as first loaded, and after each of three batches of changes. */
const ROUNDS = 4

export interface OpenedEngine {
  readonly engine: SearchEngine
  /** Waits until the engine has read everything that is committed. */
  caughtUp(): Promise<void>
  close(): Promise<void>
}

/** Opens engines on a database that may have data already. By name. */
export type OpenEngines = (db: Database) => Promise<Readonly<Record<string, OpenedEngine>>>

const bySource = fc.tuple(search, sourceCondition).map(([oneSearch, condition]) => ({
  ...oneSearch,
  query: withCondition(oneSearch.query, condition),
}))
const byPlace = fc.tuple(search, placed).map(([oneSearch, query]) => ({ ...oneSearch, query }))

/** All of them answer the searches of one world. */
export async function assertConforming(open: OpenEngines, seed: number, cases = WORLD_CASES): Promise<void> {
  const db = await openTestDatabase()
  await spreadClosedDays(db)
  await declareCompleteSource(db)
  const stamper = new Stamper(db)
  const engines = await open(db)
  for (let round = 0; round < ROUNDS; round++) {
    await writeRecords(db, stamper, records(round === 0 ? 400 : 60, 40, seed + round))
    await stamper.stamp()
    await assertAllAgree(db, engines, search, { numRuns: Math.ceil(cases / ROUNDS), seed: seed + round })
    await assertSameValues(engines)
  }
  await closeAll(engines)
  // Not through the log, so that only an engine that is opened now has them.
  await addSources(db)
  const reopened = await open(db)
  await assertAllAgree(db, reopened, fc.oneof(bySource, byPlace), { numRuns: Math.ceil(cases / 8), seed })
  await closeAll(reopened)
}

type Opened = Awaited<ReturnType<OpenEngines>>

async function assertAllAgree(
  db: Database,
  engines: Opened,
  searches: fc.Arbitrary<Search>,
  runs: { readonly numRuns: number; readonly seed: number },
): Promise<void> {
  for (const { caughtUp } of Object.values(engines)) await caughtUp()
  const reference = remembering(referenceEngine(await readWorld(db)))
  const tested = Object.entries(engines).map(([name, { engine }]) => [name, withOverlays(engine, db)] as const)
  await fc.assert(
    fc.asyncProperty(searches, async (oneSearch) => {
      for (const [name, engine] of tested) await assertAgrees(engine, reference, oneSearch, name)
    }),
    runs,
  )
}

/** Those that count the values of open sets count them alike. */
async function assertSameValues(engines: Opened): Promise<void> {
  const counted = await Promise.all(Object.values(engines).flatMap(({ engine }) => engine.values?.() ?? []))
  for (const each of counted) {
    assert.deepEqual(each, counted[0], 'they count the values of open sets alike')
    assert.ok((each.lists['tool.category']?.values.length ?? 0) > 0)
  }
}

async function closeAll(engines: Opened): Promise<void> {
  for (const { close } of Object.values(engines)) await close()
}

/** Runs each search once: several engines and every planted bug are compared with the same answers. */
export function remembering(engine: ReferenceEngine): ReferenceEngine {
  const once = <Key extends object, Answer>(answer: (key: Key) => Answer) => {
    const answers = new WeakMap<Key, Answer>()
    return (key: Key): Answer => {
      const known = answers.get(key) ?? answer(key)
      answers.set(key, known)
      return known
    }
  }
  const shown = once((oneSearch: Search) =>
    engine.page(oneSearch).then(({ ordinals }) => engine.shownSignals(oneSearch, ordinals)),
  )
  return { page: once(engine.page), evidence: once(engine.evidence), shownSignals: (oneSearch) => shown(oneSearch) }
}

function withOverlays(engine: SearchEngine, db: Database): ReferenceEngine {
  const cache = new CompanyCache(db.pool('read'))
  return {
    page: (oneSearch) => engine.page(oneSearch),
    evidence: (oneSearch) => engine.evidence(oneSearch),
    async shownSignals(oneSearch, ordinals) {
      const found = await engine.page({ ...oneSearch, show: true })
      const pool = db.pool('search')
      const companies = await readPage(pool, cache, found, oneSearch.query, oneSearch.asOf)
      // Both ways of reading a page must give exactly the same result.
      if (found.shown) {
        assert.deepEqual(companies, await readFoundCompanies(pool, ordinals, oneSearch.query, oneSearch.asOf))
      }
      return companies.map(({ match, signals }) => ({ match, ids: signals.map(({ id }) => String(id)) }))
    },
  }
}
