// A restore has exactly what the backup had, or nothing is restored.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { proSignalProcess } from '../../../test/harness/command-line.ts'
import { folderWithDatabase, unpackDataFolder } from '../../../test/harness/data-folder.ts'
import { openTestDatabase } from '../../../test/harness/database.ts'
import { newTeam, SECRET_KEYS, saveWebhook, writeSignals } from '../../../test/harness/firehose.ts'
import { temporaryFolder } from '../../../test/harness/folders.ts'
import { silentLog } from '../../../test/harness/log.ts'
import { setLimitOverride } from '../../../test/harness/operator.ts'
import { typeCommand } from '../../../test/harness/type-command.ts'
import { charge } from '../../account/budgets/index.ts'
import { type Database, many, one, openDatabase, type Queryable } from '../../db/index.ts'
import { describeSchema } from '../../db/schema.ts'
import { readHold } from '../../deliver/firehose/index.ts'
import { loadConfig } from '../../platform/config/config.ts'
import { readSecretFile } from '../../platform/config/secret-file.ts'
import { announceNode, readNodes } from '../../service/nodes.ts'
import { Stamper } from '../../write/log/index.ts'
import { collectCommand } from '../data/collect.ts'
import { backupCommands } from './backup.ts'
import { checkHold } from './doctor/hold.ts'
import { restoreCommand } from './restore.ts'
import { resumeCommand } from './resume.ts'

type Settings = Parameters<typeof loadConfig>[0]

const run = (line: string, settings: Settings) =>
  typeCommand([...backupCommands, restoreCommand, resumeCommand, collectCommand], line, loadConfig(settings))

async function databaseWithSignals(signals: number) {
  const db = await openTestDatabase()
  const stamper = new Stamper(db)
  await saveWebhook(db, await newTeam(db), { url: 'https://hooks.acme.example/in' })
  await writeSignals(db, stamper, 'northwind', signals)
  return { db, stamper, settings: { DATABASE_URL: db.url, SECRET_KEYS, DATA_DIR: temporaryFolder() } }
}

async function emptyDatabase() {
  const db = await openTestDatabase({ empty: true })
  const dataDir = temporaryFolder()
  return { db, dataDir, settings: { DATABASE_URL: db.url, DATA_DIR: dataDir } }
}

/** Every table's rows, in any order. A copy has its own identity. */
async function contentOf(db: Queryable): Promise<Record<string, string>> {
  const tables = await many<{ name: string }>(
    db,
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
        and not relispartition and relname not in ('firehose_identity', 'schema_migrations', 'schema_functions')`,
  )
  const content: Record<string, string> = {}
  for (const { name } of tables) {
    const { digest, rows } = await one<{ digest: string; rows: number }>(
      db,
      `select count(*)::int as rows, coalesce(md5(string_agg(t::text, ',' order by t::text)), '') as digest from ${name} t`,
    )
    content[name] = `${rows} ${digest}`
  }
  return content
}

async function tableCount(db: Database): Promise<number> {
  const { n } = await one<{ n: number }>(
    db.pool('settings'),
    `select count(*)::int as n from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
  )
  return n
}

test('a restored copy has the same rows, sequences and schema, and is held', async () => {
  const { db, settings } = await databaseWithSignals(300)
  const folder = temporaryFolder()
  await run(`backup ${folder}/x`, settings)
  const copy = await emptyDatabase()
  const { text, json } = await run(`restore ${folder}/x`, copy.settings)
  assert.match(text, /^Restored [\d,]+ rows in \d+ tables, in [\d.]+ s: the database as it was at 20/)
  assert.match(text, /Encryption keys are missing here: put those of the original into SECRET_KEYS/)
  assert.deepEqual((json as { leftOut: string[]; applied: string[] }).leftOut, [])
  assert.deepEqual(await contentOf(copy.db.pool('settings')), await contentOf(db.pool('settings')))
  const [mine, theirs] = await Promise.all([db, copy.db].map((each) => describeSchema(each.pool('settings'))))
  assert.equal(theirs, mine)
  assert.equal(await readHold(copy.db.pool('settings')), 'restored')
  assert.equal(await readHold(db.pool('settings')), undefined)
  const hold = await checkHold(copy.db)
  assert.match(hold[0]?.message ?? '', /restored copy: webhooks, alerts, mail and collecting are on hold/)
  const contact = { ...copy.settings, COLLECT_CONTACT: 'owner@acme.example' }
  await assert.rejects(run('collect --once', contact), /This is a restored copy, and collecting is on hold/)
  assert.match((await run('resume', copy.settings)).text, /^Webhooks, alerts, mail and collecting start within seconds/)
  assert.deepEqual(await checkHold(copy.db), [])
  assert.match((await run('resume', copy.settings)).text, /^Nothing is on hold/)
  // Sequences continue: new signals get new ids.
  await writeSignals(copy.db, new Stamper(copy.db), 'afterwards', 50)
  await assert.rejects(
    run(`restore ${folder}/x`, settings),
    /has \d+ tables already\. A backup is restored into an empty one/,
  )
})

