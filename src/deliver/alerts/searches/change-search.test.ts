// Changing a saved search: what it watches, its destination, and its signing secret. And what operators see.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { Registry } from 'prom-client'
import { Webhook } from 'standardwebhooks'
import { DESTINATION_OPTIONS, openAlerts, saveSearch } from '../../../../test/harness/alerts.ts'
import { beforeEachTest } from '../../../../test/harness/cleanup.ts'
import { openTestDatabase } from '../../../../test/harness/database.ts'
import { box, newTeam } from '../../../../test/harness/firehose.ts'
import { DAY, JUNE, signal } from '../../../../test/harness/signals.ts'
import { startReceiver } from '../../../../test/harness/webhook-receiver.ts'
import { lockTeam } from '../../../account/accounts/index.ts'
import { addAccounts, createList, deleteList } from '../../../account/lists/index.ts'
import { checkAlerts } from '../../../cli/operate/doctor/alerts.ts'
import { postgresEngine, type SearchEngine } from '../../../search/index.ts'
import { writeRecords } from '../../../write/write-path/index.ts'
import { AlertMetrics } from '../metrics.ts'
import {
  changeSearch,
  removeSearch,
  requireSearch,
  resumeSearch,
  revealSearchSecret,
  rotateSearchSecret,
  type SearchChanges,
} from './saved-searches.ts'
import { surveyAlerts } from './survey.ts'
import { readHistory, searchView } from './views.ts'

const db = await openTestDatabase()
const pool = db.pool('settings')
const clock = { at: JUNE }

let answers: number[] = []
/** Runs once, before the next answer. */
let meanwhile: (() => Promise<unknown>) | undefined
const receiver = await startReceiver(async (_received, response) => {
  const status = answers.shift() ?? 200
  const run = meanwhile
  meanwhile = undefined
  await run?.()
  response.writeHead(status).end('ok')
})
const { received } = receiver
const url = `${receiver.url}/hook`

const registry = new Registry()
const metrics = new AlertMetrics(registry, db, () => true)
const engine = postgresEngine(db.pool('search'))
/** Run once: when the watcher begins a step, and between what a sweep reads and what it writes. */
const hooks: { step?: (() => Promise<unknown>) | undefined; sweep?: (() => Promise<unknown>) | undefined } = {}
async function runHook(name: keyof typeof hooks): Promise<void> {
  const run = hooks[name]
  hooks[name] = undefined
  await run?.()
}
const hookedEngine: SearchEngine = {
  ...engine,
  async evidence(search) {
    const found = await engine.evidence(search)
    await runHook('sweep')
    return found
  },
}
const { stamper, watcher, newOutbox, settle } = openAlerts(db, {
  clock,
  watcher: {
    engine: hookedEngine,
    async now() {
      await runHook('step')
      return clock.at
    },
    onRecorded: (recorded) => metrics.recorded(recorded),
  },
  outbox: { onSettled: (destination, outcome) => metrics.settled(destination, outcome) },
})

let teamId = ''
let unique = 0
beforeEachTest(async () => {
  await pool.query('delete from saved_searches')
  teamId = await newTeam(db)
  unique++
  clock.at = JUNE + 700 * unique * DAY
  received.length = 0
  answers = []
})

const domain = (name: string) => `${name}-${unique}.example`
const hiring = (name: string, title: string) =>
  signal(domain(name), `${unique} ${name} ${title}`, {
    occurredAt: clock.at - DAY,
    fields: { jobTitle: `${title}${unique}` },
  })
const write = (...records: Parameters<typeof writeRecords>[2][number][]) => writeRecords(db, stamper, records)

const send = () => newOutbox().settled()

/** Only for this test. */
const sdr = () => `hiring(title ~ sdr${unique})`
const baker = () => `hiring(title ~ baker${unique})`
const save = (parts: Partial<Parameters<typeof saveSearch>[2]> = {}) =>
  saveSearch(db, teamId, { name: 'Mine', query: sdr(), to: `webhook:${url}`, ...parts })
const change = (id: string, changes: SearchChanges) =>
  db.transaction('settings', (tx) => changeSearch(tx, 'operator', teamId, id, changes, DESTINATION_OPTIONS))
const stateOf = async (id: string) => searchView(await requireSearch(pool, teamId, id), () => box)

