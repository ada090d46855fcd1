// What people get by mail: alerts, digests, confirmation requests, and warnings. The mail server is real.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openAlerts, PUBLIC_URL, saveSearch } from '../../../../test/harness/alerts.ts'
import { beforeEachTest, cleanup } from '../../../../test/harness/cleanup.ts'
import { openTestDatabase } from '../../../../test/harness/database.ts'
import { box, newTeam, SECRET_KEYS, saveWebhook } from '../../../../test/harness/firehose.ts'
import { silentLog } from '../../../../test/harness/log.ts'
import { pauseWebhook, setLimitOverride } from '../../../../test/harness/operator.ts'
import { DAY, JUNE, signal } from '../../../../test/harness/signals.ts'
import { startSmtpServer } from '../../../../test/harness/smtp-server.ts'
import { startReceiver } from '../../../../test/harness/webhook-receiver.ts'
import { charge, warnAboutBudgets } from '../../../account/budgets/index.ts'
import { many, one } from '../../../db/index.ts'
import { createServer } from '../../../http/serving.ts'
import { createMailer, MailOutbox, readOutbox } from '../../../mail/index.ts'
import { loadConfig } from '../../../platform/config/config.ts'
import { readSmtpUrl } from '../../../platform/config/smtp-url.ts'
import { companyId, signalId, writeRecords } from '../../../write/write-path/index.ts'
import { mailPausedWebhooks } from '../../firehose/index.ts'
import { confirmAddress, readAddress } from '../addresses/addresses.ts'
import { deleteOldAlerts } from '../addresses/retention.ts'
import { askAgain, requireSearch } from '../searches/saved-searches.ts'
import { readHistory, searchView } from '../searches/views.ts'
import { prepareTestMessage, sendTestMessage } from '../test-message.ts'
import { muteToken } from './mute-links.ts'
import { unsubscribeRoute } from './unsubscribe-route.ts'

const db = await openTestDatabase()
const pool = db.pool('settings')
const smtp = await startSmtpServer()
const mailer = createMailer(
  () => box,
  () => PUBLIC_URL,
)
const options = { box: () => box, allowLoopback: true, mailer }
const { clock, stamper, newOutbox, settle } = openAlerts(db, { outbox: { mailer } })
const newMailOutbox = () =>
  new MailOutbox({
    db,
    log: silentLog,
    server: readSmtpUrl(smtp.url) ?? assert.fail(),
    from: { name: 'Pro Signal', address: 'signals@service.example' },
    box: () => box,
    isHeld: async () => false,
  })

let teamId = ''
let owner = ''
let unique = 0
beforeEachTest(async () => {
  await pool.query('delete from saved_searches')
  await pool.query('delete from mails')
  await pool.query('delete from address_questions')
  teamId = await newTeam(db)
  owner = (
    await one<{ email: string }>(
      pool,
      `select a.email from accounts a join team_members m on m.account_id = a.id where m.team_id = $1`,
      [teamId],
    )
  ).email
  unique++
  clock.at = JUNE + 700 * unique * DAY
  smtp.mails.length = 0
})

const domain = (name: string) => `${name}-${unique}.example`
const dossierOf = (name: string) =>
  `${PUBLIC_URL}/explore/companies/${companyId(domain(name))}?signal=${signalId('test', `${unique} ${name}`)}`
const job = (name: string) =>
  signal(domain(name), `${unique} ${name}`, {
    company: { domain: domain(name), name: name.toUpperCase() },
    occurredAt: clock.at - DAY,
    label: 'Hiring: AI SDR',
    fields: { jobTitle: `AI SDR${unique}` },
  })

const save = (to: string, parts: object = {}) =>
  saveSearch(db, teamId, { name: 'AI SDRs', query: `hiring(title ~ sdr${unique})`, to, ...parts }, options)

async function enter(...names: string[]): Promise<void> {
  await settle()
  await writeRecords(db, stamper, names.map(job))
  await settle()
}

/** Two nodes send at the same time. */
async function send() {
  await Promise.all([newOutbox().settled(), newOutbox().settled()])
  await Promise.all([newMailOutbox().settled(), newMailOutbox().settled()])
  return smtp.mails.splice(0)
}

const silencesOf = async (id: string) =>
  (await readHistory(pool, teamId, id, { limit: 20 })).map(({ silence, message }) => silence ?? message?.state)