test('a backup under writes and requests is the database as it was at its snapshot, in every table', async () => {
  const { db, stamper, settings } = await databaseWithSignals(300)
  const folder = temporaryFolder()
  const pool = db.pool('settings')
  const team = { teamId: await newTeam(db), plan: 'pro' } as const
  for (const bucket of ['perMinute', 'dailyRequests', 'monthlyRequests'] as const)
    await setLimitOverride(pool, team.teamId, bucket, 1_000_000)
  let working = true
  const work = Promise.all([
    (async () => {
      for (let n = 0; working; n++) await writeSignals(db, stamper, `meanwhile-${n}`, 20)
    })(),
    (async () => {
      while (working) await charge(pool, team, { endpoint: 'search', records: 1 })
    })(),
  ])
  // Holds the backup when it has its snapshot, before it reads a row.
  await pool.query('create sequence of_somebody_else')
  const blocker = await db.connectDirect()
  await blocker.query('begin; drop sequence of_somebody_else')
  const backup = run(`backup ${folder}/x`, settings)
  const reader = await readerOfExported(db)
  await blocker.query('rollback')
  await blocker.end()
  const expected = await contentOf(reader)
  await backup
  working = false
  await work
  await reader.end()
  const copy = await emptyDatabase()
  await run(`restore ${folder}/x`, copy.settings)
  assert.deepEqual(await contentOf(copy.db.pool('settings')), expected)
  // Both continued meanwhile, and the copy has neither.
  const [there, here] = [await writtenSoFar(copy.db), await writtenSoFar(db)]
  assert.ok(here.signals > there.signals && here.requests > there.requests, JSON.stringify({ there, here }))
})

async function writtenSoFar(db: Database) {
  return one<{ signals: number; requests: number }>(
    db.pool('settings'),
    `select (select count(*)::int from signals) as signals, (select sum(day_requests)::int from team_usage) as requests`,
  )
}

/** A session that reads at the snapshot of the backup that waits. Exported snapshots are files of the server, of all its databases. */
async function readerOfExported(db: Database) {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await sleep(20)) {
    const exported = await many<{ id: string }>(db.pool('settings'), `select pg_ls_dir('pg_snapshots') as id`)
    for (const { id } of exported) {
      const reader = await db.connectDirect()
      const isOurs = await reader
        .query(`begin isolation level repeatable read; set transaction snapshot '${id}'`)
        .then(() => true)
        .catch(() => false)
      if (isOurs) return reader
      await reader.end()
    }
  }
  assert.fail('the backup exports no snapshot')
}

test('if nothing is encrypted, there is no advice to keep a key', async () => {
  const [db, copy, folder] = [await openTestDatabase(), await emptyDatabase(), temporaryFolder()]
  const end = await announceNode(db, silentLog, { url: 'http://127.0.0.1:3000', roles: ['worker'], engine: undefined })
  const made = await run(`backup ${folder}/x`, { DATABASE_URL: db.url, DATA_DIR: temporaryFolder() })
  assert.match(made.text, /Nothing in it is encrypted/)
  assert.doesNotMatch((await run(`restore ${folder}/x`, copy.settings)).text, /keys/i)
  // Nor does the copy show the nodes of the original.
  const nodes = await Promise.all([db, copy.db].map((each) => readNodes(each.pool('settings'))))
  assert.deepEqual(
    nodes.map(({ length }) => length),
    [1, 0],
  )
  await end()
})

