// Never twice, never lost: windows open and end while workers die at any commit or request, and the CRM answers 429,
// 401, 5xx, in part, not at all, or executes a request without answering. In the end it equals a naive replay of the
// same entries. `npm run soak:crm` opens a thousand windows in each CRM, with nodes that are killed by SIGKILL.

import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { saveSearch } from '../../../test/harness/alerts.ts'
import { cleanup } from '../../../test/harness/cleanup.ts'
import { CRM_SERVERS, type CrmFault, type CrmServer } from '../../../test/harness/crm-servers.ts'
import { openTestDatabase } from '../../../test/harness/database.ts'
import { PROPERTY_SEED } from '../../../test/harness/fast-check.ts'
import { box, newTeam, SECRET_KEYS } from '../../../test/harness/firehose.ts'
import { silentLog } from '../../../test/harness/log.ts'
import { randomOf } from '../../../test/harness/random.ts'
import { company } from '../../../test/harness/signals.ts'
import { CRM_KINDS } from '../../closed-sets/crm.ts'
import { type Database, many, one } from '../../db/index.ts'
import { Stamper } from '../../write/log/index.ts'
import { writeRecords } from '../../write/write-path/index.ts'
import { DEFAULT_FIELDS, readAccess } from './access.ts'
import { JsonClient } from './clients/json-client.ts'
import { changeConnection, saveConnection } from './connections.ts'
import { CrmWorker } from './worker.ts'

const WINDOWS = Number(process.env.CRM_WINDOWS ?? 100)
const WITH_PROCESSES = process.env.CRM_PROCESSES !== undefined
const COMPANIES = Math.max(40, WINDOWS / 5)
const TOGGLED = Math.ceil(COMPANIES * 0.7)
const NAMES = ['AI SDRs', 'New offices', 'Fresh money']
const FAULTS: readonly CrmFault[] = ['lost', 'lost', 'silent', 'partial', 'limit', 'unavailable', 'expired']
const FAULTY = 0.2
const START = 1_800_000_000
/** With nodes of their own. */
const MAX_WAIT_SECONDS = 180

interface Pair {
  readonly search: number
  readonly name: string
  readonly ordinal: number
  readonly companyId: string
  isMember: boolean
  /** Of the windows so far. */
  openings: number
  isOpen: boolean
}

for (const kind of CRM_KINDS) {
  test(`${kind} ends as a naive replay does, with each task once (seed ${PROPERTY_SEED})`, {
    timeout: WITH_PROCESSES ? 600_000 : 90_000,
  }, async (t) => {
    const db = await openTestDatabase()
    const server = await CRM_SERVERS[kind]()
    const random = randomOf(PROPERTY_SEED)
    const pairs = await follow(db, server)
    const nodes = WITH_PROCESSES ? await openProcesses(db, random) : openWorkers(db, random)
    server.setFault(() => (random() < FAULTY ? FAULTS[Math.floor(random() * FAULTS.length)] : undefined))
    const opened = () => pairs.reduce((sum, { openings }) => sum + openings, 0)
    let steps = 0
    while (opened() < WINDOWS) {
      await toggle(db, pairs, steps++, random)
      await nodes.step()
    }
    server.setFault(() => undefined)
    await nodes.finish()
    t.diagnostic(`${opened()} windows in ${steps} steps, ${nodes.kills()} kills, ${server.tasks().length} tasks`)
    assert.ok(nodes.kills() > 3, `only ${nodes.kills()} kills`)
    compare(server, pairs)
  })
}

