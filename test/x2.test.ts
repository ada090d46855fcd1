// which planted bugs are missed within N searches, by seeds
import fc from 'fast-check'
import { openTestDatabase } from './harness/database.ts'
import { assertAgrees } from './harness/engine-agreement.ts'
import { PLANTED_BUGS } from './harness/planted-bugs.ts'
import { RULES, referenceEngine } from './harness/reference-engine.ts'
import { addSources, declareCompleteSource, readWorld, records, search, spreadClosedDays } from './harness/search-worlds.ts'
import { Stamper } from '../src/features/log/index.ts'
import { writeRecords } from '../src/features/write-path/index.ts'
import { test } from 'node:test'
const N = Number(process.env.N ?? 400)
for (const seed of (process.env.SEEDS ?? '1,2,3').split(',').map(Number)) test('s', async () => {
  const db = await openTestDatabase()
  await spreadClosedDays(db); await declareCompleteSource(db)
  await writeRecords(db, new Stamper(db), records(400, 40, seed)); await addSources(db)
  const world = await readWorld(db)
  const searches = fc.sample(search, { numRuns: N, seed })
  const reference = referenceEngine(world)
  const rows: [string, number][] = []
  for (const [bug, rules] of Object.entries(PLANTED_BUGS)) {
    const buggy = referenceEngine(world, { ...RULES, ...rules })
    let hits = 0
    for (const s of searches) { try { await assertAgrees(buggy, reference, s) } catch { hits++; if (hits >= 4) break } }
    rows.push([bug, hits])
  }
  console.log('SEED', seed, rows.filter(([, h]) => h < 3).map(([b, h]) => `${h} ${b}`).join(' | '))
})