async function history(id: string): Promise<string[]> {
  const changes = await readHistory(pool, teamId, id, { limit: 100 })
  return changes.reverse().map(({ action, company }) => `${action} ${company?.domain.split('-')[0]}`)
}

test('another query, other filters and another list record the members again: the edit sends no alerts', async () => {
  const list = await db.transaction('settings', async (tx) => {
    const created = await createList(tx, 'operator', teamId, { name: 'mine' })
    await addAccounts(tx, 'operator', teamId, { listId: created.id, accounts: domain('baker') })
    return created
  })
  await write(hiring('sdr', 'SDR'), hiring('baker', 'Baker'))
  const { id } = await save()
  await settle()
  assert.equal((await stateOf(id)).companies, 1)
  for (const changes of [
    { query: baker() },
    { filters: { domainsNot: ['nobody.example'] } },
    { filters: {}, list: list.name },
    { query: sdr(), list: null },
  ]) {
    await change(id, changes)
    assert.equal((await stateOf(id)).state, 'getting_ready')
    await settle()
    assert.equal((await stateOf(id)).companies, 1)
  }
  assert.deepEqual(await history(id), [])
  await change(id, { every: 'day', awayDays: 30, name: 'Other' })
  assert.equal((await stateOf(id)).state, 'watching', 'what it asks is the same')
  await write(hiring('next', 'SDR'))
  await settle()
  assert.deepEqual(await history(id), ['entered next'])
})

test('a search whose list was deleted watches again with another list, or with none', async () => {
  const list = await db.transaction('settings', (tx) => createList(tx, 'operator', teamId, { name: 'mine' }))
  await write(hiring('sdr', 'SDR'))
  const { id } = await save({ filters: { list: list.name } })
  await settle()
  const deletion = { listId: list.id, force: true, usersOf: async () => [] }
  await db.transaction('settings', (tx) => deleteList(tx, 'operator', teamId, deletion))
  await settle()
  assert.match((await stateOf(id)).reason, /change the search, and choose another list or none/)
  await change(id, { name: 'Still lost' })
  assert.equal((await stateOf(id)).hasLostList, true)
  await change(id, { list: null })
  await settle()
  assert.deepEqual([(await stateOf(id)).state, (await stateOf(id)).companies], ['watching', 1])
  assert.deepEqual(await history(id), [])
})

test('an edit while the watcher works sends no alerts: decisions of the older version are dropped', async () => {
  await write(hiring('baker', 'Baker'))
  const { id } = await save()
  await settle()
  // Before a page is read: the watcher doesn't know yet that the search has changed.
  await write(hiring('during', 'SDR'), hiring('too', 'SDR'))
  await stamper.stamp()
  hooks.step = () => change(id, { query: baker() })
  await watcher.step()
  await settle()
  assert.equal((await stateOf(id)).companies, 1)

  // While it is compared with all companies: for a new day, and for the first time.
  clock.at += DAY
  hooks.sweep = () => change(id, { query: sdr() })
  await settle()
  assert.deepEqual([(await stateOf(id)).state, (await stateOf(id)).companies], ['watching', 2])
  await change(id, { query: baker() })
  hooks.sweep = () => change(id, { query: sdr() })
  await settle()
  assert.equal((await stateOf(id)).companies, 2)
  clock.at += DAY
  await settle()
  assert.deepEqual(await history(id), [])
})

test('two concurrent edits both take effect', async () => {
  const { id } = await save()
  await Promise.all([change(id, { query: baker() }), change(id, { every: 'week' }), change(id, { awayDays: 1 })])
  const { query, every, awayDays } = await stateOf(id)
  assert.deepEqual([query, every, awayDays], [baker(), 'week', 1])
})

test('an edit by a command waits for one on the screen, which has locked the team', async () => {
  const { id } = await save()
  let byCommand: Promise<unknown> | undefined
  await db.transaction('settings', async (tx) => {
    await lockTeam(tx, teamId)
    byCommand = change(id, { name: 'Renamed' })
    const blocked = `select from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))`
    while ((await tx.query(blocked)).rowCount === 0) await setTimeout(5)
    await changeSearch(tx, 'operator', teamId, id, { every: 'week' }, DESTINATION_OPTIONS)
  })
  await byCommand
  const { name, every } = await stateOf(id)
  assert.deepEqual([name, every], ['Renamed', 'week'])
})

