import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { openTestDatabase } from '../../../test/harness/database.ts'
import { company, signal } from '../../../test/harness/signals.ts'
import { type Database, one } from '../../db/index.ts'
import { Stamper } from '../log/index.ts'
import type { IncomingLine } from '../signals/index.ts'
import { openDryRun, type WriteResult, writeRecords } from './index.ts'

let db: Database
let stamper: Stamper
before(async () => {
  db = await openTestDatabase()
  stamper = new Stamper(db)
})

const stored = () =>
  one(
    db.pool('ingest'),
    `select (select count(*) from companies) as companies, (select count(*) from signals) as signals,
            (select count(*) from events) as events, (select max(version) from signals) as version,
            (select last_value from company_ordinals) as ordinals, (select last_value from batches) as batches`,
  )

/** Several batches, so that later ones depend on what earlier ones would have written. */
const batches: readonly (readonly IncomingLine[])[] = [
  [signal('new.example', 'n1'), company('known.example', { employeeCount: 7 }), signal('known.example', 'k1')],
  [
    signal('new.example', 'n2', { company: { domain: 'new.example' } }),
    signal('new.example', 'n1'),
    signal('new.example', 'n1', { label: 'Another label' }),
    signal('nameless.example', 'x', { company: { domain: 'nameless.example' } }),
    { record: 'status', source: 'test', key: 'n1', status: 'closed' },
    { record: 'status', source: 'test', key: 'nobody', status: 'closed' },
  ],
  [
    signal('new.example', 'n1', { label: 'Another label', status: 'closed', seenAt: 5_000 }),
    signal('new.example', 'n1', { label: 'Older', seenAt: 4_000 }),
    signal('known.example', 'n1', { company: { domain: 'known.example', hqCountry: 'DE' } }),
    company('new.example', { name: 'New name' }),
    { record: 'status', source: 'test', key: 'k1', status: 'retracted' },
  ],
]

test('a dry run gives the results of writing, and writes nothing', async () => {
  await writeRecords(db, stamper, [company('known.example'), signal('known.example', 'k1')])
  await stamper.stamp()
  const before = await stored()
  const dryRun = await openDryRun(db)
  const planned: WriteResult[] = []
  for (const batch of batches) planned.push(await dryRun.write(batch))
  await dryRun.close()
  assert.deepEqual(await stored(), before)

  const written: WriteResult[] = []
  for (const batch of batches) written.push(await writeRecords(db, stamper, batch))
  const comparable = ({ outcomes, companiesCreated, companiesUpdated }: WriteResult) => ({
    outcomes,
    companiesCreated,
    companiesUpdated,
  })
  assert.deepEqual(planned.map(comparable), written.map(comparable))
  assert.deepEqual(written[0]?.outcomes, ['created', 'updated', 'unchanged'])
})
