import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { openTestDatabase } from '../../../../test/harness/database.ts'
import { company, signal } from '../../../../test/harness/signals.ts'
import { type Database, one } from '../../../db/index.ts'
import type { IncomingLine, IncomingSource } from '../../../meaning/signals/index.ts'
import { Stamper } from '../../log/index.ts'
import { declareSources } from '../../sources/index.ts'
import { openDryRun, type WriteResult, writeRecords } from '../index.ts'

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

const alias = (domain: string, ...aliases: string[]): IncomingLine => ({ ...company(domain), aliases })
const merge = (domain: string, mergedInto: string): IncomingLine => ({
  record: 'company',
  company: { domain },
  mergedInto,
})

test('a dry run reports what aliases and mergedInto would do, and the outcome of the lines after them', async () => {
  await writeRecords(db, stamper, [
    company('old.example', { employeeCount: 40 }),
    signal('old.example', 'o1'),
    signal('shop.taken.example', 's1', { company: { domain: 'shop.taken.example', name: 'Taken' } }),
    company('survivor.example', { name: 'Survivor', hqCountry: 'FR' }),
    alias('has-one.example', 'one.example'),
  ])
  await stamper.stamp()
  const before = await stored()
  const parts: readonly (readonly IncomingLine[])[] = [
    [
      alias('survivor.example', 'survivor.test.example', 'old.example'),
      alias('survivor.example', 'survivor-too.example'),
      signal('survivor-too.example', 'a1'),
      alias('has-one.example', 'one.example'),
      alias('has-one.example', 'survivor-too.example'),
      alias('survivor.example', 'shop.taken.example'),
      signal('shop.taken.example', 's1', { company: { domain: 'shop.taken.example', name: 'Taken' } }),
      alias('brand-new.example', 'other-name.example'),
    ],
    [
      merge('old.example', 'survivor.example'),
      signal('old.example', 'o1'),
      signal('old.example', 'o2'),
      company('old.example', { employeeCount: 41 }),
      merge('old.example', 'survivor.example'),
      merge('survivor.example', 'old.example'),
      merge('nobody.example', 'nowhere.example'),
      merge('never-seen.example', 'survivor.example'),
      signal('never-seen.example', 'v1'),
      merge('one.example', 'survivor.example'),
    ],
    [
      merge('survivor.example', 'brand-new.example'),
      signal('old.example', 'o1', { label: 'Another label' }),
      signal('jobs.survivor-too.example', 'a1'),
      signal('other-name.example', 'b1'),
      company('survivor.example', { employeeCount: 50 }),
    ],
  ]
  const dryRun = await openDryRun(db)
  const planned: WriteResult[] = []
  for (const lines of parts) planned.push(await dryRun.write(lines))
  await dryRun.close()
  assert.deepEqual(await stored(), before)

  const written: WriteResult[] = []
  for (const lines of parts) written.push(await writeRecords(db, stamper, lines))
  assert.deepEqual(
    planned.map(({ outcomes }) => outcomes),
    written.map(({ outcomes }) => outcomes),
  )
  assert.deepEqual(
    planned.map(({ companiesCreated, companiesUpdated }) => [companiesCreated, companiesUpdated]),
    written.map(({ companiesCreated, companiesUpdated }) => [companiesCreated, companiesUpdated]),
  )
  const rejected = planned.flatMap(({ outcomes }) => outcomes).filter((outcome) => typeof outcome === 'object')
  assert.equal(rejected.length, 5)
})

test('a dry run treats a line with known aliases as a record, like writing', async () => {
  const lines = [
    signal('twice.example', 't1', { company: { domain: 'twice.example', name: 'Twice', employeeCount: 7 } }),
    alias('twice.example', 'twice-too.example'),
    signal('twice.example', 't2', { company: { domain: 'twice.example', employeeCount: 8 } }),
  ]
  await writeRecords(db, stamper, lines)
  const dryRun = await openDryRun(db)
  const planned = await dryRun.write(lines)
  await dryRun.close()
  const written = await writeRecords(db, stamper, lines)
  assert.equal(planned.companiesUpdated, written.companiesUpdated)
  assert.deepEqual(planned.outcomes, written.outcomes)
})

test('a dry run reports which declarations of sources would make a change', async () => {
  const batches = [
    [{ record: 'source', source: 'dry', completeSince: 1_700_000_000 }],
    [
      { record: 'source', source: 'dry', completeSince: 1_700_000_000 },
      { record: 'source', source: 'known', expiresAfterDays: 45 },
    ],
    [
      { record: 'source', source: 'dry', expiresAfterDays: 10 },
      { record: 'source', source: 'dry', expiresAfterDays: 20 },
    ],
  ] as const
  const declare = (sources: readonly IncomingSource[]) => db.transaction('ingest', (tx) => declareSources(tx, sources))
  await declare([{ record: 'source', source: 'known', expiresAfterDays: 45 }])
  const dryRun = await openDryRun(db)
  const planned: number[] = []
  for (const batch of batches) planned.push(await dryRun.declare(batch))
  await dryRun.close()
  const written: number[] = []
  for (const batch of batches) written.push(await declare(batch))
  assert.deepEqual(planned, written)
  assert.deepEqual(planned, [1, 0, 1])
})
