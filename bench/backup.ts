// Measures a backup while signals are written: seconds, processor time and bytes for a million signals, beside `pg_dump -Fc` at the
// same snapshot of the same database. Then both are restored elsewhere: every table of ours has to be as it was at the snapshot,
// and a node on each copy gives the same pages.
//
//   npm run bench -- backup --server postgres://postgres@127.0.0.1:5432/postgres [--signals 1000000] [--per-second 2000]
//
// The server has to let the user create databases and list its folder; pg_dump and pg_restore are those of its version.

import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import pg from 'pg'
import { migrate, openDatabase } from '../src/db/index.ts'
import { demoWorld } from '../src/demo/index.ts'
import { loadConfig } from '../src/platform/config/config.ts'
import { makeSecretKey } from '../src/platform/config/secret-keys.ts'
import { createLog } from '../src/platform/logger.ts'
import { Stamper } from '../src/write/log/index.ts'
import { writeRecords } from '../src/write/write-path/index.ts'
import { signal } from '../test/harness/signals.ts'
import { table } from './report.ts'

const { values } = parseArgs({
  options: {
    server: { type: 'string' },
    signals: { type: 'string', default: '1000000' },
    'per-second': { type: 'string', default: '2000' },
  },
})
if (values.server === undefined) {
  process.stderr.write('bench backup needs --server, a PostgreSQL whose pg_dump is installed.\n')
  process.exit(2)
}
const server = values.server
const BATCH = 4_000
const WRITES_A_SECOND = 10
const QUERIES = ['hiring(within: 30d)', 'tool(ai: true)', 'funding AND NOT hiring(title ~ "Engineer")']
const program = fileURLToPath(new URL('../bin/pro-signal', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'pro-signal-bench-'))
const secretKeys = makeSecretKey()
const names = ['', '_copy', '_dump'].map((end) => `ps_bench_${randomBytes(4).toString('hex')}${end}`)
/** The nodes on the copies. */
const children: ChildProcess[] = []
const READY_MS = 600_000
const [url = '', copyUrl = '', dumpUrl = ''] = names.map(urlOf)

