// A cached page equals a fresh one, and costs as many records.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import fastify from 'fastify'
import { cleanup } from '../../../test/harness/cleanup.ts'
import { openTestDatabase } from '../../../test/harness/database.ts'
import { company, DAY, signal } from '../../../test/harness/signals.ts'
import { type Database, DatabaseClock } from '../../db/index.ts'
import { apiScope, sendError } from '../../http/index.ts'
import { Stamper } from '../../write/log/index.ts'
import { writeRecords } from '../../write/write-path/index.ts'
import type { SearchEngine } from '../engine.ts'
import { postgresEngine } from '../postgres/engine.ts'
import { searchRoutes } from './routes.ts'
import { SearchCaches } from './search-caches.ts'

let db: Database
before(async () => {
  db = await openTestDatabase()
})

const unix = Math.floor(Date.now() / 1_000)
const write = (...records: Parameters<typeof writeRecords>[2]) => writeRecords(db, new Stamper(db), records)

/** Only the route, with an engine whose position is that of the log when `follow` was last called. */
async function newApp() {
  const postgres = postgresEngine(db.pool('search'))
  const state = { searches: 0, seconds: 0, records: -1, position: undefined as number | undefined }
  const engine: SearchEngine = {
    ...postgres,
    get position() {
      return state.position
    },
    page: (search) => {
      state.searches++
      return postgres.page(search)
    },
  }
  const clock = new DatabaseClock(db.pool('read'))
  const shifted = { now: async () => (await clock.now()) + state.seconds } as DatabaseClock
  const app = fastify()
  cleanup(() => app.close())
  app.setErrorHandler(sendError)
  await app.register(async (scope) => {
    await apiScope(scope)
    scope.decorateReply('cost', null as never)
    scope.addHook('onSend', async (_request, reply) => {
      state.records = reply.cost?.records ?? 0
    })
    const caches = new SearchCaches(db.pool('read'), engine)
    await caches.values.newest()
    searchRoutes(scope.withTypeProvider(), engine, db.pool('read'), shifted, caches, () => 'team')
  })
  const search = async (body: object) => {
    const reply = await app.inject({ method: 'POST', url: '/companies', payload: body })
    assert.equal(reply.statusCode, 200, reply.body)
    return reply.body
  }
  const follow = async () => {
    state.position = await new Stamper(db).stamp()
  }
  return { app, state, search, follow }
}

test('a page is built once per log position, and again after every kind of change', async () => {
  const domain = 'pages.example'
  const job = (key: string, parts = {}) => signal(domain, key, { occurredAt: unix - DAY, ...parts })
  const changes: Record<string, () => Promise<unknown>> = {
    'a company and a signal': () => write(company(domain), job('a')),
    'another label': () => write(job('a', { label: 'Another label' })),
    'another name': () => write(company(domain, { name: 'Another name' })),
    'one more': () => write(job('b')),
    'a closed one': () => write(job('b', { status: 'closed' })),
    'one taken away': () => write(job('a', { status: 'retracted' })),
    'another company': () => write(signal('other.example', 'a', { occurredAt: unix - DAY })),
  }
  const { state, search, follow } = await newApp()
  const body = { signal_query: 'hiring', explain: true }
  let before = ''
  for (const [what, change] of Object.entries(changes)) {
    await change()
    await follow()
    const reply = await search(body)
    assert.equal(reply, await (await newApp()).search(body), what)
    assert.notEqual(reply, before, what)
    const { searches, records } = state
    assert.equal(await search(body), reply, `${what}, again`)
    assert.deepEqual([state.searches, state.records], [searches, records], `${what}, cached`)
    before = reply
  }
})

test('every search has its own page, and a new day invalidates all of them', async () => {
  const { state, search, follow } = await newApp()
  await follow()
  const bodies = [
    { signal_query: 'hiring' },
    { signal_query: 'funding' },
    { signal_query: 'hiring', pageSize: 1 },
    { signal_query: 'hiring', pageSize: 1, page: 2 },
    { signal_query: 'hiring', sort: 'recent' },
    { signal_query: 'hiring', countries: ['DE'] },
    { signal_query: 'hiring', explain: true },
  ]
  const fresh = await newApp()
  for (let round = 0; round < 2; round++) {
    for (const body of bodies) assert.equal(await search(body), await fresh.search(body), JSON.stringify(body))
  }
  assert.equal(state.searches, bodies.length)
  // The same query, spelled differently.
  await search({ signal_query: ' hiring ', page: 1 })
  assert.equal(state.searches, bodies.length)
  state.seconds = DAY
  await search({ signal_query: 'hiring' })
  assert.equal(state.searches, bodies.length + 1)
})

