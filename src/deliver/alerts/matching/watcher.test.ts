// Examples of what sends an alert and what doesn't.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DESTINATION_OPTIONS, saveSearch } from '../../../../test/harness/alerts.ts'
import { beforeEachTest } from '../../../../test/harness/cleanup.ts'
import { openTestDatabase } from '../../../../test/harness/database.ts'
import { newTeam } from '../../../../test/harness/firehose.ts'
import { silentLog } from '../../../../test/harness/log.ts'
import { company, DAY, JUNE, signal } from '../../../../test/harness/signals.ts'
import { addAccounts, createList, deleteList } from '../../../account/lists/index.ts'
import { many, one } from '../../../db/index.ts'
import type { IncomingSignal } from '../../../meaning/signals/index.ts'
import { postgresEngine } from '../../../search/index.ts'
import { Stamper } from '../../../write/log/index.ts'
import { mergeCompanies, splitCompany, writeRecords } from '../../../write/write-path/index.ts'
import { changeSearch, pauseSearch, resumeSearch } from '../searches/saved-searches.ts'
import { readHistory } from '../searches/views.ts'
import { Watcher } from './watcher.ts'

const db = await openTestDatabase()
const stamper = new Stamper(db)
const clock = { at: JUNE + 10 * DAY }
const engine = postgresEngine(db.pool('search'))
const watcher = new Watcher({ db, log: silentLog, engine, now: () => clock.at })
let teamId = ''
let unique = 0

beforeEachTest(async () => {
  await db.pool('settings').query('delete from saved_searches')
  teamId = await newTeam(db)
  unique++
  clock.at = JUNE + (10 + 100 * unique) * DAY
})

/** A domain only for this test. */
const domain = (name: string) => `${name}-${unique}.example`

async function settle(): Promise<void> {
  await stamper.stamp()
  watcher.announceChange()
  while (await watcher.step()) watcher.announceChange()
}

const job = (name: string, key: string, parts: Partial<IncomingSignal> = {}) =>
  signal(domain(name), `${unique} ${name} ${key}`, {
    occurredAt: clock.at - DAY,
    fields: { jobTitle: `AI SDR ${key}` },
    ...parts,
  })

async function write(records: Parameters<typeof writeRecords>[2], options: { quiet?: boolean } = {}): Promise<void> {
  await writeRecords(db, stamper, records, options)
}

/** The history as short texts, the oldest first. */
async function history(id: string): Promise<string[]> {
  const changes = await readHistory(db.pool('settings'), teamId, id, { limit: 100 })
  return changes
    .reverse()
    .map(({ action, company, silence }) =>
      [action, company?.domain.split('-')[0], ...(silence ? [silence] : [])].join(' '),
    )
}

const save = (query: string, parts: Parameters<typeof saveSearch>[2] | object = {}) =>
  saveSearch(db, teamId, { name: `Search ${unique}`, query, ...parts })

test('the first run only records the current members', async () => {
  await write([job('here', 'a')])
  const { id } = await save('hiring(title ~ "AI SDR")')
  await settle()
  await write([job('new', 'a')])
  await settle()
  assert.deepEqual(await history(id), ['entered new'])
})

test('each entry and leaving is recorded with the signals that did it', async () => {
  const { id } = await save('hiring(title ~ "AI SDR")')
  await settle()
  await write([job('one', 'a')])
  await settle()
  await write([job('one', 'a', { status: 'closed' })])
  await settle()
  const changes = await readHistory(db.pool('settings'), teamId, id, { limit: 10 })
  assert.deepEqual(
    changes.map(({ action, signals }) => [action, signals.map(({ label, status }) => `${label} ${status}`)]),
    [
      ['left', [`Signal ${unique} one a closed`]],
      ['entered', [`Signal ${unique} one a active`]],
    ],
  )
})

test('history marked quiet sends no alerts', async () => {
  const { id } = await save('hiring(title ~ "AI SDR")')
  await settle()
  await write([job('old', 'a')], { quiet: true })
  await settle()
  assert.deepEqual(await history(id), ['entered old history'])
})

test('an entry sends an alert though history of the company was written before it and wasn’t evaluated yet', async () => {
  const { id } = await save('hiring(title ~ "AI SDR")')
  await settle()
  await write([job('mixed', 'other', { fields: { jobTitle: 'Baker' } })], { quiet: true })
  await write([job('mixed', 'a')])
  await stamper.stamp()
  const slow = new Watcher({ db, log: silentLog, engine, now: () => clock.at, pageEvents: 1 })
  await watcher.leave()
  while (await slow.step()) slow.announceChange()
  await slow.leave()
  assert.deepEqual(await history(id), ['entered mixed'])
})

