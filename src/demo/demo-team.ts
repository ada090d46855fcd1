// The demo: a Pro team with an owner and an API key, and a world of companies and signals, so that a first start has
// something to sign in to and to call. The password and the key are generated here, stored in the data folder in files
// that only their owner can read, and shown at each start.

import { join } from 'node:path'
import { findAccountByEmail, setPassword, verifyPassword } from '../account/accounts/index.ts'
import { createKey, KeyCache } from '../account/keys/index.ts'
import { addAccounts, createList } from '../account/lists/index.ts'
import { changeLimits, countRealTeams, createTeam, findDemoTeam, type Team } from '../account/teams/index.ts'
import { ADVISORY_LOCKS, type Database, many, maybeOne } from '../db/index.ts'
import { EXAMPLE_COMPANY } from '../meaning/companies/schema.ts'
import { AppError } from '../platform/app-error.ts'
import { readSecretFile, writeSecretFile } from '../platform/config/secret-file.ts'
import { randomBase62 } from '../platform/ids.ts'
import { loadExampleCompanies, loadWorld, type WorldSize } from './load-world.ts'
import { DEMO_SIZE } from './world/world.ts'

const DEMO_EMAIL = 'owner@demo.example'
export const DEMO_KEY_FILE = 'demo-key'
export const DEMO_PASSWORD_FILE = 'demo-password'

export interface Demo {
  readonly teamId: string
  readonly email: string
  readonly password: string
  readonly key: string
}

interface DemoOptions {
  readonly dataDir: string
  /** The world to load. Without it, the default world is loaded if there are no companies yet. */
  readonly world?: WorldSize
  readonly onProgress?: (records: number) => void
  /** Load it even if there is real data. */
  readonly force?: boolean
}

/**
 * Creates the demo team, key and world, or the missing ones. Throws if there is real data, or a real team next to a new
 * world.
 */
export async function loadDemo(db: Database, options: DemoOptions): Promise<Demo> {
  const { dataDir, force = false } = options
  // Under this lock, two processes that start concurrently on an empty database create one demo team.
  const lock = await db.connectDirect()
  let alive: NodeJS.Timeout | undefined
  try {
    await lock.query('select pg_advisory_lock($1)', [ADVISORY_LOCKS.demoTeam])
    // The lock belongs to the session. If a process hangs, the server ends its idle session.
    await lock.query(`set idle_session_timeout = '60s'`)
    alive = setInterval(() => lock.query('select 1').catch(() => {}), 10_000)
    const existing = await findDemoTeam(db.pool('settings'))
    const real = existing ? options.world && (await realTeams(db)) : await realData(db)
    if (real && !force)
      throw new AppError('conflict', `This database has ${real}: use --force to load the demo world next to it.`)
    const password = await demoPassword(db, join(dataDir, DEMO_PASSWORD_FILE))
    const team = existing ?? (await createDemoTeam(db, password))
    const key = await demoKey(db, team.id, join(dataDir, DEMO_KEY_FILE))
    if (options.world || !(await hasCompanies(db))) {
      await loadWorld(db, options.world ?? DEMO_SIZE, options.onProgress)
      await loadExampleCompanies(db)
    }
    if (!existing) await createDemoList(db, team.id)
    return { teamId: team.id, email: DEMO_EMAIL, password, key }
  } finally {
    clearInterval(alive)
    await lock.end()
  }
}

/** A person trying things out makes more requests a minute than a configured program. */
const DEMO_PER_MINUTE = 120

async function createDemoTeam(db: Database, password: string): Promise<Team> {
  const team = await createTeam(db, { name: 'Demo team', plan: 'pro', demo: true }, { email: DEMO_EMAIL, password })
  const limits = [{ bucket: 'perMinute', limit: DEMO_PER_MINUTE }] as const
  await db.transaction('settings', (tx) => changeLimits(tx, 'operator', team.id, limits))
  return team
}

const DEMO_LIST = 'my-accounts'
const DEMO_ACCOUNTS = 24

/** Something to filter by: the company of the examples, the most active ones, and one without reports yet. */
async function createDemoList(db: Database, teamId: string): Promise<void> {
  const active = await many<{ domain: string }>(
    db.pool('settings'),
    `select domain from companies join company_ranks on company_ordinal = ordinal order by heat_key desc, ordinal limit $1`,
    [DEMO_ACCOUNTS],
  )
  const accounts = [EXAMPLE_COMPANY.domain, ...active.map(({ domain }) => domain), 'not-yet-known.example'].join('\n')
  await db.transaction('settings', async (tx) => {
    const { id: listId } = await createList(tx, 'operator', teamId, { name: DEMO_LIST })
    await addAccounts(tx, 'operator', teamId, { listId, accounts })
  })
}

/** Whether the database is empty or already has the demo team. */
export async function isForDemo(db: Database): Promise<boolean> {
  return (await findDemoTeam(db.pool('settings'))) !== undefined || (await realData(db)) === undefined
}

async function realData(db: Database): Promise<string | undefined> {
  return (await realTeams(db)) ?? ((await hasCompanies(db)) ? 'real companies' : undefined)
}

async function realTeams(db: Database): Promise<string | undefined> {
  const teams = await countRealTeams(db.pool('settings'))
  if (teams === 0) return undefined
  return teams === 1 ? 'a real team' : `${teams} real teams`
}

async function hasCompanies(db: Database): Promise<boolean> {
  return (await maybeOne(db.pool('ingest'), 'select from companies limit 1')) !== undefined
}

async function demoPassword(db: Database, file: string): Promise<string> {
  const stored = readSecretFile(file)
  const account = await findAccountByEmail(db.pool('settings'), DEMO_EMAIL)
  if (stored && (!account || (await verifyPassword(account.passwordHash, stored)))) return stored
  const password = randomBase62(16)
  if (account) await setPassword(db, account.id, password)
  writeSecretFile(file, password)
  return password
}

async function demoKey(db: Database, teamId: string, file: string): Promise<string> {
  const stored = readSecretFile(file)
  const verdict = stored ? await new KeyCache(db.pool('settings')).verify(stored) : undefined
  if (stored && typeof verdict === 'object' && verdict.teamId === teamId) return stored
  const { key } = await db.transaction('settings', (tx) => createKey(tx, 'operator', teamId, { name: 'Demo key' }))
  writeSecretFile(file, key)
  return key
}
