// `pro-signal doctor`: what it reports about a service and a database that are in use.

import assert from 'node:assert/strict'
import { chmodSync, existsSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { type Database, readDatabaseId } from '../../src/db/index.ts'
import { makeSecretKey } from '../../src/platform/config/secret-keys.ts'
import { Stamper } from '../../src/write/log/index.ts'
import { writeRecords } from '../../src/write/write-path/index.ts'
import { cleanup } from '../harness/cleanup.ts'
import { runCommand } from '../harness/command-line.ts'
import { createDatabase, openTestDatabase } from '../harness/database.ts'
import { newTeam, SECRET_KEYS, saveWebhook } from '../harness/firehose.ts'
import { temporaryFolder } from '../harness/folders.ts'
import { startTestService } from '../harness/service.ts'
import { signal } from '../harness/signals.ts'

interface Finding {
  readonly check: string
  readonly verdict: 'ok' | 'warning' | 'problem'
  readonly message: string
  readonly details?: Record<string, unknown>
}

async function doctor(env: Record<string, string>): Promise<Record<string, Finding>> {
  const { stdout } = await runCommand(['doctor', '--json'], {
    PORT: '0',
    SECRET_KEYS,
    DATA_DIR: temporaryFolder(),
    ...env,
  })
  const { findings } = JSON.parse(stdout) as { findings: Finding[] }
  return Object.fromEntries(findings.map((finding) => [finding.check, finding]))
}

function verdict(finding: Finding | undefined, expected: Finding['verdict'], message: RegExp): void {
  assert.equal(finding?.verdict, expected, finding?.message)
  assert.match(finding?.message ?? '', message)
}

/** A server on a free port. Returns the port. */
async function listen(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  cleanup(() => server.close())
  return String((server.address() as AddressInfo).port)
}

/** A stamper that leaves everything in the outbox, as a writer does that dies after its commit. */
class DeadStamper extends Stamper {
  override stamp(): Promise<number> {
    return Promise.resolve(0)
  }
}

test('doctor does not call a folder safe that does not exist, and finds files that others can read', async () => {
  const DATABASE_URL = await createDatabase()
  const missing = join(temporaryFolder(), 'nowhere')
  verdict((await doctor({ DATABASE_URL, DATA_DIR: missing })).files, 'ok', /nowhere does not exist/)
  const folder = temporaryFolder()
  verdict((await doctor({ DATABASE_URL, DATA_DIR: folder })).files, 'ok', /there are no files with secrets in/)
  writeFileSync(join(folder, 'demo-key'), 'x', { mode: 0o600 })
  verdict((await doctor({ DATABASE_URL, DATA_DIR: folder })).files, 'ok', /only their owner can read demo-key in/)
  chmodSync(join(folder, 'demo-key'), 0o644)
  verdict((await doctor({ DATABASE_URL, DATA_DIR: folder })).files, 'problem', /other users can read demo-key/)
  const file = join(folder, 'demo-key')
  verdict((await doctor({ DATABASE_URL, DATA_DIR: file })).files, 'problem', /is not a folder/)
})

test('doctor makes no database in a folder that has none', async () => {
  const DATA_DIR = join(temporaryFolder(), 'nowhere')
  const { database, files } = await doctor({ DATA_DIR })
  verdict(database, 'warning', /there is no database in .*nowhere: serve creates one/)
  verdict(files, 'warning', /does not exist/)
  assert.ok(!existsSync(DATA_DIR))
})

test('doctor does not warn about the port of its own service, and does about that of others', async () => {
  const service = await startTestService()
  const PORT = new URL(service.url).port
  const own = await doctor({ DATABASE_URL: service.databaseUrl, PORT })
  verdict(own.port, 'ok', /is used by this service/)
  verdict(own.service, 'ok', /^running at http:\/\/127\.0\.0\.1:\d+, version \d/)
  const other = await doctor({ DATABASE_URL: await createDatabase(), PORT })
  verdict(other.port, 'warning', /is used by a Pro Signal service with another database/)
  const foreign = await doctor({
    DATABASE_URL: service.databaseUrl,
    PORT: await listen((_request, response) => response.end('{}')),
  })
  verdict(foreign.port, 'warning', /is already in use/)
  assert.equal(foreign.service, undefined)
})

test('doctor reports webhooks that are held, paused or behind', async () => {
  const db = await openTestDatabase()
  const env = { DATABASE_URL: db.url }
  verdict((await doctor(env)).webhooks, 'ok', /no webhooks yet/)
  const teamId = await newTeam(db)
  const save = async () => (await saveWebhook(db, teamId, { url: 'https://hooks.example/in' })).id
  const [held, gone, behind, other] = [await save(), await save(), await save(), await save()]
  verdict((await doctor(env)).webhooks, 'ok', /4 webhooks, 4 enabled, and none is held or behind/)
  const pool = db.pool('settings')
  await pool.query(`update webhook_cursors set held_since = now(), failures_in_row = 30 where webhook_id = $1`, [held])
  await pool.query(`update webhooks set state = 'paused', pause_reason = 'gone', paused_at = now() where id = $1`, [
    gone,
  ])
  await writeSignalsAt(db, 600)
  await pool.query(
    `update webhook_cursors set frontier = (select position from log_head) where webhook_id in ($1, $2)`,
    [held, other],
  )
  const { webhooks } = await doctor(env)
  verdict(webhooks, 'warning', /4 webhooks, 3 enabled; 1 held .*1 paused .*1 behind, /)
  assert.match(webhooks?.message ?? '', new RegExp(`${behind} by 10 min`))
  assert.match(
    JSON.stringify(webhooks?.details?.behind),
    new RegExp(`^\\[{"id":"${behind}","teamId":"${teamId}","seconds":6\\d\\d}]$`),
  )
})

/** Writes a signal that reached the log some seconds ago. */
async function writeSignalsAt(db: Database, secondsAgo: number): Promise<void> {
  const stamper = new Stamper(db)
  await writeRecords(db, stamper, [signal('dated.example', `${secondsAgo}`)])
  await stamper.stamp()
  await db.pool('settings').query(`update log set stamped_at = now() - make_interval(secs => $1)`, [secondsAgo])
}

test('doctor reports secrets that SECRET_KEYS can’t decrypt, without showing any key', async () => {
  const db = await openTestDatabase()
  const { id } = await saveWebhook(db, await newTeam(db), { url: 'https://hooks.example/in' })
  verdict((await doctor({ DATABASE_URL: db.url })).secrets, 'ok', /SECRET_KEYS decrypts all stored secrets$/)
  const others = makeSecretKey()
  const { secrets } = await doctor({ DATABASE_URL: db.url, SECRET_KEYS: others })
  verdict(secrets, 'problem', new RegExp(`2 secrets can't be decrypted .*the webhook ${id} .*add it to SECRET_KEYS`))
  for (const key of [others, SECRET_KEYS]) assert.ok(!JSON.stringify(secrets).includes(key.split(':')[1] ?? ''))
})

test('doctor reports signals that have no position in the log', async () => {
  const db = await openTestDatabase()
  verdict((await doctor({ DATABASE_URL: db.url })).log, 'ok', /no event waits for a position/)
  await writeRecords(db, new DeadStamper(db), [signal('unstamped.example', 'unstamped')])
  await db.pool('settings').query('update events set unix = unix - 300')
  const { log } = await doctor({ DATABASE_URL: db.url })
  verdict(log, 'problem', /\d events without a position, the oldest for 5 min: is a process with the role worker/)
  assert.match(JSON.stringify(log?.details), /"unstamped":{"events":[1-9]/)
})

test('doctor shows when the last signal came and how the database grows, with numbers in --json', async () => {
  const db = await openTestDatabase()
  const empty = await doctor({ DATABASE_URL: db.url })
  verdict(empty.ingest, 'ok', /no signals yet/)
  verdict(empty.growth, 'ok', /no complete day to measure growth by/)
  await writeSignalsAt(db, 7_500)
  const pool = db.pool('settings')
  await pool.query(`
    do $$ declare yesterday date := (now() at time zone 'utc')::date - 1; begin
      execute format('create table if not exists events_%s partition of events for values from (%L) to (%L)',
                     to_char(yesterday, 'YYYYMMDD'), yesterday, yesterday + 1);
      insert into log (position, batch, day, events, quiet, signal_counts)
      values (1000, 1000, yesterday, 40, false, '{"hiring": 30, "tool": 10}');
      update log set stamped_at = now() - interval '125 minutes';
    end $$`)
  const { ingest, growth } = await doctor({ DATABASE_URL: db.url })
  verdict(ingest, 'ok', /the last new or changed signal came 2 h ago/)
  verdict(
    growth,
    'ok',
    /MB: about 1 signal \(.*; 40 new or changed signals and at most .* per day \(average of 1 day\)/,
  )
  assert.equal(growth?.details?.signalsPerDay, 40)
  assert.ok(Number(growth?.details?.bytes) > 1_000_000)
  await pool.query(`update log set stamped_at = now() - interval '5 days'`)
  verdict((await doctor({ DATABASE_URL: db.url })).ingest, 'warning', /came 5 days ago/)
})

test('doctor reports an index that is behind and failed periodic tasks, as the service reports them', async () => {
  const db = await openTestDatabase()
  await writeSignalsAt(db, 300)
  const database = await readDatabaseId(db.pool('settings'))
  const answerWith = (search: string, position: number, failed: number) =>
    listen((request, response) => {
      if (request.url === '/readyz')
        response.end(
          JSON.stringify({
            status: 'ok',
            checks: { accepting: true, database: true },
            search,
            searchReason: 'its reason',
          }),
        )
      else
        response.end(
          `pro_signal_info{version="1.2.3",database="${database}"} 1\npro_signal_search_index_position ${position}\npro_signal_task_last_failed{task="scores"} ${failed}\n`,
        )
    })
  const late = await doctor({ DATABASE_URL: db.url, PORT: await answerWith('index', 0, 1) })
  verdict(late.search, 'warning', /the index is 5 min behind the log/)
  verdict(late.service, 'warning', /version 1\.2\.3; periodic tasks that failed last time: scores/)
  const fresh = await doctor({ DATABASE_URL: db.url, PORT: await answerWith('index', 1_000, 0) })
  verdict(fresh.search, 'ok', /up to date/)
  verdict(fresh.service, 'ok', /running at/)
  const slow = await doctor({ DATABASE_URL: db.url, PORT: await answerWith('postgres', 0, 0) })
  verdict(slow.search, 'warning', /PostgreSQL answers searches: its reason/)
})

test("doctor reports a wrong TOOLS_FILE, with which other commands don't start; config still shows it", async () => {
  const DATABASE_URL = await createDatabase()
  verdict((await doctor({ DATABASE_URL })).tools, 'ok', /^[\d,]+ products in the catalogue$/)
  const TOOLS_FILE = join(temporaryFolder(), 'tools.json')
  const product = {
    product: 'northwind_crm',
    name: 'Northwind CRM',
    family: 'northwind',
    vendor: 'Northwind',
    ai: false,
  }
  writeFileSync(TOOLS_FILE, JSON.stringify({ products: [{ ...product, category: 'crm' }] }))
  verdict((await doctor({ DATABASE_URL, TOOLS_FILE })).tools, 'ok', /products, with those of .*tools\.json$/)
  writeFileSync(TOOLS_FILE, JSON.stringify({ products: [product] }))
  verdict(
    (await doctor({ DATABASE_URL, TOOLS_FILE })).tools,
    'problem',
    /products\[0\]\.category must be lower-case words/,
  )
  const env = { DATABASE_URL, SECRET_KEYS, TOOLS_FILE }
  const teams = await runCommand(['teams', 'list'], env)
  assert.equal(teams.code, 2)
  assert.match(teams.stderr, /TOOLS_FILE .*tools\.json: products\[0\]\.category must be/)
  assert.match((await runCommand(['config'], env)).stdout, /TOOLS_FILE/)
})
