// The first start on your own PostgreSQL: missing rights are reported with advice.

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { TLSSocket } from 'node:tls'
import pg from 'pg'
import { startMessage } from '../../src/cli/operate/start-message.ts'
import { packageRoot } from '../../src/platform/config/config.ts'
import { Stamper } from '../../src/write/log/index.ts'
import { writeRecords } from '../../src/write/write-path/index.ts'
import { startApi } from '../harness/api.ts'
import { cleanup } from '../harness/cleanup.ts'
import { proSignal, runCommand, serve } from '../harness/command-line.ts'
import { createDatabase, openTestDatabase } from '../harness/database.ts'
import { temporaryFolder } from '../harness/folders.ts'
import { recordingLog } from '../harness/log.ts'
import { SECRET_KEYS } from '../harness/secret-keys.ts'
import { startTestService } from '../harness/service.ts'
import { signal } from '../harness/signals.ts'

/** A database of the administrator, and the URL by which a user without rights connects to it. */
async function databaseOfAnother({ empty = true, password = 'letters' } = {}) {
  const url = await createDatabase({ empty })
  const admin = async (sql: string) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      return await client.query(sql)
    } finally {
      await client.end()
    }
  }
  const user = `ps_test_user_${randomBytes(5).toString('hex')}`
  await admin(`create role ${user} login password '${password}'`)
  cleanup(() => admin(`drop owned by ${user} cascade; drop role ${user}`))
  const own = new URL(url)
  own.username = user
  own.password = encodeURIComponent(password)
  return { url: own.toString(), adminUrl: url, admin, user, database: own.pathname.slice(1) }
}

const fixture = (name: string) => join(packageRoot, 'test/fixtures', name)
const migrate = (url: string) => runCommand(['migrate'], { DATABASE_URL: url })

test('for a user who may not create tables, the error names the missing right, and its statement grants it', async () => {
  const { url, admin, user, database } = await databaseOfAnother()
  const refused = await migrate(url)
  assert.equal(refused.code, 1)
  assert.equal(
    refused.stderr,
    `pro-signal: The user ${user} lacks the right CREATE on the schema public of the database ${database}. As the owner of the database, run there: GRANT CREATE ON SCHEMA public TO ${user};\n`,
  )
  const doctor = await runCommand(['doctor'], { DATABASE_URL: url, SECRET_KEYS, DATA_DIR: temporaryFolder() })
  assert.equal(doctor.code, 1)
  assert.match(doctor.stdout, /FAIL {2}database .*lacks the right CREATE on the schema public/)
  await admin(/run there: (.*)$/m.exec(refused.stderr)?.[1] ?? '')
  const granted = await migrate(url)
  assert.deepEqual([granted.code, granted.stderr], [0, ''])
})

test('for a user who may not use the schema at all, the error names both rights', async () => {
  const { url, admin, user } = await databaseOfAnother()
  await admin('revoke all on schema public from public')
  const refused = await migrate(url)
  assert.match(refused.stderr, new RegExp(`USAGE and CREATE .*GRANT USAGE, CREATE ON SCHEMA public TO ${user};`))
  await admin(/run there: (.*)$/m.exec(refused.stderr)?.[1] ?? '')
  assert.equal((await migrate(url)).code, 0)
})

test('for a user who does not own the tables, the error names the owner', async () => {
  const { url, admin, user } = await databaseOfAnother({ empty: false })
  await admin(`grant create on schema public to ${user}`)
  const refused = await migrate(url)
  assert.equal(refused.code, 1)
  assert.match(
    refused.stderr,
    new RegExp(`The tables of the database \\S+ belong to \\S+, and DATABASE_URL connects as ${user}`),
  )
})

test('serve asks for SECRET_KEYS before it opens the database, and so does doctor', async () => {
  const unreachable = 'postgres://user:letters@127.0.0.1:1/name'
  const asked = await runCommand(['serve'], { DATABASE_URL: unreachable, PORT: '0' })
  assert.equal(asked.code, 2)
  assert.match(asked.stderr, /set SECRET_KEYS=k1:\$\(openssl rand -base64 32\)/)
  const url = await createDatabase()
  const doctor = await runCommand(['doctor'], { DATABASE_URL: url, PORT: '0', DATA_DIR: temporaryFolder() })
  assert.equal(doctor.code, 1)
  assert.match(doctor.stdout, /FAIL {2}secrets .*set SECRET_KEYS=k1:\$\(openssl rand -base64 32\)/)
})

