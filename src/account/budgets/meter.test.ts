// The hooks around a route: what is rejected before the work, what a rejection costs, and the order of the checks.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import fastify, { type InjectOptions } from 'fastify'
import { cleanup } from '../../../test/harness/cleanup.ts'
import { openTestDatabase } from '../../../test/harness/database.ts'
import { setLimitOverride } from '../../../test/harness/operator.ts'
import type { Database, Queryable } from '../../db/index.ts'
import { companyNotFound, sendError, validationFailed } from '../../http/index.ts'
import type { Bucket } from '../plans/index.ts'
import { createTeam } from '../teams/index.ts'
import { Budgets } from './budgets.ts'
import { type ChargedAccount, readBudgets } from './charge.ts'
import { meter } from './meter.ts'

let db: Database
let teamCount = 0
before(async () => {
  db = await openTestDatabase()
})

const KNOWN = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002']
const UNKNOWN_COMPANY = '00000000-0000-4000-8000-00000000ffff'

/** A list and a company behind the meter, with counts of the work and of the database queries. */
async function newApp() {
  const owner = { email: `owner${teamCount++}@example.com`, password: 'a password' }
  const { id: teamId } = await createTeam(db, { name: 'Team', plan: 'pro' }, owner)
  const { id: otherTeamId } = await createTeam(db, { name: 'Other', plan: 'pro' }, owner)
  const account: ChargedAccount = { teamId, plan: 'pro' }
  const other: ChargedAccount = { teamId: otherTeamId, plan: 'pro' }
  const counts = { work: 0, queries: 0 }
  /** The work of a list waits for it. */
  const gate = { promise: Promise.resolve() }
  const watched: Queryable = {
    query: (sql, values) => {
      counts.queries++
      return db.pool('charge').query(sql, values as unknown[])
    },
  }
  const app = fastify()
  cleanup(() => app.close())
  app.setErrorHandler(sendError)
  meter(app, new Budgets(watched), ({ headers }) => (headers['x-other'] ? other : account))
  app.post<{ Body: { page: number; rows: number } }>(
    '/list',
    {
      config: {
        metered: 'list',
        cost: ({ body }) => ({ records: 1, pageTurns: (body as { page: number }).page > 1 ? 1 : 0 }),
        unvalidatedCost: ({ body }) => ({
          records: 1,
          pageTurns: Number((body as { page?: unknown })?.page) > 1 ? 1 : 0,
        }),
      },
      preValidation: async ({ body }) => {
        if (typeof body.page !== 'number') throw validationFailed([{ field: 'page', message: 'page is a number' }])
      },
    },
    async ({ body: { page, rows } }, reply) => {
      counts.work++
      await gate.promise
      reply.cost = { records: rows, pageTurns: page > 1 ? 1 : 0 }
      return { rows }
    },
  )
  app.get<{ Params: { id: string } }>(
    '/companies/:id',
    {
      config: {
        metered: 'company',
        cost: ({ params }) => ({ records: 1, companyId: (params as { id: string }).id }),
        unvalidatedCost: ({ params }) => ({ records: 1, companyId: (params as { id: string }).id }),
        knowsCompany: async (id) => KNOWN.includes(id),
      },
    },
    async ({ params: { id } }) => {
      counts.work++
      if (!KNOWN.includes(id)) throw companyNotFound(id)
      return { id }
    },
  )
  const answer = async (request: InjectOptions) => {
    const { statusCode, json } = await app.inject(request)
    const { error } = json() as { error?: { limitType?: string } }
    return error?.limitType ?? statusCode
  }
  return {
    app,
    counts,
    gate,
    list: (page = 1, rows = 10) => answer({ method: 'POST', url: '/list', payload: { page, rows } }),
    listAsOther: () =>
      answer({ method: 'POST', url: '/list', payload: { page: 1, rows: 1 }, headers: { 'x-other': '1' } }),
    nonsense: () => answer({ method: 'POST', url: '/list', payload: { page: 'first' } }),
    open: (id = KNOWN[0]) => answer({ method: 'GET', url: `/companies/${id}` }),
    /** The complete reply to a list, or to a company. */
    send: (of: { page: number; rows?: number } | string) =>
      app.inject(
        typeof of === 'string'
          ? { method: 'GET', url: `/companies/${of}` }
          : { method: 'POST', url: '/list', payload: { rows: 10, ...of } },
      ),
    account,
    limit: (bucket: Bucket, limit: number) => setLimitOverride(db.pool('settings'), teamId, bucket, limit),
    teamId,
  }
}

