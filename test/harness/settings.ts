import type pg from 'pg'
import { hashPassword, insertAccount, openSession } from '../../src/account/accounts/index.ts'
import { insertOwner, insertTeam } from '../../src/account/teams/queries.ts'
import { type Database, openDatabase } from '../../src/db/index.ts'
import { loadConfig } from '../../src/platform/config/config.ts'
import { randomBase62 } from '../../src/platform/ids.ts'
import type { Logger } from '../../src/platform/logger.ts'
import type { PlanName, Role } from '../../src/settings-contract/index.ts'
import { Browser } from './browser.ts'
import { cleanup } from './cleanup.ts'
import { SECRET_KEYS } from './firehose.ts'
import { silentLog } from './log.ts'
import { startTestService } from './service.ts'

export const PASSWORD = 'correct horse battery'

/** Making one takes 22 ms of processor time, so that one serves all teams of the process. */
let hashOfPassword: Promise<string> | undefined

export interface Person {
  readonly accountId: string
  readonly email: string
}

export interface TestTeam {
  readonly teamId: string
  readonly name: string
  readonly owner: Person
  readonly member: Person
}

/** The service and its database, with functions that create teams and open sessions without the screen. */
export async function startSettings({
  firehose = false,
  databaseUrl = '',
  env = {},
  log,
}: {
  readonly firehose?: boolean
  readonly databaseUrl?: string
  readonly env?: Readonly<Record<string, string>>
  readonly log?: Logger
} = {}) {
  const service = await startTestService({
    env: { SECRET_KEYS, ALLOW_LOOPBACK_WEBHOOKS: '1', ...env, ...(databaseUrl && { DATABASE_URL: databaseUrl }) },
    ...(log && { log }),
    roles: ['api', 'settings', 'worker', ...(firehose ? (['firehose'] as const) : [])],
  })
  const db = await openDatabase({ config: loadConfig({ DATABASE_URL: service.databaseUrl }), log: silentLog })
  cleanup(() => db.close())
  const pool = db.pool('settings')

  async function newTeam(plan: PlanName = 'pro'): Promise<TestTeam> {
    const name = `Team ${randomBase62(8)}`
    const email = `owner-${randomBase62(8)}@example.com`.toLowerCase()
    hashOfPassword ??= hashPassword(PASSWORD)
    const passwordHash = await hashOfPassword
    const { teamId, accountId } = await db.transaction('settings', async (tx) => {
      const owner = await insertAccount(tx, email, passwordHash, { proven: true })
      const { id } = await insertTeam(tx, { name, plan })
      await insertOwner(tx, id, owner)
      return { teamId: id, accountId: owner }
    })
    const member = await newMember(teamId, 'member', passwordHash)
    return { teamId, name, owner: { accountId, email }, member }
  }

  async function newMember(teamId: string, role: Role, passwordHash = 'none'): Promise<Person> {
    const email = `${role}-${randomBase62(8)}@example.com`.toLowerCase()
    const accountId = await insertAccount(pool, email, passwordHash, { proven: false })
    await pool.query('insert into team_members (team_id, account_id, role) values ($1, $2, $3)', [
      teamId,
      accountId,
      role,
    ])
    return { accountId, email }
  }

  /** The browser of a person who is signed in. */
  async function browserOf({ accountId }: Person, teamId: string): Promise<Browser> {
    const opened = await db.transaction('settings', (tx) =>
      openSession(
        tx,
        { accountId, teamId, signedInBy: 'password', verifiedHash: null },
        { address: '127.0.0.1', userAgent: 'test' },
      ),
    )
    if (!opened) throw new Error('no session')
    return new Browser(service.url, opened.token)
  }

  return { url: service.url, databaseUrl: service.databaseUrl, db, pool, newTeam, newMember, browserOf }
}

export type SettingsService = Awaited<ReturnType<typeof startSettings>>

/** A hash of the rows of a team, for every table with a team. If it is the same, nothing was changed. */
export async function rowsOfTeam(db: Database, teamId: string): Promise<Record<string, string>> {
  const pool = db.pool('settings')
  hashRows ??= hashOfRows(pool)
  const { rows } = await pool.query<{ name: string; hash: string }>({
    name: 'rows-of-team',
    text: await hashRows,
    values: [teamId],
  })
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]))
}

/** All tables in one statement: one for each would take most of the time of a test of every route. */
let hashRows: Promise<string> | undefined
async function hashOfRows(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ name: string }>(
    `select c.table_name as name from information_schema.columns c
       join information_schema.tables t using (table_schema, table_name)
      where c.column_name = 'team_id' and c.table_schema = 'public' and t.table_type = 'BASE TABLE' order by 1`,
  )
  const webhooks = 'webhook_id in (select id from webhooks where team_id = $1)'
  const tables = [
    ...rows.map(({ name }) => [name, 'team_id = $1']),
    ...['webhook_types', 'webhook_cursors', 'webhook_retries', 'webhook_replays', 'webhook_replay_requests'].map(
      (name) => [name, webhooks],
    ),
    ['list_entries', 'list_id in (select id from lists where team_id = $1)'],
  ]
  return tables
    .map(
      ([name, condition]) =>
        `select '${name}' as name, count(*) || ' rows ' || coalesce(md5(string_agg(r::text, ',' order by r::text)), '') as hash
           from "${name}" r where ${condition}`,
    )
    .join(' union all ')
}
