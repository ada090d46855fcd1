// What tools for reports rely on: the columns of the views, and that their role sees nothing else.

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import pg from 'pg'
import { saveSearch } from '../../../test/harness/alerts.ts'
import { cleanup } from '../../../test/harness/cleanup.ts'
import { openTestDatabase } from '../../../test/harness/database.ts'
import { newTeam, saveWebhook } from '../../../test/harness/firehose.ts'
import { tablesIn } from '../../../test/harness/markdown-tables.ts'
import { company, JUNE, signal } from '../../../test/harness/signals.ts'
import { packageRoot } from '../../platform/config/config.ts'
import { Stamper } from '../../write/log/index.ts'
import { writeRecords } from '../../write/write-path/index.ts'
import { many, one } from '../sql.ts'
import { grantReporting } from './grant.ts'

const db = await openTestDatabase()
const pool = db.pool('settings')
const PASSWORD = 'a long password of reports'
const VIEWS = ['companies', 'facts', 'windows', 'deliveries', 'usage']

const newName = () => `ps_reports_${randomBytes(5).toString('hex')}`
const grant = (role: string, password?: string) =>
  db.transaction('settings', (tx) => grantReporting(tx, role, password))

/** Dropped at the end: roles belong to the server. */
function forget(role: string): void {
  cleanup(() => pool.query(`drop owned by ${role}`).then(() => pool.query(`drop role ${role}`)))
}

async function connectAs(role: string, password = PASSWORD): Promise<pg.Client> {
  const url = new URL(db.url)
  url.username = role
  url.password = encodeURIComponent(password)
  const client = new pg.Client({ connectionString: url.toString() })
  await client.connect()
  cleanup(() => client.end())
  return client
}

const DOCUMENTATION = readFileSync(join(packageRoot, 'docs/reporting.md'), 'utf8')

test('the views have the columns that the documentation lists', async () => {
  const documented = tablesIn(DOCUMENTATION, 'column', 'type', 'what it is')
  for (const [i, view] of VIEWS.entries()) {
    const columns = await many<{ name: string; type: string }>(
      pool,
      `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
        where attrelid = ('reporting.' || $1)::regclass and attnum > 0 and not attisdropped order by attnum`,
      [view],
    )
    assert.deepEqual(
      columns.map(({ name, type }) => [name, type]),
      documented[i]?.map(([name, type]) => [name, type]),
      `reporting.${view}`,
    )
  }
})

test('their role reads them, and no other table, view or right in the database', async () => {
  const role = newName()
  forget(role)
  assert.deepEqual(await grant(role, PASSWORD), {
    role,
    created: true,
    database: new URL(db.url).pathname.slice(1),
    views: VIEWS,
  })
  assert.equal((await grant(role)).created, false, 'it can be repeated')
  const reports = await connectAs(role)
  for (const view of VIEWS) await reports.query(`select * from reporting.${view}`)
  await reports.query('select * from companies')

  const relations = await many<{ name: string; kind: string }>(
    pool,
    `select c.oid::regclass::text as name, c.relkind::text as kind from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'S')`,
  )
  assert.ok(relations.length > 90, `${relations.length} relations`)
  const refused = { code: '42501' }
  for (const { name } of relations) await assert.rejects(reports.query(`select * from public.${name}`), refused, name)
  await reports.query('set default_transaction_read_only = off; set search_path = public')
  const { admin } = await one<{ admin: string }>(pool, `select quote_ident(current_user) as admin`)
  await assert.rejects(reports.query(`update reporting.companies set name = 'x'`), /cannot update view/)
  for (const sql of [
    'create table public.mine (a int)',
    'create table reporting.mine (a int)',
    'select * from pg_authid',
    `set role ${admin}`,
    `copy (select 1) to program 'true'`,
  ])
    await assert.rejects(reports.query(sql), refused, sql)
  const definers = await many(
    pool,
    `select proname from pg_proc where prosecdef and pronamespace = 'public'::regnamespace`,
  )
  assert.deepEqual(definers, [], 'no function runs with the rights of its owner')
  await assert.rejects(connectAs(role, 'another password'), { code: '28P01' })
})

