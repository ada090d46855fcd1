// The service opens the data folders of released versions, which test/fixtures/make-data-folder.ts made with the
// releases themselves.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  functionsArePending,
  many,
  maybeOne,
  one,
  openDatabase,
  type Queryable,
  readMigrations,
} from '../../src/db/index.ts'
import { describeSchema } from '../../src/db/schema.ts'
import { loadConfig } from '../../src/platform/config/config.ts'
import { contract } from '../../src/settings-contract/index.ts'
import { readDeliverableEvents } from '../../src/write/log/index.ts'
import { signalId } from '../../src/write/write-path/index.ts'
import { Browser } from '../harness/browser.ts'
import { proSignal, serve } from '../harness/command-line.ts'
import { dataFolderArchives, unpackDataFolder } from '../harness/data-folder.ts'
import { openTestDatabase } from '../harness/database.ts'
import { silentLog } from '../harness/log.ts'

/** PostgreSQL's files depend on the platform: those in the archives were written on linux x64. */
const skip =
  process.platform === 'linux' && process.arch === 'x64'
    ? false
    : `the data folders were made on linux x64, and this is ${process.platform} ${process.arch}`

test('there is a data folder of 0.1', () => {
  assert.ok(dataFolderArchives().includes('data-folder-0.1.tar.br'))
})

for (const archive of dataFolderArchives()) {
  test(`${archive} opens, and its key, team, companies and webhook work as before`, { skip }, async () => {
    const { dataDir, facts } = unpackDataFolder(archive)
    const head = await withDatabase(dataDir, async (db) => {
      assert.equal(await functionsArePending(db), true, 'the folder has the functions of its own version')
      await insertJobOfThreeSources(db, facts.companyId)
      return (await one<{ position: number }>(db, 'select position from log_head')).position
    })

    const service = await serve([], { DATA_DIR: dataDir })
    await withDatabase(dataDir, async (db) => {
      const migrations = await many<{ name: string; checksum: string }>(
        db,
        'select name, checksum from schema_migrations order by number',
      )
      assert.deepEqual(
        migrations,
        readMigrations().map(({ name, checksum }) => ({ name, checksum })),
      )
      assert.equal(await functionsArePending(db), false)
      const newDatabase = await openTestDatabase()
      assert.equal(await describeSchema(db), await describeSchema(newDatabase.pool('settings')))
      assert.deepEqual(await many(db, 'select email, role from invitations'), [
        { email: facts.invitedEmail, role: 'member' },
      ])
    })

    const owner = new Browser(service.url)
    await owner.call(contract.signIn, { body: { email: facts.ownerEmail, password: facts.ownerPassword } })
    const { members } = await owner.call(contract.listMembers, {})
    assert.deepEqual(
      members.map(({ email, role }) => ({ email, role })),
      [{ email: facts.ownerEmail, role: 'owner' }],
    )
    const { webhooks } = await owner.call(contract.listWebhooks, {})
    assert.deepEqual(
      webhooks.map(({ id, state, pauseReason, types }) => ({ id, state, pauseReason, types: types.length })),
      [{ id: facts.webhookId, state: 'paused', pauseReason: 'operator', types: 6 }],
    )
    const { authKey } = await owner.call(contract.revealWebhookKey, {
      params: { webhookId: facts.webhookId },
      body: {},
    })
    assert.ok(authKey.length >= 16, 'the secret key of the folder opens what was sealed')
    const usage = async () => {
      const { buckets } = await owner.call(contract.getUsage, {})
      return Object.fromEntries(buckets.map(({ bucket, limit, used }) => [bucket, { limit, used }]))
    }
    const before = await usage()
    assert.equal(before.perMinute?.limit, 30, 'the limit that an operator set')

    const found = await search(service.url, facts.key, 'hiring OR web')
    assert.deepEqual(found.map(({ domain }) => domain).sort(), [...facts.domains].sort())
    const lastingTypes = ['hiring', 'funding', 'funding_ai', 'web', 'tool'].join(' AND ')
    assert.deepEqual(
      (await search(service.url, facts.key, lastingTypes)).map(({ id }) => id),
      [facts.companyId],
    )
    const after = await usage()
    assert.equal(after.monthlyRequests?.used, (before.monthlyRequests?.used ?? 0) + 2)
    assert.equal(after.monthlyRecords?.used, (before.monthlyRecords?.used ?? 0) + facts.domains.length + 1)

    const shown = await proSignal(['slices', 'show', facts.slice, '--json'], { DATA_DIR: dataDir })
    assert.equal(shown.code, 0, shown.stderr)

    await withDatabase(dataDir, async (db) => {
      await upgradeIsFinished(db)
      const jobs = `from signals where label = 'Hiring Upgrade Engineer'`
      assert.deepEqual(
        await many(db, `select status, jsonb_array_length(sources) as sources ${jobs} order by status`),
        [
          { status: 'active', sources: 3 },
          { status: 'retracted', sources: null },
          { status: 'retracted', sources: null },
        ],
      )
      assert.deepEqual(
        await many(
          db,
          `select distinct type, status from signals where type in ('funding_ai', 'velocity') order by type`,
        ),
        [
          { type: 'funding_ai', status: 'active' },
          // All its jobs have one title, which counts once.
          { type: 'velocity', status: 'retracted' },
        ],
      )
      const { events, position } = await readDeliverableEvents(db, head, 100_000)
      assert.ok(position > head, 'search indexes hear of it')
      assert.deepEqual(events, [], 'no webhook hears of an upgrade')
    })

    await stop(service)
    const first = await withDatabase(dataDir, recordsOf)
    await stop(await serve([], { DATA_DIR: dataDir }))
    assert.deepEqual(await withDatabase(dataDir, recordsOf), first, 'a second start changes nothing')
  })
}

