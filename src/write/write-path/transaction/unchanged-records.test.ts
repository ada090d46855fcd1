import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { openTestDatabase } from '../../../../test/harness/database.ts'
import { company, DAY, JUNE, signal } from '../../../../test/harness/signals.ts'
import { type Database, one } from '../../../db/index.ts'
import type { IncomingLine } from '../../../meaning/signals/index.ts'
import { Stamper } from '../../log/index.ts'
import { mergeCompanies } from '../identity/merge-companies.ts'
import { writeLines } from '../lines/write-lines.ts'

let db: Database
let stamper: Stamper
before(async () => {
  db = await openTestDatabase()
  stamper = new Stamper(db)
})

const write = (...lines: IncomingLine[]) => writeLines(db, stamper, lines)

async function outcomesOf(...lines: IncomingLine[]) {
  return (await write(...lines)).outcomes
}

const row = (key: string) =>
  one<{ status: string; version: number; age: number; name: string }>(
    db.pool('ingest'),
    `select s.status, s.version, extract(epoch from now() - s.last_seen_at)::int as age, c.name
       from signals s join companies c on c.ordinal = s.company_ordinal where s.key = $1`,
    [key],
  )

/** Any of its signals that is read is in the result. */
async function assertRecognised(...lines: IncomingLine[]): Promise<void> {
  const { outcomes, signalsRead } = await write(...lines)
  assert.deepEqual([outcomes, signalsRead], [lines.map(() => 'unchanged'), 0])
}

test('a line as it was is recognised before anything of its company is read', async () => {
  const lines = [signal('a.example', 'a1'), signal('a.example', 'a2', { fields: { jobTitle: 'Nurse' } })]
  await write(...lines)
  await assertRecognised(...lines)
  await assertRecognised(lines[1] as IncomingLine)
  const changed = signal('a.example', 'a1', { label: 'Other' })
  assert.deepEqual(await outcomesOf(changed, lines[1] as IncomingLine), ['updated', 'unchanged'])
})

test('a line is written again after its status was changed by another line', async () => {
  const line = signal('b.example', 'b1')
  await write(line)
  const { source, key } = line
  await write({ record: 'status', source, key, status: 'retracted' })
  assert.deepEqual(await outcomesOf(line), ['updated'])
  assert.equal((await row('b1')).status, 'active')
  await assertRecognised(line)
  // In one batch each line finds what the one before it did.
  const closed = { record: 'status', source, key, status: 'closed', closedAt: JUNE + DAY } as const
  assert.deepEqual(await outcomesOf(closed, line, closed), ['updated', 'updated', 'updated'])
  assert.equal((await row('b1')).status, 'closed')
})

test('a line’s company facts are written again after another line has changed them', async () => {
  const named = (key: string, name: string) => signal('c.example', key, { company: { domain: 'c.example', name } })
  await write(named('c1', 'One'))
  await write(company('c.example', { name: 'Two' }))
  assert.deepEqual(await outcomesOf(named('c1', 'One')), ['unchanged'])
  assert.equal((await row('c1')).name, 'One')
  await write(named('c2', 'Two'), named('c1', 'One'))
  assert.equal((await row('c1')).name, 'One')
})

test('an unchanged line is seen again at most once a day, and its source has delivered', async () => {
  const line = signal('d.example', 'd1', { source: 'daily' })
  await write(line)
  const pool = db.pool('ingest')
  await pool.query(`update signals set last_seen_at = now() - interval '20 hours' where key = 'd1'`)
  await assertRecognised(line)
  assert.ok((await row('d1')).age > 70_000)
  await pool.query(`update signals set last_seen_at = now() - interval '30 hours' where key = 'd1'`)
  await pool.query(`update sources set last_delivery_at = now() - interval '3 days' where name = 'daily'`)
  await assertRecognised(line)
  const { age, version } = await row('d1')
  assert.ok(age < 600 && version === 1)
  const { since } = await one<{ since: number }>(
    pool,
    `select extract(epoch from now() - last_delivery_at)::int as since from sources where name = 'daily'`,
  )
  assert.ok(since < 600)
})

test('one of several reports of a fact is recognised, and is seen again once a day', async () => {
  const reports = ['board', 'careers'].map((source) => signal('e.example', 'e1', { source }))
  await write(...reports)
  await assertRecognised(...reports)
  const pool = db.pool('ingest')
  await pool.query(`update reports set last_seen_at = now() - interval '30 hours' where key = 'e1'`)
  assert.deepEqual(await outcomesOf(...reports), ['unchanged', 'unchanged'])
  await assertRecognised(...reports)
  const { seen } = await one<{ seen: number }>(
    pool,
    `select count(*)::int as seen from reports where key = 'e1' and last_seen_at > now() - interval '1 hour'`,
  )
  assert.equal(seen, 2)
})

test('an older version that comes again changes nothing, and the newer one is still recognised', async () => {
  const older = signal('f.example', 'f1', { seenAt: JUNE, label: 'Older' })
  const newer = signal('f.example', 'f1', { seenAt: JUNE + DAY, label: 'Newer' })
  await write(older)
  await write(newer)
  assert.deepEqual(await outcomesOf(older), ['unchanged'])
  await assertRecognised(newer)
})

test('a line is written again after another writer has changed its signal', async () => {
  const line = signal('g.example', 'g1')
  await write(line)
  await db
    .pool('ingest')
    .query(`update signals set status = 'closed', closed_at = now(), version = version + 1 where key = 'g1'`)
  assert.deepEqual(await outcomesOf(line), ['updated'])
  assert.equal((await row('g1')).status, 'active')
})

test('the lines of a company are recognised again after it was merged', async () => {
  const line = signal('old.example', 'h1')
  await write(line, signal('new.example', 'h2'))
  await mergeCompanies(db, stamper, { from: 'old.example', into: 'new.example' })
  assert.deepEqual(await outcomesOf(line), ['unchanged'])
  await assertRecognised(line)
})

test('a company line that says what is known reads nothing, unless another line of the batch says otherwise', async () => {
  const known = company('i.example', { name: 'Known', employeeCount: 20 })
  await write(known, signal('i.example', 'i1', { company: { domain: 'i.example', name: 'Known' } }))
  await assertRecognised(known)
  const renamed = company('i.example', { name: 'Renamed' })
  assert.deepEqual(await outcomesOf(known, renamed, known), ['unchanged', 'updated', 'updated'])
  assert.equal((await row('i1')).name, 'Known')
})
