// A cached dossier equals, byte for byte, the one that would be composed now, after every kind of change.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import fastify from 'fastify'
import { cleanup } from '../../../test/harness/cleanup.ts'
import { openTestDatabase } from '../../../test/harness/database.ts'
import { company, DAY, signal } from '../../../test/harness/signals.ts'
import type { Database, Queryable } from '../../db/index.ts'
import { sendError } from '../../http/index.ts'
import { Stamper } from '../../write/log/index.ts'
import { companyId, signalId, writeRecords } from '../../write/write-path/index.ts'
import { SliceCache } from '../slices/index.ts'
import { DossierReplies, dossierRoutes } from './index.ts'

let db: Database
before(async () => {
  db = await openTestDatabase()
})

const now = Math.floor(Date.now() / 1_000)
const write = (...records: Parameters<typeof writeRecords>[2]) => writeRecords(db, new Stamper(db), records)

/** Only the route, with counts of how often a complete company and a fingerprint were read. */
function newApp(position?: () => number) {
  const counts = { read: 0, fingerprints: 0 }
  const counting: Queryable = {
    query: (sql, values) => {
      if (typeof sql !== 'string' && sql.name === 'read_dossier') counts.read++
      if (typeof sql !== 'string' && sql.name === 'read_dossier_fingerprints') counts.fingerprints++
      return db.pool('search').query(sql, values as unknown[])
    },
  }
  const app = fastify()
  cleanup(() => app.close())
  app.setErrorHandler(sendError)
  dossierRoutes(app, new DossierReplies(counting, new SliceCache(db.pool('search')), position))
  const get = async (domain: string, signal?: string) => {
    const query = signal === undefined ? '' : `?signal=${signal}`
    const { statusCode, body } = await app.inject({ url: `/companies/${companyId(domain)}${query}` })
    return statusCode === 200 ? body : String(statusCode)
  }
  return { counts, get }
}

test('after every kind of change, a cached dossier equals a fresh one', async () => {
  const domain = 'cached.example'
  const job = (key: string, parts = {}) => signal(domain, key, { occurredAt: now - DAY, ...parts })
  const touch = () =>
    db.pool('settings').query(`update signals set last_seen_at = last_seen_at + interval '1 day' where key = 'c'`)
  const changes: Record<string, () => Promise<unknown>> = {
    'a company': () => write(company(domain)),
    'its first signal': () => write(job('a')),
    'a second signal': () => write(job('b')),
    'a changed signal': () => write(job('a', { label: 'Another label' })),
    'a closed signal': () => write(job('b', { status: 'closed' })),
    // The count and the sum over the signals that are not retracted stay the same. Only the retracted one shows the change.
    'one signal retracted and one added': () => write(job('a', { status: 'retracted' }), job('c')),
    'a signal seen again': touch,
    'another name': () => write(company(domain, { name: 'Another name', employeeCount: 7 })),
    'a derived signal': () =>
      write(job('d', { type: 'tool', fields: { tool: 'OpenAI API', ai: true, change: 'adopted' } })),
    'no change': async () => {},
  }
  const { counts, get } = newApp()
  assert.equal(await get(domain), '404')
  let before = ''
  for (const [what, change] of Object.entries(changes)) {
    await change()
    const body = await get(domain)
    assert.equal(body, await newApp().get(domain), what)
    assert.equal(body === before, what === 'no change', what)
    const { read } = counts
    assert.equal(await get(domain), body, `${what}, again`)
    assert.equal(counts.read, read, `${what} was cached`)
    before = body
  }
})

test('a dossier lists the sources of a fact, if there are several', async () => {
  const domain = 'sources.example'
  const job = (source: string, parts = {}) =>
    signal(domain, `${source}-job`, { source, url: `https://${source}.example/job`, occurredAt: now - DAY, ...parts })
  await write(job('board', { confidence: 0.95 }), job('careers'), job('agency', { status: 'retracted' }))
  await write(signal(domain, 'other', { fields: { jobTitle: 'Another job' } }))
  const { signals } = JSON.parse(await newApp().get(domain)).data
  assert.equal(signals.length, 2)
  const [fact, other] = signals
  assert.deepEqual(fact.source, { name: 'board', url: 'https://board.example/job' })
  assert.deepEqual(fact.sources.map(({ name, url }: { name: string; url: string }) => [name, url]).sort(), [
    ['board', 'https://board.example/job'],
    ['careers', 'https://careers.example/job'],
  ])
  assert.deepEqual(Object.keys(fact.sources[0]).sort(), ['firstSeenAt', 'lastSeenAt', 'name', 'url'])
  assert.equal('sources' in other, false)
})

test('a cached dossier is checked by its fingerprint, and read again only after a change to its company', async () => {
  const domain = 'checked.example'
  await write(company(domain), signal(domain, 'a', { occurredAt: now - DAY }))
  const { counts, get } = newApp()
  const first = await get(domain)
  assert.deepEqual(counts, { read: 1, fingerprints: 0 })
  await write(company('elsewhere.example'))
  for (let i = 0; i < 3; i++) assert.equal(await get(domain), first)
  assert.deepEqual(counts, { read: 1, fingerprints: 3 })
  await write(company(domain, { name: 'Another name' }))
  assert.equal(await get(domain), await newApp().get(domain))
  assert.deepEqual(counts, { read: 2, fingerprints: 4 })
})

