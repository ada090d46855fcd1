// Every engine against the oracle, on random worlds that came in by the write path. `npm run soak:search` asks 10,000.

import { test } from 'node:test'
import fc from 'fast-check'
import { openTestDatabase } from '../../../test/harness/database.ts'
import { assertAgrees } from '../../../test/harness/differences.ts'
import { type NaiveEngine, naiveEngine } from '../../../test/harness/naive-engine.ts'
import { readWorld, records, search } from '../../../test/harness/search-worlds.ts'
import type { Database } from '../../db/index.ts'
import { Stamper } from '../log/index.ts'
import { writeRecords } from '../write-path/index.ts'
import { postgresEngine, readFoundCompanies, type SearchEngine } from './index.ts'

const ROUNDS = 4
const CASES = Number(process.env.SEARCH_CASES ?? 400)
const SEED = Number(process.env.SEARCH_SEED ?? Math.floor(Math.random() * 2 ** 31))

const ENGINES: readonly { name: string; open: (db: Database) => Promise<SearchEngine> }[] = [
  { name: 'postgres', open: async (db) => postgresEngine(db.pool('search')) },
]

for (const { name, open } of ENGINES) {
  test(`${name} agrees with the oracle, whatever was written, changed and retracted (seed ${SEED})`, async () => {
    const db = await openTestDatabase()
    const stamper = new Stamper(db)
    const engine = await open(db)
    for (let round = 0; round < ROUNDS; round++) {
      await writeRecords(db, stamper, records(round === 0 ? 400 : 60, 40, SEED + round))
      await stamper.stamp()
      const oracle = naiveEngine(await readWorld(db))
      await fc.assert(
        fc.asyncProperty(search, (asked) => assertAgrees(withOverlays(engine, db), oracle, asked)),
        { numRuns: CASES / ROUNDS, seed: SEED + round },
      )
    }
    await engine.close()
  })
}

function withOverlays(engine: SearchEngine, db: Database): NaiveEngine {
  return {
    page: (asked) => engine.page(asked),
    evidence: (asked) => engine.evidence(asked),
    async overlays({ query, asOf }, ordinals) {
      const companies = await readFoundCompanies(db.pool('search'), ordinals, query, asOf)
      return companies.map(({ signals }) => signals.map(({ id }) => String(id)))
    },
  }
}