test('an edit is validated like a new search', async () => {
  const { id } = await save()
  await save({ name: 'Second' })
  const refuses = (changes: SearchChanges, message: RegExp) => assert.rejects(change(id, changes), message)
  await refuses({ query: 'hirring(' }, /The query is not valid/)
  await refuses({ filters: { countries: ['Atlantis'] } }, /unknown country/)
  await refuses({ list: 'nobody' }, /no list "nobody"/)
  await refuses({ name: 'second' }, /named "second" already/)
  await refuses({ every: 'year' }, /now, hour, day, week/)
  await refuses({ awayDays: 1_000 }, /whole number from 0 to 365/)
  await refuses({ to: 'webhook:https://10.0.0.1/' }, /must point to a public address/)
  const other = await newTeam(db)
  await assert.rejects(
    db.transaction('settings', (tx) => changeSearch(tx, 'operator', other, id, { name: 'X' }, DESTINATION_OPTIONS)),
    /no saved search/,
  )
})

test('a new destination gets the waiting messages, and has not failed yet', async () => {
  const { id } = await save()
  await settle()
  await write(hiring('one', 'SDR'))
  await settle()
  answers = [500]
  // The old endpoint answers after the change: its failure is not that of the new one.
  meanwhile = () => change(id, { to: `slack:${url}/slack` })
  await send()
  assert.equal((await stateOf(id)).state, 'watching')
  clock.at += DAY
  await send()
  assert.deepEqual(
    received.map(({ path }) => path),
    ['/hook', '/hook/slack'],
  )
  const { signingSecret } = await change(id, { to: `webhook:${url}/again` })
  assert.match(signingSecret ?? '', /^whsec_/)
  assert.equal((await change(id, { to: `webhook:${url}/moved` })).signingSecret, undefined, 'the secret stays')
})

test('companies that share a waiting message get one request each when the search switches to a webhook', async () => {
  const { id } = await save({ to: `slack:${url}` })
  await settle()
  await write(...Array.from({ length: 12 }, (_, n) => hiring(`c${n}`, 'SDR')))
  await settle()
  answers = [500]
  await send()
  await change(id, { to: `webhook:${url}` })
  clock.at += DAY
  await send()
  const events = received.slice(1).map(({ event }) => event)
  assert.deepEqual(new Set(events.map(({ type }) => type)), new Set(['search.entered']))
  assert.equal(events.length, 12)
  assert.equal(new Set(events.map(({ company }) => (company as { domain: string }).domain)).size, 12)
})

test('a search paused by its endpoint’s 410 sends alerts again with another destination, or when it is resumed', async () => {
  const { id } = await save()
  for (const repair of [
    () => change(id, { to: `webhook:${url}/2` }),
    () => change(id, { to: `webhook:${url}/3`, filters: { domainsNot: ['nobody.example'] } }),
    () => db.transaction('settings', (tx) => resumeSearch(tx, 'operator', teamId, id)),
  ]) {
    await settle()
    await write(hiring(`gone${received.length}`, 'SDR'))
    await settle()
    answers = [410]
    await send()
    // The comparison of a new day finds no problem, and doesn't end this one.
    clock.at += DAY
    await settle()
    assert.equal((await stateOf(id)).state, 'problem')
    assert.match((await checkAlerts(db)).message, new RegExp(`1 destination given up, ${id}`))
    await repair()
    await settle()
    assert.equal((await stateOf(id)).state, 'watching')
    clock.at += DAY
    await send()
  }
  assert.equal(received.length, 6)
})

test('while the team’s plan has no API access, the search shows that no alerts are sent', async () => {
  const { id } = await save()
  await settle()
  const setPlan = (plan: string) => pool.query('update teams set plan = $2 where id = $1', [teamId, plan])
  await setPlan('free')
  const { state, reason } = await stateOf(id)
  assert.equal(state, 'problem')
  assert.match(reason, /no API access, so no alerts are sent/)
  await setPlan('pro')
  assert.equal((await stateOf(id)).state, 'watching')
})

test('a digest that was collecting when the search was switched to immediate alerts has all its companies', async () => {
  const { id } = await save({ every: 'day' })
  await settle()
  await write(hiring('one', 'SDR'), hiring('two', 'SDR'))
  await settle()
  await change(id, { every: 'now' })
  clock.at += DAY
  await send()
  const [body] = received.map(({ event }) => event as Record<string, unknown>)
  assert.deepEqual([received.length, body?.type, body?.total], [1, 'search.digest', 2])
})

