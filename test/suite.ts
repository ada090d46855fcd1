// Runs the tests with Node's own runner, around one database server for all of them: the embedded one in a folder of
// its own, or the one of TEST_DATABASE_URL. A migrated template database is made once; each test file clones it.

import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { buildScreen } from '../bin/screen.ts'
import { type EmbeddedServer, openEmbedded } from '../src/db/embedded/server.ts'
import { migrate } from '../src/db/index.ts'
import { reasonOf } from '../src/platform/app-error.ts'
import { packageRoot } from '../src/platform/config.ts'
import { silentLog } from './harness/log.ts'
import { databaseUrl } from './harness/url.ts'

const files =
  process.argv.length > 2
    ? process.argv.slice(2)
    : globSync(['src/**/*.test.ts', 'test/**/*.test.ts', 'examples/**/*.test.ts'], { cwd: packageRoot }).sort()
const run = `ps_test_${randomBytes(4).toString('hex')}`
const folder = mkdtempSync(join(tmpdir(), 'pro-signal-test-'))
let server: EmbeddedServer | undefined

try {
  if (files.some((file) => file.includes('test/browser/'))) await buildScreen()
  const given = process.env.TEST_DATABASE_URL
  server = given ? undefined : await openEmbedded({ dataDir: folder, log: silentLog })
  const adminUrl = given ?? databaseUrl(server?.connection('postgres') ?? {})
  const template = `${run}_template`
  await admin(adminUrl, `create database ${template}`)
  await migrate(async () => connected(withDatabase(adminUrl, template)))
  process.exitCode = await runTests({ TEST_ADMIN_URL: adminUrl, TEST_TEMPLATE: template, TEST_RUN: run })
  await dropAll(adminUrl)
} catch (error) {
  process.stderr.write(`The tests could not be run: ${reasonOf(error)}\n`)
  process.exitCode = 1
} finally {
  await server?.close()
  rmSync(folder, { recursive: true, force: true })
}
if (process.connected) process.disconnect()

function runTests(env: Record<string, string>): Promise<number> {
  const concurrency = `--test-concurrency=${availableParallelism()}`
  const runner = spawn(process.execPath, ['--test', concurrency, '--test-reporter=spec', ...files], {
    cwd: packageRoot,
    stdio: 'inherit',
    env: { ...process.env, ...env, NODE_ENV: 'test' },
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => runner.kill(signal))
  return new Promise((resolve) => runner.on('exit', (code) => resolve(code ?? 1)))
}

function withDatabase(url: string, database: string): string {
  const changed = new URL(url)
  changed.pathname = `/${database}`
  return changed.toString()
}

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}

async function admin(url: string, sql: string): Promise<pg.QueryResult> {
  const client = await connected(url)
  try {
    return await client.query(sql)
  } finally {
    await client.end()
  }
}

async function dropAll(url: string): Promise<void> {
  const { rows } = await admin(url, `select datname from pg_database where datname like '${run}%'`)
  for (const { datname } of rows as { datname: string }[]) await admin(url, `drop database "${datname}" with (force)`)
}
