// The share of the outbox for slow or failing endpoints, what counts as a failure, and what a mute suppresses.

import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { test } from 'node:test'
import { openAlerts, saveSearch } from '../../../../test/harness/alerts.ts'
import { beforeEachTest } from '../../../../test/harness/cleanup.ts'
import { openTestDatabase } from '../../../../test/harness/database.ts'
import { box, newTeam } from '../../../../test/harness/firehose.ts'
import { DAY, JUNE, signal } from '../../../../test/harness/signals.ts'
import { startReceiver } from '../../../../test/harness/webhook-receiver.ts'
import { companyId, mergeCompanies, writeRecords } from '../../../write/write-path/index.ts'
import { requireSearch, resumeSearch, unmuteCompany } from '../searches/saved-searches.ts'
import { readHistory } from '../searches/views.ts'
import { readMatches, sendMatches } from '../send-matches.ts'
import { muteToken, useMuteLink } from './mute-links.ts'
import type { Outbox } from './outbox.ts'

const db = await openTestDatabase()
const pool = db.pool('settings')
const { clock, stamper, newOutbox, settle } = openAlerts(db)

/** What the slow endpoint has not answered yet. Undefined: it answers immediately. */
let open: ServerResponse[] | undefined
const slow = await startReceiver((_received, response) => {
  if (open) open.push(response)
  else response.writeHead(200).end()
})
function answer(status: number): void {
  for (const response of open ?? []) response.writeHead(status).end()
  open = undefined
}
const quick = await startReceiver()

let teamId = ''
let unique = 0
beforeEachTest(async () => {
  await pool.query('delete from saved_searches')
  teamId = await newTeam(db)
  unique++
  clock.at = JUNE + 700 * unique * DAY
  for (const { received } of [slow, quick]) received.length = 0
  open = []
})

const titleOf = (word: string) => `${word}${unique}`
const save = (to: string, word: string, team = teamId, parts: object = {}) =>
  saveSearch(db, team, { name: word, query: `hiring(title ~ ${titleOf(word)})`, to: `webhook:${to}/hook`, ...parts })

let companies = 0
/** Companies enter the searches for these words. */
async function enter(words: string, count = 1): Promise<void> {
  await settle()
  const jobTitle = words.split(' ').map(titleOf).join(' ')
  const records = Array.from({ length: count }, () => {
    const name = `c${++companies}`
    return signal(`${name}.example`, name, { occurredAt: clock.at - DAY, fields: { jobTitle } })
  })
  await writeRecords(db, stamper, records)
  await settle()
}

/** Wakes the outbox, and waits until it has checked every search. */
async function look(outbox: Outbox): Promise<void> {
  await enter('quick')
  const before = quick.received.length
  outbox.wake()
  await quick.waitFor(before + 1)
}

test('a slow endpoint gets at most eight concurrent requests, however often the outbox is checked; others are sent meanwhile', async () => {
  await save(slow.url, 'slow')
  await save(quick.url, 'quick', await newTeam(db))
  await enter('slow', 20)
  const outbox = newOutbox()
  outbox.wake()
  await slow.waitFor(8)
  await look(outbox)
  const other = newOutbox()
  await look(other)
  assert.equal(slow.received.length, 8)
  answer(200)
  // Both use the slots that become free.
  await Promise.all([outbox.settled(), other.settled()])
  assert.equal(slow.received.length, 20, 'a place that becomes free is used at once')
})

test('many searches with slow endpoints leave slots for other teams', async () => {
  const words = ['one', 'two', 'three', 'four', 'five']
  for (const word of words) await save(slow.url, word)
  await save(quick.url, 'quick', await newTeam(db))
  await enter(words.join(' '), 10)
  const outbox = newOutbox()
  outbox.wake()
  await slow.waitFor(32)
  await look(outbox)
  assert.equal(slow.received.length, 32)
  answer(200)
  await outbox.settled()
  assert.equal(slow.received.length, 50)
})

test('an endpoint that fails slowly is tried once at a time, and left alone after it has failed', async () => {
  const { id } = await save(slow.url, 'slow')
  await save(quick.url, 'quick')
  await enter('slow', 3)
  const outbox = newOutbox()
  outbox.wake()
  await slow.waitFor(3)
  answer(500)
  await outbox.settled()
  assert.equal((await requireSearch(pool, teamId, id)).failures, 3)
  clock.at += 3_600
  open = []
  outbox.wake()
  await slow.waitFor(4)
  await look(outbox)
  assert.equal(slow.received.length, 4)
  // It takes longer to fail than the pause after a first attempt lasts.
  clock.at += 7_200
  answer(500)
  await outbox.settled()
  assert.equal(slow.received.length, 4)
  clock.at += DAY
  await outbox.settled()
  assert.equal(slow.received.length, 7, 'all were sent')
})

