// Dossiers and stats through the complete service: their contents, what is charged, and what is not.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { maintainRequests } from '../../src/account/request-log/index.ts'
import { createTeam, deleteTeam } from '../../src/account/teams/index.ts'
import { type Database, many, openDatabase } from '../../src/db/index.ts'
import { loadConfig } from '../../src/platform/config/config.ts'
import { Stamper } from '../../src/write/log/index.ts'
import { companyId, writeRecords } from '../../src/write/write-path/index.ts'
import { cleanup } from '../harness/cleanup.ts'
import { silentLog } from '../harness/log.ts'
import { createKey, revokeKey, setLimitOverride } from '../harness/operator.ts'
import { startTestService } from '../harness/service.ts'
import { company, DAY, signal } from '../harness/signals.ts'

let url: string
let db: Database
let teams = 0
const now = Math.floor(Date.now() / 1_000)
const domains = ['one.example', 'two.example', 'three.example']

before(async () => {
  const service = await startTestService()
  url = service.url
  db = await openDatabase({ config: loadConfig({ DATABASE_URL: service.databaseUrl }), log: silentLog })
  cleanup(() => db.close())
  const records = domains.flatMap((domain) => [
    company(domain, { name: domain, hqCountry: 'DE', employeeCount: 120, fundingStage: 'seed', industry: 'software' }),
    signal(domain, `${domain}-round`, {
      type: 'funding',
      occurredAt: now - 20 * DAY,
      fields: { round: 'seed', amountUsd: 4_000_000, instrument: 'equity' },
    }),
    signal(domain, `${domain}-tool`, {
      type: 'tool',
      occurredAt: now - 10 * DAY,
      fields: { tool: 'OpenAI API', category: 'llm', ai: true, change: 'adopted' },
    }),
    signal(domain, `${domain}-gone`, {
      type: 'web',
      occurredAt: now - 5 * DAY,
      status: 'retracted',
      fields: { kind: 'llms_txt' },
    }),
  ])
  await writeRecords(db, new Stamper(db), records)
})

interface DossierBody {
  data: {
    identity: Record<string, unknown>
    signals: { type: string; tool?: string; source: { name: string } }[]
    signalsTotal: number
    aiAdoptionScore: Record<'score' | 'intent' | 'implementation' | 'momentum' | 'readiness', number> & {
      contributions: unknown[]
    }
    slices: { slug: string }[]
  }
}

interface StatsBody {
  period: { monthStart: string; dayStart: string }
  rateLimits: Record<string, { limit: number; used: number; remaining: number; note?: string }>
  staticLimits: Record<string, number>
}

async function newTeam() {
  const owner = { email: `owner${teams++}@example.com`, password: 'a password' }
  const { id } = await createTeam(db, { name: 'Team', plan: 'pro' }, owner)
  const { key, id: keyId } = await createKey(db.pool('settings'), id, { name: 'Key' })
  const call = (path: string) => fetch(`${url}/api/v1${path}`, { headers: { authorization: `Bearer ${key}` } })
  const used = async () => {
    const { rateLimits } = (await (await call('/stats')).json()) as {
      rateLimits: Record<string, { used: number; limit: number }>
    }
    return Object.fromEntries(Object.entries(rateLimits).map(([bucket, state]) => [bucket, state.used]))
  }
  return { teamId: id, keyId, call, used }
}

const dossierPath = (domain: string) => `/companies/${companyId(domain)}`
const NOTHING = {
  perMinute: 0,
  dailyRequests: 0,
  monthlyRequests: 0,
  monthlyRecords: 0,
  monthlyPageTurns: 0,
  dailyCompanyDetail: 0,
}

test('a dossier has the identity, the current signals, the score with its reasons, and the slices', async () => {
  const { call } = await newTeam()
  const response = await call(dossierPath('one.example'))
  assert.equal(response.status, 200)
  const { data } = (await response.json()) as DossierBody
  assert.deepEqual(data.identity, {
    id: companyId('one.example'),
    name: 'one.example',
    domain: 'one.example',
    logo: null,
    hqCountry: 'DE',
    employeeCount: 120,
    fundingStage: 'seed',
    industry: 'software',
    employerKind: 'unknown',
    website: 'https://one.example',
    aliases: [],
    parent: null,
  })
  // Newest first. The derived signal occurs at the later of the round and its evidence.
  assert.equal(data.signals.at(-1)?.type, 'funding')
  assert.equal(data.signalsTotal, 3)
  assert.deepEqual(data.signals.map(({ type }) => type).toSorted(), ['funding', 'funding_ai', 'tool'])
  const tool = data.signals.find(({ type }) => type === 'tool')
  assert.equal(tool?.tool, 'OpenAI API')
  assert.equal(tool?.source.name, 'test')
  const { score, intent, implementation, momentum, readiness, contributions } = data.aiAdoptionScore
  const composite = Math.round(1.5 * intent + 5.5 * implementation + 1.5 * momentum + 1.5 * readiness) / 10
  assert.equal(score, composite)
  assert.ok(contributions.length > 0)
  assert.ok(data.slices.some(({ slug }) => slug === 'fresh-funding'))
})