test('the views show what happened: a fact once, a window that ended and one that is open, and no secret', async () => {
  const teamId = await newTeam(db)
  await writeRecords(db, new Stamper(db), [
    company('acme.example', { hqCountry: 'DE', employeeCount: 40 }),
    signal('acme.example', '1'),
    signal('acme.example', '2', { status: 'retracted' }),
  ])
  const { ordinal } = await one<{ ordinal: number }>(
    pool,
    `select ordinal from companies where domain = 'acme.example'`,
  )
  const { id } = await saveSearch(db, teamId, { name: 'AI SDRs', query: 'hiring' })
  const url = 'https://hooks.acme.example/secret-path'
  const webhook = await saveWebhook(db, teamId, { url })
  const at = (day: number) => `to_timestamp(${JUNE + day * 86_400})`
  await pool.query(
    `insert into search_changes (search, company, action, at) select n, ${ordinal}, 'entered', ${at(1)} from saved_searches;
     insert into search_changes (search, company, action, at) select n, ${ordinal}, 'left', ${at(2)} from saved_searches;
     insert into search_members (search, company, entered_at) select n, ${ordinal}, ${at(3)} from saved_searches;
     insert into search_messages (search, state, next_at, ended_at) select n, 'sent', now(), ${at(3)} from saved_searches;
     insert into webhook_hours select id, ${at(3)}, 7, 2, array_fill(0, array[10]) from webhooks;
     insert into usage_daily values ('${teamId}', '2026-06-01', 'companies', 3, 60);
     insert into usage_by_key values ('${teamId}', gen_random_uuid(), '2026-06-01', 'companies', 3, 60, 1);
     insert into people_usage values ('${teamId}', '2026-06-01', gen_random_uuid(), 12)`,
  )
  const rows = (sql: string) => many(pool, sql)
  assert.deepEqual(await rows(`select domain, country, employees, is_watched from reporting.companies`), [
    { domain: 'acme.example', country: 'DE', employees: 40, is_watched: false },
  ])
  assert.deepEqual(
    await rows(
      `select type, status, confidence::text, c.domain from reporting.facts join reporting.companies c using (company_id)`,
    ),
    [{ type: 'hiring', status: 'active', confidence: '0.90', domain: 'acme.example' }],
  )
  const days = await rows(
    `select search, opened_at::date::text as opened, ended_at::date::text as ended from reporting.windows order by opened_at`,
  )
  assert.deepEqual(days, [
    { search: 'AI SDRs', opened: '2026-06-02', ended: '2026-06-03' },
    { search: 'AI SDRs', opened: '2026-06-04', ended: null },
  ])
  assert.deepEqual(
    await rows(
      `select day::text, channel, destination_id, delivered::int, failed::int from reporting.deliveries order by channel`,
    ),
    [
      { day: '2026-06-04', channel: 'firehose', destination_id: webhook.id, delivered: 7, failed: 2 },
      { day: '2026-06-04', channel: 'slack', destination_id: id, delivered: 1, failed: 0 },
    ],
  )
  assert.deepEqual(
    await rows(
      `select endpoint, requests::int, records::int, failed::int, companies_shown::int from reporting.usage order by endpoint`,
    ),
    [
      { endpoint: 'companies', requests: 3, records: 60, failed: 1, companies_shown: 0 },
      { endpoint: 'screen', requests: 0, records: 0, failed: 0, companies_shown: 12 },
    ],
  )
  const all = await Promise.all(VIEWS.map((view) => rows(`select * from reporting.${view}`)))
  assert.doesNotMatch(JSON.stringify(all), /secret-path|@team\.example/)

  // The documentation's queries, as the role.
  const role = newName()
  forget(role)
  await grant(role, PASSWORD)
  const reports = await connectAs(role)
  const queries = [...DOCUMENTATION.matchAll(/```sql\n([^`]+)```/g)].map(([, sql = '']) => sql)
  assert.equal(queries.length, 4)
  await pool.query(`update webhook_hours set hour = now(); update search_members set entered_at = to_timestamp(0)`)
  for (const sql of queries) assert.ok(((await reports.query(sql)).rowCount ?? 0) > 0, sql)
})

test('a role that may use anything else is rejected, and so is a foreign schema', async () => {
  const role = newName()
  await assert.rejects(grant(role), /There is no role ps_reports_\w+ yet: add --password-file/)
  await assert.rejects(grant('Reports"; drop table teams'), /is no name for a role/)
  await assert.rejects(grant(role, 'short'), /needs 12 to 200 characters/)
  await pool.query(`create role ${role}`)
  forget(role)
  for (const [give, take, reason] of [
    [
      `grant select (email) on accounts to ${role}`,
      `revoke select (email) on accounts from ${role}`,
      /may use public\.accounts:/,
    ],
    [`grant create on schema public to ${role}`, `revoke create on schema public from ${role}`, /may create tables/],
    [`alter role ${role} createrole`, `alter role ${role} nocreaterole`, /rights of an administrator/],
    [`grant pg_read_all_data to ${role}`, `revoke pg_read_all_data from ${role}`, /member of another role/],
  ] as const) {
    await pool.query(give)
    await assert.rejects(grant(role, PASSWORD), reason)
    await pool.query(take)
  }
  const { may } = await one<{ may: boolean }>(pool, `select has_schema_privilege($1, 'reporting', 'usage') as may`, [
    role,
  ])
  assert.equal(may, false, 'nothing was granted')

  await pool.query('drop schema reporting cascade')
  await grant(role, PASSWORD)
  const reports = await connectAs(role)
  await reports.query('select * from reporting.companies')
  await pool.query(
    'drop schema reporting cascade; create schema reporting; create table reporting.companies (mine int)',
  )
  await assert.rejects(grant(role), /has a schema "reporting" already that isn’t Pro Signal’s \(with companies\)/)
})