/** The worker goes over the companies in the background. */
async function upgradeIsFinished(db: Queryable): Promise<void> {
  const deadline = Date.now() + 60_000
  while ((await maybeOne(db, 'select from fact_upgrade where finished_at is not null')) === undefined) {
    assert.ok(Date.now() < deadline, 'the upgrade is finished within a minute')
    await sleep(50)
  }
}

const UPGRADE_JOBS = ['board', 'careers', 'agency'].map((source) => ({ source, id: signalId(source, 'upgrade') }))

/** As version 0.1 wrote them: three signals. */
async function insertJobOfThreeSources(db: Queryable, companyId: string): Promise<void> {
  for (const { source, id } of UPGRADE_JOBS) {
    await db.query(
      `insert into signals (id, company_ordinal, type, source, key, label, confidence, status, occurred_at, first_seen_at, last_seen_at, fields, version, last_event_unix)
       select $1, ordinal, 'hiring', $2, 'upgrade', 'Hiring Upgrade Engineer', 90, 'active', now() - interval '3 days', now(), now(),
              '{"jobTitle": "Upgrade Engineer", "location": "Berlin"}', 1, extract(epoch from now())::bigint
         from companies where id = $3`,
      [id, source, companyId],
    )
  }
}

async function withDatabase<Result>(dataDir: string, use: (db: Queryable) => Promise<Result>): Promise<Result> {
  const db = await openDatabase({ config: loadConfig({ DATA_DIR: dataDir }), log: silentLog })
  try {
    return await use(db.pool('settings'))
  } finally {
    await db.close()
  }
}

/** Data that a start must not change: the schema, the records of migrations and functions, and the customer's data. */
async function recordsOf(db: Queryable): Promise<Record<string, unknown>> {
  const tables = [
    'schema_migrations',
    'schema_functions',
    'teams',
    'accounts',
    'team_members',
    'team_limits',
    'api_keys',
  ]
  tables.push('team_usage', 'usage_daily', 'companies', 'signals', 'slices', 'webhooks', 'webhook_types', 'invitations')
  const contents: [string, unknown][] = []
  for (const table of tables) {
    contents.push([
      table,
      await one(db, `select count(*), md5(string_agg(t::text, '\n' order by t::text)) from ${table} t`),
    ])
  }
  return { schema: await describeSchema(db), ...Object.fromEntries(contents) }
}

async function search(url: string, key: string, query: string): Promise<{ id: string; domain: string }[]> {
  const ask = () =>
    fetch(`${url}/api/v1/companies`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ signal_query: query }),
    })
  let response = await ask()
  // Right after the start, the database of a busy machine may not answer in time.
  for (let tries = 0; response.status === 503 && tries < 10; tries++) {
    await sleep(500)
    response = await ask()
  }
  const page = (await response.json()) as { companies: { id: string; domain: string }[] }
  assert.equal(response.status, 200, JSON.stringify(page))
  return page.companies
}

async function stop(service: Awaited<ReturnType<typeof serve>>): Promise<void> {
  service.process.kill('SIGTERM')
  const [code] = await once(service.process, 'exit')
  assert.equal(code, 0, service.output())
}