test('an embedded database of an earlier version is restored to a server, and back into a data folder', async () => {
  const { dataDir } = unpackDataFolder('data-folder-0.2.tar.br')
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'passphrase'), 'a long passphrase\n')
  const sealed = `--passphrase-file ${folder}/passphrase`
  const made = await run(`backup ${folder}/old ${sealed}`, { DATA_DIR: dataDir })
  const server = await emptyDatabase()
  const first = await run(`restore ${folder}/old ${sealed}`, server.settings)
  assert.ok((first.json as { applied: string[] }).applied.length > 10)
  const keys = readSecretFile(join(dataDir, 'secret-key'))
  if ((made.json as { keys: boolean }).keys) {
    assert.match(first.text, /set SECRET_KEYS to its content on every node/)
    assert.equal(readSecretFile(join(server.dataDir, 'secret-key')), keys)
  }
  await run(`backup ${folder}/new`, server.settings)
  const embedded = folderWithDatabase()
  await run(`restore ${folder}/new`, { DATA_DIR: embedded })
  const db = await openDatabase({ config: loadConfig({ DATA_DIR: embedded }), log: silentLog })
  try {
    assert.deepEqual(await contentOf(db.pool('settings')), await contentOf(server.db.pool('settings')))
  } finally {
    await db.close()
  }
})

test('a damaged file, a wrong passphrase and other keys are rejected before anything is written', async () => {
  const { settings } = await databaseWithSignals(50)
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'right'), 'a long passphrase\n')
  writeFileSync(join(folder, 'wrong'), 'another passphrase\n')
  await run(`backup ${folder}/x --passphrase-file ${folder}/right`, settings)
  const bytes = readFileSync(join(folder, 'x'))
  const flipped = Buffer.from(bytes)
  flipped[bytes.length >> 1] = (flipped[bytes.length >> 1] ?? 0) ^ 1
  writeFileSync(join(folder, 'flipped'), flipped)
  writeFileSync(join(folder, 'short'), bytes.subarray(0, -1))
  const copy = await emptyDatabase()
  const restore = (file: string, passphrase = 'right') =>
    run(`restore ${folder}/${file} --passphrase-file ${folder}/${passphrase}`, copy.settings)
  await assert.rejects(restore('flipped'), /flipped is damaged/)
  await assert.rejects(restore('short'), /short is cut off/)
  await assert.rejects(restore('x', 'wrong'), /The passphrase is not the one/)
  writeFileSync(join(copy.dataDir, 'secret-key'), `k9:${Buffer.alloc(32).toString('base64')}`, { mode: 0o600 })
  await assert.rejects(restore('x'), /secret-key has other keys than the backup/)
  assert.equal(await tableCount(copy.db), 0)
})

test('kill -9 in the middle of a backup or a restore leaves nothing that looks complete', async () => {
  const { db, settings } = await databaseWithSignals(50)
  const before = await contentOf(db.pool('settings'))
  // So that the middle lasts. A foreign table is left out when the rest is restored.
  await db
    .pool('settings')
    .query('create table of_somebody_else as select repeat(md5(i::text), 200) as text from generate_series(1, 8000) i')
  const folder = temporaryFolder()
  await killed(['backup', `${folder}/x`], settings, async () =>
    readdirSync(folder).some((name) => name.endsWith('.partial')),
  )
  assert.ok(!existsSync(join(folder, 'x')))
  await run(`backup ${folder}/x`, settings)

  const copy = await emptyDatabase()
  await killed(['restore', `${folder}/x`], copy.settings, async () => {
    const loading = await many(
      copy.db.pool('settings'),
      `select from pg_stat_activity where datname = current_database() and application_name = 'pro-signal snapshot'
         and backend_xid is not null`,
    )
    return loading.length > 0
  })
  assert.equal(await tableCount(copy.db), 0)
  const { json } = await run(`restore ${folder}/x`, copy.settings)
  assert.deepEqual((json as { leftOut: string[] }).leftOut, ['of_somebody_else'])
  assert.deepEqual(await contentOf(copy.db.pool('settings')), before)
})

async function killed(args: string[], settings: Record<string, string>, when: () => Promise<boolean>): Promise<void> {
  const child = proSignalProcess(args, settings)
  const ended = once(child, 'exit')
  for (const deadline = Date.now() + 60_000; !(await when()); await sleep(1))
    assert.ok(Date.now() < deadline && child.exitCode === null, 'it was never in the middle')
  child.kill('SIGKILL')
  assert.deepEqual((await ended)[1], 'SIGKILL')
}
