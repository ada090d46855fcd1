// What receivers get: webhooks and Slack, immediately and as digests, with retries, holds and mute links.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { DESTINATION_OPTIONS, openAlerts, saveSearch } from '../../../../test/harness/alerts.ts'
import { beforeEachTest } from '../../../../test/harness/cleanup.ts'
import { openTestDatabase } from '../../../../test/harness/database.ts'
import { box, newTeam } from '../../../../test/harness/firehose.ts'
import { DAY, JUNE, signal } from '../../../../test/harness/signals.ts'
import { slackLines, slackMarkup } from '../../../../test/harness/slack-lines.ts'
import { startReceiver } from '../../../../test/harness/webhook-receiver.ts'
import { one } from '../../../db/index.ts'
import { companyId, signalId, writeRecords } from '../../../write/write-path/index.ts'
import { holdAll, releaseHold } from '../../firehose/index.ts'
import type { Post } from '../../sending/index.ts'
import { requireSearch } from '../searches/saved-searches.ts'
import { readHistory, searchView } from '../searches/views.ts'
import { prepareTestMessage, sendTestMessage } from '../test-message.ts'
import { dayOf } from './alert-content.ts'
import { muteToken, readMute, useMuteLink } from './mute-links.ts'

const db = await openTestDatabase()
const WHY_NOW = { label: 'Hiring for AI-led outbound', sentences: ['“AI SDR” in Berlin is open for 12 days.'] }
const { clock, stamper, sender, newOutbox, settle } = openAlerts(db, { outbox: { whyNow: async () => WHY_NOW } })

const FACTS = {
  hqCountry: 'DE',
  employeeCount: 1_240,
  fundingStage: 'series_a',
  industry: 'logistics_software',
} as const
const isoOf = (seconds: number) => new Date(seconds * 1_000).toISOString()

let answers: (number | [number, string])[] = []
const receiver = await startReceiver((_received, response) => {
  const [status, body] = [answers.shift() ?? 200, 'ok'].flat() as [number, string]
  response.writeHead(status).end(body)
})
const { received } = receiver
const bodyOf = (n: number): Record<string, unknown> => received[n]?.event ?? {}
const url = `${receiver.url}/hook`

let teamId = ''
let unique = 0
beforeEachTest(async () => {
  await db.pool('settings').query('delete from saved_searches')
  teamId = await newTeam(db)
  unique++
  // A Monday, 00:00 UTC.
  clock.at = JUNE + 700 * unique * DAY
  received.length = 0
  answers = []
})

const domain = (name: string) => `${name}-${unique}.example`
const dossierOf = (name: string) =>
  `https://signals.example.com/explore/companies/${companyId(domain(name))}?signal=${signalId('test', `${unique} ${name}`)}`
const job = (name: string, label = 'Hiring: AI SDR') =>
  signal(domain(name), `${unique} ${name}`, {
    company: { domain: domain(name), name: name.toUpperCase(), ...FACTS },
    url: `https://jobs.example/${name}`,
    occurredAt: clock.at - DAY,
    label,
    fields: { jobTitle: 'AI SDR' },
  })

/** Saves a search, lets the companies enter, and sends what is due. */
async function ring(to: string, companies: readonly string[], parts: object = {}) {
  const search = await saveSearch(db, teamId, { name: 'AI SDRs', query: 'hiring(title ~ "AI SDR")', to, ...parts })
  await settle()
  await writeRecords(
    db,
    stamper,
    companies.map((name) => job(name)),
  )
  await settle()
  await newOutbox().settled()
  return search
}

test('a webhook gets one signed request for each entry', async () => {
  const { id, signingSecret } = await ring(`webhook:${url}`, ['acme'])
  const [first] = received
  assert.equal(received.length, 1)
  assert.deepEqual(Object.keys(first?.event ?? {}), [
    'eventId',
    'type',
    'search',
    'company',
    'match',
    'signals',
    'occurredAt',
  ])
  const { eventId, type, search, company, match, signals, occurredAt } = bodyOf(0)
  assert.match(String(eventId), /^se_[0-9a-f-]{36}$/)
  assert.equal(type, 'search.entered')
  assert.deepEqual(search, { id, name: 'AI SDRs' })
  assert.deepEqual(company, { id: companyId(domain('acme')), name: 'ACME', domain: domain('acme'), logo: null })
  assert.ok(Number(match) > 0)
  assert.equal((signals as { label: string }[])[0]?.label, 'Hiring: AI SDR')
  assert.equal(occurredAt, new Date(clock.at * 1_000).toISOString())
  assert.equal(first?.headers['webhook-id'], eventId)
  assert.equal(first?.headers.authorization, undefined)
  const verified = new Webhook(signingSecret ?? '').verify(first?.body ?? '', first?.headers as Record<string, string>)
  assert.deepEqual(verified, first?.event)
})

