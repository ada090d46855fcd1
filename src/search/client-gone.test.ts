// A client that closes its connection ends its search, from the socket to the statement in the database.

import assert from 'node:assert/strict'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import fastify from 'fastify'
import pg from 'pg'
import { cleanup } from '../../test/harness/cleanup.ts'
import { openTestDatabase } from '../../test/harness/database.ts'
import { signal } from '../../test/harness/signals.ts'
import { type Database, DatabaseClock } from '../db/index.ts'
import { apiScope, sendError } from '../http/index.ts'
import { Stamper } from '../write/log/index.ts'
import { writeRecords } from '../write/write-path/index.ts'
import type { SearchEngine } from './engine.ts'
import { postgresEngine } from './postgres/engine.ts'
import { searchRoutes } from './requests/routes.ts'
import { SearchCaches } from './requests/search-caches.ts'

async function serve(db: Database, engine: SearchEngine): Promise<number> {
  const app = fastify()
  cleanup(() => app.close())
  app.setErrorHandler(sendError)
  await app.register(async (scope) => {
    await apiScope(scope)
    const teamOf = ({ headers }: { headers: Record<string, unknown> }) => String(headers['x-team'])
    const read = db.pool('read')
    searchRoutes(
      scope.withTypeProvider(),
      engine,
      read,
      new DatabaseClock(read),
      new SearchCaches(read, engine),
      teamOf,
    )
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  return (app.server.address() as AddressInfo).port
}

/** Sends a search and doesn't wait for the reply. */
function send(port: number, query: string, team = 'team'): Socket {
  const body = JSON.stringify({ signal_query: query })
  const socket = connect(port, '127.0.0.1')
  cleanup(() => socket.destroy())
  socket.on('error', () => {})
  socket.write(
    `POST /companies HTTP/1.1\r\nHost: test\r\nX-Team: ${team}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  )
  return socket
}

const SEARCHES = 'pro-signal searches of a test'

/** An engine whose statements have no timeout: only a closed connection ends them. */
async function openPatientEngine() {
  const db = await openTestDatabase()
  await writeRecords(db, new Stamper(db), [signal('a.example', 'a')])
  const pool = new pg.Pool({ connectionString: db.url, max: 6, application_name: SEARCHES })
  pool.on('error', () => {})
  cleanup(() => pool.end())
  const engine = postgresEngine(pool)
  const watcher = await db.connectDirect()
  cleanup(() => watcher.end())
  /** Waits until this many statements of the engine are running. */
  async function untilRunning(count: number): Promise<void> {
    for (let tries = 0; tries < 2_400; tries++) {
      const { rows } = await watcher.query<{ n: number }>(
        `select count(*)::int as n from pg_stat_activity where application_name = $1 and state = 'active'`,
        [SEARCHES],
      )
      if (rows[0]?.n === count) return
      await sleep(25)
    }
    assert.fail(`there were never ${count} running statements`)
  }
  const blocker = await db.connectDirect()
  cleanup(() => blocker.end())
  const block = async () => {
    // Prepares its columns first, so that the engine's clock and catalogue aren't what is blocked.
    await engine.page({
      ...{ query: { node: 'clause', type: 'hiring', conditions: [] }, filters: {}, sort: 'heat', asOf: 0 },
      ...{ offset: 0, limit: 1, explain: false },
    })
    await blocker.query('begin')
    await blocker.query('lock table company_ranks in access exclusive mode')
  }
  return { db, engine, untilRunning, block, unblock: () => blocker.query('rollback') }
}

test('a client that resets its connection ends its search', async () => {
  const { db, engine, untilRunning, block, unblock } = await openPatientEngine()
  const port = await serve(db, engine)
  await block()
  const socket = send(port, 'hiring')
  await untilRunning(1)
  socket.resetAndDestroy()
  await untilRunning(0)
  await unblock()
})

test('many resets leave neither a statement nor a waiting search, and another team is answered', async () => {
  const { db, engine, untilRunning, block, unblock } = await openPatientEngine()
  const port = await serve(db, engine)
  await block()
  const sockets = Array.from({ length: 30 }, (_, n) => send(port, `hiring(within: ${n + 1}d)`, 'attacker'))
  // A third of the connections.
  await untilRunning(2)
  for (const socket of sockets) socket.resetAndDestroy()
  await untilRunning(0)
  await unblock()
  const reply = await fetch(`http://127.0.0.1:${port}/companies`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-team': 'victim' },
    body: JSON.stringify({ signal_query: 'hiring' }),
  })
  assert.equal(reply.status, 200)
})

test('clients of one team with the same search share it, and it continues for the one that stays', async () => {
  const { db, engine, untilRunning, block, unblock } = await openPatientEngine()
  const port = await serve(db, engine)
  await block()
  const first = send(port, 'hiring')
  await untilRunning(1)
  const second = send(port, 'hiring')
  let reply = ''
  second.on('data', (chunk) => {
    reply += String(chunk)
  })
  // A third client, so that the second one's request is known to have arrived.
  const third = send(port, 'hiring AND web')
  await untilRunning(2)
  first.resetAndDestroy()
  third.resetAndDestroy()
  await untilRunning(1)
  await unblock()
  while (!reply.includes('\r\n\r\n')) await new Promise((resolve) => second.once('data', resolve))
  assert.match(reply, /^HTTP\/1.1 200/)
})

test('a query that is too expensive is rejected over HTTP, with advice on how to make it cheaper', async () => {
  const { db, engine } = await openPatientEngine()
  const port = await serve(db, engine)
  // As if there were a million signals.
  await db.pool('ingest').query(`update pg_class set reltuples = 1e6 where relname = 'signals'`)
  const reply = await fetch(`http://127.0.0.1:${port}/companies`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-team': 'attacker' },
    body: JSON.stringify({ signal_query: Array.from({ length: 20 }, () => 'any(text ~ a*|e*|s*)').join(' THEN ') }),
  })
  const { error } = (await reply.json()) as { error: { code: string; message: string; details: unknown[] } }
  assert.deepEqual([reply.status, error.code, error.details.length], [422, 'query_too_expensive', 1])
  assert.match(error.message, /a longer prefix than a\*/)
})

test('a team with too many requests in flight is rejected before they are read', async () => {
  const { db, engine, untilRunning, block, unblock } = await openPatientEngine()
  const port = await serve(db, engine)
  await block()
  const statuses: string[] = []
  const sockets = Array.from({ length: 60 }, (_, n) => {
    const socket = send(port, `hiring(within: ${n + 1}d)`, 'attacker')
    socket.on('data', (chunk) => statuses.push(String(chunk).slice(9, 12)))
    return socket
  })
  await untilRunning(2)
  for (let tries = 0; tries < 2_400 && statuses.length < 28; tries++) await sleep(25)
  assert.deepEqual(new Set(statuses), new Set(['503']))
  assert.equal(statuses.length, 60 - 32)
  for (const socket of sockets) socket.resetAndDestroy()
  await untilRunning(0)
  await unblock()
})
