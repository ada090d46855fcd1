// What visits saw, as a customer reads it: the real commands, then the API over HTTP.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { collectCommand } from '../../src/cli/data/collect.ts'
import { companiesCommands } from '../../src/cli/data/companies.ts'
import { signalsCommands } from '../../src/cli/data/signals.ts'
import { watchCommands } from '../../src/cli/data/watch.ts'
import { type Config, loadConfig } from '../../src/platform/config/config.ts'
import { Stamper } from '../../src/write/log/index.ts'
import { companyId, expireSignals, writeRecords } from '../../src/write/write-path/index.ts'
import { type Api, type ApiTeam, NO_LIMITS, startApi } from '../harness/api.ts'
import { type BoardServer, startBoardServer } from '../harness/board-server.ts'
import { company } from '../harness/signals.ts'
import { typeCommand } from '../harness/type-command.ts'

let api: Api
let team: ApiTeam
let server: BoardServer
let config: Config

before(async () => {
  server = await startBoardServer()
  api = await startApi({ roles: ['api'] })
  team = await api.newTeam({ limits: NO_LIMITS })
  config = loadConfig({
    DATABASE_URL: api.databaseUrl,
    COLLECT_CONTACT: 'owner@example.com',
    COLLECT_REROUTE: server.origin,
  })
})

const commands = [...watchCommands, collectCommand, ...signalsCommands, ...companiesCommands]
const type = async (line: string) => (await typeCommand(commands, line, config)).json

const POSTED = Math.floor(Date.now() / 1_000) - 10 * 86_400
const post = (id: string, location: string) => ({ id, title: 'AI SDR', location, postedAt: POSTED, requisition: '900' })

interface Dossier {
  readonly signals: readonly {
    readonly id: string
    readonly country: string
    readonly countries?: readonly string[]
    readonly lastSeenAt: string
    readonly sources?: readonly { readonly name: string; readonly lastSeenAt: string }[]
  }[]
  readonly slices: readonly { readonly slug: string }[]
  readonly coverage: Readonly<Record<string, { since: string; lastLookedAt: string; sources: string[] } | null>>
}

async function dossier(domain: string): Promise<Dossier> {
  const reply = await team.get(`/companies/${companyId(domain)}`)
  assert.equal(reply.status, 200)
  return ((await reply.json()) as { data: Dossier }).data
}

/** Websites are asked two seconds apart, and this is about boards: they are due tomorrow. */
async function watch(domain: string, board: string): Promise<void> {
  await type(`watch add ${domain} --board ${board}`)
  await api.db.pool('settings').query(
    `update look_times t set due_at = now() + interval '1 day' from looks l
      where l.id = t.look_id and l.target = l.domain and l.domain = $1`,
    [domain],
  )
}

const collect = (domain: string) => type(`collect --once --company ${domain}`)

test('the dossier distinguishes "not monitored" from "monitored, none"', async () => {
  server.board('ashby', 'idle', [])
  await watch('idle.example', 'https://jobs.ashbyhq.com/idle')
  await writeRecords(api.db, new Stamper(api.db), [company('idle.example'), company('unwatched.example')])
  assert.deepEqual((await dossier('idle.example')).coverage, { hiring: null, funding: null, web: null, tool: null })
  await collect('idle.example')

  const looked = await dossier('idle.example')
  assert.deepEqual(looked.signals, [])
  const { hiring, tool, funding } = looked.coverage
  assert.deepEqual([hiring?.sources, tool, funding], [['ashby'], null, null])
  assert.ok(hiring && hiring.since <= hiring.lastLookedAt)
  assert.ok(Date.now() - Date.parse(hiring.lastLookedAt) < 600_000)
  assert.equal((await dossier('unwatched.example')).coverage.hiring, null)

  const search = async (filters: object) =>
    (
      (await (await team.post({ signal_query: 'NOT hiring', ...filters })).json()) as {
        companies: { domain: string }[]
      }
    ).companies
  const watched = await search({ watched: ['hiring'] })
  assert.deepEqual(
    watched.map(({ domain }) => domain),
    ['idle.example'],
  )
})

test('a requisition that a snapshot shows in several countries is one fact with several places', async () => {
  const board = [post('901', 'Berlin, Germany'), post('902', 'London, United Kingdom')]
  server.board('greenhouse', 'roving', board, 'Roving')
  await watch('roving.example', 'https://boards.greenhouse.io/roving')
  await collect('roving.example')
  const { signals } = await dossier('roving.example')
  assert.deepEqual(
    signals.map(({ countries }) => countries?.toSorted()),
    [['DE', 'GB']],
  )
  for (const [country, total] of [
    ['DE', 1],
    ['GB', 1],
    ['FR', 0],
  ]) {
    const body = { signal_query: `hiring(country: ${country})`, domains: ['roving.example'] }
    const found = (await (await team.post(body)).json()) as { total: number; warnings?: unknown[] }
    assert.equal(found.total, total, String(country))
  }
})

