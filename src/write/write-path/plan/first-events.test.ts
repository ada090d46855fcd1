// What customers get first of a signal: `created`, or nothing while it is over.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { openTestDatabase } from '../../../../test/harness/database.ts'
import { company, DAY, JUNE, signal } from '../../../../test/harness/signals.ts'
import type { Database } from '../../../db/index.ts'
import type { IncomingSignal } from '../../../meaning/signals/index.ts'
import { readDeliverableEvents, Stamper } from '../../log/index.ts'
import { mergeCompanies, signalId, splitCompany, writeRecords } from '../index.ts'

let db: Database
let stamper: Stamper
before(async () => {
  db = await openTestDatabase()
  stamper = new Stamper(db)
})

const write = (...lines: Parameters<typeof writeRecords>[2]) => writeRecords(db, stamper, lines)

/** The ids that were sent as created so far. */
const created = new Set<string>()
let position = 0

/** What is sent since the last call: `action status key-or-type`. */
async function newlySent(keys: Readonly<Record<string, string>> = {}): Promise<string[]> {
  await stamper.stamp()
  const page = await readDeliverableEvents(db.pool('ingest'), position, 1_000)
  position = page.position
  return page.events.map(({ action, signalId: id, type, image }) => {
    if (action === 'created') created.add(id)
    else assert.ok(created.has(id), `${id} is updated and was never created`)
    return `${action} ${(image as { status: string }).status} ${keys[id] ?? type}`
  })
}

const named = (keys: readonly string[], source = 'test') =>
  Object.fromEntries(keys.map((key) => [signalId(source, key), key]))

test('a signal whose first report is already retracted is not sent, until it is reported as open', async () => {
  const job = (parts: Partial<IncomingSignal> = {}) => signal('first.example', 'gone', parts)
  await write(job({ status: 'retracted' }))
  assert.deepEqual(await newlySent(), [])
  await write(job({ status: 'retracted', label: 'Corrected' }))
  assert.deepEqual(await newlySent(), [], 'nobody knows it, so nobody hears that it changed')
  await write(job())
  assert.deepEqual(await newlySent(named(['gone'])), ['created active gone'])
  await write(job({ status: 'retracted' }))
  assert.deepEqual(await newlySent(named(['gone'])), ['updated retracted gone'], 'and from then on like any other')
  await write(job({ label: 'Open again' }))
  assert.deepEqual(await newlySent(named(['gone'])), ['updated active gone'])
})

test('versions of one batch are sent from the first that is not retracted', async () => {
  const job = (parts: Partial<IncomingSignal> = {}) => signal('first.example', 'batch', parts)
  await write(job({ status: 'retracted' }), job(), job({ status: 'closed' }))
  assert.deepEqual(await newlySent(named(['batch'])), ['created active batch', 'updated closed batch'])
})

test('a job that was closed when it was first reported is sent', async () => {
  await write(signal('first.example', 'over', { status: 'closed', fields: { jobTitle: 'Cook' } }))
  assert.deepEqual(await newlySent(named(['over'])), ['created closed over'])
})

test('after a merge nothing is updated that was never created', async () => {
  const aiJob = { fields: { jobTitle: 'AI Engineer', function: 'engineering', ai: true, aiFrom: 'title' } }
  const round = { type: 'funding', fields: { round: 'series_b', amountUsd: 20_000_000 } } as const
  await write(
    company('old.example'),
    signal('old.example', 'round', { ...round, label: 'Raised a Series B' }),
    signal('old.example', 'job', { ...aiJob, occurredAt: JUNE - DAY }),
    company('new.example'),
  )
  const keys = named(['round', 'job'])
  assert.deepEqual((await newlySent(keys)).sort(), [
    'created active funding_ai',
    'created active job',
    'created active round',
  ])
  await mergeCompanies(db, stamper, { from: 'old.example', into: 'new.example' })
  assert.deepEqual(
    (await newlySent(keys)).sort(),
    ['created active funding_ai', 'updated active job', 'updated active round', 'updated retracted funding_ai'],
    "a derived signal has its id from the domain, so the survivor's is another one",
  )
  await splitCompany(db, stamper, { domain: 'old.example' })
  assert.deepEqual(
    (await newlySent(keys)).sort(),
    ['updated active funding_ai', 'updated active job', 'updated active round', 'updated retracted funding_ai'],
    'after the split the first id is active again',
  )
})

test('a report that leaves its fact with its company is created, unless it is over', async () => {
  const job = (domain: string, source: string, parts: Partial<IncomingSignal> = {}) =>
    signal(domain, `${source}-part`, { source, ...parts })
  const keys = { ...named(['ats-part'], 'ats'), ...named(['board-part'], 'board') }
  await write(job('whole.example', 'ats'), job('unit.whole.example', 'board'))
  assert.deepEqual(await newlySent(keys), ['created active ats-part'], 'two reports of one job')
  await splitCompany(db, stamper, { domain: 'unit.whole.example' })
  assert.deepEqual(await newlySent(keys), ['created active board-part'])

  const over = { ...named(['ats-part'], 'ats2'), ...named(['board-part'], 'board2') }
  await write(
    job('sum.example', 'ats2', { key: 'ats-part' }),
    job('unit.sum.example', 'board2', { key: 'board-part', status: 'closed' }),
  )
  assert.deepEqual(await newlySent(over), ['created active ats-part'])
  await splitCompany(db, stamper, { domain: 'unit.sum.example' })
  assert.deepEqual(await newlySent(over), [])
  await write(job('unit.sum.example', 'board2', { key: 'board-part' }))
  assert.deepEqual(await newlySent(over), ['created active board-part'], 'it is open again')
})
