// Runs the tests with Node's test runner. They share one database server: an embedded one in a temporary folder, or the
// server of TEST_DATABASE_URL. The suite migrates a template database once, and each test file clones it.

import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  appendFileSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { availableParallelism, setPriority, tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { buildClient } from '../bin/client.ts'
import { buildScreen } from '../bin/screen.ts'
import { openFolder } from '../src/db/embedded/folder.ts'
import { type EmbeddedServer, openEmbedded } from '../src/db/embedded/server.ts'
import { migrate } from '../src/db/index.ts'
import { reasonOf } from '../src/platform/app-error.ts'
import { packageRoot } from '../src/platform/config/config.ts'
import { databaseUrl } from './harness/database-url.ts'
import { silentLog } from './harness/log.ts'
import { longestFirst, recordSeconds } from './order.ts'

const files =
  process.argv.length > 2
    ? process.argv.slice(2)
    : globSync(['src/**/*.test.ts', 'test/**/*.test.ts', 'examples/**/*.test.ts', 'client/**/*.test.ts'], {
        cwd: packageRoot,
      }).sort()
/** Tests wait for processes and timers, so that one process per core leaves a third of the time idle. */
const CONCURRENCY = availableParallelism() + 2
/** Enough for loading to be a small part of the time, and few enough to see results before the end. */
const FILES_PER_PROCESS = 40
/** It measures the memory or the processor time of its process, or says why it can't share one. */
const NEEDS_OWN_PROCESS = /memoryUsage|threadCpuUsage|^\/\/ Own process: /m
/**
 * Its data needs to survive no crash, and nothing is replicated: tests that kill a database start their own. Autovacuum would
 * visit every database each minute.
 */
const SERVER_SETTINGS = {
  ...{ fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' },
  ...{ wal_level: 'minimal', max_wal_senders: '0', autovacuum: 'off' },
}
const MEMORY = '/dev/shm'
/** Far more than the databases of the files that run at the same time. */
const MIN_MEMORY_BYTES = 4 * 2 ** 30
const runId = `ps_test_${randomBytes(4).toString('hex')}`
const compiledFolder = join(packageRoot, 'node_modules/.cache/compiled')
const folder = mkdtempSync(join(tmpdir(), 'pro-signal-test-'))
const running = join(folder, 'running')
/** How long processes of tests that were stopped may take to clean up. */
const STOP_MS = 60_000
const dataDir = mkdtempSync(join(hasMemoryFolder() ? MEMORY : tmpdir(), 'pro-signal-test-'))
let server: EmbeddedServer | undefined

try {
  if (files.some((file) => file.includes('test/browser/'))) await buildScreen()
  if (files.some((file) => /^(client|examples)\/|code-samples/.test(file))) buildClient()
  const givenUrl = process.env.TEST_DATABASE_URL
  // initdb takes a second, so that this server and those that tests start have copies of one folder.
  const initialized = join(folder, 'initialized')
  openFolder(initialized)
  execFileSync('cp', ['-a', `${initialized}/.`, dataDir])
  const settings = Object.entries(SERVER_SETTINGS).map(([name, value]) => `${name} = '${value}'\n`)
  appendFileSync(join(dataDir, 'postgres/postgresql.auto.conf'), settings.join(''))
  // A password takes 5 of the 7 ms of processor time of a connection, and a service opens fourteen. Users that tests create have one.
  writeFileSync(join(dataDir, 'postgres/pg_hba.conf'), 'local all pro_signal trust\nlocal all all scram-sha-256\n')
  server = givenUrl ? undefined : await openEmbedded({ dataDir, log: silentLog })
  const adminUrl = givenUrl ?? databaseUrl(server?.connection('postgres') ?? {})
  const template = `${runId}_template`
  await runSql(adminUrl, `create database ${template}`)
  await migrate(async () => connect(withDatabase(adminUrl, template)))
  // Everything waits for the database, and one that is starved answers too late: it goes before the tests.
  setPriority(5)
  process.exitCode = await runTests({
    ...{ TEST_ADMIN_URL: adminUrl, TEST_TEMPLATE: template, TEST_RUN: runId },
    TEST_DATA_FOLDER: initialized,
  })
  // An embedded server is removed with its databases.
  if (givenUrl) await dropDatabases(givenUrl)
} catch (error) {
  process.stderr.write(`Can't run the tests: ${reasonOf(error)}\n`)
  process.exitCode = 1
} finally {
  await server?.close()
  for (const each of [folder, dataDir]) rmSync(each, { recursive: true, force: true })
}
if (process.connected) process.disconnect()

async function runTests(env: Record<string, string>): Promise<number> {
  // Most of a small test's time is compiling what it imports.
  Object.assign(process.env, { NODE_COMPILE_CACHE: compiledFolder, ...process.env, ...env, NODE_ENV: 'test' })
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stop.abort())
  const tests = run({
    files: processesOf(longestFirst(files)),
    concurrency: CONCURRENCY,
    signal: stop.signal,
  })
  if (process.env.RECORD_SECONDS) recordSeconds(tests)
  let hasPassed = false
  tests.on('test:summary', ({ file, success }) => {
    if (file === undefined) hasPassed = success
  })
  await pipeline(tests, new spec(), process.stdout, { end: false })
  // Their database and their folders are needed until then.
  if (stop.signal.aborted) await untilStopped()
  return hasPassed ? 0 : 1
}

/** The runner doesn't wait for the processes that it stops. */
async function untilStopped(): Promise<void> {
  for (const deadline = Date.now() + STOP_MS; Date.now() < deadline; await sleep(50)) {
    if (!readdirSync(running).some((pid) => isAlive(Number(pid)))) return
  }
  process.stderr.write(`These processes of tests have not ended: ${readdirSync(running).join(', ')}\n`)
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/**
 * The scripts to run, each in a process of its own. Loading the service takes more processor time than most test files, so
 * that many files share a process and run in it one after the other.
 */
function processesOf(all: readonly string[]): string[] {
  const isAlone = (file: string) => NEEDS_OWN_PROCESS.test(readFileSync(resolve(packageRoot, file), 'utf8'))
  const { alone = [], together = [] } = Object.groupBy(all, (file) => (isAlone(file) ? 'alone' : 'together'))
  // Each takes at most so many, and the last ones may find none left.
  const shared = Math.min(Math.ceil(together.length / FILES_PER_PROCESS) + CONCURRENCY - 1, together.length)
  return [
    ...alone.map((file, at) => scriptOf([file], `alone-${at}`, `${at}`)),
    ...Array.from({ length: shared }, (_, at) => scriptOf(together, 'together', `${at}`)),
  ]
}

function scriptOf(all: readonly string[], list: string, name: string): string {
  const claims = join(folder, list)
  for (const each of [claims, running]) mkdirSync(each, { recursive: true })
  const script = join(folder, `${list}-${name}.mjs`)
  const [start, runner] = ['start-runner.ts', 'run-in-sequence.ts'].map((each) =>
    JSON.stringify(join(packageRoot, 'test/harness', each)),
  )
  const names = all.map((file) => relative(packageRoot, resolve(packageRoot, file)))
  const options = { files: names, claims, running, atMost: FILES_PER_PROCESS }
  writeFileSync(
    script,
    `import ${start}\nimport { runInSequence } from ${runner}\nawait runInSequence(${JSON.stringify(options)})\n`,
  )
  return script
}

/** Cloning a database in memory takes a tenth of the processor time that it takes on a disk. */
function hasMemoryFolder(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize >= MIN_MEMORY_BYTES
  } catch {
    return false
  }
}

function withDatabase(url: string, database: string): string {
  const result = new URL(url)
  result.pathname = `/${database}`
  return result.toString()
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}

async function runSql(url: string, sql: string): Promise<pg.QueryResult> {
  const client = await connect(url)
  try {
    return await client.query(sql)
  } finally {
    await client.end()
  }
}

/** Drops the template and the databases of the test files, which all have the run's id as their prefix. */
async function dropDatabases(url: string): Promise<void> {
  const { rows } = await runSql(url, `select datname from pg_database where datname like '${runId}%'`)
  for (const { datname } of rows as { datname: string }[]) await runSql(url, `drop database "${datname}" with (force)`)
}
