// The embedded server with real processes and real kills. Each test is named after a situation that occurs in practice.

import assert from 'node:assert/strict'
import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { cleanup } from '../../../test/harness/cleanup.ts'
import { folderWithDatabase } from '../../../test/harness/data-folder.ts'
import { temporaryFolder } from '../../../test/harness/folders.ts'
import { recordingLog, silentLog } from '../../../test/harness/log.ts'
import { readServerPid } from './pid-file.ts'
import { type EmbeddedServer, openEmbedded } from './server.ts'

const userProcess = fileURLToPath(new URL('../../../test/harness/embedded-database-process.ts', import.meta.url))

async function open(dataDir: string, log = silentLog): Promise<EmbeddedServer> {
  const server = await openEmbedded({ dataDir, log })
  cleanup(() => server.close())
  return server
}

async function query(server: EmbeddedServer, sql: string): Promise<pg.QueryResult> {
  const client = new pg.Client(server.connection('postgres'))
  client.on('error', () => {})
  await client.connect()
  try {
    return await client.query(sql)
  } finally {
    await client.end()
  }
}

async function startUser(dataDir: string): Promise<ChildProcess> {
  const child = fork(userProcess, [dataDir])
  cleanup(() => child.kill('SIGKILL'))
  const [message] = await once(child, 'message')
  assert.equal(message, 'open')
  return child
}

async function end(child: ChildProcess, how: 'leave' | 'SIGKILL'): Promise<void> {
  const ended = once(child, 'exit')
  if (how === 'leave') child.send('leave')
  else child.kill(how)
  await ended
}

function serverPid(dataDir: string): number {
  return readServerPid(join(dataDir, 'postgres')) ?? assert.fail('no server runs')
}

function alive(pid: number): boolean {
  return existsSync(`/proc/${pid}`) && !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
}

async function until(condition: () => boolean | Promise<boolean>, what: string): Promise<void> {
  for (const deadline = Date.now() + 120_000; Date.now() < deadline; await sleep(25)) if (await condition()) return
  assert.fail(`timed out waiting for: ${what}`)
}

test('the first start creates a database that only its owner can read, and the last process to leave stops it', async () => {
  const dataDir = temporaryFolder()
  const server = await openEmbedded({ dataDir, log: silentLog })
  const pid = serverPid(dataDir)
  assert.equal(statSync(join(dataDir, 'postgres')).mode & 0o777, 0o700)
  assert.equal(statSync(join(dataDir, 'postgres-password')).mode & 0o777, 0o600)
  assert.equal((await query(server, 'show listen_addresses')).rows[0].listen_addresses, '')
  await server.close()
  assert.equal(alive(pid), false)
})

test('processes share one server, which runs until the last of them leaves', async () => {
  const dataDir = folderWithDatabase()
  const [one, two, three] = await Promise.all([startUser(dataDir), startUser(dataDir), startUser(dataDir)])
  const pid = serverPid(dataDir)
  await end(one, 'leave')
  await end(two, 'SIGKILL')
  assert.equal(alive(pid), true)
  await end(three, 'leave')
  assert.equal(alive(pid), false)
})

test('the server survives a killed process, and the next process adopts it', async () => {
  const dataDir = folderWithDatabase()
  const first = await startUser(dataDir)
  const pid = serverPid(dataDir)
  await end(first, 'SIGKILL')
  assert.equal(alive(pid), true)
  const second = await startUser(dataDir)
  assert.equal(serverPid(dataDir), pid)
  await end(second, 'leave')
  assert.equal(alive(pid), false)
})

/** How long after the last one has begun to leave, a new one starts. `npm run soak` tries more. */
const NEWCOMERS_MS = process.env.SOAK_ROUNDS ? [0, 15, 30, 45, 60] : [0, 30]

test('a process that starts while the server is being stopped gets a server', async () => {
  const dataDir = folderWithDatabase()
  for (const ms of NEWCOMERS_MS) {
    const leaving = await startUser(dataDir)
    const [, newcomer] = await Promise.all([end(leaving, 'leave'), sleep(ms).then(() => startUser(dataDir))])
    await end(newcomer, 'leave')
  }
})

