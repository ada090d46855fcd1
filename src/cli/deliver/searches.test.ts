// The commands as a person types them, on a real database.

import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { openTestDatabase } from '../../../test/harness/database.ts'
import { newTeam, SECRET_KEYS } from '../../../test/harness/firehose.ts'
import { temporaryFolder } from '../../../test/harness/folders.ts'
import { typeCommand } from '../../../test/harness/type-command.ts'
import { startReceiver } from '../../../test/harness/webhook-receiver.ts'
import { loadConfig } from '../../platform/config/config.ts'
import { searchesCommands } from './searches.ts'

const db = await openTestDatabase()
const config = loadConfig({ DATABASE_URL: db.url, SECRET_KEYS })
const team = await newTeam(db)

const type = (...words: string[]) => typeCommand(searchesCommands, ['searches', ...words], config)

const QUERY = 'hiring(title ~ "AI SDR")'
const WEBHOOK = 'webhook:https://hooks.acme.example/alerts'

test('create, list, show, pause, resume, history, delete', async () => {
  const filters = '{ "countries": ["DE"], "employeesMin": 50 }'
  const created = await type(
    'create',
    '--team',
    team,
    '--name',
    'SDRs',
    '--query',
    QUERY,
    '--filters',
    filters,
    '--to',
    WEBHOOK,
  )
  const { id, signingSecret } = created.json as { id: string; signingSecret: string }
  assert.deepEqual(Object.keys(created.json as object), ['id', 'signingSecret'])
  assert.match(signingSecret, /^whsec_/)
  assert.ok(created.text?.includes(signingSecret) && created.text.includes(id))
  const slack = await type(
    'create',
    '--team',
    team,
    '--name',
    'Daily',
    '--query',
    'funding',
    '--every',
    'day',
    '--to',
    'slack:https://hooks.slack.com/services/T/B/x',
  )
  assert.deepEqual(Object.keys(slack.json as object), ['id'])

  const list = await type('list', team)
  assert.match(list.text ?? '', /SDRs +getting_ready +0 +now +webhook/)
  const shown = await type('show', id)
  assert.match(shown.text ?? '', /query: hiring\(title ~ "ai sdr"\)/)
  assert.match(shown.text ?? '', /filters: \{"countries":\["DE"\],"employeesMin":50\}/)
  assert.ok(!JSON.stringify(shown.json).includes('whsec_'))
  const other = await type('show', (slack.json as { id: string }).id)
  assert.ok(!JSON.stringify(other.json).includes('services/T/B'), 'the URL of Slack is a secret')

  assert.equal(((await type('pause', id)).json as { state: string }).state, 'paused')
  assert.equal(((await type('resume', id)).json as { state: string }).state, 'getting_ready')
  assert.match((await type('history', id)).text ?? '', /No company has entered or left yet/)
  assert.deepEqual((await type('history', id)).json, [])
  assert.deepEqual((await type('delete', id)).json, { id, deleted: true })
  await assert.rejects(type('show', id), /There is no saved search/)
})

test('edit changes only the given options; rotate-secret replaces the secret', async () => {
  const { json } = await type(
    'create',
    ...['--team', team, '--name', 'Edit me', '--query', QUERY, '--filters', '{"countries":["DE"]}', '--to', WEBHOOK],
  )
  const { id, signingSecret } = json as { id: string; signingSecret: string }
  const edited = await type('edit', id, '--team', team, '--query', 'funding', '--every', 'day', '--away', '30')
  const { query, filters, every, awayDays } = edited.json as Record<string, unknown>
  assert.deepEqual([query, filters, every, awayDays], ['funding', { countries: ['DE'] }, 'day', 30])
  assert.match((await type('edit', id, '--filters', '{}')).text ?? '', /query: funding\nstate/)
  assert.match(
    (await type('edit', id, '--to', 'slack:https://hooks.slack.com/services/T/B/x')).text ?? '',
    /to slack hooks\.slack\.com/,
  )
  await assert.rejects(type('rotate-secret', id), /has no signing secret/)
  assert.match((await type('edit', id, '--to', WEBHOOK)).text ?? '', /^whsec_/)
  const rotated = await type('rotate-secret', id, '--overlap', '1h')
  assert.match(rotated.text ?? '', /^whsec_[\s\S]+signed with this secret/)
  assert.notEqual((rotated.json as { signingSecret: string }).signingSecret, signingSecret)
  await assert.rejects(type('edit', id), /Say what to change/)
  await assert.rejects(type('edit', id, '--query', 'hirring'), /The query is not valid/)
  await assert.rejects(type('edit', id, '--team', id, '--query', QUERY), /There is no saved search/)
})

