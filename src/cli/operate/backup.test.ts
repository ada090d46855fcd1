// The commands for backups, on a database that others write to.

import assert from 'node:assert/strict'
import { readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openTestDatabase } from '../../../test/harness/database.ts'
import { newTeam, SECRET_KEYS, saveWebhook, writeSignals } from '../../../test/harness/firehose.ts'
import { temporaryFolder } from '../../../test/harness/folders.ts'
import { typeCommand } from '../../../test/harness/type-command.ts'
import { backUpIfDue, listBackups, many, one } from '../../db/index.ts'
import { loadConfig } from '../../platform/config/config.ts'
import { maintainLog, Stamper } from '../../write/log/index.ts'
import { backupCommands } from './backup.ts'
import { checkBackups } from './doctor/backups.ts'

async function databaseWithSignals() {
  const db = await openTestDatabase()
  const stamper = new Stamper(db)
  const team = await newTeam(db)
  await saveWebhook(db, team, { url: 'https://hooks.acme.example/in' })
  await writeSignals(db, stamper, 'northwind', 500)
  const config = loadConfig({ DATABASE_URL: db.url, SECRET_KEYS })
  const folder = temporaryFolder()
  const run = (line: string) => typeCommand(backupCommands, line, config)
  return { db, stamper, folder, run }
}

test('a backup is made while others write, and has no file but its own', async () => {
  const { db, stamper, folder, run } = await databaseWithSignals()
  const file = join(folder, 'today.backup')
  let writing = true
  const writes = (async () => {
    for (let n = 0; writing; n++) await writeSignals(db, stamper, `meanwhile-${n}`, 20)
  })()
  const { text, json } = await run(`backup ${file}`)
  writing = false
  await writes
  assert.match(text, /today\.backup: the database as it was at 20\d\d-/)
  assert.match(text, /It has no encryption keys: keep SECRET_KEYS elsewhere/)
  assert.deepEqual(readdirSync(folder), ['today.backup'])
  assert.equal(statSync(file).mode & 0o777, 0o600)
  const verified = await run(`backup verify ${file}`)
  const { tables, bytes } = verified.json as { tables: Record<string, number>; bytes: number }
  assert.equal((json as { bytes: number }).bytes, bytes)
  assert.ok((tables.signals ?? 0) >= 500)
  assert.equal(tables.schema_migrations, undefined)
  await assert.rejects(run(`backup ${file}`), /exists already, and a backup never overwrites a file/)
  await assert.rejects(run(`backup ${join(folder, 'none', 'x')}`), /There is no folder/)
  await assert.rejects(run('backup'), /backup needs the name of a file/)
})

test('only a sealed backup has the encryption keys', async () => {
  const { folder, run } = await databaseWithSignals()
  const passphrase = join(folder, 'passphrase.txt')
  writeFileSync(passphrase, 'a long passphrase\n')
  const [, key = ''] = SECRET_KEYS.split(':')
  const keysIn = async (line: string) => {
    const { json } = await run(`backup ${join(folder, line)}`)
    const file = dirname(passphrase)
    assert.ok(!readFileSync(join(file, line.split(' ')[0] ?? '')).includes(key))
    return json as { sealed: boolean; keys: boolean }
  }
  const sealed = `--passphrase-file ${passphrase}`
  const shown = ({ sealed, keys }: { sealed: boolean; keys: boolean }) => ({ sealed, keys })
  assert.deepEqual(shown(await keysIn('plain')), { sealed: false, keys: false })
  assert.deepEqual(shown(await keysIn(`sealed ${sealed}`)), { sealed: true, keys: true })
  assert.deepEqual(shown(await keysIn(`without ${sealed} --no-keys`)), { sealed: true, keys: false })
  const again = await run(`backup ${join(folder, 'again')} ${sealed}`)
  const [, check = ''] = /^Check it with: bin\/pro-signal (.*)$/m.exec(again.text) ?? []
  const { text, json } = await run(check)
  assert.match(text, /with encryption keys/)
  // The keys themselves are never shown.
  assert.ok(!`${text}${JSON.stringify(json)}`.includes(key))
})