test('a fact of several sources was last seen when any of them last saw it, and each has its own time', async () => {
  const job = { id: '1', title: 'Data Engineer', location: 'Berlin', postedAt: POSTED }
  server.board('ashby', 'double', [{ ...job, id: 'a1' }])
  server.board('lever', 'double', [{ ...job, id: '00000000-0000-4000-8000-000000000001' }])
  await watch('double.example', 'https://jobs.ashbyhq.com/double')
  await watch('double.example', 'https://jobs.lever.co/double')
  await collect('double.example')
  const ago = (hours: number) => new Date((Math.floor(Date.now() / 1_000) - hours * 3_600) * 1_000).toISOString()
  const seen = { ashby: ago(2), lever: ago(30) }
  for (const [name, at] of Object.entries(seen)) {
    await api.db
      .pool('settings')
      .query(
        `update look_times t set seen_through = $2 from looks l where l.id = t.look_id and l.target = 'double' and l.collector = $1`,
        [name, at],
      )
  }
  for (const table of ['signals', 'reports']) {
    await api.db
      .pool('settings')
      .query(`update ${table} set last_seen_at = now() - interval '9 days' where key like 'double/%'`)
  }
  await api.db
    .pool('settings')
    .query(`update signals set sources = (select jsonb_agg(x || '{"lastSeenAt": 0}') from jsonb_array_elements(sources) x)
             where key like 'double/%'`)
  const [fact] = (await dossier('double.example')).signals
  assert.deepEqual(Object.fromEntries((fact?.sources ?? []).map(({ name, lastSeenAt }) => [name, lastSeenAt])), seen)
  assert.equal(fact?.lastSeenAt, seen.ashby)
  const history = (await type(`signals show ${fact?.id}`)) as { lastSeenAt: Date; reports: { lastSeenAt: Date }[] }
  assert.equal(history.lastSeenAt.toISOString(), seen.ashby)
  assert.deepEqual(history.reports.map(({ lastSeenAt }) => lastSeenAt.toISOString()).sort(), Object.values(seen).sort())
})

test('dossier and search agree on what is monitored, even when a watched company is merged, split or no longer watched', async () => {
  server.board('ashby', 'quiet', [])
  await watch('quiet.example', 'https://jobs.ashbyhq.com/quiet')
  await collect('quiet.example')
  await writeRecords(api.db, new Stamper(api.db), [company('parent.example')])
  const isLookedAt = async (domain: string) => {
    const body = { signal_query: 'NOT hiring', domains: [domain] }
    const { companies } = (await (await team.post(body)).json()) as { companies: { notLooked?: string[] }[] }
    const { total } = (await (await team.post({ ...body, watched: ['hiring'] })).json()) as { total: number }
    return {
      dossier: (await dossier(domain)).coverage.hiring !== null,
      row: companies[0]?.notLooked === undefined,
      filter: total === 1,
    }
  }
  const [looked, nobody] = [true, false].map((each) => ({ dossier: each, row: each, filter: each }))
  assert.deepEqual([await isLookedAt('quiet.example'), await isLookedAt('parent.example')], [looked, nobody])
  await type('companies merge --from quiet.example --into parent.example')
  assert.deepEqual(await isLookedAt('parent.example'), looked)
  await type('companies split --domain quiet.example')
  assert.deepEqual([await isLookedAt('quiet.example'), await isLookedAt('parent.example')], [looked, nobody])
  await type('watch remove quiet.example')
  assert.deepEqual(await isLookedAt('quiet.example'), nobody)
})

test('a board unreachable for 60 days counts as not monitored: its jobs expire, and nothing suggests that hiring stopped', async () => {
  const jobs = Array.from({ length: 6 }, (_, n) => ({ id: `s${n}`, title: `Nurse ${n}`, location: 'Berlin' }))
  server.board(
    'ashby',
    'down',
    jobs.map((job) => ({ ...job, postedAt: POSTED - 80 * 86_400 })),
  )
  await watch('down.example', 'https://jobs.ashbyhq.com/down')
  await collect('down.example')
  const pool = api.db.pool('settings')
  const lookedAt = (days: number) =>
    pool.query(
      `update look_times t set seen_through = now() - $1 * interval '1 day' from looks l
        where l.id = t.look_id and l.target = 'down'`,
      [days],
    )
  await lookedAt(61)
  await pool.query(`update signals set last_seen_at = now() - interval '61 days' where key like 'down/%'`)
  await expireSignals(api.db, new Stamper(api.db))

  const search = { signal_query: 'hiring(status: closed, count >= 6)', domains: ['down.example'] }
  const total = async (body: object) => ((await (await team.post(body)).json()) as { total: number }).total
  assert.deepEqual([await total(search), await total({ ...search, watched: ['hiring'] })], [1, 0])
  const slicesOf = async () => (await dossier('down.example')).slices.map(({ slug }) => slug)
  assert.deepEqual(await slicesOf(), [])
  const { hiring } = (await dossier('down.example')).coverage
  assert.ok(hiring && Date.now() - Date.parse(hiring.lastLookedAt) > 60 * 86_400_000)
  // If it had been monitored until today, it would be so.
  await lookedAt(0)
  assert.deepEqual(await slicesOf(), ['hiring-slow-down'])
})
