// Ingest from the command line: killed at random times and run again, ten concurrently, with rejects and as a backfill.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { linkSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Database, many, openDatabase } from '../../src/db/index.ts'
import { demoWorld } from '../../src/demo/index.ts'
import { loadConfig, packageRoot } from '../../src/platform/config/config.ts'
import { stampLog } from '../../src/write/log/index.ts'
import { cleanup } from '../harness/cleanup.ts'
import { proSignal, runCommand } from '../harness/command-line.ts'
import { createDatabase } from '../harness/database.ts'
import { temporaryFolder } from '../harness/folders.ts'
import { lineOf } from '../harness/lines.ts'
import { silentLog } from '../harness/log.ts'
import { JUNE } from '../harness/signals.ts'

const kills = Number(process.env.SOAK_ROUNDS ?? 2)
const world = { companies: 300, signals: 6_000, seed: 'kill', until: JUNE }
let file: string

before(() => {
  file = join(temporaryFolder(), 'world.ndjson')
  writeFileSync(file, [...demoWorld(world)].map((record) => `${JSON.stringify(lineOf(record))}\n`).join(''))
})

async function open(url: string): Promise<Database> {
  const db = await openDatabase({ config: loadConfig({ DATABASE_URL: url }), log: silentLog })
  cleanup(() => db.close())
  return db
}

/** Everything except the times of writing. */
async function stateOf(db: Database): Promise<unknown[]> {
  return many(
    db.pool('ingest'),
    `select s.id, c.domain, c.name, c.employee_count, s.type, s.label, s.confidence, s.status, s.occurred_at, s.fields, r.heat_key, r.score_tenths
       from companies c left join signals s on s.company_ordinal = c.ordinal and s.status <> 'retracted'
       join company_ranks r on r.company_ordinal = c.ordinal order by c.domain, s.id`,
  )
}

/** How often each signal that is not derived was created and updated, according to the log. */
async function baseEventsOf(db: Database): Promise<unknown[]> {
  await stampLog(db.pool('ingest'))
  return many(
    db.pool('ingest'),
    `select e.signal_id, e.action, count(*) from log l join events e using (day, batch)
      where e.kind = 'signal' and e.type not in ('velocity', 'funding_ai') group by 1, 2 order by 1, 2`,
  )
}

const summaryOf = (stdout: string) =>
  JSON.parse(stdout) as {
    companies: Record<string, number>
    signals: Record<string, number>
    rejected: number
    failed: { file: string; reason: string }[]
  }

test(`killed ${kills} times at random and run again: state and log are the same as without kills`, async () => {
  const [undisturbedUrl, killedUrl] = await Promise.all([createDatabase(), createDatabase()])
  const undisturbed = await runCommand(['ingest', file, '--json'], { DATABASE_URL: undisturbedUrl })
  assert.equal(undisturbed.code, 0, undisturbed.stderr)
  assert.deepEqual(summaryOf(undisturbed.stdout), {
    companies: { created: world.companies, updated: 0, unchanged: 0 },
    signals: { created: world.signals, updated: 0, unchanged: 0 },
    rejected: 0,
    failed: [],
  })
  let killed = 0
  for (let round = 0; round < kills; round++) {
    const child = spawn(process.execPath, [join(packageRoot, 'bin/pro-signal'), 'ingest', file], {
      env: { PATH: process.env.PATH ?? '', DATABASE_URL: killedUrl },
      stdio: 'ignore',
    })
    const ended = once(child, 'exit')
    await Promise.race([sleep(600 + Math.random() * 1_200), ended])
    child.kill('SIGKILL')
    if ((await ended)[1] === 'SIGKILL') killed++
  }
  assert.ok(killed > 0, 'every run ended before it could be killed')
  const last = await proSignal(['ingest', file, '--json'], { DATABASE_URL: killedUrl })
  assert.equal(last.code, 0, last.stderr)
  const [expected, actual] = await Promise.all([open(undisturbedUrl), open(killedUrl)])
  assert.deepEqual(await stateOf(actual), await stateOf(expected))
  assert.deepEqual(await baseEventsOf(actual), await baseEventsOf(expected))
})

test('ten concurrent ingests of one file: one row and one created event per identity', async () => {
  const url = await createDatabase()
  const db = await open(url)
  const part = join(temporaryFolder(), 'part.ndjson')
  const lines = [...demoWorld({ companies: 40, signals: 800, seed: 'ten', until: JUNE })]
  writeFileSync(part, lines.map((record) => `${JSON.stringify(lineOf(record))}\n`).join(''))
  const outcomes = await Promise.all(
    Array.from({ length: 10 }, (_, i) =>
      // Three processes; the other seven share this one, each with connections of its own.
      (i < 3 ? proSignal : runCommand)(['ingest', part, '--json'], { DATABASE_URL: url }),
    ),
  )
  for (const { code, stderr } of outcomes) assert.equal(code, 0, stderr)
  const total = (kind: string) => outcomes.reduce((sum, { stdout }) => sum + (summaryOf(stdout).signals[kind] ?? 0), 0)
  assert.equal(total('created'), 800)
  assert.equal(total('updated'), 0)
  assert.equal(total('unchanged'), 7_200)
  await stampLog(db.pool('ingest'))
  const twice = await many(
    db.pool('ingest'),
    `select signal_id from events where kind = 'signal' and action = 'created' group by 1 having count(*) > 1`,
  )
  assert.deepEqual(twice, [])
})

