import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { openTestDatabase } from '../../../../test/harness/database.ts'
import { company, signal } from '../../../../test/harness/signals.ts'
import { type Database, many, one } from '../../../db/index.ts'
import type { IncomingLine } from '../../../meaning/signals/index.ts'
import { AppError } from '../../../platform/app-error.ts'
import { Stamper } from '../../log/index.ts'
import {
  allowCompany,
  companyId,
  deleteCompany,
  describeCompany,
  listDeleted,
  mergeCompanies,
  openDryRun,
  purgeDeleted,
  splitCompany,
  writeRecords,
} from '../index.ts'

let db: Database
let stamper: Stamper
before(async () => {
  db = await openTestDatabase()
  stamper = new Stamper(db)
})

const write = async (...lines: IncomingLine[]) => (await writeRecords(db, stamper, lines)).outcomes
const remove = (domain: string) => deleteCompany(db, stamper, domain)
const allow = (domain: string) => allowCompany(db, stamper, domain)

async function dryRun(...lines: IncomingLine[]) {
  const run = await openDryRun(db)
  try {
    return (await run.write(lines)).outcomes
  } finally {
    await run.close()
  }
}

const signalsOf = (prefix: string) =>
  many<{ key: string; status: string }>(
    db.pool('ingest'),
    'select key, status from signals where starts_with(key, $1) order by key',
    [prefix],
  )

async function rowsLeft(domain: string): Promise<number> {
  const { rows } = await one<{ rows: number }>(
    db.pool('ingest'),
    `select (select count(*) from companies where domain = $1)::int
          + (select count(*) from signals s join companies c on c.ordinal = s.company_ordinal where c.domain = $1)::int as rows`,
    [domain],
  )
  return rows
}

