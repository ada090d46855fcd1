import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestDatabase } from '../../../../test/harness/database.ts'
import { referenceKernel } from '../../../../test/harness/reference-kernel/reference-kernel.ts'
import type { LogEvent } from '../../../write/log/index.ts'
import { applyChange, RANKS_PER_STEP, readChanges, readNextRanks } from './changes.ts'
import { IndexBuilder } from './index-builder.ts'
import { LiveIndex } from './live-index.ts'

const COMPANIES = 2 * RANKS_PER_STEP + 100

test('new scores of all companies are read in steps of 500, and the event itself changes nothing else', async () => {
  const db = await openTestDatabase()
  const pool = db.pool('ingest')
  await pool.query(
    `insert into companies (ordinal, id, domain, name) select n, gen_random_uuid(), n || '.example', 'C' from generate_series(0, $1) n`,
    // Some of them are unknown to the index, which has no room for them.
    [COMPANIES + 999],
  )
  await pool.query(
    `insert into company_ranks (company_ordinal, heat_key, score_tenths, as_of) select ordinal, 0, 700, now() from companies`,
  )
  const builder = new IndexBuilder()
  const facts = {
    hqCountry: 'ZZ',
    employeeCount: 0,
    fundingStage: 'unknown',
    industry: 'unknown',
    employerKind: 'unknown',
    looked: 0,
    heatKey: 0,
  }
  for (let ordinal = 0; ordinal < COMPANIES; ordinal++) builder.addCompany({ ordinal, ...facts, scoreTenths: 1 })
  const index = new LiveIndex(builder.finish({ tail: 10, companies: 10 }), referenceKernel)
  const withNewScore = () => index.memory.columns.score.reduce((sum, score) => sum + (score === 700 ? 1 : 0), 0)
  const ranks: LogEvent = {
    ...{ position: 7, quiet: true, kind: 'ranks', companyOrdinal: null, signalId: null, type: null, action: null },
    ...{ unix: 1, image: null },
  }
  const changes = await readChanges(pool, [ranks])
  assert.equal(changes.ranksHaveChanged, true)
  assert.equal(changes.steps.length, 0)
  const steps = [withNewScore()]
  for (let after: number | undefined = -1; after !== undefined; ) {
    const { steps: next, last } = await readNextRanks(pool, after)
    for (const change of next.flatMap(({ changes }) => changes)) applyChange(index, change)
    after = last
    steps.push(withNewScore())
  }
  assert.deepEqual(steps.slice(0, 4), [0, RANKS_PER_STEP, 2 * RANKS_PER_STEP, COMPANIES])
  assert.equal(steps.at(-1), COMPANIES)
})
