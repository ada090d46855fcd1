// Never twice, never lost: windows open and end while workers die at any commit or request, and the CRM answers 429, 401, 5xx, in
// part, not at all, or carries out what it doesn't answer. In the end it says what a naive replay of the same entries says.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { saveSearch } from '../../../test/harness/alerts.ts'
import { cleanup } from '../../../test/harness/cleanup.ts'
import { openTestDatabase } from '../../../test/harness/database.ts'
import { PROPERTY_SEED } from '../../../test/harness/fast-check.ts'
import { box, newTeam } from '../../../test/harness/firehose.ts'
import { type HubSpotFault, HubSpotServer } from '../../../test/harness/hubspot-server.ts'
import { silentLog } from '../../../test/harness/log.ts'
import { company } from '../../../test/harness/signals.ts'
import { type Database, many, one } from '../../db/index.ts'
import { Stamper } from '../../write/log/index.ts'
import { writeRecords } from '../../write/write-path/index.ts'
import { JsonClient } from './clients/json-client.ts'
import { changeConnection, DEFAULT_FIELDS, readAccess, saveConnection } from './connections.ts'
import { CrmWorker } from './worker.ts'

const COMPANIES = 60
const NAMES = ['AI SDRs', 'New offices', 'Fresh money']
const STEPS = 12
const TOGGLED = 40
const FAULTS: readonly HubSpotFault[] = ['lost', 'lost', 'silent', 'partial', 'limit', 'unavailable', 'expired']
const FAULTY = 0.2

interface Pair {
  readonly search: number
  readonly name: string
  readonly ordinal: number
  readonly domain: string
  isMember: boolean
  /** Of the windows so far. */
  openings: number
  isOpen: boolean
}

test(`the CRM ends as a naive replay does, with each task once (seed ${PROPERTY_SEED})`, {
  timeout: 90_000,
}, async () => {
  const db = await openTestDatabase()
  const pool = db.pool('settings')
  const hubspot = await new HubSpotServer().start()
  const client = new JsonClient({ allowLoopback: true, timeoutMs: 100 })
  const patient = new JsonClient({ allowLoopback: true })
  cleanup(() => Promise.all([client.close(), patient.close()]))
  const random = randomOf(PROPERTY_SEED)
  const teamId = await newTeam(db)
  const domains = Array.from({ length: COMPANIES }, (_, i) => `ledger-${i}.example`)
  await writeRecords(
    db,
    new Stamper(db),
    domains.map((domain) => company(domain)),
  )
  for (const domain of domains) hubspot.addCompany(domain, { hubspot_owner_id: '7' })
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
    for (const each of ordinals) pairs.push({ search: n, name, ...each, isMember: false, openings: 0, isOpen: false })
  }
  const access = readAccess({ kind: 'hubspot', token: hubspot.token, instance: hubspot.url }, true)
  await db.transaction('settings', async (tx) => {
    await saveConnection(tx, 'operator', teamId, { ...access, account: 'Test' }, box)
    const settings = { fields: DEFAULT_FIELDS.hubspot, createsCompanies: false, createsTasks: true, searches }
    await changeConnection(tx, 'operator', teamId, settings, 0)
  })

  hubspot.fault = () => (random() < FAULTY ? FAULTS[Math.floor(random() * FAULTS.length)] : undefined)
  const clock = { at: 1_800_000_000 }
  let kills = 0
  for (let step = 0; step < STEPS; step++) {
    await toggle(step)
    for (let round = 0; round < 2; round++) {
      if (await run(mortal())) kills++
      clock.at += 400
    }
  }
  hubspot.fault = () => undefined
  for (let round = 0; round < 4; round++) {
    clock.at += 3_601
    await run({ db, client: patient, isDead: () => false })
  }

  assert.ok(kills > 3, `only ${kills} workers died`)
  const opened = pairs.reduce((sum, { openings }) => sum + openings, 0)
  assert.ok(opened > 120, `only ${opened} windows`)
  for (const domain of domains) {
    const mine = pairs.filter((pair) => pair.domain === domain)
    const [record] = [...hubspot.objects.companies.values()].filter(({ properties }) => properties.domain === domain)
    const names = mine.filter(({ isOpen }) => isOpen).map(({ name }) => name)
    const said = (record?.properties.pro_signal_window ?? '').split('; ').filter(Boolean)
    assert.deepEqual(said.sort(), names.sort(), `${domain}, seed ${PROPERTY_SEED}`)
    for (const { name, isOpen, openings } of mine) {
      const tasks = hubspot.tasks.filter(
        (task) => task.hs_task_subject?.endsWith(`: ${name}`) && isOf(task, record?.id),
      )
      const open = tasks.filter((task) => task.hs_task_status === 'NOT_STARTED')
      assert.equal(open.length, isOpen ? 1 : 0, `open tasks of ${domain} in ${name}`)
      assert.ok(tasks.length <= openings, `${tasks.length} tasks for ${openings} windows of ${domain} in ${name}`)
    }
  }
  assert.equal(hubspot.objects.companies.size, COMPANIES)
  const linked = new Set([...hubspot.associations].map((pair) => pair.split(' ')[0]))
  const alone = [...hubspot.objects.tasks.values()].filter(
    ({ id, properties }) => !linked.has(id) && properties.hs_task_status === 'NOT_STARTED',
  )
  assert.deepEqual(alone, [], 'every open task belongs to a company')

  function isOf(task: Record<string, string>, companyId = ''): boolean {
    const [stored] = [...hubspot.objects.tasks.values()].filter(({ properties }) => properties === task)
    return hubspot.associations.has(`${stored?.id} ${companyId}`)
  }

  /** What the watcher records: members and their history, in one transaction. */
  async function toggle(step: number): Promise<void> {
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
        const at = `to_timestamp(${1_800_000_000 + step})`
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

  /** Until nothing is due, or the worker is dead. A claim of a dead one ends by time. */
  async function run({ db, client, isDead }: Parts): Promise<boolean> {
    const worker = new CrmWorker({
      ...{ db, client, log: silentLog, box: () => box, minIntervalMs: 0 },
      whyNow: async () => undefined,
      publicUrl: () => 'https://signals.example.com',
      now: () => clock.at,
    })
    await worker.settled()
    await worker.stop()
    if (isDead()) await pool.query(`update crm_connections set claimed_until = '-infinity'`)
    return isDead()
  }

  /** A worker that dies: before a commit or after it, or when a request was answered. Then nothing of it reaches the database. */
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
})

interface Parts {
  readonly db: Database
  readonly client: Pick<JsonClient, 'send'>
  readonly isDead: () => boolean
}

/** Numbers from 0 to 1 that depend only on the seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