test('history sends no alerts though the company has news at the same time', async () => {
  const { id } = await save('hiring(title ~ "AI SDR")')
  await settle()
  await write([job('mixed', 'other', { fields: { jobTitle: 'AI SDR trainer' }, type: 'hiring', status: 'closed' })])
  await write([job('mixed', 'a')], { quiet: true })
  await stamper.stamp()
  const slow = new Watcher({ db, log: silentLog, engine, now: () => clock.at, pageEvents: 1 })
  await watcher.leave()
  while (await slow.step()) slow.announceChange()
  await slow.leave()
  assert.deepEqual(await history(id), ['entered mixed history'])
})

test('`NOT hiring:30d` that becomes true is found when its day begins', async () => {
  await write([job('quiet', 'a', { type: 'funding', fields: {} }), job('quiet', 'b')])
  const { id } = await save('funding NOT hiring:30d')
  await settle()
  clock.at += 29 * DAY
  await settle()
  assert.deepEqual(await history(id), [])
  clock.at += 2 * DAY
  await settle()
  assert.deepEqual(await history(id), ['entered quiet'])
})

test('a company leaves when its window ends, and one that returns too soon sends no alert', async () => {
  const { id } = await save('hiring(title ~ "AI SDR", within: 5d)')
  await settle()
  await write([job('back', 'a')])
  await settle()
  clock.at += 6 * DAY
  await settle()
  await write([job('back', 'b')])
  await settle()
  clock.at += 20 * DAY
  await settle()
  clock.at += 8 * DAY
  await write([job('back', 'c')])
  await settle()
  assert.deepEqual(await history(id), [
    'entered back',
    'left back',
    'entered back back_soon',
    'left back',
    'entered back',
  ])
})

test('THEN, count and NOT are understood', async () => {
  const { id } = await save('funding THEN hiring WITHIN 30d')
  const { id: many3 } = await save('hiring(title ~ "AI SDR", count >= 2)', { name: 'Two' })
  await settle()
  await write([job('seq', 'round', { type: 'funding', fields: {}, occurredAt: clock.at - 9 * DAY }), job('seq', 'a')])
  await settle()
  await write([job('seq', 'b', { fields: { jobTitle: 'Senior AI SDR' } })])
  await settle()
  assert.deepEqual(await history(id), ['entered seq'])
  assert.deepEqual(await history(many3), ['entered seq'])
})

test('a company filter that is met later lets a company enter, and a score too', async () => {
  const { id } = await save('hiring(title ~ "AI SDR")', { filters: { countries: ['DE'], employeesMin: 50 } })
  await settle()
  await write([job('facts', 'a')])
  await settle()
  await write([company(domain('facts'), { hqCountry: 'DE', employeeCount: 80 })])
  await settle()
  await write([company(domain('facts'), { hqCountry: 'FR' })])
  await settle()
  assert.deepEqual(await history(id), ['entered facts', 'left facts'])
})

test('a merge takes over a company’s place, and a split restores it, without alerts', async () => {
  const { id } = await save('hiring(title ~ "AI SDR")')
  await settle()
  await write([job('from', 'a'), company(domain('into'))])
  await settle()
  await mergeCompanies(db, stamper, { from: domain('from'), into: domain('into') })
  await settle()
  await splitCompany(db, stamper, { domain: domain('from') })
  await settle()
  const changes = await history(id)
  assert.deepEqual(changes.slice(0, 1), ['entered from'])
  assert.deepEqual(changes.slice(1, 3).sort(), ['entered into moved', 'left from'])
  assert.deepEqual(changes.slice(3).sort(), ['entered from moved', 'left into'])
})

test('a paused search keeps watching and sends no alerts', async () => {
  const { id } = await save('hiring(title ~ "AI SDR")')
  await settle()
  await db.transaction('settings', (tx) => pauseSearch(tx, 'operator', teamId, id))
  await write([job('during', 'a')])
  await settle()
  await db.transaction('settings', (tx) => resumeSearch(tx, 'operator', teamId, id))
  await write([job('after', 'a')])
  await settle()
  assert.deepEqual(await history(id), ['entered during paused', 'entered after'])
})

test('a list limits a search: added accounts aren’t news, a company that appears later is', async () => {
  const list = await db.transaction('settings', (tx) => createList(tx, 'operator', teamId, { name: `mine ${unique}` }))
  await write([job('listed', 'a')])
  const { id } = await save('hiring(title ~ "AI SDR")', { filters: { list: list.name } })
  await settle()
  await write([job('unlisted', 'a')])
  await settle()
  assert.deepEqual(await history(id), [])
  const accounts = [domain('listed'), domain('later')].join('\n')
  await db.transaction('settings', (tx) => addAccounts(tx, 'operator', teamId, { listId: list.id, accounts }))
  await settle()
  await write([job('later', 'a')])
  await settle()
  assert.deepEqual(await history(id), ['entered listed history', 'entered later'])
  await db.transaction('settings', (tx) =>
    deleteList(tx, 'operator', teamId, { listId: list.id, force: true, usersOf: async () => [] }),
  )
  await settle()
  const [search] = await many<{ problem: string }>(
    db.pool('settings'),
    `select problem from saved_searches where id = $1`,
    [id],
  )
  assert.match(search?.problem ?? '', /list was deleted/)
})

