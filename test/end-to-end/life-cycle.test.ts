// What an operator creates can be removed again: teams, slices, the demo.

import assert from 'node:assert/strict'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, many, one, openDatabase } from '../../src/db/index.ts'
import { demoWorld } from '../../src/demo/index.ts'
import { loadConfig } from '../../src/platform/config/config.ts'
import { cleanup } from '../harness/cleanup.ts'
import { runCommand } from '../harness/command-line.ts'
import { createDatabase } from '../harness/database.ts'
import { temporaryFolder } from '../harness/folders.ts'
import { silentLog } from '../harness/log.ts'
import { startTestService } from '../harness/service.ts'
import { JUNE } from '../harness/signals.ts'

let env: Record<string, string>
let db: Database
before(async () => {
  env = { DATABASE_URL: await createDatabase(), DATA_DIR: temporaryFolder() }
  db = await openDatabase({ config: loadConfig(env), log: silentLog })
  cleanup(() => db.close())
})

async function json<T>(args: readonly string[]): Promise<T> {
  const { code, stdout, stderr } = await runCommand([...args, '--json'], env)
  assert.equal(code, 0, stderr)
  return JSON.parse(stdout) as T
}

const create = (name: string, email: string) => [
  ...['teams', 'create', '--name', name, '--plan', 'pro'],
  ...['--owner-email', email, '--owner-password', 'correct horse'],
]

test('a second team of the same name is created only on confirmation', async () => {
  const { id } = await json<{ id: string }>(create('Acme Sales', 'one@acme.example'))
  const again = await runCommand(create(' acme  sales', 'two@acme.example'), env)
  assert.equal(again.code, 1)
  assert.match(again.stderr, new RegExp(`There is already a team Acme Sales \\(${id}, .*add --yes`))
  const { id: second } = await json<{ id: string }>([...create('Acme Sales', 'two@acme.example'), '--yes'])
  assert.notEqual(second, id)
})

test('a team is deleted with everything that belongs to it, and with nothing of others', async () => {
  const { id } = await json<{ id: string }>(create('Leaving', 'leaving@example.com'))
  const { id: other } = await json<{ id: string }>(create('Staying', 'staying@example.com'))
  // A person of both teams stays.
  await db
    .pool('settings')
    .query(
      `insert into team_members (team_id, account_id, role) select $1, id, 'member' from accounts where email = 'staying@example.com'`,
      [id],
    )
  const { key } = await json<{ key: string }>(['keys', 'create', '--team', id, '--name', 'Key'])
  const { key: otherKey } = await json<{ key: string }>(['keys', 'create', '--team', other, '--name', 'Key'])
  await json(['teams', 'limits', '--team', id, '--set', 'perMinute=60'])
  const service = await startTestService({ env: { DATABASE_URL: env.DATABASE_URL ?? '' }, roles: ['api'] })
  const status = async (bearer: string) =>
    (await fetch(`${service.url}/api/v1/stats`, { headers: { authorization: `Bearer ${bearer}` } })).status
  assert.deepEqual([await status(key), await status(otherKey)], [200, 200])

  const asked = await runCommand(['teams', 'delete', id], env)
  assert.equal(asked.code, 1)
  assert.match(asked.stderr, /Nothing was deleted\. The team Leaving has 2 members and 1 active key: add --yes/)
  assert.equal(await status(key), 200)

  const deleted = await json<{ deleted: { id: string }; accounts: string[] }>(['teams', 'delete', id, '--yes'])
  assert.deepEqual([deleted.deleted.id, deleted.accounts], [id, ['leaving@example.com']])
  for (let i = 0; i < 400 && (await status(key)) === 200; i++) await sleep(50)
  assert.deepEqual([await status(key), await status(otherKey)], [401, 200])
  const tables = await many<{ name: string }>(
    db.pool('settings'),
    `select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'team_id'`,
  )
  assert.ok(tables.length > 8)
  for (const { name } of tables) {
    const { rowCount } = await db.pool('settings').query(`select from ${name} where team_id = $1`, [id])
    assert.equal(rowCount, 0, name)
  }
  assert.equal((await runCommand(['teams', 'delete', id, '--yes'], env)).code, 4)
  // The address is free again.
  await json(create('Coming back', 'leaving@example.com'))
})

