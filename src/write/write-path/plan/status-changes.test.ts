import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { openTestDatabase } from '../../../../test/harness/database.ts'
import { company, signal } from '../../../../test/harness/signals.ts'
import { type Database, many } from '../../../db/index.ts'
import type { IncomingLine, IncomingStatusChange } from '../../../meaning/signals/index.ts'
import { Stamper } from '../../log/index.ts'
import { writeRecords } from '../index.ts'

let db: Database
let stamper: Stamper
before(async () => {
  db = await openTestDatabase()
  stamper = new Stamper(db)
})

const write = async (lines: readonly IncomingLine[]) => (await writeRecords(db, stamper, lines)).outcomes
const { source } = signal('x.example', 'x')

function change(key: string, status: IncomingStatusChange['status'], more = {}): IncomingStatusChange {
  return { record: 'status', source, key, status, ...more }
}

const storedOf = (...keys: string[]) =>
  many(
    db.pool('ingest'),
    `select s.key, s.status, s.label, s.version, c.domain, (r.heat_key > 0) as warm
       from signals s join companies c on c.ordinal = s.company_ordinal join company_ranks r on r.company_ordinal = c.ordinal
      where s.key = any($1) order by s.key`,
    [keys],
  )

test('source, key and status alone close, retract and reopen a stored signal, and everything else stays', async () => {
  await write([signal('a.example', 'a1', { label: 'The job' }), signal('a.example', 'a2', { label: 'The other' })])
  assert.deepEqual(await write([change('a1', 'closed'), change('a2', 'retracted')]), ['updated', 'updated'])
  const before = await storedOf('a1', 'a2')
  assert.deepEqual(
    before.map(({ key, status, label, version }) => ({ key, status, label, version })),
    [
      { key: 'a1', status: 'closed', label: 'The job', version: 2 },
      { key: 'a2', status: 'retracted', label: 'The other', version: 2 },
    ],
  )
  assert.deepEqual(await write([change('a1', 'closed')]), ['unchanged'])
  assert.deepEqual(await write([change('a1', 'active')]), ['updated'])
  await stamper.stamp()
  const events = await many(
    db.pool('ingest'),
    `select e.action, e.image::json->>'status' as status, e.image::json->>'label' as label
       from events e join signals s on s.id = e.signal_id where s.key = 'a1' order by e.unix`,
  )
  assert.deepEqual(events, [
    { action: 'created', status: 'active', label: 'The job' },
    { action: 'updated', status: 'closed', label: 'The job' },
    { action: 'updated', status: 'active', label: 'The job' },
  ])
})

test('an unknown signal cannot change its status alone, unless the batch writes it first', async () => {
  assert.deepEqual(await write([change('b0', 'closed')]), [
    { rejected: `no signal of "${source}" has the key "b0": only a known signal can change its status alone` },
  ])
  const outcomes = await write([
    change('b1', 'closed'),
    signal('b.example', 'b1'),
    change('b1', 'closed'),
    signal('nameless.example', 'b2', { company: { domain: 'nameless.example' } }),
    change('b2', 'closed'),
  ])
  assert.deepEqual(
    outcomes.map((outcome) => (typeof outcome === 'string' ? outcome : 'rejected')),
    ['rejected', 'created', 'updated', 'rejected', 'rejected'],
  )
  assert.deepEqual(
    (await storedOf('b1', 'b2')).map(({ key, status }) => `${key} ${status}`),
    ['b1 closed'],
  )
})

test('a status seen before the stored version is ignored', async () => {
  await write([signal('c.example', 'c1', { seenAt: 2_000 })])
  assert.deepEqual(await write([change('c1', 'closed', { seenAt: 1_999 })]), ['unchanged'])
  assert.deepEqual(await write([change('c1', 'closed', { seenAt: 2_001 })]), ['updated'])
  assert.deepEqual(await write([signal('c.example', 'c1', { seenAt: 2_000 })]), ['unchanged'])
})

test('600 changes of status go to two shards, and each finds its signal', async () => {
  const keys = Array.from({ length: 600 }, (_, at) => `d${at}`)
  await write(keys.map((key, at) => signal(`d${at % 40}.example`, key)))
  assert.deepEqual(new Set(await write(keys.map((key) => change(key, 'closed')))), new Set(['updated']))
})

test('signals that move to another company while their status changes end closed', async () => {
  await write([company('e.example'), company('f.example')])
  for (let round = 0; round < 10; round++) {
    const key = `e${round}`
    await write([signal('e.example', key)])
    const [, closed] = await Promise.all([write([signal('f.example', key)]), write([change(key, 'closed')])])
    assert.deepEqual(closed, ['updated'])
    const [stored] = await storedOf(key)
    assert.equal(stored?.domain, 'f.example')
  }
})