test('a search that fails once is retried, and the team sees a repeated failure', async () => {
  const { id } = await save('hiring(title ~ "AI SDR")')
  let fails = true
  const flaky: typeof engine = {
    ...engine,
    evidence: async (asked) => {
      if (fails) throw new Error('too slow')
      return engine.evidence(asked)
    },
  }
  await watcher.leave()
  const other = new Watcher({ db, log: silentLog, engine: flaky, now: () => clock.at, sweepAgainMs: 0 })
  const problemAfterStep = async () => {
    other.announceChange()
    await other.step()
    const { problem, sweep } = await one<{ problem: string | null; sweep: string | null }>(
      db.pool('settings'),
      'select problem, sweep from saved_searches where id = $1',
      [id],
    )
    assert.equal(sweep === null, !fails)
    return problem
  }
  assert.equal(await problemAfterStep(), null)
  assert.match((await problemAfterStep()) ?? '', /too slow/)
  fails = false
  assert.equal(await problemAfterStep(), null)
  await other.leave()
})

test('a new day’s entries send alerts, though the list was edited just before', async () => {
  const list = await db.transaction('settings', (tx) => createList(tx, 'operator', teamId, { name: `mine ${unique}` }))
  const add = (accounts: string) =>
    db.transaction('settings', (tx) => addAccounts(tx, 'operator', teamId, { listId: list.id, accounts }))
  await add(domain('quiet'))
  const round = { type: 'funding', fields: {} } as const
  await write([job('quiet', 'a', round), job('quiet', 'b'), job('added', 'a', round)])
  const { id } = await save('funding NOT hiring:30d', { filters: { list: list.name } })
  await settle()
  clock.at += 31 * DAY
  await add(domain('added'))
  await settle()
  assert.deepEqual(await history(id), ['entered added history', 'entered quiet'])
})

test('a domain of a filter leads to a company that appears later', async () => {
  const { id } = await save('hiring(title ~ "AI SDR")', { filters: { domains: [domain('named')] } })
  await settle()
  await write([job('named', 'a'), job('unnamed', 'a')])
  await settle()
  assert.deepEqual(await history(id), ['entered named'])
})

test('no more than 100 saved searches, and no name twice', async () => {
  await save('hiring', { name: 'Same' })
  await assert.rejects(save('hiring', { name: 'same' }), /named "same" already/)
  const { id } = await save('hiring', { name: 'ÄRZTE В МОСКВЕ' })
  await assert.rejects(save('hiring', { name: 'ärzte в москве'.normalize('NFD') }), /already/)
  const rename = (name: string) =>
    db.transaction('settings', (tx) => changeSearch(tx, 'operator', teamId, id, { name }, DESTINATION_OPTIONS))
  await rename('Ärzte в Москве')
  await assert.rejects(rename('SAME'), /named "SAME" already/)
  await db.pool('settings').query(
    `insert into saved_searches (team_id, place, name, query, destination, target)
     select $1, place, 'Search ' || place, 'hiring', 'slack', '' from generate_series(3, 100) place`,
    [teamId],
  )
  await assert.rejects(save('hiring', { name: 'One more' }), /at most 100 saved searches/)
})

test('an invalid search is rejected with the reason', async () => {
  await assert.rejects(save('hirring(', {}), /The query is not valid/)
  await assert.rejects(save('hiring', { filters: { countries: ['Atlantis'] } }), /unknown country/)
  await assert.rejects(save('hiring', { to: 'mail:someone@acme.example' }), /has no mail server/)
  await assert.rejects(save('hiring', { to: 'pigeon:loft' }), /webhook:URL, slack:URL, mail:ADDRESS or today/)
  await assert.rejects(save('hiring', { to: 'webhook:https://10.0.0.1/' }), /must point to a public address/)
  await assert.rejects(save('hiring', { every: 'year' }), /now, hour, day, week/)
})

test('a search that is shown on Today writes no messages, and drops those that wait when it becomes one', async () => {
  const messages = async () =>
    (await one<{ count: number }>(db.pool('settings'), `select count(*)::int as count from search_messages`)).count
  const { id } = await save('hiring(title ~ "AI SDR")', { to: 'today' })
  await settle()
  await write([job('shown', 'a')])
  await settle()
  assert.deepEqual([await history(id), await messages()], [['entered shown'], 0])
  const change = (to: string) =>
    db.transaction('settings', (tx) => changeSearch(tx, 'operator', teamId, id, { to }, DESTINATION_OPTIONS))
  await change('slack:http://127.0.0.1:9/hook')
  await write([job('sent', 'a')])
  await settle()
  assert.equal(await messages(), 1)
  await change('today')
  assert.deepEqual([await history(id), await messages()], [['entered shown', 'entered sent'], 0])
})