try {
  for (const name of names) await onServer(`create database ${name}`)
  await measure()
} finally {
  for (const child of children.filter(({ exitCode }) => exitCode === null)) {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  for (const name of names) await onServer(`drop database if exists ${name} with (force)`)
  rmSync(folder, { recursive: true, force: true })
}

async function measure(): Promise<void> {
  const config = loadConfig({ DATABASE_URL: url, SECRET_KEYS: secretKeys, DATA_DIR: folder, LOG_LEVEL: 'warn' })
  const db = await openDatabase({ config, log: createLog(config) })
  try {
    await migrate(() => db.connectDirect())
    const stamper = new Stamper(db)
    await fillWorld((records) => writeRecords(db, stamper, records))
    const key = await newKey()
    const writing = writeAllTheTime((records) => writeRecords(db, stamper, records))
    const files = { ours: join(folder, 'ours.backup'), theirs: join(folder, 'theirs.dump') }
    const reading = readAtSnapshot()
    const ours = await timed([process.execPath, program, 'backup', files.ours], { DATABASE_URL: url })
    const reader = await reading
    const again = await reader.query<{ id: string }>('select pg_export_snapshot() as id')
    const theirs = await timed(['pg_dump', '-Fc', `--snapshot=${again.rows[0]?.id}`, `--file=${files.theirs}`, url])
    const perSecond = await writing.stop()
    const expected = await contentOf(reader)
    await reader.end()
    const ourRestore = await timed([process.execPath, program, 'restore', files.ours], { DATABASE_URL: copyUrl })
    const theirRestore = await timed(['pg_restore', '--no-owner', `--dbname=${dumpUrl}`, files.theirs])
    const signals = Number(expected.get('signals')?.split(' ')[0])
    const row = (name: string, { seconds, cpu }: Timed, file?: string) => {
      const bytes = file === undefined ? '' : `${(statSync(file).size / signals).toFixed(1)} MB`
      return [
        name,
        `${seconds.toFixed(1)} s`,
        `${cpu.toFixed(1)} s`,
        `${((seconds / signals) * 1e6).toFixed(1)} s`,
        bytes,
      ]
    }
    process.stdout.write(
      table([
        ['', 'seconds', 'processor', 'a million signals', 'bytes of a million'],
        row('backup', ours, files.ours),
        row('pg_dump -Fc', theirs, files.theirs),
        row('restore', ourRestore),
        row('pg_restore', theirRestore),
      ]) +
        `${signals.toLocaleString('en')} signals, ${Math.round(perSecond).toLocaleString('en')} written a second meanwhile.\n`,
    )
    await compareContent(expected)
    process.stdout.write(`The copy has all ${expected.size} tables as at the snapshot.\n`)
    process.stdout.write(`${await comparePages(key)} pages of nodes on both copies are equal.\n`)
  } finally {
    await db.close()
  }
}

type Write = (records: Parameters<typeof writeRecords>[2]) => Promise<unknown>

async function fillWorld(write: Write): Promise<void> {
  const signals = Number(values.signals)
  const size = { signals, companies: Math.ceil(signals / 10) }
  let batch: Parameters<typeof writeRecords>[2][number][] = []
  for (const record of demoWorld({ ...size, seed: 'bench', until: Math.floor(Date.now() / 1_000) })) {
    batch.push(record)
    if (batch.length < BATCH) continue
    await write(batch)
    batch = []
  }
  await write(batch)
}

/** Tenths of a second, one after the other. `stop` returns how many signals were written in a second. */
function writeAllTheTime(write: Write) {
  const each = Math.ceil(Number(values['per-second']) / WRITES_A_SECOND)
  const began = performance.now()
  let written = 0
  let goesOn = true
  const work = (async () => {
    for (let n = 0; goesOn; n++) {
      await write(
        Array.from({ length: each }, (_, i) => signal(`written-${(n * each + i) % 5_000}.example`, `w/${n}/${i}`)),
      )
      written += each
      await sleep(Math.max(0, began + ((n + 1) * 1_000) / WRITES_A_SECOND - performance.now()))
    }
  })()
  return {
    async stop() {
      goesOn = false
      await work
      return (written * 1_000) / (performance.now() - began)
    },
  }
}

/** A session that reads what the backup reads. Exported snapshots are files of the server, of all its databases. */
async function readAtSnapshot(): Promise<pg.Client> {
  for (;;) {
    for (const { id } of await onServer<{ id: string }>(`select pg_ls_dir('pg_snapshots') as id`)) {
      const reader = new pg.Client({ connectionString: url })
      await reader.connect()
      try {
        await reader.query(`begin isolation level repeatable read; set transaction snapshot '${id}'`)
        return reader
      } catch {
        await reader.end()
      }
    }
    await sleep(20)
  }
}

/** Of every table, its rows in any order. A copy has its own identity. */
async function contentOf(client: pg.Client): Promise<Map<string, string>> {
  const tables = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
        and not relispartition and relname not in ('firehose_identity', 'schema_migrations', 'schema_functions')`,
  )
  const content = new Map<string, string>()
  for (const { name } of tables.rows) {
    const { rows } = await client.query<{ digest: string }>(
      `select count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)::numeric), 0) as digest from ${name} t`,
    )
    content.set(name, rows[0]?.digest ?? '')
  }
  return content
}

async function compareContent(expected: ReadonlyMap<string, string>): Promise<void> {
  const client = new pg.Client({ connectionString: copyUrl })
  await client.connect()
  const found = await contentOf(client)
  await client.end()
  const other = [...expected].filter(([name, digest]) => found.get(name) !== digest)
  if (other.length > 0) throw new Error(`not as at the snapshot: ${other.map(([name]) => name).join(', ')}`)
}

/** Returns how many pages were compared. */
async function comparePages(key: string): Promise<number> {
  // One after the other: each builds its index.
  const nodes = [await serve(copyUrl), await serve(dumpUrl)]
  let pages = 0
  for (const query of QUERIES) {
    for (let page = 1; page <= 3; page++, pages++) {
      const [ours, theirs] = await Promise.all(nodes.map((node) => companiesOf(node, key, query, page)))
      if (ours !== theirs)
        throw new Error(`page ${page} of ${query} differs: ${ours?.slice(0, 200)} ${theirs?.slice(0, 200)}`)
    }
  }
  return pages
}

async function newKey(): Promise<string> {
  const password = join(folder, 'password')
  writeFileSync(password, 'a long password\n')
  const run = async (...args: string[]) => {
    const command = [program, ...args, '--json']
    const { stdout } = await promisify(execFile)(process.execPath, command, { env: environment({ DATABASE_URL: url }) })
    return JSON.parse(stdout) as { id: string; key: string }
  }
  const owner = ['--owner-email', 'owner@acme.example', '--owner-password-file', password]
  const { id } = await run('teams', 'create', '--name', 'Bench', '--plan', 'pro', ...owner)
  return (await run('keys', 'create', '--team', id, '--name', 'Bench')).key
}

/** Returns its URL once its index answers: PostgreSQL refuses the queries of the bench in a large world as too expensive. */
async function serve(databaseUrl: string): Promise<string> {
  const env = environment({ DATABASE_URL: databaseUrl, DATA_DIR: mkdtempSync(join(folder, 'node-')), PORT: '0' })
  const child = spawn(process.execPath, [program, 'serve', '--roles', 'api'], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data) => {
      output += data
    })
  }
  for (const deadline = performance.now() + READY_MS; performance.now() < deadline; await sleep(100)) {
    if (child.exitCode !== null) throw new Error(`serve has ended: ${output}`)
    const [, url] = /listening on (http\S+?)["\s]/.exec(output) ?? []
    if (url === undefined || !output.includes('is running')) continue
    const { search } = (await (await fetch(`${url}/readyz`)).json()) as { search?: string }
    if (search === 'index') return url
  }
  throw new Error(`the search index was not ready: ${output}`)
}

async function companiesOf(nodeUrl: string, key: string, query: string, page: number): Promise<string> {
  const response = await fetch(`${nodeUrl}/api/v1/companies`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ signal_query: query, page, pageSize: 20 }),
  })
  const reply = (await response.json()) as { companies?: unknown; total?: number }
  if (!response.ok || !reply.total) throw new Error(`${response.status}: ${JSON.stringify(reply)}`)
  return JSON.stringify([reply.total, reply.companies])
}

interface Timed {
  readonly seconds: number
  /** Of the command, without the database's. */
  readonly cpu: number
}

async function timed(command: readonly string[], env: Record<string, string> = {}): Promise<Timed> {
  const shell = ['-c', 'TIMEFORMAT="%R %U %S"; time "$@" >&2', 'time', ...command]
  const { stderr } = await promisify(execFile)('bash', shell, { env: environment(env), maxBuffer: 2 ** 24 })
  const [seconds = 0, user = 0, system = 0] = stderr.trim().split('\n').at(-1)?.split(' ').map(Number) ?? []
  return { seconds, cpu: user + system }
}

/** No setting of the caller. */
function environment(env: Readonly<Record<string, string>>): Record<string, string> {
  return { PATH: process.env.PATH ?? '', HOME: folder, DATA_DIR: folder, SECRET_KEYS: secretKeys, ...env }
}

async function onServer<Row extends pg.QueryResultRow>(sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
  }
}

function urlOf(database: string): string {
  const named = new URL(server)
  named.pathname = `/${database}`
  return named.toString()
}