test('with DATABASE_URL, a restart loads the saved index instead of building it again', async () => {
  const db = await openTestDatabase()
  await writeRecords(db, new Stamper(db), [signal('saved.example', 'saved')])
  const DATA_DIR = join(temporaryFolder(), 'not', 'there', 'yet')
  const origins: string[] = []
  for (const expected of ['database', 'snapshot']) {
    const { log, lines } = recordingLog()
    await startApi({ log, env: { SEARCH_ENGINE: 'index', DATA_DIR, DATABASE_URL: db.url } })
    for (let i = 0; i < 600 && !lines.some(({ msg }) => String(msg).includes('index is ready')); i++) await sleep(50)
    const ready = lines.map(({ msg }) => /the search index is ready, from the (\w+)/.exec(String(msg))?.[1])
    origins.push(ready.find((origin) => origin !== undefined) ?? `not ready, expected ${expected}`)
  }
  assert.deepEqual(origins, ['database', 'snapshot'])
})

test('serve on an empty database prints the next commands, and none on a database in use', async () => {
  const env = { DATABASE_URL: await createDatabase({ empty: true }), SEARCH_ENGINE: 'postgres' }
  const first = await serve([], env)
  assert.match(first.output(), /The database has no team, no API key, no signals yet\./)
  for (const command of ['teams create --name', 'keys create --team TEAM-ID', 'ingest signals.ndjson'])
    assert.ok(first.output().includes(`bin/pro-signal ${command}`), command)
  first.process.kill('SIGKILL')
  const demo = ['demo', '--companies', '5', '--signals', '10']
  assert.equal((await runCommand(demo, { ...env, DATA_DIR: temporaryFolder() })).code, 0)
  assert.doesNotMatch(startMessage(await startTestService({ env })), /no team|no signals|Next,/)
})

test('a port that is in use is found before a database is made', async () => {
  const holder: Server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => holder.once('listening', resolve))
  cleanup(() => holder.close())
  const { port } = holder.address() as { port: number }
  for (const setting of ['PORT', 'METRICS_PORT']) {
    const DATA_DIR = temporaryFolder()
    const refused = await runCommand(['serve'], { DATA_DIR, PORT: '0', [setting]: String(port) })
    assert.equal(refused.code, 1)
    assert.match(refused.stderr, new RegExp(`Port ${port} of 127.0.0.1 is already in use: .* another ${setting}\\.`))
    assert.ok(!existsSync(join(DATA_DIR, 'postgres')), 'a database was made')
  }
})

test('a rejected password with a raw @ gets a hint, and neither is printed', async () => {
  const { url } = await databaseOfAnother({ password: 'hunter@2' })
  const raw = url.replace(/:[^:@/]+@/, ':hunter@3@')
  const rejected = await migrate(raw)
  assert.equal(rejected.code, 1)
  assert.match(rejected.stderr, /rejected the connection .*In its password, write @ as %40/)
  assert.doesNotMatch(rejected.stderr, /hunter/)
})

test('a database that can’t store every text is rejected with the statement that creates a suitable one', async () => {
  const { admin, adminUrl, database } = await databaseOfAnother()
  await admin(`create database ${database}_latin encoding 'LATIN1' locale 'C' template template0`)
  cleanup(() => admin(`drop database if exists ${database}_latin with (force)`))
  const url = adminUrl.replace(/[^/]+$/, `${database}_latin`)
  const refused = await migrate(url)
  assert.equal(refused.code, 1)
  const [, statement = ''] = /encoding LATIN1, and UTF8 is required: create it with (.*)$/m.exec(refused.stderr) ?? []
  await admin(`drop database ${database}_latin`)
  await admin(statement)
  assert.equal((await migrate(url)).code, 0)
})

test('a server whose certificate can’t be verified is reported immediately, with what to add to the URL', async () => {
  const tls = { cert: readFileSync(fixture('tls-cert.pem')), key: readFileSync(fixture('tls-key.pem')) }
  // The beginning of PostgreSQL's protocol: the client asks for TLS, the server says S, and TLS begins.
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => {
      socket.write('S')
      new TLSSocket(socket, { isServer: true, ...tls }).on('error', () => {})
    })
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  cleanup(() => server.close())
  const { port } = server.address() as { port: number }
  const url = `postgres://user:letters@127.0.0.1:${port}/name?sslmode=verify-full`
  const refused = await proSignal(['serve'], { DATABASE_URL: url, SECRET_KEYS, PORT: '0', DATA_DIR: temporaryFolder() })
  assert.equal(refused.code, 1)
  assert.match(refused.stderr, /rejected the connection \(.*certificate.*add sslrootcert=FILE .* to DATABASE_URL/)
  assert.doesNotMatch(refused.stdout, /waiting up to/)
  const missing = await migrate(`${url}&sslrootcert=/nowhere/ca.pem`)
  assert.equal(missing.code, 2)
  assert.match(missing.stderr, /DATABASE_URL can't be used \(ENOENT.*\/nowhere\/ca\.pem/)
})
