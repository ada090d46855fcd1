// Budgets with several server processes on one database, and with a process that is killed.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { readBudgets } from '../../src/account/budgets/index.ts'
import type { Bucket } from '../../src/account/plans/index.ts'
import { createTeam } from '../../src/account/teams/index.ts'
import { type Database, one, openDatabase } from '../../src/db/index.ts'
import { loadConfig } from '../../src/platform/config/config.ts'
import { Stamper } from '../../src/write/log/index.ts'
import { companyId, writeRecords } from '../../src/write/write-path/index.ts'
import { cleanup } from '../harness/cleanup.ts'
import { type RunningService, serve } from '../harness/command-line.ts'
import { createDatabase } from '../harness/database.ts'
import { silentLog } from '../harness/log.ts'
import { createKey, setLimitOverride } from '../harness/operator.ts'
import { company } from '../harness/signals.ts'

const ROUNDS = Number(process.env.SOAK_ROUNDS ?? 1)
let env: Record<string, string>
let db: Database
let nodes: RunningService[]
let teams = 0

before(async () => {
  // Nobody searches, and an index takes two threads and seconds of work in each node.
  const SEARCH_ENGINE = 'postgres'
  env = { DATABASE_URL: await createDatabase(), SEARCH_ENGINE, LOG_LEVEL: 'info', LOG_FORMAT: 'json' }
  db = await openDatabase({ config: loadConfig(env), log: silentLog })
  cleanup(() => db.close())
  await writeRecords(db, new Stamper(db), [company('one.example'), company('two.example')])
  nodes = await Promise.all([1, 2, 3].map(() => serve(['--roles', 'api'], env)))
})

const dossier = (domain = 'one.example') => `/api/v1/companies/${companyId(domain)}`

async function newTeam(limits: Partial<Record<Bucket, number>> = {}) {
  const owner = { email: `owner${teams++}@example.com`, password: 'a password' }
  const { id } = await createTeam(db, { name: 'Team', plan: 'pro' }, owner)
  for (const [bucket, limit] of Object.entries(limits)) {
    await setLimitOverride(db.pool('settings'), id, bucket as Bucket, limit)
  }
  const { id: keyId, key } = await createKey(db.pool('settings'), id, { name: 'Key' })
  const call = async (node: RunningService | undefined, path = dossier()): Promise<number> => {
    const response = await fetch(`${node?.url}${path}`, { headers: { authorization: `Bearer ${key}` } })
    await response.arrayBuffer()
    if (response.status !== 503) return response.status
    // On a busy machine the look-up of a key can time out. Such a reply is not charged.
    await sleep(200)
    return call(node, path)
  }
  const used = async () => {
    const state = await readBudgets(db.pool('settings'), { teamId: id, plan: 'pro' })
    assert.ok('buckets' in state)
    return Object.fromEntries(Object.entries(state.buckets).map(([bucket, each]) => [bucket, each.used]))
  }
  return { id, keyId, call, used }
}

test('the log line of a request names the team and the id of the key', async () => {
  const { id: team, keyId, call } = await newTeam()
  const [node] = nodes
  await call(node)
  const lineOf = () => node?.output().match(new RegExp(`^.*${team}.*$`, 'm'))?.[0]
  while (lineOf() === undefined) await sleep(10)
  assert.equal(JSON.parse(lineOf() ?? '').keyId, keyId)
})

test('of 200 concurrent requests of one team on three nodes exactly 20 pass', async () => {
  const { call, used } = await newTeam()
  const replies = await Promise.all(Array.from({ length: 200 }, (_, i) => call(nodes[i % nodes.length])))
  assert.equal(replies.filter((status) => status === 200).length, 20)
  assert.equal(replies.filter((status) => status === 429).length, 180)
  const { perMinute, monthlyRequests, monthlyRecords } = await used()
  assert.deepEqual([perMinute, monthlyRequests, monthlyRecords], [20, 20, 20])
})

test('32 concurrent opens of one new company on three nodes count it once, and a rejected one leaves no trace', async () => {
  const { id, call, used } = await newTeam({ perMinute: 100, dailyCompanyDetail: 1 })
  const replies = await Promise.all(Array.from({ length: 32 }, (_, i) => call(nodes[i % nodes.length])))
  assert.deepEqual(new Set(replies), new Set([200]))
  const rejected = await Promise.all(nodes.map((node) => call(node, dossier('two.example'))))
  assert.deepEqual(new Set(rejected), new Set([429]))
  const { dailyCompanyDetail, monthlyRequests, monthlyRecords } = await used()
  assert.deepEqual([dailyCompanyDetail, monthlyRequests, monthlyRecords], [1, 32, 32])
  const traces = await one(
    db.pool('settings'),
    `select (select count(*) from opened_companies where team_id = $1) as opened,
            (select sum(requests) from usage_daily where team_id = $1) as requests`,
    [id],
  )
  assert.deepEqual(traces, { opened: 1, requests: 32 })
})

test('a node that is killed under load has charged every reply that was received, and at most those in flight', async () => {
  const IN_FLIGHT = 24
  const unlimited = 10_000_000
  for (let round = 0; round < ROUNDS; round++) {
    const { call, used } = await newTeam({
      perMinute: unlimited,
      dailyRequests: unlimited,
      monthlyRequests: unlimited,
      monthlyRecords: unlimited,
    })
    const node = nodes.pop() ?? (await serve(['--roles', 'api'], env))
    let received = 0
    let dead = false
    const load = Array.from({ length: IN_FLIGHT }, async () => {
      while (!dead) {
        // A reply that was cut off was not received.
        const status = await call(node).catch(() => undefined)
        if (status === 200) received++
        else if (status !== undefined) throw new Error(`a reply with ${status}`)
        else if (!dead) await sleep(1)
      }
    })
    await Promise.race([
      Promise.all(load),
      (async () => {
        while (received < 100) await sleep(5)
        await sleep(Math.random() * 100)
      })(),
    ])
    const gone = once(node.process, 'exit')
    node.process.kill('SIGKILL')
    await gone
    dead = true
    await Promise.all(load)
    await untilChargesEnd()
    const { monthlyRequests = 0, dailyRequests, perMinute } = await used()
    assert.ok(monthlyRequests >= received, `${monthlyRequests} were charged and ${received} received`)
    assert.ok(monthlyRequests <= received + IN_FLIGHT, `${monthlyRequests} were charged and ${received} received`)
    assert.deepEqual([dailyRequests, perMinute], [monthlyRequests, monthlyRequests])
  }
})

/** Waits until the database has ended the statements of a killed node. */
async function untilChargesEnd(): Promise<void> {
  for (;;) {
    const { busy } = await one<{ busy: number }>(
      db.pool('settings'),
      `select count(*) as busy from pg_stat_activity
        where datname = current_database() and application_name = 'pro-signal charge' and state <> 'idle'`,
    )
    if (busy === 0) return
    await sleep(20)
  }
}