test('a list with no records left is rejected without the work, and within the same second without a query', async () => {
  const { counts, list, limit } = await newApp()
  await limit('monthlyRecords', 20)
  assert.deepEqual([await list(), await list()], [200, 200])
  const { queries } = counts
  const startedMs = performance.now()
  for (let i = 0; i < 50; i++) assert.equal(await list(), 'monthly_records')
  const seconds = Math.ceil((performance.now() - startedMs) / 1_000)
  assert.equal(counts.work, 2)
  assert.ok(counts.queries <= queries + seconds, `${counts.queries - queries} queries in ${seconds} s`)
  await limit('monthlyRecords', 40)
  await sleep(1_000)
  assert.equal(await list(), 200)
})

test('a page that is larger than the remaining records is rejected, and a smaller one passes', async () => {
  const { list, limit } = await newApp()
  await limit('monthlyRecords', 20)
  assert.deepEqual([await list(1, 15), await list(1, 15), await list(1, 5)], [200, 'monthly_records', 200])
})

test('page turns are checked from the second page on', async () => {
  const { counts, list, limit } = await newApp()
  await limit('monthlyPageTurns', 1)
  assert.deepEqual([await list(2), await list(2), await list(1)], [200, 'monthly_page_turns', 200])
  assert.equal(counts.work, 2)
})

test('an invalid request is reported before the records are checked, but after the requests', async () => {
  const { list, nonsense, limit } = await newApp()
  await limit('monthlyRecords', 10)
  assert.equal(await list(), 200)
  assert.deepEqual([await list(), await nonsense()], ['monthly_records', 422])
  await limit('dailyRequests', 1)
  await sleep(1_000)
  assert.deepEqual([await list(), await nonsense()], ['monthly_records', 'monthly_records'])
})

test('invalid requests detect that another node has used up the requests', async () => {
  const { list, nonsense, open, limit, account } = await newApp()
  await limit('dailyRequests', 3)
  assert.equal(await list(), 200)
  const other = new Budgets(db.pool('charge'))
  const charge = () => other.charge({ account, cost: { endpoint: 'list', records: 0 }, isGone: () => false })
  assert.deepEqual([(await charge()).outcome, (await charge()).outcome], ['charged', 'charged'])
  await sleep(1_000)
  assert.deepEqual([await nonsense(), await open(UNKNOWN_COMPANY)], ['daily_requests', 'daily_requests'])
})

test('no company beyond the cap is read; one that is already open is, and an unknown one is 404', async () => {
  const { counts, open, limit } = await newApp()
  await limit('dailyCompanyDetail', 1)
  assert.equal(await open(KNOWN[0]), 200)
  assert.equal(counts.work, 1)
  assert.equal(await open(KNOWN[1]), 'daily_company_detail')
  assert.equal(counts.work, 1)
  assert.equal(await open(KNOWN[0]), 200)
  assert.equal(await open(UNKNOWN_COMPANY), 404)
})

test('with no records left, an unknown company is not even looked up', async () => {
  const { counts, open, limit } = await newApp()
  await limit('monthlyRecords', 1)
  assert.equal(await open(), 200)
  assert.equal(await open(UNKNOWN_COMPANY), 'monthly_records')
  assert.equal(counts.work, 1)
})