test('after kill -9 the server is restarted with everything that was committed', async () => {
  const dataDir = folderWithDatabase()
  const { log, lines } = recordingLog()
  const server = await open(dataDir, log)
  await query(server, 'create table answers as select 42 as answer')
  const before = serverPid(dataDir)
  process.kill(before, 'SIGKILL')
  await until(async () => {
    const answer = await query(server, 'select answer from answers').catch(() => undefined)
    return answer?.rows[0].answer === 42
  }, 'the server to be back')
  assert.notEqual(serverPid(dataDir), before)
  assert.ok(lines.some(({ msg }) => msg === 'the embedded database ended; restarting it'))
})

test('SIGTERM to the server, which would wait for our connections forever, causes a restart', async () => {
  const dataDir = folderWithDatabase()
  const server = await open(dataDir)
  const before = serverPid(dataDir)
  process.kill(before, 'SIGTERM')
  await until(
    async () => !alive(before) && (await query(server, 'select 1').catch(() => undefined)) !== undefined,
    'a new server',
  )
  assert.notEqual(serverPid(dataDir), before)
})

test('after everything was killed, the next start recovers', async () => {
  const dataDir = folderWithDatabase()
  const user = await startUser(dataDir)
  process.kill(serverPid(dataDir), 'SIGKILL')
  await end(user, 'SIGKILL')
  const server = await open(dataDir)
  assert.equal((await query(server, 'select 1 as one')).rows[0].one, 1)
})

test('a stale lock file whose process id belongs to another program does not prevent the start', async () => {
  const dataDir = folderWithDatabase()
  const user = await startUser(dataDir)
  const pid = serverPid(dataDir)
  process.kill(pid, 'SIGKILL')
  await end(user, 'SIGKILL')
  await until(() => !alive(pid), 'the server to be gone')
  // PostgreSQL treats any live process of the same user as the holder of the lock. This one isn't a server.
  const { uid, gid } = statSync(join(dataDir, 'postgres'))
  const bystander = spawn('/bin/sleep', ['60'], process.getuid?.() === 0 ? { uid, gid, cwd: '/' } : { cwd: '/' })
  cleanup(() => bystander.kill('SIGKILL'))
  await once(bystander, 'spawn')
  const lockFile = join(dataDir, 'postgres', 'postmaster.pid')
  writeFileSync(lockFile, readFileSync(lockFile, 'utf8').replace(/^\d+/, String(bystander.pid)))
  const { log, lines } = recordingLog()
  const server = await open(dataDir, log)
  assert.equal((await query(server, 'select 1 as one')).rows[0].one, 1)
  assert.ok(lines.some(({ msg }) => String(msg).includes(`process ${bystander.pid} is not the server`)))
})

test('a path too long for a socket is served through a short one', async () => {
  const dataDir = join(temporaryFolder(), 'x'.repeat(60), 'y'.repeat(60))
  mkdirSync(dataDir, { recursive: true, mode: 0o755 })
  const server = await open(dataDir)
  assert.equal((await query(server, 'select 1 as one')).rows[0].one, 1)
})

test('a lost password is reported in one line, and the data is not touched', async () => {
  const dataDir = folderWithDatabase()
  await end(await startUser(dataDir), 'leave')
  writeFileSync(join(dataDir, 'postgres-password'), 'another')
  await assert.rejects(open(dataDir), /restore the file postgres-password/)
  await until(() => readServerPid(join(dataDir, 'postgres')) === undefined, 'the unusable server to be stopped')
})

test('a database folder that others may read is rejected immediately, with advice', async () => {
  const dataDir = folderWithDatabase()
  await (await openEmbedded({ dataDir, log: silentLog })).close()
  chmodSync(join(dataDir, 'postgres'), 0o777)
  const started = Date.now()
  await assert.rejects(openEmbedded({ dataDir, log: silentLog }), /has invalid permissions.*chmod 700/)
  assert.ok(Date.now() - started < 50_000, 'it did not try again for a minute')
})