test('a request that the service aborts when it stops, or can’t send, is neither a failure of the endpoint nor an attempt', async () => {
  const { id } = await save(slow.url, 'slow')
  await enter('slow')
  // All but the last attempt.
  await pool.query(`update search_messages set attempts = 8`)
  const outbox = newOutbox()
  outbox.wake()
  await slow.waitFor(1)
  await outbox.stop()
  await newOutbox({
    send: async () => ({ outcome: 'failure', reason: 'failed', message: 'EADDRNOTAVAIL', latencyMs: 0 }),
  }).settled()
  assert.equal((await requireSearch(pool, teamId, id)).failures, 0)
  const { rows } = await pool.query(
    `select m.attempts, m.state, (select count(*)::int from search_attempts) as written from search_messages m`,
  )
  assert.deepEqual(rows, [{ attempts: 8, state: 'waiting', written: 0 }])
  answer(200)
  clock.at += 1
  await newOutbox().settled()
  assert.equal(slow.received.length, 2)
})

const mute = (id: string, company?: string) =>
  db.transaction('settings', (tx) => useMuteLink(tx, box, muteToken(box, id, company, clock.at), clock.at))
const rangOf = async (id: string) =>
  (await readHistory(pool, teamId, id, { limit: 10 })).map(({ silence, message }) => silence ?? message?.state)

test('a digest of a search that was muted meanwhile waits, and is sent if the search is unmuted', async () => {
  const { id } = await save(quick.url, 'quick', teamId, { every: 'hour' })
  await enter('quick', 2)
  await mute(id)
  clock.at += 3_600
  await newOutbox().settled()
  assert.equal(quick.received.length, 0)
  await db.transaction('settings', (tx) => resumeSearch(tx, 'operator', teamId, id))
  await newOutbox().settled()
  assert.equal(quick.received.length, 1)
})

test('a digest leaves out companies that were muted meanwhile, and isn’t sent if none is left', async () => {
  const { id } = await save(quick.url, 'quick', teamId, { every: 'hour' })
  await enter('quick', 2)
  await mute(id, companyId(`c${companies}.example`))
  clock.at += 3_600
  await newOutbox().settled()
  assert.deepEqual([quick.received.length, quick.received[0]?.event.total], [1, 1])
  assert.deepEqual((await rangOf(id)).sort(), ['muted', 'sent'])
  await enter('quick')
  await mute(id, companyId(`c${companies}.example`))
  clock.at += 3_600
  await newOutbox().settled()
  assert.equal(quick.received.length, 1)
  assert.equal((await rangOf(id))[0], 'muted')
  assert.equal((await requireSearch(pool, teamId, id)).failures, 0)
})

test('a company’s mute applies to the company that it is merged into, until that one is unmuted', async () => {
  const { id } = await save(quick.url, 'quick')
  await enter('quick', 2)
  const [merged, survivor] = [companies - 1, companies].map((n) => `c${n}.example`) as [string, string]
  await mute(id, companyId(merged))
  await mergeCompanies(db, stamper, { from: merged, into: survivor })
  const isMuted = async () =>
    (await readHistory(pool, teamId, id, { limit: 10 })).find(({ company }) => company?.domain === survivor)?.isMuted
  assert.equal(await isMuted(), true)
  await newOutbox().settled()
  assert.deepEqual(new Set(await rangOf(id)), new Set(['muted']))
  await db.transaction('settings', (tx) => unmuteCompany(tx, 'operator', teamId, id, companyId(survivor)))
  assert.equal(await isMuted(), false)
})

test('what matches now is sent once, however many ask at the same time and whatever is interrupted', async () => {
  await enter('now', 3)
  const { id } = await save(quick.url, 'now', teamId, { to: `slack:${quick.url}/hook` })
  const { received } = quick
  const options = { box: () => box }
  const read = () => db.transaction('settings', (tx) => readMatches(tx, teamId, id, options))
  await assert.rejects(read(), { code: 'getting_ready' })
  await settle()
  await newOutbox().settled()
  assert.equal(received.length, 0, 'what matches already sends no alert')
  const matches = await read()
  assert.equal(matches.length, 3)
  const send = (end: () => void = () => {}) =>
    db.transaction('settings', async (tx) => {
      await sendMatches(tx, 'operator', teamId, id, { ...options, matches })
      end()
    })
  // A process that is killed before its commit has sent nothing, and the next one can.
  await assert.rejects(
    send(() => {
      throw new Error('killed')
    }),
    /killed/,
  )
  await newOutbox().settled()
  assert.equal(received.length, 0)
  const asked = await Promise.allSettled([send(), send(), send(), send()])
  assert.equal(asked.filter(({ status }) => status === 'fulfilled').length, 1)
  await Promise.all([newOutbox().settled(), newOutbox().settled()])
  assert.equal(received.length, 1)
  assert.equal(received[0]?.event.text, '3 companies match "now" now')
  await assert.rejects(read(), { code: 'already_sent' })
  // Alerts continue with new entries only.
  await enter('now')
  await newOutbox().settled()
  assert.equal(received.length, 2)
  assert.match(String(received[1]?.event.text), /now matches "now"$/)
})