test('a hint is not used beyond the end of its month', async () => {
  let before: unknown[] = []
  let after: unknown
  // Once more where a busy machine has not answered both before the month ends.
  for (let tries = 0, isLate = true; isLate && tries < 20; tries++) {
    const { list, limit, teamId } = await newApp()
    await limit('monthlyRequests', 1)
    const end = Math.floor(Date.now() / 1_000) + 2
    await db.pool('settings').query(
      `insert into team_billing (team_id, provider, customer_id, period_start, period_end, anchor)
       values ($1, 'stripe', $3, to_timestamp($2) - interval '30 days', to_timestamp($2), to_timestamp($2))`,
      [teamId, end, `cus_${tries}`],
    )
    await sleep(end * 1_000 - Date.now() - 700)
    before = [await list(), await list()]
    isLate = Date.now() >= end * 1_000
    await sleep(Math.max(0, end * 1_000 - Date.now() + 5))
    after = await list()
  }
  assert.deepEqual([before, after], [[200, 'monthly_requests'], 200])
})

test('a team that waits for its own row does not block another', async () => {
  const { counts, list, listAsOther, teamId } = await newApp()
  assert.equal(await list(), 200)
  let waiting: Promise<unknown>[] = []
  await db.transaction('settings', async (tx) => {
    await tx.query('select from team_usage where team_id = $1 for update', [teamId])
    // More than can run concurrently.
    waiting = Array.from({ length: 15 }, () => list())
    while (counts.work < 16) await sleep(5)
    assert.equal(await listAsOther(), 200)
  })
  assert.deepEqual(new Set(await Promise.all(waiting)), new Set([200]))
})

async function until(isSo: () => boolean): Promise<void> {
  for (let tries = 0; tries < 2_000 && !isSo(); tries++) await sleep(5)
  assert.ok(isSo())
}

/** Uses up a budget: the operator lowers the limit to what is used. */
async function fill({ send, limit }: Awaited<ReturnType<typeof newApp>>, ...buckets: Bucket[]): Promise<void> {
  assert.equal((await send({ page: 2, rows: 1 })).statusCode, 200)
  assert.equal((await send(KNOWN[0] as string)).statusCode, 200)
  const used = { perMinute: 2, dailyRequests: 2, monthlyRequests: 2, monthlyRecords: 2, monthlyPageTurns: 1 }
  for (const bucket of buckets) await limit(bucket, { ...used, dailyCompanyDetail: 1 }[bucket])
  // The charge finds them full. Its hint is trusted for a second.
  assert.equal((await send({ page: 1 })).statusCode, 429)
  await sleep(1_000)
}

test('a 429 reports the budget that resets last of all that the request uses, and has the headers of that budget', async () => {
  const first = { page: 1 }
  const second = { page: 2 }
  const [opened, other] = KNOWN as [string, string]
  const table: [full: Bucket[], request: { page: number } | string, reported: Bucket][] = [
    [['perMinute', 'monthlyRecords'], first, 'monthlyRecords'],
    [['perMinute', 'dailyRequests'], first, 'dailyRequests'],
    [['perMinute', 'monthlyPageTurns'], first, 'perMinute'],
    [['perMinute', 'monthlyPageTurns'], second, 'monthlyPageTurns'],
    [['perMinute', 'monthlyRecords'], other, 'monthlyRecords'],
    [['perMinute', 'dailyCompanyDetail'], opened, 'perMinute'],
    [['perMinute', 'dailyCompanyDetail'], other, 'dailyCompanyDetail'],
    [['perMinute', 'dailyCompanyDetail'], UNKNOWN_COMPANY, 'perMinute'],
    [['dailyCompanyDetail', 'monthlyRecords'], other, 'monthlyRecords'],
  ]
  await Promise.all(
    table.map(async ([full, request, bucket]) => {
      const team = await newApp()
      await fill(team, ...full)
      // The first one is answered by the database, the second one by the hint.
      for (const source of ['database', 'hint']) {
        const { statusCode, headers, json } = await team.send(request)
        const name = `${full} ${JSON.stringify(request)} by the ${source}`
        assert.equal(statusCode, 429, name)
        const { error } = json() as { error: Record<string, unknown> }
        const state = await readBudgets(db.pool('charge'), team.account)
        assert.ok('buckets' in state)
        const { limit, used, remaining, resetUnix } = state.buckets[bucket]
        assert.equal(
          error.limitType,
          bucket.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
          name,
        )
        assert.deepEqual(
          [error.limit, error.used, error.remaining, error.resetUnix],
          [limit, used, remaining, resetUnix],
        )
        const sent = ['limit', 'remaining', 'reset', 'policy'].map((each) => headers[`x-ratelimit-${each}`])
        assert.deepEqual(sent, [String(limit), String(remaining), String(resetUnix), error.limitType], name)
        const wait = Number(headers['retry-after'])
        assert.ok(Math.abs(resetUnix - state.nowUnix - wait) < 5, `${name}: ${wait} s`)
      }
    }),
  )
})