test('an alert: the company, why now, the dossier, links that mute the company or the search, one-click unsubscribe', async () => {
  const { id } = await save(`mail:${owner}`)
  await enter('acme')
  const [mail, ...others] = await send()
  assert.deepEqual(others, [])
  assert.deepEqual([mail?.to, mail?.subject], [[owner], 'ACME now matches “AI SDRs”'])
  assert.match(mail?.text ?? '', /Hiring: AI SDR \(test\), /)
  assert.match(mail?.text ?? '', /match [\d.]+ of 100/)
  const links = mail?.links ?? []
  assert.ok(links.includes(dossierOf('acme')))
  assert.ok(links.includes(`${PUBLIC_URL}/alerts/${id}`))
  assert.equal(links.filter((link) => link.startsWith(`${PUBLIC_URL}/mute#v1.`)).length, 2)
  assert.deepEqual(await silencesOf(id), ['sent'])

  const headers = mail?.headers ?? ''
  assert.match(headers, /^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m)
  const [, path = ''] = /^List-Unsubscribe: <https:\/\/signals\.example\.com(\/\S+)>$/m.exec(headers) ?? []
  const app = createServer(loadConfig({ DATABASE_URL: db.url, SECRET_KEYS }), silentLog)
  await unsubscribeRoute(app, db, () => box)
  cleanup(() => app.close())
  const post = (url: string, body: string) =>
    app.inject({ method: 'POST', url, body, headers: { 'content-type': 'application/x-www-form-urlencoded' } })
  assert.equal((await post(path, '')).statusCode, 422)
  assert.equal((await post('/unsubscribe?token=v1.k1.forged', 'List-Unsubscribe=One-Click')).statusCode, 422)
  assert.equal((await post(path, 'List-Unsubscribe=One-Click')).statusCode, 200)
  assert.equal((await post(path, 'List-Unsubscribe=One-Click')).statusCode, 200, 'some programs ask twice')
  await enter('later')
  assert.deepEqual(await send(), [])
  assert.deepEqual(await silencesOf(id), ['muted', 'sent'])
})

test('a test message goes to an address that may be mailed to, and to no other', async () => {
  const testOptions = { ...options, publicUrl: () => PUBLIC_URL, send: assert.fail }
  const sendTest = async (id: string) => {
    const test = await db.transaction('settings', (tx) => prepareTestMessage(tx, 'operator', teamId, id, testOptions))
    await newMailOutbox().settled()
    return sendTestMessage(pool, test, testOptions)
  }
  const { id } = await save(`mail:${owner}`)
  await enter('acme')
  const { state, diagnosis } = await sendTest(id)
  assert.deepEqual([state, diagnosis], ['sent', 'The mail server accepted the test message.'])
  const mail = smtp.mails.find(({ subject }) => subject === 'Test message of “AI SDRs”')
  assert.deepEqual(mail?.to, [owner])
  assert.match(mail?.text ?? '', /This is a test message .+ 1 company matches now\./s)
  assert.ok(mail?.links.includes(dossierOf('acme')))
  const stranger = await save('mail:stranger@example.com', { name: 'Stranger' })
  await assert.rejects(sendTest(stranger.id), /This address hasn’t been confirmed/)
})

test('a digest: at most one mail per interval, the strongest ten, the rest as a count', async () => {
  const { id } = await save(`mail:${owner}`, { every: 'day' })
  await enter(...Array.from({ length: 12 }, (_, n) => `c${n}`))
  assert.deepEqual(await send(), [], 'it collects')
  await enter('last')
  clock.at += DAY
  const [mail, ...others] = await send()
  assert.deepEqual(others, [])
  assert.equal(mail?.subject, '13 companies began to match “AI SDRs” in the last day')
  assert.equal(mail?.links.filter((link) => link.includes('/explore/companies/')).length, 10)
  assert.equal(mail?.links.filter((link) => link.includes('/mute#')).length, 11)
  assert.match(mail?.text ?? '', /And 3 more\./)
  assert.ok(mail?.links.includes(`${PUBLIC_URL}/alerts/${id}`))
})

test('a name can’t break the mail', async () => {
  await save(`mail:${owner}`, { name: '<b>Bold</b> Bcc: x@example.com' })
  await enter('acme')
  const [mail] = await send()
  assert.equal(mail?.subject, 'ACME now matches “<b>Bold</b> Bcc: x@example.com”')
  assert.doesNotMatch(mail?.html ?? '', /<b>Bold/)
  assert.deepEqual(mail?.to, [owner])
})