function isRejected(outcome: unknown): void {
  assert.match((outcome as { rejected: string }).rejected, /was deleted by the operator \(companies allow /)
}

const refused = (kind: string, message: RegExp) => (error: unknown) => {
  assert.ok(error instanceof AppError && error.kind === kind, String(error))
  assert.match(error.message, message)
  return true
}

test('a deleted company is found nowhere, customers get retractions, and its facts are deleted', async () => {
  const reports = ['board', 'careers'].map((source) => signal('gone.example', 'gone-1', { source }))
  await write(company('gone.example', { name: 'Gone Inc', industry: 'software' }), ...reports)
  await write(signal('gone.example', 'gone-2', { type: 'web', fields: { kind: 'llms_txt' } }))
  await stamper.stamp()
  const { position } = await one<{ position: number }>(db.pool('ingest'), 'select position from log_head')
  const { reports: retracted } = await remove('gone.example')
  assert.equal(retracted, 3)
  assert.deepEqual(new Set((await signalsOf('gone-')).map(({ status }) => status)), new Set(['retracted']))
  const events = await many<{ status: string; silent: boolean; quiet: boolean }>(
    db.pool('ingest'),
    `select e.image::json->>'status' as status, e.silent from log l join events e using (day, batch)
      where e.kind = 'signal' and l.position > $1`,
    [position],
  )
  assert.deepEqual(
    events.map(({ status, silent }) => [status, silent]),
    [
      ['retracted', false],
      ['retracted', false],
    ],
  )
  assert.equal(await describeCompany(db.pool('ingest'), companyId('gone.example')), undefined)
  const stored = await one<{ name: string; industry: string }>(
    db.pool('ingest'),
    `select name, industry from companies where domain = 'gone.example'`,
  )
  assert.deepEqual(stored, { name: 'gone.example', industry: 'unknown' })
  await assert.rejects(remove('gone.example'), refused('not_found', /No company has the domain gone\.example/))
})

test('no line, alias or merge brings it back, also in a dry run, and the other lines of the batch are written', async () => {
  await write(company('away.example', { name: 'Away' }), signal('jobs.away.example', 'away-1'))
  await remove('away.example')
  const lines = [
    signal('away.example', 'away-1'),
    signal('jobs.away.example', 'away-2'),
    company('away.example', { name: 'Away again' }),
    signal('stays.example', 'stays-1'),
  ]
  for (const outcomes of [await dryRun(...lines), await write(...lines)]) {
    for (const outcome of outcomes.slice(0, 3)) isRejected(outcome)
    assert.equal(outcomes[3], 'created')
  }
  const alias = { ...company('stays.example', { name: 'Stays' }), aliases: ['away.example'] }
  for (const outcomes of [await dryRun(alias), await write(alias)]) {
    assert.match(JSON.stringify(outcomes), /aliases cannot have away\.example: company away\.example was deleted/)
  }
  const merge = { from: 'stays.example', into: 'away.example' }
  await assert.rejects(mergeCompanies(db, stamper, merge), refused('not_found', /away\.example/))
  await assert.rejects(splitCompany(db, stamper, { domain: 'away.example' }), refused('not_found', /away\.example/))
  assert.deepEqual(
    (await listDeleted(db)).map(({ domain }) => domain).filter((domain) => domain.startsWith('away')),
    ['away.example'],
  )
})

test('a batch of a thousand companies loses only the lines of the deleted one', async () => {
  await write(signal('one-of-many.example', 'many'))
  await remove('one-of-many.example')
  const lines = Array.from({ length: 1_000 }, (_, i) =>
    signal(i === 500 ? 'one-of-many.example' : `many-${i}.example`, `many-${i}`),
  )
  const outcomes = await write(...lines)
  isRejected(outcomes[500])
  assert.equal(outcomes.filter((outcome) => outcome === 'created').length, 999)
})

test('lines written during the deletion are stored before it, or rejected', async () => {
  await write(signal('raced.example', 'raced'))
  const [outcomes] = await Promise.all([
    Promise.all(Array.from({ length: 30 }, (_, i) => write(signal('raced.example', `raced-${i}`)))),
    remove('raced.example'),
  ])
  const rejected = outcomes.flat().filter((outcome) => typeof outcome === 'object')
  for (const outcome of rejected) isRejected(outcome)
  const statuses = (await signalsOf('raced')).map(({ status }) => status)
  assert.deepEqual(new Set(statuses), new Set(['retracted']))
  assert.equal(statuses.length + rejected.length, 31)
})

test('an alias can’t be deleted; all domains are deleted with the company, and restored when it is allowed', async () => {
  await write(
    { ...company('whole.example', { name: 'Whole' }), aliases: ['other-name.example'] },
    signal('part.example', 'part-1'),
  )
  await mergeCompanies(db, stamper, { from: 'part.example', into: 'whole.example' })
  await assert.rejects(remove('part.example'), refused('conflict', /is a domain of whole\.example/))
  const { domains } = await remove('whole.example')
  assert.deepEqual(domains, ['whole.example', 'other-name.example', 'part.example'])
  for (const domain of domains) isRejected((await write(signal(domain, 'part-1')))[0])

  assert.deepEqual(await allow('part.example'), ['other-name.example', 'part.example', 'whole.example'])
  await assert.rejects(allow('part.example'), refused('not_found', /No deleted company/))
  assert.deepEqual(await write(signal('part.example', 'part-1')), ['updated'])
  const { id, aliases } = (await describeCompany(db.pool('ingest'), companyId('part.example'))) ?? assert.fail()
  assert.deepEqual([id, aliases.length], [companyId('whole.example'), 2])
  const split = await splitCompany(db, stamper, { domain: 'part.example' })
  assert.deepEqual([split.company?.domain, split.reports], ['part.example', 1])
})

test('its rows are deleted with the last events, and it still does not come back', async () => {
  await write(signal('purged.example', 'purged-1'))
  await remove('purged.example')
  assert.equal(await purgeDeleted(db), 0)
  assert.equal(await rowsLeft('purged.example'), 2)
  await db
    .pool('ingest')
    .query(`update deleted_companies set deleted_at = now() - interval '32 days' where domain = 'purged.example'`)
  assert.equal(await purgeDeleted(db), 1)
  assert.equal(await rowsLeft('purged.example'), 0)
  isRejected((await write(signal('purged.example', 'purged-1')))[0])
  assert.deepEqual(await allow('purged.example'), ['purged.example'])
  assert.deepEqual(await write(signal('purged.example', 'purged-1')), ['created'])
})