test('a node that follows the log queries nothing while the log does not move, and checks again when it does', async () => {
  const domain = 'followed.example'
  const stamp = () => new Stamper(db).stamp()
  await write(company(domain), signal(domain, 'a', { occurredAt: now - DAY }))
  let position = await stamp()
  const { counts, get } = newApp(() => position)
  const first = await get(domain)
  assert.equal(await get(domain), first)
  assert.deepEqual(counts, { read: 1, fingerprints: 0 })
  // A change to another company: one fingerprint query, and the dossier is valid at the new position.
  await write(company('another.example'))
  position = await stamp()
  for (let i = 0; i < 3; i++) assert.equal(await get(domain), first)
  assert.deepEqual(counts, { read: 1, fingerprints: 1 })
  await write(company(domain, { name: 'Another name' }))
  position = await stamp()
  assert.equal(await get(domain), await newApp().get(domain))
  assert.deepEqual(counts, { read: 2, fingerprints: 2 })
})

test('concurrent requests for many companies each get their own', async () => {
  const domains = Array.from({ length: 20 }, (_, i) => `own${i}.example`)
  await write(...domains.map((domain) => company(domain)))
  const { get } = newApp()
  const requested = [...domains, ...domains, ...domains, 'nobody.example']
  for (let round = 0; round < 2; round++) {
    const bodies = await Promise.all(requested.map((domain) => get(domain)))
    for (const [i, body] of bodies.entries()) {
      if (requested[i] === 'nobody.example') assert.equal(body, '404')
      else assert.equal(JSON.parse(body).data.identity.domain, requested[i])
    }
  }
})

test('why now is the dossier’s note on the slice that these signals put the company into', async () => {
  const [domain, replies] = ['why.example', new DossierReplies(db.pool('search'), new SliceCache(db.pool('search')))]
  const job = (key: string, jobTitle: string) =>
    signal(domain, key, { occurredAt: now - DAY, fields: { jobTitle, function: 'sales' } })
  await write(job('sdr', 'AI SDR'), job('cook', 'Cook'))
  const { rows } = await db
    .pool('settings')
    .query<{ id: string; key: string }>(`select id, key from signals where key in ('sdr', 'cook')`)
  const whyNow = (key: string) =>
    replies.whyNow(
      companyId(domain),
      rows.filter((row) => row.key === key).map(({ id }) => id),
    )
  assert.equal((await whyNow('sdr'))?.label, 'Hiring for AI-led outbound')
  assert.match((await whyNow('sdr'))?.sentences[0] ?? '', /^The job “AI SDR” was posted (?:yesterday|2 days ago)\b/)
  assert.equal(await whyNow('cook'), undefined)
  assert.equal(await whyNow('nothing'), undefined)
})

test('a dossier that is opened from a webhook has the signal that was sent, also of a company with more than 200', async () => {
  const domain = 'large.example'
  const job = (key: string, daysAgo: number, parts = {}) =>
    signal(domain, key, { occurredAt: now - daysAgo * DAY, fields: { jobTitle: `Clerk ${key}` }, ...parts })
  await write(...Array.from({ length: 230 }, (_, i) => job(`${i}`, i)))
  // Written last, and older than all others: an update of it is sent, too.
  await write(job('sent', 900), job('twin', 901, { source: 'board', fields: { jobTitle: 'Accountant' } }))
  const { counts, get } = newApp()
  const idsOf = (body: string): string[] => JSON.parse(body).data.signals.map(({ id }: { id: string }) => id)
  const [sent, twin] = [signalId('test', 'sent'), signalId('board', 'twin')]
  const plain = await get(domain)
  assert.deepEqual([idsOf(plain).length, idsOf(plain).includes(sent)], [200, false])

  const asked = await get(domain, sent)
  assert.deepEqual([idsOf(asked).length, idsOf(asked).at(-1)], [200, sent], 'newest first, so it is the last')
  assert.equal(JSON.parse(asked).data.signalsTotal, 232)
  assert.ok(idsOf(await get(domain, twin)).includes(twin))
  assert.equal(await get(domain), plain, 'the dossier without it stays cached as it is')
  const { read } = counts
  assert.equal(await get(domain, sent.toUpperCase()), asked, 'and so does the one with it')
  assert.equal(await get(domain, idsOf(plain)[7]), plain, 'one that is shown anyway needs no other dossier')
  assert.equal(counts.read, read)

  await write(job('twin', 900, { source: 'board', fields: { jobTitle: 'Clerk sent' } }))
  assert.ok(idsOf(await get(domain, twin)).includes(sent), 'it turned out to be the same job, which is shown instead')
  await write(job('sent', 900, { status: 'retracted' }), job('twin', 900, { source: 'board', status: 'retracted' }))
  const after = await get(domain)
  assert.equal(await get(domain, sent), after, 'a retracted signal is in no dossier')
  assert.equal(await get(domain, signalId('test', 'of nobody')), after)
})

test('for a company with few signals, all requests share one cached dossier', async () => {
  const domain = 'few.example'
  await write(signal(domain, 'only', { occurredAt: now - DAY }))
  const { counts, get } = newApp()
  const body = await get(domain, signalId('test', 'only'))
  assert.equal(await get(domain), body)
  assert.equal(await get(domain, signalId('test', 'another')), body)
  assert.equal(counts.read, 1)
})
