// The service opens the data folders of released versions. test/fixtures/make-data-folder.ts made them with the releases.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { functionsArePending, many, one, openDatabase, type Queryable, readMigrations } from '../../src/db/index.ts'
import { describeSchema } from '../../src/db/schema.ts'
import { loadConfig } from '../../src/platform/config/config.ts'
import { contract } from '../../src/settings-contract/index.ts'
import { Browser } from '../harness/browser.ts'
import { runCommand, serve } from '../harness/command-line.ts'
import { dataFolderArchives, unpackDataFolder } from '../harness/data-folder.ts'
import { openTestDatabase } from '../harness/database.ts'
import { silentLog } from '../harness/log.ts'

/** PostgreSQL opens a folder of Linux x64 on Linux arm64, and the other way round. */
const skip =
  process.platform === 'linux' ? false : `the data folders were made on linux, and this is ${process.platform}`

test('there is a data folder of 0.2 and of 1.0', () => {
  for (const version of ['0.2', '1.0']) assert.ok(dataFolderArchives().includes(`data-folder-${version}.tar.br`))
})

for (const archive of dataFolderArchives()) {
  test(`${archive} opens, and what it contains works as before`, { skip }, async () => {
    const { dataDir, facts } = unpackDataFolder(archive)
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
      assert.deepEqual(await many(db, 'select email, role from invitations where team_id = $1', [facts.teamId]), [
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

    const found = await search(service.url, facts.key, { signal_query: 'hiring OR web', list: facts.list })
    assert.deepEqual(found.map(({ domain }) => domain).sort(), [...facts.domains].sort())
    const lastingTypes = 'hiring AND funding AND funding_ai AND web AND tool'
    const [company, ...others] = await search(service.url, facts.key, { signal_query: lastingTypes, list: facts.list })
    assert.deepEqual([company?.id, others], [facts.companyId, []])
    const after = await usage()
    assert.equal(after.monthlyRequests?.used, (before.monthlyRequests?.used ?? 0) + 2)
    assert.equal(after.monthlyRecords?.used, (before.monthlyRecords?.used ?? 0) + facts.domains.length + 1)

    const command = async (...args: string[]) => {
      const { code, stdout, stderr } = await runCommand([...args, '--json'], { DATA_DIR: dataDir })
      assert.equal(code, 0, stderr)
      return JSON.parse(stdout)
    }
    await command('slices', 'show', facts.slice)
    for (const id of facts.searchIds) assert.equal((await command('searches', 'show', id)).state, 'paused')
    assert.equal((await command('companies', 'show', facts.mergedDomain)).id, facts.companyId)
    await command('watch', 'show', facts.watchedDomain)

    await stop(service)
    // The oldest one has the most to migrate.
    if (archive !== dataFolderArchives()[0]) return
    const first = await withDatabase(dataDir, recordsOf)
    await stop(await serve([], { DATA_DIR: dataDir }))
    assert.deepEqual(await withDatabase(dataDir, recordsOf), first, 'a second start changes nothing')
  })
}

async function withDatabase<Result>(dataDir: string, use: (db: Queryable) => Promise<Result>): Promise<Result> {
  const db = await openDatabase({ config: loadConfig({ DATA_DIR: dataDir }), log: silentLog })
  try {
    return await use(db.pool('settings'))
  } finally {
    await db.close()
  }
}

/** Without what the watcher of saved searches writes when it compares them with all companies, whenever that is. */
const ROW = `(to_jsonb(t) - '{sweep,swept_on,stocked_at,members,problem}'::text[])::text`

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
  tables.push(
    'team_usage',
    'usage_daily',
    'slices',
    'webhooks',
    'webhook_types',
    'invitations',
    'lists',
    'list_entries',
  )
  tables.push('companies', 'company_aliases', 'reports', 'saved_searches', 'watched_companies')
  const contents: [string, unknown][] = []
  for (const table of tables) {
    contents.push([
      table,
      await one(db, `select count(*), md5(string_agg(r, '\n' order by r)) from (select ${ROW} as r from ${table} t)`),
    ])
  }
  return { schema: await describeSchema(db), ...Object.fromEntries(contents) }
}

async function search(url: string, key: string, body: object): Promise<{ id: string; domain: string }[]> {
  const ask = () =>
    fetch(`${url}/api/v1/companies`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  let response = await ask()
  // Right after the start, the database of a busy machine may not answer in time.
  for (let tries = 0; response.status === 503 && tries < 60; tries++) {
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