test('test sends a test message and shows the answer', async () => {
  const receiver = await startReceiver((_received, response) => response.writeHead(404).end('no_service'))
  const local = loadConfig({ DATABASE_URL: db.url, SECRET_KEYS, ALLOW_LOOPBACK_WEBHOOKS: '1' })
  const typeLocal = (...words: string[]) => typeCommand(searchesCommands, ['searches', ...words], local)
  const to = `slack:${receiver.url}/services/T/B/x`
  const { json } = await typeLocal('create', '--team', team, '--name', 'Test', '--query', QUERY, '--to', to)
  const refused = await typeLocal('test', (json as { id: string }).id)
  assert.match(refused.text ?? '', /^Slack answered 404, no_service\. The webhook was removed.+ ms\)\n\nno_service$/s)
  assert.equal(refused.exitCode, 1)
  receiver.answer((_received, response) => response.writeHead(200).end('ok'))
  const sent = await typeLocal('test', (json as { id: string }).id, '--json')
  const { state, status, excerpt } = sent.json as Record<string, unknown>
  assert.deepEqual([state, status, excerpt, sent.exitCode], ['sent', 200, 'ok', 0])
  assert.equal(receiver.received[1]?.event.text, 'Test message of "Test": alerts arrive here')
})

test('mistakes are explained', async () => {
  const create = (...more: string[]) => type('create', '--team', team, '--name', 'X', ...more)
  await assert.rejects(create('--query', 'hirring', '--to', WEBHOOK), /The query is not valid/)
  await assert.rejects(create('--query', QUERY, '--filters', '[]', '--to', WEBHOOK), /must be a JSON object/)
  await assert.rejects(
    create('--query', QUERY, '--filters', '{"country":"DE"}', '--to', WEBHOOK),
    /filters are not valid/,
  )
  await assert.rejects(create('--query', QUERY, '--list', 'nobody', '--to', WEBHOOK), /no list "nobody"/)
  await assert.rejects(create('--query', QUERY, '--to', 'mail:someone@acme.example'), /has no mail server/)
  await assert.rejects(create('--query', QUERY, '--away', 'long', '--to', WEBHOOK), /whole number from 0 to 365/)
  await assert.rejects(type('show', 'nonsense'), /is not a search id: bin\/pro-signal searches list shows them/)
})

test('the URL of a Slack webhook comes from a file, so that it is on no command line', async () => {
  const file = join(temporaryFolder(), 'slack-url.txt')
  writeFileSync(file, 'https://hooks.slack.com/services/T/B/x\n')
  const create = (...more: string[]) =>
    type('create', '--team', team, '--name', `Slack ${more.join(' ')}`, '--query', QUERY, ...more)
  const { id } = (await create('--slack-url-file', file)).json as { id: string }
  assert.match((await type('show', id)).text ?? '', /slack/)
  assert.match((await type('edit', id, '--slack-url-file', file)).text ?? '', /slack/)
  await assert.rejects(create('--slack-url-file', file, '--to', WEBHOOK), /either --to or --slack-url-file/)
  await assert.rejects(create('--slack-url-file', `${file}.missing`), /can't be read \(.*ENOENT/)
  await assert.rejects(create('--slack-url-file', '-'), /found no URL on standard input/)
  await assert.rejects(create(), /needs --to DESTINATION or --slack-url-file FILE/)
})

test('a Slack URL that a page has shortened is rejected', async () => {
  for (const shortened of ['T0…/B0…/x', 'T0/B0/...', 'T0/B0/%E2%80%A6']) {
    const to = `slack:https://hooks.slack.com/services/${shortened}`
    await assert.rejects(
      type('create', '--team', team, '--name', 'Short', '--query', 'funding', '--to', to),
      /copy the whole URL from Slack/,
    )
  }
})