test('an engine without a position is searched each time', async () => {
  const { state, search } = await newApp()
  await search({ signal_query: 'hiring' })
  await search({ signal_query: 'hiring' })
  assert.equal(state.searches, 2)
})

test('a sentence has the answer of its written form, and the reply says how it was read', async () => {
  const ago = unix - 2 * DAY
  await write(
    company('pay.example', { industry: 'fintech', hqCountry: 'DE' }),
    signal('pay.example', 'pay-job', { occurredAt: ago, fields: { jobTitle: 'Data Engineer', country: 'DE' } }),
    company('ship.example', { industry: 'logistics', hqCountry: 'DE' }),
    signal('ship.example', 'ship-job', { occurredAt: ago, fields: { jobTitle: 'Data Engineer', country: 'DE' } }),
  )
  const { search } = await newApp()
  const find = async (body: object) => JSON.parse(await search(body))
  const { understood, ...sentence } = await find({ signal_query: 'fintech hiring data engineers in Germany' })
  assert.deepEqual(understood, {
    signal_query: 'hiring(text ~ data engineers, country: DE)',
    industries: ['fintech'],
  })
  assert.deepEqual(sentence, await find(understood))
  assert.deepEqual(
    sentence.companies.map(({ domain }: { domain: string }) => domain),
    ['pay.example'],
  )
  const { understood: named, companies } = await find({ signal_query: 'is ship.example hiring data engineers' })
  assert.deepEqual(named, { signal_query: 'hiring(text ~ data engineers)', domains: ['ship.example'] })
  assert.deepEqual([companies.length, companies[0].domain], [1, 'ship.example'])
  const scored = await find({ signal_query: 'companies with an AI adoption score above 90, no agencies' })
  assert.deepEqual(scored.understood, {
    signal_query: 'any',
    adoptionScoreMin: 90,
    employerKind: ['direct', 'unknown'],
  })
})

test('plain words that find nothing get a reason', async () => {
  const { search } = await newApp()
  const reasons = async (body: object) => {
    const { total, warnings = [] } = JSON.parse(await search(body))
    assert.equal(total, 0)
    return warnings.map(({ message }: { message: string }) => message)
  }
  assert.deepEqual(await reasons({ signal_query: 'hiring wizards in Germany' }), [
    'No company matches hiring(text ~ wizards, country: DE).',
  ])
  assert.deepEqual(
    await reasons({ signal_query: 'fintech hiring data engineers and using HubSpot', employeesMin: 5 }),
    ['There are no tool signals.'],
  )
  assert.deepEqual(await reasons({ signal_query: 'data engineers hiring', countries: ['FR'] }), [
    'No company is in FR (France).',
  ])
  assert.deepEqual(await reasons({ signal_query: 'data engineers hiring', employeesMin: 5 }), [
    '2 companies match the query, but none of them passes the filters: employeesMin.',
  ])
  assert.deepEqual(await reasons({ signal_query: 'is nobody.example hiring data engineers' }), [
    'No company has one of these domains.',
  ])
  const excluded = { signal_query: 'is pay.example hiring data engineers', domainsNot: ['pay.example'] }
  assert.deepEqual(await reasons(excluded), [
    'None of the companies with these domains matches the rest of the request.',
  ])
})

test('a sentence and a filter that exclude each other are an error that names both', async () => {
  const { app } = await newApp()
  const contradictions = [
    ['German companies hiring', { countries: ['FR'] }, /signal_query says DE, and the filter countries says FR/],
    ['agencies hiring', { employerKind: ['direct'] }, /says agency, and the filter employerKind says direct/],
    ['is acme.example hiring', { domains: ['globex.example'] }, /says acme.example, and the filter domains has none/],
  ] as const
  for (const [signal_query, filters, message] of contradictions) {
    const payload = { signal_query, ...filters }
    const reply = await app.inject({ method: 'POST', url: '/companies', payload })
    assert.equal(reply.statusCode, 422, signal_query)
    assert.match(reply.body, message)
  }
})