test('the website of a company is never null: without a reported one it is the domain', async () => {
  const { call } = await newTeam()
  const { data } = (await (await call(dossierPath('one.example'))).json()) as DossierBody
  assert.equal(data.identity.website, 'https://one.example')
})

test('only a 2xx is charged: a dossier costs a request, a record and a company; errors and stats cost nothing', async () => {
  const { call, used } = await newTeam()
  assert.deepEqual(await used(), NOTHING)
  for (const path of ['/companies/not-an-id', `/companies/${companyId('nobody.example')}`, '/nowhere']) {
    assert.equal((await call(path)).status, 404)
  }
  assert.deepEqual(await used(), NOTHING)
  const response = await call(dossierPath('one.example'))
  assert.equal(response.headers.get('x-ratelimit-limit'), '3000')
  assert.equal(response.headers.get('x-ratelimit-remaining'), '2999')
  assert.equal(response.headers.get('x-ratelimit-policy'), 'monthly_requests')
  assert.ok(Number(response.headers.get('x-ratelimit-reset')) > Date.now() / 1_000)
  await call(dossierPath('one.example'))
  await call(dossierPath('two.example'))
  const counted = {
    perMinute: 3,
    dailyRequests: 3,
    monthlyRequests: 3,
    monthlyRecords: 3,
    monthlyPageTurns: 0,
    dailyCompanyDetail: 2,
  }
  assert.deepEqual(await used(), counted)
})

test('of 200 concurrent requests of one team exactly 20 pass, and the counters are 20', async () => {
  const { call, used } = await newTeam()
  const replies = await Promise.all(Array.from({ length: 200 }, () => call(dossierPath('one.example'))))
  assert.equal(replies.filter(({ status }) => status === 200).length, 20)
  const rejected = replies.filter(({ status }) => status === 429)
  assert.equal(rejected.length, 180)
  for (const reply of rejected) {
    const { error } = (await reply.json()) as { error: Record<string, unknown> }
    assert.deepEqual(
      { ...error, message: '', requestId: '', resetUnix: 0 },
      {
        code: 'rate_limit_exceeded',
        message: '',
        status: 429,
        requestId: '',
        limitType: 'per_minute',
        limit: 20,
        used: 20,
        remaining: 0,
        resetUnix: 0,
      },
    )
    const wait = Number(reply.headers.get('retry-after'))
    assert.ok(wait >= 1 && wait <= 61, `${wait}`)
    assert.equal(reply.headers.get('x-ratelimit-policy'), 'per_minute')
    assert.deepEqual(
      ['limit', 'remaining', 'reset'].map((each) => Number(reply.headers.get(`x-ratelimit-${each}`))),
      [20, 0, error.resetUnix],
    )
  }
  assert.equal((await used()).perMinute, 20)
})

test('every request with a valid key is in the log of requests, with what it was charged for or why it failed', async () => {
  const { call, teamId, keyId } = await newTeam()
  const opened = await call(dossierPath('one.example'))
  await call('/stats')
  await call('/companies/not-an-id')
  await call('/nowhere/psk_abc?token=psk_abc')
  await setLimitOverride(db.pool('settings'), teamId, 'dailyRequests', 1)
  await sleep(1_000)
  await call(dossierPath('two.example'))
  interface Logged {
    [column: string]: unknown
    requestId: string
    keyId: string
    ageSeconds: number
  }
  const read = () =>
    many<Logged>(
      db.pool('settings'),
      `select method || ' ' || path as call, endpoint, status, records, error_code as error, request_id as "requestId",
              key_id as "keyId", extract(epoch from now() - at)::float8 as "ageSeconds", day = (at at time zone 'utc')::date as "inDay"
         from request_log where team_id = $1 order by at, id`,
      [teamId],
    )
  for (let i = 0; i < 100 && (await read()).length < 5; i++) await sleep(50)
  const rows = await read()
  const path = `GET /api/v1${dossierPath('one.example')}`
  assert.deepEqual(
    rows.map(({ call: called, endpoint, status, records, error }) => [called, endpoint, status, records, error]),
    [
      [path, 'dossier', 200, 1, null],
      ['GET /api/v1/stats', 'stats', 200, null, null],
      ['GET /api/v1/companies/not-an-id', 'dossier', 404, null, 'company_not_found'],
      ['GET /api/v1/nowhere/psk_…', 'unknown', 404, null, 'not_found'],
      [`GET /api/v1${dossierPath('two.example')}`, 'dossier', 429, null, 'rate_limit_exceeded'],
    ],
  )
  assert.equal(rows[0]?.requestId, opened.headers.get('x-request-id'))
  assert.ok(
    rows.every((row) => row.keyId === keyId && row.inDay === true && row.ageSeconds >= 0 && row.ageSeconds < 30),
  )
  const counts = await many(
    db.pool('settings'),
    `select endpoint, requests, records, failed from usage_by_key where team_id = $1 and key_id = $2 order by 1`,
    [teamId, keyId],
  )
  assert.deepEqual(counts, [
    { endpoint: 'dossier', requests: 1, records: 1, failed: 2 },
    { endpoint: 'stats', requests: 0, records: 0, failed: 0 },
    { endpoint: 'unknown', requests: 0, records: 0, failed: 1 },
  ])
  await db.transaction('settings', (tx) => deleteTeam(tx, teamId))
  assert.deepEqual(await read(), [])
})