test('a 429 reports the same budget, however long the body is and however it is sent', async () => {
  const team = await newApp()
  await fill(team, 'perMinute', 'monthlyPageTurns')
  const body = (bytes: number) => JSON.stringify({ page: 2, rows: 1, padding: 'x'.repeat(bytes) })
  const headers = { 'content-type': 'application/json' }
  for (const payload of [
    body(10),
    body(5_000),
    body(60_000),
    Readable.from([body(10)]),
    Readable.from([body(5_000)]),
  ]) {
    const { statusCode, json } = await team.app.inject({ method: 'POST', url: '/list', headers, payload })
    assert.equal(statusCode, 429)
    assert.equal(json().error.limitType, 'monthly_page_turns')
  }
  // The page in a body that is too large isn't read, and the reply arrives.
  const url = await team.app.listen({ port: 0 })
  const tooLong = { method: 'POST', headers, body: Readable.from([Buffer.from(body(70_000))]), duplex: 'half' }
  assert.equal((await fetch(`${url}/list`, tooLong as unknown as RequestInit)).status, 429)
})

test('a 429 promises that a smaller page fits only for the first page, and only if nothing else is full', async () => {
  const message = async (team: Awaited<ReturnType<typeof newApp>>, page: number) => {
    const { error } = (await team.send({ page, rows: 25 })).json() as { error: { limitType: string; message: string } }
    assert.equal(error.limitType, 'monthly_records')
    return error.message
  }
  const team = await newApp()
  await team.limit('monthlyRecords', 2)
  assert.match(await message(team, 1), / A pageSize of 2 would fit\.$/)
  assert.doesNotMatch(await message(team, 12), /pageSize/)
  assert.match(await message(team, 12), /^Only 2 of 2 records in a billing month are left until /)
  await team.limit('perMinute', 0)
  await sleep(1_000)
  const { error } = (await team.send({ page: 1, rows: 25 })).json() as { error: { message: string } }
  assert.doesNotMatch(error.message, /pageSize/)
})

test('a client that leaves before its reply is ready is not charged', async () => {
  const { app, counts, gate, account } = await newApp()
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const { promise, resolve: open } = Promise.withResolvers<void>()
  gate.promise = promise
  const sockets: Socket[] = []
  app.server.on('connection', (socket) => sockets.push(socket))
  const body = JSON.stringify({ page: 1, rows: 3 })
  const send = () => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    socket.write(
      `POST /list HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    )
    return socket
  }
  const clients = { reset: send(), ended: send(), stays: send() }
  await until(() => counts.work === 3)
  clients.reset.resetAndDestroy()
  clients.ended.end()
  // The server has noticed both.
  await until(() => sockets.filter(({ destroyed, writable }) => !destroyed && writable).length === 1)
  open()
  const [reply] = (await once(clients.stays, 'data')) as [Buffer]
  assert.match(reply.toString(), /^HTTP\/1\.1 200 /)
  clients.stays.destroy()
  await app.close()
  const state = await readBudgets(db.pool('charge'), account)
  assert.ok('buckets' in state)
  assert.deepEqual([state.buckets.monthlyRequests.used, state.buckets.monthlyRecords.used], [1, 3])
})