/** The CRM's state compared with entries and leavings. */
function compare(server: CrmServer, pairs: readonly Pair[]): void {
  const tasks = server.tasks()
  for (const companyId of new Set(pairs.map((pair) => pair.companyId))) {
    const mine = pairs.filter((pair) => pair.companyId === companyId)
    const names = mine.filter(({ isOpen }) => isOpen).map(({ name }) => name)
    assert.deepEqual(server.windowsOf(companyId).sort(), names.sort(), `${companyId}, seed ${PROPERTY_SEED}`)
    for (const { name, isOpen, openings } of mine) {
      const its = tasks.filter((task) => task.companyId === companyId && task.subject.endsWith(`: ${name}`))
      const open = its.filter((task) => task.isOpen)
      assert.equal(open.length, isOpen ? 1 : 0, `open tasks of ${companyId} in ${name}`)
      assert.ok(its.length <= openings, `${its.length} tasks for ${openings} windows of ${companyId} in ${name}`)
    }
  }
  assert.equal(new Set(tasks.map(({ key }) => key)).size, tasks.length, 'each task is there once')
  assert.equal(server.companyCount(), new Set(pairs.map((pair) => pair.companyId)).size)
  const alone = tasks.filter(({ isOpen, companyId }) => isOpen && companyId === undefined)
  assert.deepEqual(alone, [], 'every open task belongs to a company')
}

async function follow(db: Database, server: CrmServer): Promise<Pair[]> {
  const pool = db.pool('settings')
  const teamId = await newTeam(db)
  const domains = Array.from({ length: COMPANIES }, (_, i) => `ledger-${i}.example`)
  await writeRecords(
    db,
    new Stamper(db),
    domains.map((domain) => company(domain)),
  )
  const ids = new Map(domains.map((domain) => [domain, server.addCompany(domain)]))
  const ordinals = await many<{ ordinal: number; domain: string }>(
    pool,
    `select ordinal, domain from companies where domain = any($1)`,
    [domains],
  )
  const pairs: Pair[] = []
  const searches: string[] = []
  for (const name of NAMES) {
    const { id } = await saveSearch(db, teamId, { name, query: 'hiring', to: 'today' })
    const { n } = await one<{ n: number }>(pool, 'select n from saved_searches where id = $1', [id])
    await pool.query('update saved_searches set sweep = null where n = $1', [n])
    searches.push(id)
    for (const { ordinal, domain } of ordinals) {
      const companyId = ids.get(domain) ?? ''
      pairs.push({ search: n, name, ordinal, companyId, isMember: false, openings: 0, isOpen: false })
    }
  }
  const access = readAccess(server.request, true)
  await db.transaction('settings', async (tx) => {
    await saveConnection(tx, 'operator', teamId, { ...access, account: 'Test', problem: null }, box)
    const fields = DEFAULT_FIELDS[access.kind]
    await changeConnection(tx, 'operator', teamId, { fields, createsCompanies: false, createsTasks: true, searches }, 0)
  })
  return pairs
}

/** What the watcher records: members and their history, in one transaction. */
async function toggle(db: Database, pairs: readonly Pair[], step: number, random: () => number): Promise<void> {
  const chosen = new Set(Array.from({ length: TOGGLED }, () => pairs[Math.floor(random() * pairs.length)] as Pair))
  const rows = [...chosen].map((pair) => {
    const { search, ordinal, isMember } = pair
    const dice = random()
    const silence = isMember ? null : dice < 0.1 ? 'history' : dice < 0.2 && pair.openings > 0 ? 'back_soon' : null
    pair.isMember = !isMember
    pair.isOpen = !isMember && silence !== 'history'
    if (!isMember && silence === null) pair.openings++
    return { search, ordinal, action: isMember ? 'left' : 'entered', silence }
  })
  await db.transaction('settings', async (tx) => {
    for (const { search, ordinal, action, silence } of rows) {
      const at = `to_timestamp(${START + step})`
      await tx.query(
        `insert into search_members (search, company, entered_at, left_at) values ($1, $2, ${at}, case when $3 then ${at} end)
         on conflict (search, company) do update set left_at = excluded.left_at`,
        [search, ordinal, action === 'left'],
      )
      await tx.query(
        `insert into search_changes (search, company, action, at, silence) values ($1, $2, $3, ${at}, $4)`,
        [search, ordinal, action, silence],
      )
    }
  })
}

interface Nodes {
  step(): Promise<void>
  /** Until the CRM is up to date. */
  finish(): Promise<void>
  kills(): number
}