test('a stranger first gets a confirmation request, and nothing else until its link is used', async () => {
  const { id } = await save('mail:Stranger@Example.com')
  assert.equal(searchView(await requireSearch(pool, teamId, id), () => box).state, 'unconfirmed')
  await enter('before')
  const [question, ...others] = await send()
  assert.deepEqual(others, [])
  assert.match(question?.subject ?? '', /Do you want alerts from the team “Team”\?/)
  assert.deepEqual(await silencesOf(id), ['unconfirmed'], 'it rings nothing late')
  await db.transaction('settings', (tx) => askAgain(tx, 'operator', teamId, id, options))
  assert.deepEqual(await send(), [], 'at most once a day')

  const token = new URL(question?.links[0] ?? '').hash.slice(1)
  const now = Math.floor(Date.now() / 1_000)
  const confirm = (text: string, at = now) => db.transaction('settings', (tx) => confirmAddress(tx, box, text, at))
  await assert.rejects(confirm(`${token.slice(0, -2)}xx`), /not valid/)
  await assert.rejects(confirm(muteToken(box, id, undefined, now)), /not valid/, 'a link of another kind')
  await assert.rejects(confirm(token, now + 8 * DAY), /expired/)
  assert.equal((await readAddress(pool, box, token, now)).isConfirmed, false)
  await confirm(token)
  assert.deepEqual(await readAddress(pool, box, token, now), {
    team: 'Team',
    address: 'stranger@example.com',
    isConfirmed: true,
  })
  await enter('after')
  const [alert] = await send()
  assert.equal(alert?.subject, 'AFTER now matches “AI SDRs”')

  const other = await newTeam(db)
  const theirs = await saveSearch(
    db,
    other,
    { name: 'Theirs', query: 'hiring', to: 'mail:stranger@example.com' },
    options,
  )
  assert.equal(
    searchView(await requireSearch(pool, other, theirs.id), () => box).state,
    'unconfirmed',
    'it said yes to one team',
  )
})

test('a stranger is asked once a day over all teams; the second team sees no difference, and its request is sent later', async () => {
  const to = `mail:asked-${unique}@example.com`
  const other = await newTeam(db)
  const searches = await Promise.all(
    [teamId, other].map((team) => saveSearch(db, team, { name: 'Both', query: 'hiring', to }, options)),
  )
  assert.equal((await send()).length, 1)
  const states = await Promise.all(
    searches.map(async ({ id }, i) => searchView(await requireSearch(pool, [teamId, other][i] ?? '', id), () => box)),
  )
  assert.deepEqual(new Set(states.map(({ state }) => state)), new Set(['unconfirmed']))
  for (const [i, { id }] of searches.entries()) {
    await db.transaction('settings', (tx) => askAgain(tx, 'operator', [teamId, other][i] ?? '', id, options))
  }
  assert.deepEqual(await send(), [], 'asking again changes nothing on the same day')
  assert.deepEqual([(await readOutbox(pool)).waiting, (await readOutbox(pool)).oldestSeconds], [0, 0])
  const { hours } = await one<{ hours: number }>(
    pool,
    `update mails set next_at = now() where state = 'waiting'
     returning round(extract(epoch from created_at - now()) / 3600)::int as hours`,
  )
  assert.equal(hours, 24)
  const [question] = await send()
  const token = new URL(question?.links[0] ?? '').hash.slice(1)
  const now = Math.floor(Date.now() / 1_000)
  assert.equal(
    (await readAddress(pool, box, token, now + 8 * DAY - 60)).isConfirmed,
    false,
    'valid from when it is sent',
  )
})

test('requests to one address wait for at most six days', async () => {
  const to = `mail:crowd-${unique}@example.com`
  for (let n = 0; n < 9; n++) await saveSearch(db, await newTeam(db), { name: 'S', query: 'hiring', to }, options)
  const { days } = await one<{ days: number[] }>(
    pool,
    `select array_agg(round(extract(epoch from next_at - now()) / 86400)::int order by next_at) as days from mails`,
  )
  assert.deepEqual(days, [0, 1, 2, 3, 4, 5, 6])
  await pool.query(`update address_questions set asked_at = now() - interval '25 hours'`)
  await deleteOldAlerts(pool)
  assert.deepEqual(await many(pool, 'select from address_questions'), [])
})

test('a team can’t ask many strangers', async () => {
  for (let n = 0; n < 10; n++) await save(`mail:stranger${n}@example.com`, { name: `S${n}` })
  await assert.rejects(save('mail:one-more@example.com', { name: 'More' }), /At most 10 addresses can wait/)
  assert.equal((await send()).length, 10)
})

test('an address with an expired link doesn’t count and is deleted, a confirmed one stays', async () => {
  for (let n = 0; n < 10; n++) await save(`mail:stranger${n}@example.com`, { name: `S${n}` })
  await pool.query(
    `update alert_addresses set asked_at = now() - interval '8 days', confirmed_at = case when address = $2 then now() end
      where team_id = $1 and address = any(array[$2, 'stranger1@example.com'])`,
    [teamId, 'stranger0@example.com'],
  )
  await save('mail:one-more@example.com', { name: 'More' })
  await save('mail:another@example.com', { name: 'Another' })
  await assert.rejects(save('mail:too-many@example.com', { name: 'Too many' }), /At most 10 addresses can wait/)
  await deleteOldAlerts(pool)
  const left = await many<{ address: string }>(pool, `select address from alert_addresses where team_id = $1`, [teamId])
  const addresses = new Set(left.map(({ address }) => address))
  assert.equal(addresses.size, 11)
  assert.deepEqual([addresses.has('stranger0@example.com'), addresses.has('stranger1@example.com')], [true, false])
})