test('dropping old partitions skips its run during a backup', async () => {
  const { db, folder, run } = await databaseWithSignals()
  await db.pool('settings').query(
    `create table events_20200115 (like events including all);
     alter table events attach partition events_20200115 for values from ('2020-01-15') to ('2020-01-16')`,
  )
  // The backup waits for this lock when it has most of the others.
  const blocker = await db.connectDirect()
  await blocker.query('begin; lock table watched_companies in access exclusive mode')
  const backup = run(`backup ${join(folder, 'x.backup')}`)
  await waitForBackup(db)
  assert.deepEqual(await maintainLog(db), [])
  await blocker.query('rollback')
  await blocker.end()
  await backup
  assert.deepEqual(await maintainLog(db), ['2020-01-15'])
})

async function waitForBackup(db: Awaited<ReturnType<typeof openTestDatabase>>): Promise<void> {
  for (const deadline = Date.now() + 10_000; Date.now() < deadline; await sleep(20)) {
    const waiting = await many(
      db.pool('settings'),
      `select from pg_stat_activity where application_name = 'pro-signal snapshot' and wait_event_type = 'Lock'
        and datname = current_database()`,
    )
    if (waiting.length > 0) return
  }
  assert.fail('the backup does not wait')
}

test('scheduled backups are made when they are due, sealed, and the oldest are deleted', async (t) => {
  const { db, folder } = await databaseWithSignals()
  const passphrase = join(folder, 'passphrase.txt')
  writeFileSync(passphrase, 'a long passphrase\n')
  const dir = join(folder, 'backups')
  const settings = loadConfig({
    ...{ DATABASE_URL: db.url, SECRET_KEYS, BACKUP_DIR: dir, BACKUP_PASSPHRASE_FILE: passphrase },
    ...{ BACKUP_EVERY: '24', BACKUP_KEEP: '2' },
  })
  assert.match(checkBackups(settings).message, /there is none in .* yet: the role worker makes them$/)
  // Two nodes at the same time make one.
  const made = await Promise.all([backUpIfDue(db, settings), backUpIfDue(db, settings)])
  assert.deepEqual(made.filter(Boolean).length, 1)
  assert.equal(await backUpIfDue(db, settings), undefined)
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 90 * 86_400_000 })
  assert.equal(await backUpIfDue(db, settings), undefined, 'this clock is ahead: the database says that none is due')
  t.mock.timers.reset()
  const [first] = listBackups(dir)
  const verified = await typeCommand(
    backupCommands,
    `backup verify ${first?.file} --passphrase-file ${passphrase}`,
    settings,
  )
  assert.deepEqual((verified.json as { keys: boolean }).keys, true)
  assert.match(checkBackups(settings).message, /^1 backup in .*, the newest 1 MB and \d+ s old$/)
  renameSync(first?.file ?? '', join(dir, 'pro-signal-20260103T000000Z.backup'))
  for (const day of ['01', '02']) writeFileSync(join(dir, `pro-signal-202601${day}T000000Z.backup`), '')
  writeFileSync(join(dir, 'by-hand.backup'), '')
  assert.match(checkBackups(settings).message, /old, which is more than two intervals/)
  assert.ok(await backUpIfDue(db, settings))
  assert.deepEqual(
    readdirSync(dir)
      .toSorted()
      .map((name) => name.replace(/\d{8}T\d{6}/, (stamp) => (stamp < '2026020' ? stamp : 'new'))),
    ['by-hand.backup', 'pro-signal-20260103T000000Z.backup', 'pro-signal-newZ.backup'],
  )
})

test('an empty database is no backup', async () => {
  const db = await openTestDatabase({ empty: true })
  const file = join(temporaryFolder(), 'x.backup')
  await assert.rejects(
    typeCommand(backupCommands, `backup ${file}`, loadConfig({ DATABASE_URL: db.url })),
    /The database is empty: there is nothing to back up/,
  )
  assert.equal((await one<{ n: number }>(db.pool('settings'), 'select 1 as n')).n, 1)
})