/** Two processes that are killed while they write. A claim of a dead one ends by time. */
async function openProcesses(db: Database & { readonly url: string }, random: () => number): Promise<Nodes> {
  const pool = db.pool('settings')
  const clock = { at: START }
  await pool.query(`create table test_clock (at bigint not null)`)
  await pool.query(`insert into test_clock values ($1)`, [clock.at])
  const script = fileURLToPath(new URL('../../../test/harness/crm-node.ts', import.meta.url))
  const env = { ...process.env, CRM_DATABASE: db.url, TEST_SECRET_KEYS: SECRET_KEYS }
  const start = () => fork(script, { env, execArgv: process.execArgv })
  const children = [start(), start()]
  let kills = 0
  cleanup(() => {
    for (const child of children) child.kill('SIGKILL')
  })
  const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
  const pass = async (seconds: number) => {
    clock.at += seconds
    await pool.query(`update test_clock set at = $1`, [clock.at])
  }
  return {
    kills: () => kills,
    async step() {
      await pass(400)
      await wait(1_000 + 2_000 * random())
      const which = Math.floor(random() * children.length)
      if (random() < 0.3) return
      children[which]?.kill('SIGKILL')
      kills++
      children[which] = start()
    },
    async finish() {
      const until = performance.now() + MAX_WAIT_SECONDS * 1_000
      let problem: string | null = null
      for (let quiet = 0; quiet < 3; ) {
        assert.ok(performance.now() < until, `the nodes don’t come to an end: ${problem}`)
        await pass(3_601)
        await wait(1_000)
        const state = await one<{ rest: number; problem: string | null }>(
          pool,
          `select count(*)::int as rest, max(c.problem) as problem from crm_connections c
            where c.problem is not null or c.claimed_until > clock_timestamp()
               or exists (select from crm_companies o where o.connection = c.id and o.due_at <= to_timestamp($1))
               or exists (select from crm_searches f join search_changes h on h.search = f.search and h.n > f.seen
                           where f.connection = c.id)`,
          [clock.at],
        )
        problem = state.problem
        quiet = state.rest === 0 ? quiet + 1 : 0
      }
      for (const child of children) child.kill('SIGKILL')
    },
  }
}

/** Workers that die: before a commit or after it, or when a request was answered. Then nothing of them reaches the database. */
function openWorkers(db: Database, random: () => number): Nodes {
  const clock = { at: START }
  const client = new JsonClient({ allowLoopback: true, timeoutMs: 100 })
  const patient = new JsonClient({ allowLoopback: true })
  cleanup(() => Promise.all([client.close(), patient.close()]))
  let kills = 0

  async function run({ db: theirs, client, isDead }: Parts): Promise<void> {
    const worker = new CrmWorker({
      ...{ db: theirs, client, allowLoopback: true, log: silentLog, box: () => box, minIntervalMs: 0 },
      whyNow: async () => undefined,
      publicUrl: () => 'https://signals.example.com',
      now: () => clock.at,
    })
    await worker.settled()
    await worker.stop()
    if (!isDead()) return
    kills++
    await db.pool('settings').query(`update crm_connections set claimed_until = '-infinity'`)
  }

  function mortal(): Parts {
    let isDead = false
    const die = () => {
      isDead = true
      throw new Error('killed')
    }
    const alive = <T>(result: T): T => (isDead ? die() : result)
    return {
      isDead: () => isDead,
      client: {
        async send(request) {
          const reply = await client.send(request)
          return random() < 0.12 ? die() : alive(reply)
        },
      },
      db: {
        ...db,
        pool: (role) => alive(db.pool(role)),
        async transaction(role, work) {
          alive(undefined)
          const fate = random()
          const result = await db.transaction(role, async (tx) => {
            const done = await work(tx)
            return fate < 0.08 ? die() : done
          })
          return fate < 0.16 ? die() : result
        },
      },
    }
  }

  return {
    kills: () => kills,
    async step() {
      for (let round = 0; round < 2; round++) {
        await run(mortal())
        clock.at += 400
      }
    },
    async finish() {
      for (let round = 0; round < 4; round++) {
        clock.at += 3_601
        await run({ db, client: patient, isDead: () => false })
      }
    },
  }
}

interface Parts {
  readonly db: Database
  readonly client: Pick<JsonClient, 'send'>
  readonly isDead: () => boolean
}