test('an unverified address is asked, even a member’s; one that left the team gets no more', async () => {
  const address = `member-${unique}@team.example`
  await pool.query(
    `with a as (insert into accounts (email, password_hash) values ($2, '') returning id)
     insert into team_members (team_id, account_id, role) select $1, id, 'member' from a`,
    [teamId, address],
  )
  const { id } = await save(`mail:${address}`)
  assert.equal(searchView(await requireSearch(pool, teamId, id), () => box).state, 'unconfirmed')
  await pool.query(`update accounts set proven_at = now() where email = $1`, [address])
  await enter('one')
  await send()
  await enter('two')
  await pool.query(`delete from team_members where team_id = $1 and role = 'member'`, [teamId])
  assert.deepEqual(await send(), [])
  assert.deepEqual(await silencesOf(id), ['failed', 'sent'])
})

test('a mail that the server refuses shows in the history', async () => {
  smtp.onRecipient = () => {
    throw Object.assign(new Error('5.1.1 No such user'), { responseCode: 550 })
  }
  const { id } = await save(`mail:${owner}`)
  await enter('acme')
  await send()
  delete smtp.onRecipient
  const [change] = await readHistory(pool, teamId, id, { limit: 1 })
  assert.equal(change?.message?.state, 'failed')
  assert.match(change?.message?.problem ?? '', /No such user/)
})

test('owners are warned at 80 and 100 % of a budget, once, and again when it is raised', async () => {
  const use = async (records: number) => {
    const verdict = await charge(pool, { teamId, plan: 'pro' }, { endpoint: 'companies', records })
    assert.equal(verdict.outcome, 'charged')
  }
  /** Two nodes check at the same time. */
  const warned = async () => {
    await Promise.all([warnAboutBudgets(db, mailer), warnAboutBudgets(db, mailer)])
    return (await send()).map(({ subject }) => subject)
  }
  await setLimitOverride(pool, teamId, 'monthlyRecords', 100)
  await use(79)
  assert.deepEqual(await warned(), [])
  await use(1)
  assert.deepEqual(await warned(), ['80 % of the records of the month are used: Team'])
  assert.deepEqual(await warned(), [])
  await use(20)
  assert.deepEqual(await warned(), ['All records of the month are used: Team'])
  await setLimitOverride(pool, teamId, 'monthlyRecords', 200)
  assert.deepEqual(await warned(), [])
  await use(60)
  assert.deepEqual(await warned(), ['80 % of the records of the month are used: Team'])
  await pool.query(`update accounts set proven_at = null where email = $1`, [owner])
  await use(40)
  assert.deepEqual(await warned(), [], 'an address that isn’t proven may be somebody else’s')
})

test('owners are mailed why a webhook or an alert was paused, once, with a link', async () => {
  const webhook = await saveWebhook(db, teamId, { url: 'http://127.0.0.1:9/in' })
  await pauseWebhook(db, teamId, webhook.id, 'owner')
  await Promise.all([mailPausedWebhooks(db, mailer), mailPausedWebhooks(db, mailer)])
  assert.deepEqual(await send(), [], 'what an owner did is no news')
  await pool.query(
    `insert into webhook_notices (team_id, webhook_id, kind, message)
     values ($1, $2, 'gone', 'The endpoint answered 410 Gone, so the webhook was paused.')`,
    [teamId, webhook.id],
  )
  await Promise.all([mailPausedWebhooks(db, mailer), mailPausedWebhooks(db, mailer)])
  const [mail, ...others] = await send()
  assert.deepEqual(others, [])
  assert.deepEqual([mail?.to, mail?.subject], [[owner], 'A webhook was paused: 127.0.0.1:9'])
  assert.match(mail?.text ?? '', /answered 410 Gone/)
  assert.deepEqual(mail?.links, [`${PUBLIC_URL}/webhooks/${webhook.id}`])

  const gone = await startReceiver((_received, response) => response.writeHead(410).end())
  const { id } = await save(`webhook:${gone.url}`)
  await enter('acme')
  const [paused, ...more] = await send()
  assert.deepEqual(more, [])
  assert.equal(paused?.subject, 'An alert was paused: AI SDRs')
  assert.deepEqual(paused?.links, [`${PUBLIC_URL}/alerts/${id}`])
})
