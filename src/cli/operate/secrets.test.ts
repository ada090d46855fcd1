// Encrypting all stored secrets with a new key, while others write.

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { openTestDatabase } from '../../../test/harness/database.ts'
import { newTeam, SECRET_KEYS, saveWebhook } from '../../../test/harness/firehose.ts'
import { typeCommand } from '../../../test/harness/type-command.ts'
import { many, one, reencrypt } from '../../db/index.ts'
import { revealWebhookKey, rotateSigningSecret, rotateWebhookKey } from '../../deliver/firehose/index.ts'
import { createMailer } from '../../mail/index.ts'
import { loadConfig } from '../../platform/config/config.ts'
import { SecretBox } from '../../platform/config/secret-box.ts'
import { makeSecretKey, parseSecretKeys } from '../../platform/config/secret-keys.ts'
import { searchesCommands } from '../deliver/searches.ts'
import { checkSecrets } from './doctor/secrets.ts'
import { SEALED_COLUMNS, secretsCommands } from './secrets.ts'

const boxOf = (keys: string) => new SecretBox(parseSecretKeys(keys) ?? assert.fail())
const [oldId = ''] = SECRET_KEYS.split(':')

async function databaseWithSecrets() {
  const db = await openTestDatabase()
  const team = await newTeam(db)
  const box = boxOf(SECRET_KEYS)
  const { id } = await saveWebhook(db, team, { url: 'https://hooks.example/in' })
  await db.transaction('settings', async (tx) => {
    await rotateWebhookKey(tx, 'operator', team, id, { overlap: '24h' }, box)
    await rotateSigningSecret(tx, 'operator', team, id, '24h', box)
    const mail = {
      kind: 'invitation',
      to: 'member@acme.example',
      content: { subject: 'Hello', heading: 'Hello', blocks: [], footer: '' },
    } as const
    await createMailer(
      () => box,
      () => '',
    ).enqueue(tx, { ...mail, teamId: team })
  })
  const config = loadConfig({ DATABASE_URL: db.url, SECRET_KEYS })
  const search = (to: string, name: string) =>
    typeCommand(
      searchesCommands,
      ['searches', 'create', '--team', team, '--name', name, '--query', 'funding', '--to', to],
      config,
    )
  await search('slack:https://hooks.slack.com/services/T/B/x', 'Slack')
  const { id: searchId } = (await search('webhook:https://hooks.acme.example/in', 'Webhook')).json as { id: string }
  await typeCommand(searchesCommands, ['searches', 'rotate-secret', searchId], config)
  const crmId = randomUUID()
  await db.pool('settings').query(
    `insert into crm_connections (id, team_id, kind, instance, account, credentials, fields)
     values ($1, $2, 'hubspot', 'https://api.hubapi.com', 'Acme', $3, '{}')`,
    [crmId, team, box.seal('{"token":"pat-example"}', crmId)],
  )
  const { accountId } = await one<{ accountId: string }>(
    db.pool('settings'),
    `select account_id as "accountId" from team_members where team_id = $1`,
    [team],
  )
  await db
    .pool('settings')
    .query('insert into second_factors (id, secret) values ($1, $2)', [accountId, box.seal('secret', accountId)])
  return { db, team, id }
}

test('every encrypted text in the database is in a column that is re-encrypted', async () => {
  const { db } = await databaseWithSecrets()
  const pool = db.pool('settings')
  const columns = await many<{ table: string; column: string }>(
    pool,
    `select c.table_name as table, c.column_name as column
       from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = current_schema and t.table_type = 'BASE TABLE' and c.data_type in ('text', 'jsonb')`,
  )
  const holding: string[] = []
  for (const { table, column } of columns) {
    const rows = await many(pool, `select from ${table} where ${column}::text ~ $1 limit 1`, [
      `^"?v[0-9]+[.]${oldId}[.]`,
    ])
    if (rows.length > 0) holding.push(`${table}.${column}`)
  }
  assert.deepEqual(holding.toSorted(), SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`).toSorted())
})

test('a rotation is finished by one command, and the old key can be dropped', async () => {
  const { db, team, id } = await databaseWithSecrets()
  const fresh = `fresh:${makeSecretKey().split(':')[1]}`
  const both = loadConfig({ DATABASE_URL: db.url, SECRET_KEYS: `${fresh},${SECRET_KEYS}` })
  const key = await db.transaction('settings', (tx) => revealWebhookKey(tx, 'operator', team, id, boxOf(SECRET_KEYS)))

  const before = await checkSecrets(both, db)
  assert.equal(before.verdict, 'ok')
  assert.match(
    before.message,
    new RegExp(`10 need the older key "${oldId}": bin/pro-signal secrets reencrypt moves them to "fresh"`),
  )

  const { text, json, exitCode } = await typeCommand(secretsCommands, 'secrets reencrypt', both)
  assert.match(text ?? '', /^10 secrets re-encrypted with the key "fresh"/)
  assert.deepEqual([json, exitCode], [{ key: 'fresh', changed: 10, unreadable: [], byKey: { fresh: 10 } }, 0])

  const only = loadConfig({ DATABASE_URL: db.url, SECRET_KEYS: fresh })
  assert.match((await checkSecrets(only, db)).message, /^SECRET_KEYS decrypts all stored secrets$/)
  assert.equal(await db.transaction('settings', (tx) => revealWebhookKey(tx, 'operator', team, id, boxOf(fresh))), key)
  assert.equal(((await typeCommand(secretsCommands, 'secrets reencrypt', only)).json as { changed: number }).changed, 0)
})

test('a secret that is rotated at the same moment is kept', async () => {
  const { db, team, id } = await databaseWithSecrets()
  const fresh = boxOf(`fresh:${makeSecretKey().split(':')[1]},${SECRET_KEYS}`)
  const rotated = boxOf(SECRET_KEYS).seal('rotated meanwhile', id)
  const pool = db.pool('settings')
  const racing = {
    async query(...args: Parameters<typeof pool.query>) {
      const isUpdate = String(args[0]).startsWith('update webhooks')
      if (isUpdate) await pool.query('update webhooks set auth_key = $2 where id = $1', [id, rotated])
      return pool.query(...args)
    },
  }
  await reencrypt(racing as typeof pool, SEALED_COLUMNS.slice(0, 1), fresh, () => {})
  assert.equal(
    await db.transaction('settings', (tx) => revealWebhookKey(tx, 'operator', team, id, fresh)),
    'rotated meanwhile',
  )
})

test('a secret that no key decrypts is left unchanged and reported', async () => {
  const { db, id } = await databaseWithSecrets()
  const { exitCode, text, json } = await typeCommand(
    secretsCommands,
    'secrets reencrypt',
    loadConfig({ DATABASE_URL: db.url, SECRET_KEYS: makeSecretKey() }),
  )
  assert.equal(exitCode, 1)
  assert.match(text ?? '', new RegExp(`Left as it is: webhook ${id}. .*add it to SECRET_KEYS`))
  assert.match(text ?? '', new RegExp(`Still needed: "${oldId}" by 10 secrets`))
  assert.equal((json as { unreadable: unknown[] }).unreadable.length, 10)
})
