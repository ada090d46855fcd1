// Files of owners, from the upload to the database, across node crashes.

import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser } from '../../../test/harness/browser.ts'
import { cleanup } from '../../../test/harness/cleanup.ts'
import { openTestDatabase } from '../../../test/harness/database.ts'
import { silentLog } from '../../../test/harness/log.ts'
import { type SettingsService, startSettings, type TestTeam } from '../../../test/harness/settings.ts'
import { company } from '../../../test/harness/signals.ts'
import { insertAccount } from '../../account/accounts/index.ts'
import { insertOwner, insertTeam } from '../../account/teams/queries.ts'
import { type Database, many, one } from '../../db/index.ts'
import { packageRoot } from '../../platform/config/config.ts'
import { contract, type ImportMappingBody, MAX_IMPORT_LINES } from '../../settings-contract/index.ts'
import { Stamper } from '../../write/log/index.ts'
import { writeRecords } from '../../write/write-path/index.ts'
import { startImports } from '../index.ts'

let settings: SettingsService
let team: TestTeam
let browser: Browser

before(async () => {
  settings = await startSettings({ env: { TEAM_IMPORTS: 'on' } })
  team = await settings.newTeam()
  browser = await settings.browserOf(team.owner, team.teamId)
})

const CRUNCHBASE: ImportMappingBody = {
  preset: 'crunchbase-companies',
  columns: [
    { header: 'Organization Name', field: 'name' },
    { header: 'Website', field: 'website' },
    { header: 'Last Funding Date', field: 'roundDate' },
    { header: 'Last Funding Type', field: 'roundType' },
  ],
  dates: 'DD.MM.YYYY',
}
const ROUNDS = [
  'Organization Name,Website,Last Funding Date,Last Funding Type',
  'Globex,globex.example,05.03.2023,Series A',
  'Initech,=cmd(),,',
  'Umbrella,umbrella.example,,',
].join('\n')

async function upload(text: string, mapping: ImportMappingBody, partBytes = 50) {
  const bytes = Buffer.from(text)
  const started = await browser.call(contract.createImport, {
    body: { fileName: 'file.csv', bytes: bytes.length, mapping, sendsNews: false },
  })
  const params = { importId: started.import.id }
  for (let at = 0; at < bytes.length; at += partBytes) {
    const part = { at, data: bytes.subarray(at, at + partBytes).toString('base64') }
    await browser.call(contract.addImportPart, { params, body: part })
    // A reply that was lost.
    if (at === 0) await browser.call(contract.addImportPart, { params, body: part })
  }
  return params
}

async function untilEnded(params: { importId: string }) {
  for (let n = 0; n < 600; n++) {
    const reply = await browser.call(contract.getImport, { params })
    if (!['uploading', 'running'].includes(reply.import.state)) return reply
    await sleep(100)
  }
  throw new Error('it did not end')
}

const count = async (db: Database, sql: string) =>
  (await one<{ count: number }>(db.pool('settings'), `select count(*)::int as count from ${sql}`)).count

test('a file in parts is imported with its history, and the same file again changes nothing', async () => {
  const first = await untilEnded(await upload(ROUNDS, CRUNCHBASE))
  const { state, lines, companies, signals, rejected, bytes, bytesRead } = first.import
  assert.deepEqual([state, lines, companies.created, signals.created, rejected], ['done', 4, 2, 1, 1])
  assert.equal(bytesRead, bytes)
  assert.deepEqual(first.groups, [{ reason: '"…" is no domain', lines: 1 }])
  const { rejects } = await browser.call(contract.getImportRejects, { params: { importId: first.import.id } })
  assert.deepEqual(rejects, [{ line: 3, reason: '"=cmd()" is no domain', text: 'Initech,=cmd(),,' }])
  const stored = await many<{ source: string; day: string }>(
    settings.pool,
    `select source, to_char(occurred_at, 'YYYY-MM-DD') as day from signals`,
  )
  assert.deepEqual(stored, [{ source: `Crunchbase (${team.name})`, day: '2023-03-05' }])
  const again = await untilEnded(await upload(ROUNDS, CRUNCHBASE))
  const { companies: c, signals: s } = again.import
  assert.deepEqual([c.created, c.updated, s.created, s.updated], [0, 0, 0, 0])
  assert.equal(await count(settings.db, 'import_parts'), 0, 'the file is deleted with the end')
})

test('a wrong mapping, a file that is too long and one of another format write nothing, and report why', async () => {
  const before = await count(settings.db, 'companies')
  const failed = async (text: string, mapping: ImportMappingBody, pattern: RegExp, partBytes = 500_000) => {
    const { state, message } = (await untilEnded(await upload(text, mapping, partBytes))).import
    assert.equal(state, 'failed')
    assert.match(message ?? '', pattern)
  }
  await failed('a,b\nc,d\n', CRUNCHBASE, /no column "Website", "Organization Name".*Nothing was written\.$/)
  const sheet = { preset: 'sheet', columns: [{ header: 'Website', field: 'website' }], dates: null }
  await failed(`Website\n${'new.example\n'.repeat(MAX_IMPORT_LINES + 1)}`, sheet, /more than 200,000 lines/)
  await failed('PK\x03\x04', sheet, /is a zip archive/)
  assert.equal(await count(settings.db, 'companies'), before)
  const body = { fileName: 'f', bytes: 5, mapping: { ...sheet, preset: 'nope' }, sendsNews: false }
  await browser.refused(contract.createImport, { body }, 422, 'validation_failed')
})