test('days past retention are dropped, and those to come are made', async () => {
  const pool = db.pool('settings')
  await pool.query(
    `create table request_log_20260101 partition of request_log for values from ('2026-01-01') to ('2026-01-02')`,
  )
  const today = new Date().toISOString().slice(0, 10).replaceAll('-', '')
  await pool.query(`drop table request_log_${today}`)
  assert.deepEqual(await maintainRequests(db, 7), ['request_log_20260101'])
  const days = await many<{ name: string }>(
    pool,
    `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'request_log'::regclass`,
  )
  assert.equal(days.length, 9)
  assert.ok(days.some(({ name }) => name === `request_log_${today}`))
})

test('a team at its cap gets access again within a second after an operator raises the limit', async () => {
  const { call, teamId } = await newTeam()
  await setLimitOverride(db.pool('settings'), teamId, 'dailyRequests', 1)
  assert.equal((await call(dossierPath('one.example'))).status, 200)
  assert.equal((await call(dossierPath('one.example'))).status, 429)
  await setLimitOverride(db.pool('settings'), teamId, 'dailyRequests', 5)
  await sleep(1_000)
  assert.equal((await call(dossierPath('one.example'))).status, 200)
})

test('no company beyond the cap is opened, and one that is already open stays open', async () => {
  const { call, teamId, used } = await newTeam()
  await setLimitOverride(db.pool('settings'), teamId, 'dailyCompanyDetail', 1)
  assert.equal((await call(dossierPath('one.example'))).status, 200)
  const rejected = await call(dossierPath('two.example'))
  assert.equal(rejected.status, 429)
  assert.equal(((await rejected.json()) as { error: { limitType: string } }).error.limitType, 'daily_company_detail')
  assert.equal((await call(dossierPath('one.example'))).status, 200)
  assert.equal((await call(`/companies/${companyId('nobody.example')}`)).status, 404)
  assert.equal((await used()).monthlyRequests, 2)
})

test('a revoked key gets no metered reply, whatever nodes have cached', async () => {
  const { call, teamId, keyId } = await newTeam()
  assert.equal((await call(dossierPath('one.example'))).status, 200)
  await revokeKey(db.pool('settings'), teamId, keyId)
  assert.equal((await call(dossierPath('one.example'))).status, 401)
})

test('a limit that is lowered below what is used has 0 remaining, with a note', async () => {
  const { call, teamId } = await newTeam()
  for (const domain of ['one.example', 'two.example']) assert.equal((await call(dossierPath(domain))).status, 200)
  await setLimitOverride(db.pool('settings'), teamId, 'monthlyRecords', 1)
  const { rateLimits } = (await (await call('/stats')).json()) as StatsBody
  const { monthlyRecords: records } = rateLimits
  assert.deepEqual([records?.limit, records?.used, records?.remaining], [1, 2, 0])
  assert.match(records?.note ?? '', /More is used than this limit allows, because the limit was lowered later\./)
  assert.doesNotMatch(rateLimits.dailyCompanyDetail?.note ?? '', /lowered/)
})

test('stats have the period, six buckets and the fixed limits, with a note where an operator changed a limit', async () => {
  const { call, teamId } = await newTeam()
  await setLimitOverride(db.pool('settings'), teamId, 'perMinute', 60)
  const stats = (await (await call('/stats')).json()) as StatsBody
  assert.deepEqual(Object.keys(stats.rateLimits), Object.keys(NOTHING))
  assert.equal(stats.rateLimits.perMinute?.limit, 60)
  assert.match(stats.rateLimits.perMinute?.note ?? '', /operator/)
  assert.equal(stats.rateLimits.dailyRequests?.note, undefined)
  assert.deepEqual(stats.staticLimits, { pageSizeMax: 50, querySetRecordsMax: 500 })
  assert.match(stats.period.dayStart, /^\d{4}-\d{2}-\d{2}$/)
  assert.ok(Date.parse(stats.period.monthStart) <= Date.now())
})