test('the signing secret is rotated: both signatures in the overlap, then one', async () => {
  const { id, signingSecret: first = '' } = await save()
  await settle()
  const rotate = (overlap: 'now' | '24h') =>
    db.transaction('settings', (tx) => rotateSearchSecret(tx, 'operator', teamId, id, overlap, box))
  const ring = async (name: string) => {
    await write(hiring(name, 'SDR'))
    await settle()
    await send()
    const { body, headers } = received.at(-1) ?? assert.fail('nothing was received')
    return (secret: string) => new Webhook(secret).verify(body, headers as Record<string, string>)
  }
  const { signingSecret: second, search } = await rotate('24h')
  assert.ok(search.secretOverlapUntil)
  const inOverlap = await ring('one')
  inOverlap(first)
  inOverlap(second)
  const { signingSecret: third } = await rotate('now')
  const after = await ring('two')
  after(third)
  assert.throws(() => after(second))
  const reveal = () => db.transaction('settings', (tx) => revealSearchSecret(tx, 'operator', teamId, id, box))
  assert.equal(await reveal(), third)
  await change(id, { to: `slack:${url}` })
  await assert.rejects(reveal(), /has no signing secret/)
  await assert.rejects(rotate('24h'), /has no signing secret/)
})

test('metrics and doctor show the watcher’s position, what it recorded, what is sent and what waits', async () => {
  const metric = async (name: string) => {
    const text = await registry.getSingleMetricAsString(name)
    return Object.fromEntries(
      text
        .split('\n')
        .filter((line) => line.startsWith(name))
        .map((line) => [line.slice(name.length, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]),
    )
  }
  await settle()
  await watcher.leave()
  assert.equal((await checkAlerts(db)).message, 'no saved searches yet')
  registry.resetMetrics()
  const { id } = await save()
  assert.match((await checkAlerts(db)).message, /no process watches them: is one with the role firehose running/)
  await settle()
  assert.equal((await checkAlerts(db)).message, '1 saved search, watched up to the end of the log')
  await write(hiring('one', 'SDR'), hiring('two', 'SDR'))
  await stamper.stamp()
  assert.ok(((await metric('pro_signal_alerts_lag_events'))[''] ?? 0) >= 2)
  await pool.query(`update log set stamped_at = now() - interval '5 minutes'`)
  assert.match((await checkAlerts(db)).message, /the watcher is [\d,]+ events behind, by 5 min/)
  await settle()
  assert.deepEqual(await metric('pro_signal_alerts_lag_seconds'), { '': 0 })
  assert.equal((await metric('pro_signal_alerts_waiting_messages'))['{destination="webhook"}'], 2)
  await pool.query(`update search_messages set created_at = now() - interval '1 hour'`)
  assert.match((await checkAlerts(db)).message, /the oldest webhook message waits for 60 min/)
  assert.ok(((await metric('pro_signal_alerts_oldest_waiting_seconds'))['{destination="webhook"}'] ?? 0) >= 3_600)
  answers = [200, 500]
  await send()
  await write({ ...hiring('one', 'SDR'), status: 'closed' })
  await settle()
  assert.deepEqual(await metric('pro_signal_alerts_changes_total'), {
    '{action="entered",rings="yes"}': 2,
    '{action="entered",rings="no"}': 0,
    '{action="left",rings="no"}': 1,
  })
  assert.deepEqual(await metric('pro_signal_alerts_messages_total'), {
    '{destination="webhook",outcome="sent"}': 1,
    '{destination="webhook",outcome="retried"}': 1,
  })
  // The last attempt.
  await pool.query(
    `update search_messages set attempts = 8, next_at = next_at - interval '1 day' where state = 'waiting'`,
  )
  await pool.query(`update saved_searches set held_until = null`)
  answers = [500]
  await send()
  assert.equal((await metric('pro_signal_alerts_messages_total'))['{destination="webhook",outcome="failed"}'], 1)
  assert.deepEqual((await surveyAlerts(pool)).givenUp, [id])
  await db.transaction('settings', (tx) => removeSearch(tx, 'operator', teamId, id))
})