test('a team imports one file at a time, parts come in order, and an upload can be cancelled by any node', async () => {
  const sheet = { preset: 'sheet', columns: [], dates: null }
  const body = { fileName: 'one.csv', bytes: 10, mapping: sheet, sendsNews: false }
  const twice = await Promise.all([1, 2].map(() => browser.send(contract.createImport, { body })))
  assert.deepEqual(twice.map(({ status }) => status).sort(), [200, 409])
  const { imports } = await browser.call(contract.getImports, {})
  const params = { importId: imports[0]?.id ?? '' }
  const late = { at: 4, data: btoa('x') }
  await browser.refused(contract.addImportPart, { params, body: late }, 409, 'part_out_of_order')
  const long = { at: 0, data: btoa('x'.repeat(11)) }
  await browser.refused(contract.addImportPart, { params, body: long }, 409, 'part_out_of_order')
  await browser.call(contract.cancelImport, { params, body: {} })
  await browser.refused(contract.addImportPart, { params, body: { at: 0, data: 'eA==' } }, 409, 'import_cancelled')
  const ended = await untilEnded(params)
  assert.match(ended.import.message ?? '', /Nothing was written/)
})

test('mappings are the team’s, by name', async () => {
  const saved = await browser.call(contract.saveMapping, { body: { name: 'Rounds', mapping: CRUNCHBASE } })
  const renamed = await browser.call(contract.saveMapping, { body: { name: 'rounds', mapping: CRUNCHBASE } })
  assert.equal(renamed.mapping.id, saved.mapping.id)
  const body = { fileName: 'r.csv', sample: btoa(ROUNDS), isWhole: true, mapping: null }
  assert.equal((await browser.call(contract.previewImport, { body })).preview.saved, 'rounds')
  const other = await settings.newTeam()
  const foreign = await settings.browserOf(other.owner, other.teamId)
  assert.equal((await foreign.call(contract.previewImport, { body })).preview.saved, null)
})

test('kill -9 of the node in the middle: another one reads the file again, and nothing is lost or doubled', async () => {
  const db = await openTestDatabase()
  const ROWS = 1_500
  const HELD = 1_200
  await writeRecords(db, new Stamper(db), [company(`r${HELD}.example`)])
  const rows = Array.from({ length: ROWS }, (_, n) => `C${n},r${n}.example,05.03.2023,Seed`)
  const file = Buffer.from([ROUNDS.split('\n')[0], ...rows].join('\n'))
  const teamId = await db.transaction('settings', async (tx) => {
    const { id } = await insertTeam(tx, { name: 'Northwind', plan: 'pro' })
    await insertOwner(tx, id, await insertAccount(tx, 'owner@example.com', 'none', { proven: true }))
    return id
  })
  const { id } = await one<{ id: string }>(
    db.pool('settings'),
    `insert into imports (team_id, file_name, mapping, sends_news, state, bytes, received, queued_at)
     values ($1, 'rounds.csv', $2, false, 'running', $3, $3, now()) returning id`,
    [teamId, JSON.stringify(CRUNCHBASE), file.length],
  )
  await db.pool('settings').query('insert into import_parts values ($1, 0, $2)', [id, file])
  const until = async (isSo: () => Promise<boolean>, what: string) => {
    for (let n = 0; n < 600; n++) {
      if (await isSo()) return
      await sleep(100)
    }
    throw new Error(`never: ${what}`)
  }
  const holder = await db.connectDirect()
  try {
    await holder.query('begin')
    await holder.query(`select from companies where domain = $1 for update`, [`r${HELD}.example`])
    const node = fork(join(packageRoot, 'test/harness/import-node-process.ts'), [db.url, '3'], { stdio: 'inherit' })
    cleanup(() => void node.kill('SIGKILL'))
    await until(async () => (await count(db, 'signals')) > 0, 'the first lines')
    node.kill('SIGKILL')
    assert.ok((await count(db, 'signals')) < ROWS)
  } finally {
    await holder.end()
  }
  cleanup(startImports(db, silentLog, { leaseSeconds: 3 }))
  await until(async () => (await count(db, `imports where state = 'done' and attempts >= 2`)) > 0, 'the end')
  const stored = ['companies', 'signals', `events where kind = 'signal' and action = 'created'`, 'import_parts'].map(
    (from) => count(db, from),
  )
  assert.deepEqual(await Promise.all(stored), [ROWS, ROWS, ROWS, 0])
})