test('a person is deleted with everything that names them except the audit log, unless a team would have no owner', async () => {
  const email = 'leaver@example.com'
  const { id: only } = await json<{ id: string }>(create('Only theirs', email))
  const { id: shared } = await json<{ id: string }>(create('Shared', 'stays@example.com'))
  const pool = db.pool('settings')
  const { id } = await one<{ id: string }>(pool, 'select id from accounts where email = $1', [email])
  const add = (sql: string, ...values: unknown[]) => pool.query(sql, values)
  await add(`insert into team_members (team_id, account_id, role) values ($1, $2, 'member')`, shared, id)
  await add(
    `insert into invitations (team_id, email, role, token_hash, expires_at)
             values ($1, $2, 'member', sha256('x'), now() + interval '1 day')`,
    only,
    email,
  )
  await add('insert into reset_requests (email, address) values ($1, $2)', email, '192.0.2.1')
  await add('insert into alert_addresses (team_id, address, confirmed_at) values ($1, $2, now())', shared, email)
  await add(
    'insert into people_usage (team_id, day, account_id, companies) values ($1, $2, $3, 5)',
    shared,
    '2026-01-01',
    id,
  )
  await add(
    `insert into mails (kind, recipient, content, expires_at) values ('alert', $1, 'x', now() + interval '1 day')`,
    email,
  )
  await add(
    `insert into saved_searches (team_id, place, name, query, destination, target, created_by)
             values ($1, 1, 'To the leaver', 'hiring', 'mail', $2, $3)`,
    shared,
    email,
    id,
  )

  const command = ['accounts', 'delete', '--email', ' Leaver@Example.com']
  const refused = await runCommand([...command, '--yes'], env)
  assert.equal(refused.code, 1)
  assert.match(refused.stderr, /is the only owner of Only theirs\. Make another member an owner first/)
  await add(
    `insert into team_members (team_id, account_id, role)
             select $1, id, 'owner' from accounts where email = 'stays@example.com'`,
    only,
  )
  const asked = await runCommand(command, env)
  assert.equal(asked.code, 1)
  assert.match(
    asked.stderr,
    /Nothing was deleted\. leaver@example\.com is in 2 teams: add --yes .* 1 alert would have no recipient/,
  )

  const deleted = await json<{ teams: { name: string }[]; alertsWithoutAddress: { name: string }[] }>([
    ...command,
    '--yes',
  ])
  assert.deepEqual(
    deleted.teams.map(({ name }) => name),
    ['Only theirs', 'Shared'],
  )
  assert.deepEqual(
    deleted.alertsWithoutAddress.map(({ name }) => name),
    ['To the leaver'],
  )
  const tables = await many<{ name: string }>(
    pool,
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  assert.ok(tables.length > 80)
  const naming: string[] = []
  for (const { name } of tables) {
    const { rowCount } = await add(`select from ${name} t where t::text ilike any($1) limit 1`, [
      `%${email}%`,
      `%${id}%`,
    ])
    if (rowCount) naming.push(name)
  }
  assert.deepEqual(naming.sort(), ['audit_log', 'saved_searches'])
  assert.equal((await runCommand([...command, '--yes'], env)).code, 4)
})

test('an applied slice is removed, a changed shipped one becomes as shipped, and a shipped one stays', async () => {
  const surge = JSON.parse(readFileSync(new URL('../../slices/hiring-surge.json', import.meta.url), 'utf8'))
  const file = join(temporaryFolder(), 'slices.json')
  writeFileSync(
    file,
    JSON.stringify([
      { ...surge, label: 'Ours' },
      { ...surge, slug: 'our-slice' },
    ]),
  )
  await json(['slices', 'apply', file])
  assert.deepEqual(await json(['slices', 'remove', 'our-slice']), { slug: 'our-slice', outcome: 'removed' })
  assert.deepEqual(await json(['slices', 'remove', 'hiring-surge']), { slug: 'hiring-surge', outcome: 'restored' })
  assert.deepEqual(await json(['slices', 'show', 'hiring-surge']), surge)
  const shipped = await runCommand(['slices', 'remove', 'hiring-surge'], env)
  assert.deepEqual([shipped.code, /is shipped and unchanged/.test(shipped.stderr)], [1, true])
  assert.equal((await runCommand(['slices', 'remove', 'our-slice'], env)).code, 4)
})

test('the demo is removed completely while the service runs, and other data stays', async () => {
  const demo = await json<{ key: string; teamId: string }>([
    'demo',
    '--force',
    '--companies',
    '40',
    '--signals',
    '400',
    '--seed',
    'a',
  ])
  await json(['demo', '--force', '--companies', '60', '--signals', '20', '--seed', 'b'])
  const [record] = [...demoWorld({ companies: 40, signals: 400, seed: 'a', until: JUNE })]
  const shared = record?.company.domain ?? ''
  const line = (company: unknown, key: string) => ({
    ...{ record: 'signal', type: 'hiring', company, source: 'Job Board', key, occurredAt: '2026-05-04' },
    ...{ confidence: 0.9, label: 'A job', jobTitle: 'Planner' },
  })
  const input = join(temporaryFolder(), 'ours.ndjson')
  const ours = { domain: 'acornbank.example', name: 'Acornbank' }
  const lines = [line(shared, '1'), line({ domain: 'real.example', name: 'Real' }, '2'), line(ours, '3')]
  writeFileSync(input, lines.map((each) => `${JSON.stringify(each)}\n`).join(''))
  await json(['ingest', input])
  const { id } = await json<{ id: string }>(create('Real team', 'real@example.com'))
  const { key } = await json<{ key: string }>(['keys', 'create', '--team', id, '--name', 'Key'])
  await json(['teams', 'limits', '--team', id, '--set', 'perMinute=10000'])

  const service = await startTestService({
    env: { ...env, SEARCH_ENGINE: 'index' } as Record<string, string>,
    roles: ['api', 'worker'],
  })
  const total = async (query: string) => {
    const response = await fetch(`${service.url}/api/v1/companies`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ signal_query: query }),
    })
    assert.equal(response.status, 200)
    return ((await response.json()) as { total: number }).total
  }
  const search = async () => ((await (await fetch(`${service.url}/readyz`)).json()) as { search?: string }).search
  const indexed = async () => {
    for (let i = 0; i < 400 && (await search()) !== 'index'; i++) await sleep(50)
    assert.equal(await search(), 'index')
  }
  await indexed()
  const before = await total('NOT tool(name: nothing)')
  assert.ok(before >= 100, `${before}`)

  assert.equal((await runCommand(['demo', 'remove'], env)).code, 1)
  const removed = await json<{ team: string; companies: number; kept: string[] }>(['demo', 'remove', '--yes'])
  assert.deepEqual([removed.team, removed.companies, removed.kept], [demo.teamId, before - 3, [shared]])
  for (let i = 0; i < 400 && (await total('NOT tool(name: nothing)')) !== 3; i++) await sleep(50)
  await indexed()
  assert.equal(await total('NOT tool(name: nothing)'), 3)
  assert.equal(await total('hiring'), 3)

  const left = await one<{ sources: string[]; knownSources: string[]; demo: number; accounts: number }>(
    db.pool('settings'),
    `select (select array_agg(distinct source) from signals) as sources,
            (select array_agg(name) from sources) as "knownSources", (select count(*)::int from teams where demo) as demo,
            (select count(*)::int from accounts where email like '%@demo.example') as accounts`,
  )
  assert.deepEqual(left, { sources: ['Job Board'], knownSources: ['Job Board'], demo: 0, accounts: 0 })
  for (const file of ['demo-key', 'demo-password']) assert.equal(existsSync(join(env.DATA_DIR ?? '', file)), false)
  assert.deepEqual(await json(['demo', 'remove', '--yes']), { team: null, companies: 0, signals: 0, kept: [] })
})
