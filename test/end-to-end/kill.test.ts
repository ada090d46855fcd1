// Kill -9 of the service, of its embedded database, and of both, during writes: acknowledged writes survive, and the next
// start takes over a database server that still runs. SOAK_ROUNDS sets the number of rounds (npm run soak: 20).

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { readServerPid } from '../../src/db/embedded/pid-file.ts'
import { cleanup } from '../harness/cleanup.ts'
import { proSignalProcess, type RunningService, runCommand, serve } from '../harness/command-line.ts'
import { folderWithDatabase } from '../harness/data-folder.ts'
import { temporaryFolder } from '../harness/folders.ts'

const rounds = Number(process.env.SOAK_ROUNDS ?? 1)
// A start takes seconds, so that a test goes on with the service that the one before it has left.
const dataDir = temporaryFolder()
const env = { DATA_DIR: dataDir }
let service: RunningService
const writer = fileURLToPath(new URL('../harness/key-writer.ts', import.meta.url))

function startWriter(teamId: string) {
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env
  const child = spawn(process.execPath, [writer, teamId], {
    env: { PATH, NODE_COMPILE_CACHE, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  cleanup(() => child.kill('SIGKILL'))
  let text = ''
  child.stdout.on('data', (data) => {
    text += data
  })
  return { child, acknowledged: () => text.split('\n').slice(0, -1) }
}

async function kill(child: RunningService['process']): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}

async function writtenKeys(teamId: string): Promise<Set<string>> {
  const { stdout } = await runCommand(['keys', 'list', '--team', teamId, '--json'], env)
  return new Set((JSON.parse(stdout) as { id: string }[]).map(({ id }) => id))
}

const databaseOf = (folder: string) => readServerPid(join(folder, 'postgres')) ?? assert.fail('no database is running')
const demoKey = () => readFileSync(join(dataDir, 'demo-key'), 'utf8').trim()

async function health(): Promise<number> {
  const headers = { authorization: `Bearer ${demoKey()}` }
  return (await fetch(`${service.url}/api/v1/health`, { headers })).status
}

test('two services on one data folder share its database, and it keeps running when the first one stops', async () => {
  const [one, two] = await Promise.all([serve(['--demo'], env), serve(['--demo'], env)])
  assert.equal(statSync(join(dataDir, 'demo-key')).mode & 0o777, 0o600)
  for (const { output, stdout } of [one, two]) {
    assert.ok(output().includes(demoKey()))
    for (const line of stdout().split('\n').slice(0, -1))
      assert.ok(JSON.parse(line).msg, 'standard output is only the log')
  }
  const ended = once(one.process, 'exit')
  one.process.kill('SIGINT')
  await ended
  service = two
  assert.equal(await health(), 200)
})

test('the command printed at the start works', async () => {
  const { output, url } = service
  const [, pasted = ''] = /^ {2}(curl .*)$/m.exec(output()) ?? []
  const [, target = '', body = ''] = /^curl (?:-H ".*?" )+(\S+) -d '(.*)'$/.exec(pasted) ?? []
  assert.equal(target, `${url}/api/v1/companies`)
  const headers = [...pasted.matchAll(/-H "(.+?): (.+?)"/g)].map(([, name = '', value = '']): [string, string] => [
    name,
    value,
  ])
  const response = await fetch(target, { method: 'POST', headers, body })
  assert.equal(response.status, 200)
  const { companies } = (await response.json()) as { companies: unknown[] }
  assert.equal(companies.length, 3)
  assert.match(output(), /Settings +http:/)
  assert.match(output(), /Sign in +owner@demo\.example \/ \w{16}/)
})

test(`${rounds} times kill -9 during writes: no acknowledged write is lost, and a running database is taken over`, async () => {
  const { stdout } = await runCommand(['teams', 'list', '--json'], env)
  const [{ id: teamId }] = JSON.parse(stdout) as [{ id: string }]
  const acknowledged: string[] = []
  for (let round = 0; round < rounds; round++) {
    const withDatabase = round % 2 === 0
    const writing = startWriter(teamId)
    while (writing.acknowledged().length < 20) await sleep(10)
    const pid = databaseOf(dataDir)
    if (withDatabase) process.kill(pid, 'SIGKILL')
    await Promise.all([kill(service.process), kill(writing.child)])
    acknowledged.push(...writing.acknowledged())
    service = await serve(['--demo'], env)
    assert.equal(databaseOf(dataDir) === pid, !withDatabase, `round ${round}: a running server is taken over`)
    // Right after the start, the database of a busy machine may not answer in time.
    for (let tries = 0; (await health()) === 503 && tries < 60; tries++) await sleep(500)
    assert.equal(await health(), 200)
    const stored = await writtenKeys(teamId)
    assert.deepEqual(
      acknowledged.filter((id) => !stored.has(id)),
      [],
    )
  }
})

test('kill -9 of the database under load: the service recovers without a restart', async () => {
  const seen = new Set<number>()
  let loading = true
  const load = Array.from({ length: 8 }, async () => {
    while (loading) {
      seen.add(await health())
      await sleep(2)
    }
  })
  const until = async (what: string, isSo: () => boolean | Promise<boolean>) => {
    for (const end = performance.now() + 120_000; !(await isSo()); await sleep(20)) {
      assert.ok(performance.now() < end, `the service never ${what}`)
    }
  }
  await until('answered', () => seen.has(200))
  process.kill(databaseOf(dataDir), 'SIGKILL')
  // Its processes may answer for a moment after it.
  await until('noticed', () => seen.has(503))
  await until('recovered', async () => (await health()) === 200)
  loading = false
  await Promise.all(load)
  assert.deepEqual([...seen].sort(), [200, 503])
})

test('the last service to stop also stops the database', async () => {
  const pid = databaseOf(dataDir)
  const ended = once(service.process, 'exit')
  service.process.kill('SIGTERM')
  assert.deepEqual((await ended)[0], 0)
  assert.throws(() => process.kill(pid, 0), { code: 'ESRCH' })
})

test('Ctrl-C stops the database that a command started, also if it arrives twice', async () => {
  const folder = folderWithDatabase()
  for (const name of ['migrate', 'doctor', 'teams list']) {
    let outcome: unknown[] = [0, null]
    let pid: number | undefined
    // On a busy machine a command may be done before this process has seen that its database runs.
    for (let tries = 0; outcome[0] === 0 && tries < 10; tries++) {
      const child = proSignalProcess(name.split(' '), { DATA_DIR: folder })
      cleanup(() => child.kill('SIGKILL'))
      const ended = once(child, 'exit')
      do pid = readServerPid(join(folder, 'postgres'))
      while (pid === undefined && child.exitCode === null && (await sleep(5, true)))
      // As from the terminal, and from a parent process that passes it on.
      child.kill('SIGINT')
      await sleep(5)
      child.kill('SIGINT')
      outcome = await ended
    }
    assert.deepEqual(outcome, [130, null], name)
    // A server that was still starting gets a signal to stop, without waiting for it.
    while (readServerPid(join(folder, 'postgres')) === pid) await sleep(20)
  }
})