test('Ctrl-C, also if it arrives twice, ends with the summary of what is written', async () => {
  const url = await createDatabase()
  const db = await open(url)
  const child = spawn(process.execPath, [join(packageRoot, 'bin/pro-signal'), 'ingest', '-', '--json'], {
    env: { PATH: process.env.PATH ?? '', DATABASE_URL: url },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  cleanup(() => child.kill('SIGKILL'))
  child.stdin.write('{"record":"company","domain":"northwind.example","name":"Northwind"}\n')
  while ((await many(db.pool('ingest'), 'select 1 from companies')).length === 0) await sleep(20)
  const ended = once(child, 'close')
  const stdout = text(child.stdout)
  // As from the terminal, and from a parent process that passes it on.
  child.kill('SIGINT')
  await sleep(5)
  child.kill('SIGINT')
  assert.deepEqual(await ended, [1, null])
  assert.deepEqual(summaryOf(await stdout).companies, { created: 1, updated: 0, unchanged: 0 })
})

test('the rejects file never overwrites an input, not even through a hard link', async () => {
  const url = await createDatabase()
  const folder = temporaryFolder()
  const [input, link] = [join(folder, 'input.ndjson'), join(folder, 'link.ndjson')]
  writeFileSync(input, 'not json\n')
  linkSync(input, link)
  const hard = await runCommand(['ingest', input, '--rejects', link], { DATABASE_URL: url })
  assert.equal(hard.code, 2)
  assert.match(hard.stderr, /cannot be the rejects file: it is an input/)
  assert.equal(readFileSync(input, 'utf8'), 'not json\n')
})

test('a full disk is reported if the rejects cannot be written', async () => {
  const input = join(temporaryFolder(), 'input.ndjson')
  writeFileSync(input, 'not json\n')
  const full = await runCommand(['ingest', input, '--rejects', '/dev/full'], { DATABASE_URL: await createDatabase() })
  assert.equal(full.code, 1)
  assert.match(full.stderr, /rejects file cannot be written \(ENOSPC/)
})

test('signals loaded with --backfill are in the log, marked as quiet', async () => {
  const url = await createDatabase()
  const part = join(temporaryFolder(), 'history.ndjson')
  const lines = [...demoWorld({ companies: 3, signals: 30, seed: 'quiet', until: JUNE })]
  writeFileSync(part, lines.map((record) => `${JSON.stringify(lineOf(record))}\n`).join(''))
  assert.equal((await runCommand(['ingest', part, '--backfill'], { DATABASE_URL: url })).code, 0)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  cleanup(() => client.end())
  await client.query('select stamp_log()')
  const { rows } = await client.query('select bool_and(quiet) as quiet, sum(events)::int as events from log')
  assert.equal(rows[0].quiet, true)
  assert.ok(rows[0].events >= 33)
})

test('a dry run prints the summary of the ingest and writes only the rejects file', async () => {
  const url = await createDatabase()
  const folder = temporaryFolder()
  const [input, rejects] = [join(folder, 'input.ndjson'), join(folder, 'rejects.ndjson')]
  const lines = [...demoWorld({ companies: 5, signals: 60, seed: 'dry', until: JUNE })].map(lineOf)
  writeFileSync(
    input,
    [...lines, { source: 'Nobody', key: 1, status: 'closed' }].map((line) => `${JSON.stringify(line)}\n`).join(''),
  )
  const dry = await runCommand(['ingest', input, '--dry-run', '--rejects', rejects, '--json'], { DATABASE_URL: url })
  assert.equal(dry.code, 3, dry.stderr)
  assert.match(readFileSync(rejects, 'utf8'), /no signal of \\"Nobody\\" has the key \\"1\\"/)
  const db = await open(url)
  assert.deepEqual(await stateOf(db), [])
  const real = await runCommand(['ingest', input, '--json'], { DATABASE_URL: url })
  assert.deepEqual(summaryOf(real.stdout), summaryOf(dry.stdout))
  assert.deepEqual(summaryOf(dry.stdout).signals, { created: 60, updated: 0, unchanged: 0 })
})

test('a file that will fail again is to be corrected, and the other files are read', async () => {
  const url = await createDatabase()
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'a.csv'), 'no header\n')
  writeFileSync(join(folder, 'b.csv'), 'domain;name\nb.example;B\n')
  const both = await runCommand(['ingest', folder, '--json'], { DATABASE_URL: url })
  assert.equal(both.code, 1)
  assert.match(both.stderr, /a\.csv: the first line must be a header .*, not "no header"\.\n/)
  assert.match(
    both.stderr,
    /1 file was not read to the end, the others were: correct what failed and run the command again/,
  )
  assert.doesNotMatch(both.stderr, /to continue/)
  const summary = summaryOf(both.stdout)
  assert.deepEqual(summary.companies, { created: 1, updated: 0, unchanged: 0 })
  assert.deepEqual(
    summary.failed.map(({ file }) => file),
    [join(folder, 'a.csv')],
  )
})