test('Slack gets a compact message: the company, why now, the signals, a link to the dossier, links that mute', async () => {
  await ring(`slack:${url}`, ['acme'])
  assert.equal(bodyOf(0).text, 'ACME now matches "AI SDRs"')
  const [first = '', facts, why, signals, links = '', ...others] = slackLines(bodyOf(0))
  const dossier = dossierOf('acme')
  assert.deepEqual(others, [])
  assert.equal(first, `*[ACME](${dossier})* now matches *AI SDRs*`)
  assert.match(
    facts ?? '',
    /^acme-\d+\.example · Germany · 1,240 employees · Series A · Logistics software · match [\d.]+ of 100$/,
  )
  assert.equal(why, '*Why now: *Hiring for AI-led outbound. “AI SDR” in Berlin is open for 12 days.')
  assert.equal(signals, `• [Hiring: AI SDR (test)](https://jobs.example/acme), ${dayOf(isoOf(clock.at - DAY))}`)
  assert.match(
    links,
    new RegExp(
      `<${dossier.replace('?', '\\?')}\\|Open dossier> · <https://signals.example.com/alerts/[^|]+\\|See the alert> · `,
    ),
  )
  assert.match(links, /mute#v1\.[^|]+\|Mute this company/)
  assert.match(links, /mute#v1\.[^|]+\|Mute this search/)
  assert.equal(received[0]?.headers['webhook-signature'], undefined)
})

test('many companies that enter together share one message in Slack', async () => {
  await ring(
    `slack:${url}`,
    Array.from({ length: 25 }, (_, n) => `c${n}`),
  )
  assert.equal(received.length, 1)
  assert.equal(bodyOf(0).text, '25 companies began to match "AI SDRs" just now')
  assert.match(JSON.stringify(bodyOf(0).blocks), /15 more/)
})

test('names can’t break Slack’s markup', async () => {
  const name = '<!channel> & *co* _x_ ~y~ `z`'
  await saveSearch(db, teamId, { name, query: 'hiring', to: `slack:${url}` })
  await settle()
  await writeRecords(db, stamper, [job('acme', '<https://evil.example|click> *now*')])
  await settle()
  await newOutbox().settled()
  assert.equal(bodyOf(0).text, 'ACME now matches "&lt;!channel&gt; &amp; *co* _x_ ~y~ `z`"')
  const [first, , , signals] = slackLines(bodyOf(0))
  assert.ok(first?.endsWith(`now matches *${name}*`), 'taken literally, and bold as a whole')
  assert.ok(signals?.startsWith('• [<https://evil.example|click> *now* (test)]'))
  for (const text of slackMarkup(bodyOf(0))) assert.match(text, /^[^*_~`&]*$/, 'markup has only our own words')
})

test('a digest of a day is one message at 8 in the morning of the team: the strongest ten, the rest as a count', async () => {
  await db.pool('settings').query(`update teams set time_zone = 'Europe/Berlin' where id = $1`, [teamId])
  const names = Array.from({ length: 12 }, (_, n) => `c${n}`)
  await ring(`slack:${url}`, names, { every: 'day' })
  assert.equal(received.length, 0)
  // 8:00 in Berlin is 7:00 UTC in winter and 6:00 in summer.
  const { hour } = await one<{ hour: number }>(
    db.pool('settings'),
    `select extract(hour from next_at at time zone 'Europe/Berlin')::int as hour from search_messages`,
  )
  assert.equal(hour, 8)
  clock.at += 8 * 3_600
  await newOutbox().settled()
  await newOutbox().settled()
  assert.equal(received.length, 1)
  const { text, blocks } = bodyOf(0)
  assert.equal(text, '12 companies began to match "AI SDRs" in the last day')
  assert.equal(JSON.stringify(blocks).match(/explore\/companies/g)?.length, 10)
  assert.match(JSON.stringify(blocks), /2 more/)
})

test('a failed message is sent again with the same event id, while others of the search wait', async () => {
  answers = [503, 503]
  const { id } = await ring(`webhook:${url}`, ['acme'])
  await writeRecords(db, stamper, [job('later')])
  await settle()
  await newOutbox().settled()
  assert.equal(received.length, 1, 'the endpoint is left alone for a while')
  clock.at += 60
  await newOutbox().settled()
  clock.at += 3_600
  await newOutbox().settled()
  const ids = received.map(({ event }) => event.eventId)
  assert.equal(ids.length, 4)
  assert.deepEqual([ids[0], ids[0]], [ids[1], ids[2]])
  const history = await readHistory(db.pool('settings'), teamId, id, { limit: 5 })
  assert.deepEqual(history.map(({ message }) => message?.state).sort(), ['sent', 'sent'])
})

test('two nodes send nothing twice', async () => {
  await saveSearch(db, teamId, { name: 'AI SDRs', query: 'hiring', to: `webhook:${url}` })
  await settle()
  await writeRecords(
    db,
    stamper,
    Array.from({ length: 30 }, (_, n) => job(`c${n}`)),
  )
  await settle()
  await Promise.all([newOutbox().settled(), newOutbox().settled(), newOutbox().settled()])
  assert.equal(received.length, 30)
  assert.equal(new Set(received.map(({ event }) => event.eventId)).size, 30)
})

test('a held firehose holds alerts, and 410 pauses the search', async () => {
  await holdAll(db)
  const { id } = await ring(`slack:${url}`, ['acme'])
  assert.equal(received.length, 0)
  await releaseHold(db)
  answers = [410]
  await newOutbox().settled()
  const { reason } = searchView(await requireSearch(db.pool('settings'), teamId, id), () => box)
  assert.match(reason, /answered 410/)
})

const options = {
  ...DESTINATION_OPTIONS,
  publicUrl: () => 'https://signals.example.com',
  send: (post: Post) => sender.send(post),
}
async function sendTest(id: string, send = options.send) {
  const test = await db.transaction('settings', (tx) => prepareTestMessage(tx, 'operator', teamId, id, options))
  return sendTestMessage(db.pool('settings'), test, { ...options, send })
}

test('a test message in Slack is marked as one, with how many companies match and one of them', async () => {
  const { id } = await ring(`slack:${url}`, ['acme'])
  answers = [[200, 'ok']]
  const { milliseconds: _, ...outcome } = await sendTest(id)
  assert.deepEqual(outcome, {
    state: 'sent',
    status: 200,
    excerpt: 'ok',
    diagnosis: 'The endpoint accepted the test message.',
  })
  assert.equal(bodyOf(1).text, 'Test message of "AI SDRs": alerts arrive here')
  const [first, matching, example, facts, signals, links, ...others] = slackLines(bodyOf(1))
  assert.deepEqual(others, [])
  assert.equal(first, 'This is a test message of the saved search *AI SDRs*. Alerts arrive here.')
  const { members } = await requireSearch(db.pool('settings'), teamId, id)
  assert.equal(matching, `${members} companies match now. You get an alert when a new company matches.`)
  const dossier = dossierOf('acme')
  assert.equal(example, `For example *[ACME](${dossier})*`)
  assert.match(facts ?? '', /Germany · 1,240 employees/)
  assert.match(signals ?? '', /^• \[Hiring: AI SDR \(test\)\]/)
  assert.match(links ?? '', /Open dossier> · <[^|]+\/alerts\/[^|]+\|See the alert>$/)
})

test('only Slack’s own addresses are called Slack', async () => {
  const to = 'slack:https://hooks.slack.com/services/T0/B0/secret'
  const { id } = await saveSearch(db, teamId, { name: 'AI SDRs', query: 'hiring', to })
  const { diagnosis } = await sendTest(id, (post) => sender.send({ ...post, url }))
  assert.equal(diagnosis, 'Slack accepted the test message.')
  const other = await saveSearch(db, teamId, { name: 'Other', query: 'hiring', to: `slack:${url}` })
  answers = [500, [404, 'nothing here']]
  const failed = async () => (await sendTest(other.id)).diagnosis
  assert.equal(await failed(), 'The endpoint answered 500. It has a problem or asks us to slow down.')
  assert.match(
    await failed(),
    /^The endpoint answered 404\. Check that the URL is that of an incoming webhook in Slack/,
  )
})

test('a test event of a webhook is signed, has the form of an entry, and is marked as a test', async () => {
  const { id, signingSecret } = await ring(`webhook:${url}`, [], { query: 'velocity' })
  const { state } = await sendTest(id)
  assert.equal(state, 'sent')
  const [first] = received
  assert.equal(first?.headers['x-pro-signal-test'], 'true')
  const verified = new Webhook(signingSecret ?? '').verify(first?.body ?? '', first?.headers as Record<string, string>)
  const { type, test: isTest, search, matching, company } = verified as Record<string, unknown>
  assert.deepEqual([type, isTest, search, matching], ['search.entered', true, { id, name: 'AI SDRs' }, 0])
  assert.equal((company as { name: string }).name, 'Sample Company (test event)')
})

test('a rejected test gives advice, and changes nothing; a team can’t send many', async () => {
  const { id } = await saveSearch(db, teamId, { name: 'AI SDRs', query: 'hiring', to: `slack:${url}` })
  answers = [[404, 'no_service'], 410]
  const { state, status, excerpt, diagnosis } = await sendTest(id)
  assert.deepEqual([state, status, excerpt], ['failed', 404, 'no_service'])
  assert.match(diagnosis, /^Slack answered 404, no_service\. The webhook was removed in Slack\./)
  assert.match(slackLines(bodyOf(0))[1] ?? '', /still finding the companies/)
  assert.equal((await sendTest(id)).status, 410)
  const search = await requireSearch(db.pool('settings'), teamId, id)
  assert.deepEqual([search.failures, search.pausedAt, search.problem], [0, null, null])
  for (let n = 2; n < 10; n++) await sendTest(id)
  await assert.rejects(sendTest(id), /10 test messages in 10 minutes/)
  assert.equal(received.length, 10)
})

test('a failed delivery shows the receiver’s answer and what to do', async () => {
  answers = [[404, 'no_service']]
  const { id } = await ring(`slack:${url}`, ['acme'])
  const problem =
    /^Slack answered 404, no_service\. The webhook was removed in Slack\. Add .+ edit the alert and enter its URL\./
  const [change] = await readHistory(db.pool('settings'), teamId, id, { limit: 1 })
  assert.equal(change?.message?.state, 'waiting')
  assert.match(change?.message?.problem ?? '', problem)
  const { state, reason } = searchView(await requireSearch(db.pool('settings'), teamId, id), () => box)
  assert.equal(state, 'failing')
  assert.match(reason, problem)
  answers = [[410, 'channel_is_archived']]
  clock.at += 3_600
  await newOutbox().settled()
  const paused = searchView(await requireSearch(db.pool('settings'), teamId, id), () => box)
  assert.match(paused.reason, /^Slack answered 410, channel_is_archived\. The Slack channel was archived\. .+ paused/)
})

test('only the host and the end of a Slack URL are shown', async () => {
  const shown = async (to: string) => {
    const { id } = await saveSearch(db, teamId, { name: to, query: 'hiring', to: `slack:${to}` })
    return searchView(await requireSearch(db.pool('settings'), teamId, id), () => box).target
  }
  assert.equal(await shown('https://hooks.slack.com/services/T0/B0/x7Qm0123456789abcdefAb12'), 'hooks.slack.com/…/Ab12')
  assert.equal(await shown('https://hooks.slack.com/services/T0/B0/short'), 'hooks.slack.com/…')
})

const use = (token: string, now = clock.at) => db.transaction('settings', (tx) => useMuteLink(tx, box, token, now))

test('a mute link mutes the company once, without signing in', async () => {
  const { id } = await ring(`slack:${url}`, ['acme'], { awayDays: 0 })
  const token = muteToken(box, id, companyId(domain('acme')), clock.at)
  assert.deepEqual(await readMute(db.pool('settings'), box, token, clock.at), {
    search: 'AI SDRs',
    company: 'ACME',
    destination: 'slack',
    isUsed: false,
  })
  await use(token)
  await assert.rejects(use(token), /used already/)
  await writeRecords(db, stamper, [{ ...job('acme'), status: 'closed' }])
  await settle()
  await writeRecords(db, stamper, [job('acme'), job('other')])
  await settle()
  await newOutbox().settled()
  const texts = received.map(({ event }) => event.text)
  assert.deepEqual(texts, ['ACME now matches "AI SDRs"', 'OTHER now matches "AI SDRs"'])
})

test('a mute link of a search mutes the search', async () => {
  const { id } = await ring(`slack:${url}`, ['acme'])
  await use(muteToken(box, id, undefined, clock.at))
  await writeRecords(db, stamper, [job('other')])
  await settle()
  await newOutbox().settled()
  assert.equal(received.length, 1)
})

test('forged and expired mute links are rejected', async () => {
  const { id } = await ring(`slack:${url}`, ['acme'])
  const token = muteToken(box, id, undefined, clock.at)
  const forged = `${token.slice(0, -2)}${token.endsWith('AA') ? 'BB' : 'AA'}`
  await assert.rejects(use(forged), /not valid/)
  await assert.rejects(use(box.seal(JSON.stringify({ searchId: id, expiresAt: clock.at + DAY }), id)), /not valid/)
  await assert.rejects(use(''), /not valid/)
  await assert.rejects(use(token, clock.at + 31 * DAY), /expired/)
})
