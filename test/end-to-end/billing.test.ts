// Stripe as the billing provider, through the complete service. A server on loopback answers the official library, and
// events are signed as Stripe signs them.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type BillingProvider, disconnectBilling, findBilling, openBilling } from '../../src/account/billing/index.ts'
import { createTeam, findTeam } from '../../src/account/teams/index.ts'
import { type Database, openDatabase } from '../../src/db/index.ts'
import { loadConfig } from '../../src/platform/config/config.ts'
import { Stamper } from '../../src/write/log/index.ts'
import { companyId, writeRecords } from '../../src/write/write-path/index.ts'
import { cleanup } from '../harness/cleanup.ts'
import { runCommand } from '../harness/command-line.ts'
import { silentLog } from '../harness/log.ts'
import { createKey, setLimitOverride, setPlan } from '../harness/operator.ts'
import { startTestService } from '../harness/service.ts'
import { company } from '../harness/signals.ts'
import { type FakeSubscription, StripeServer, subscriptionObject } from '../harness/stripe-server.ts'

const DAY = 86_400
const stripe = new StripeServer()
let url: string
let databaseUrl: string
let db: Database
let billing: BillingProvider
let made = 0

before(async () => {
  await stripe.start()
  // Without the role worker: the tests refresh the teams that are due themselves.
  const service = await startTestService({ env: stripe.env, roles: ['api'] })
  url = service.url
  databaseUrl = service.databaseUrl
  const config = loadConfig({ ...stripe.env, DATABASE_URL: databaseUrl })
  db = await openDatabase({ config, log: silentLog })
  cleanup(() => db.close())
  billing = await openBilling(config, db, silentLog)
  await writeRecords(db, new Stamper(db), [company('one.example')])
})

const pool = () => db.pool('settings')
const now = () => Math.floor(Date.now() / 1_000)

async function newTeam({ plan = 'free' as 'free' | 'pro' } = {}) {
  const number = made++
  const owner = { email: `owner${number}@example.com`, password: 'a password' }
  const { id } = await createTeam(db, { name: 'Team', plan }, owner)
  const { key } = await createKey(pool(), id, { name: 'Key' })
  const call = (path: string) => fetch(`${url}/api/v1${path}`, { headers: { authorization: `Bearer ${key}` } })
  const stats = async () => {
    const response = await call('/stats')
    assert.equal(response.status, 200)
    return (await response.json()) as {
      period: { monthStart: string }
      rateLimits: Record<string, { used: number; resetUnix: number; note?: string }>
    }
  }
  const month = async () => {
    const { period, rateLimits } = await stats()
    const { used, resetUnix, note } = rateLimits.monthlyRequests ?? { used: -1, resetUnix: -1 }
    return {
      start: Date.parse(period.monthStart) / 1_000,
      end: resetUnix,
      used,
      provisional: /provisional/.test(note ?? ''),
    }
  }
  return {
    id,
    call,
    stats,
    month,
    customer: `cus_${number}`,
    open: () => call(`/companies/${companyId('one.example')}`),
  }
}

/** A team with an active subscription whose period began ten days ago. */
async function subscribedTeam(parts: Partial<FakeSubscription> = {}) {
  const team = await newTeam()
  const periodStart = now() - 10 * DAY
  const subscription = stripe.subscribe(team.customer, { periodStart, periodEnd: periodStart + 30 * DAY, ...parts })
  await billing.connect(team.id, team.customer)
  return { ...team, subscription }
}

async function post({ payload, signature }: { payload: string; signature?: string }): Promise<number> {
  const response = await fetch(`${url}/billing/stripe/webhook`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(signature && { 'stripe-signature': signature }) },
    body: payload,
  })
  await response.arrayBuffer()
  return response.status
}

const notify = (subscription: FakeSubscription, type = 'customer.subscription.updated') =>
  post(stripe.event(type, subscriptionObject(subscription)))

test('only an event with a recent signature over its body is accepted', async () => {
  const { customer, subscription, id } = await subscribedTeam()
  stripe.requests = []
  const object = subscriptionObject(subscription)
  const good = stripe.event('customer.subscription.updated', object)
  const rejected = {
    'no signature': { payload: good.payload },
    'a wrong signature': { ...good, signature: 't=1,v1=00' },
    'another secret': stripe.event('customer.subscription.updated', object, { secret: 'whsec_guessed' }),
    'another body': { ...good, payload: good.payload.replace(customer, 'cus_x') },
    'from an hour ahead': stripe.event('customer.subscription.updated', object, { timestamp: now() + 3_600 }),
    'from an hour ago': stripe.event('customer.subscription.updated', object, { timestamp: now() - 3_600 }),
    'not even JSON': { ...good, payload: '{' },
    'an empty body': { ...good, payload: '' },
  }
  for (const [what, request] of Object.entries(rejected)) assert.equal(await post(request), 400, what)
  const large = stripe.event('customer.subscription.updated', { ...object, filler: 'x'.repeat(300_000) })
  assert.equal(await post(large), 413)
  for (const method of ['GET', 'PUT']) {
    assert.equal((await fetch(`${url}/billing/stripe/webhook`, { method })).status, 405)
  }
  assert.deepEqual(stripe.requests, [], 'none of them caused a request to Stripe')
  const about = (type: string, customerId: string) => post(stripe.event(type, { ...object, customer: customerId }))
  assert.equal(await about('invoice.paid', customer), 200)
  assert.equal(await about('customer.subscription.updated', 'cus_of_somebody_else'), 200)
  assert.deepEqual(stripe.requests, [], 'they are about none of our teams')
  // A subscription with many items is larger than the limit for bodies of our own API.
  assert.equal(
    await post(stripe.event('customer.subscription.updated', { ...object, filler: 'x'.repeat(100_000) })),
    200,
  )
  assert.equal(stripe.requests.filter((path) => path === '/v1/subscriptions').length, 1)
  assert.equal((await findTeam(pool(), id))?.plan, 'pro')
})

test('an event is only a hint: the answer of Stripe counts', async () => {
  const { id, subscription, month } = await subscribedTeam()
  assert.equal(await notify({ ...subscription, status: 'canceled', periodEnd: 17 }), 200)
  assert.equal((await findTeam(pool(), id))?.plan, 'pro')
  const { start, end, provisional } = await month()
  assert.deepEqual([start, end, provisional], [subscription.periodStart, subscription.periodEnd, false])
})

test('a cancelled subscription is 403 within a second, and a new one restores access', async () => {
  const { customer, subscription, open } = await subscribedTeam()
  assert.equal((await open()).status, 200)
  subscription.status = 'canceled'
  assert.equal(await notify(subscription, 'customer.subscription.deleted'), 200)
  assert.equal((await open()).status, 403)
  const next = stripe.subscribe(customer, { periodStart: now() - 5, periodEnd: now() + 30 * DAY })
  await notify(next, 'customer.subscription.created')
  await sleep(1_000)
  assert.equal((await open()).status, 200)
  // The event about the end of the old subscription arrives again, late.
  await notify(subscription, 'customer.subscription.deleted')
  assert.equal((await open()).status, 200)
})

test('events in any order and number lead to the same state', async () => {
  const { id, subscription } = await subscribedTeam()
  const versions: Partial<FakeSubscription>[] = [
    { status: 'trialing' },
    { status: 'past_due' },
    {
      status: 'active',
      periodStart: subscription.periodStart + 30 * DAY,
      periodEnd: subscription.periodEnd + 30 * DAY,
    },
  ]
  const events = versions.map((version) =>
    stripe.event('customer.subscription.updated', subscriptionObject({ ...subscription, ...version })),
  )
  Object.assign(subscription, versions.at(-1))
  const states = []
  for (const order of [
    [0, 1, 2],
    [2, 1, 0],
    [1, 1, 2, 0, 2, 2],
  ]) {
    await Promise.all(order.map((i) => post(events[i] ?? { payload: '' })))
    const { heardAt: _heardAt, dueAt: _dueAt, ...state } = (await findBilling(pool(), id)) ?? {}
    states.push({ ...state, plan: (await findTeam(pool(), id))?.plan })
  }
  assert.deepEqual(states[0], states[1])
  assert.deepEqual(states[1], states[2])
  assert.equal(states[0]?.status, 'active')
})

test('an older answer that arrives late does not overwrite a newer one', async () => {
  const { id, subscription } = await subscribedTeam()
  subscription.status = 'canceled'
  const held = stripe.hold()
  const early = notify(subscription)
  while (held.waiting() === 0) await sleep(5)
  const { release } = stripe.hold()
  release()
  subscription.status = 'active'
  subscription.periodEnd += DAY
  await notify(subscription)
  held.release()
  assert.equal(await early, 200)
  assert.equal((await findTeam(pool(), id))?.plan, 'pro')
  const { status, monthEnd } = (await findBilling(pool(), id)) ?? {}
  assert.deepEqual([status, monthEnd?.getTime()], ['active', subscription.periodEnd * 1_000])
})

test('counters reset with a new period, and not when the plan changes within one', async () => {
  const { id, subscription, open, month } = await subscribedTeam()
  for (let i = 0; i < 3; i++) assert.equal((await open()).status, 200)
  for (const status of ['unpaid', 'active']) {
    subscription.status = status
    await notify(subscription)
  }
  await sleep(1_000)
  assert.equal((await month()).used, 3)
  // The same subscription moves to the annual price within the period. Stripe keeps the start of the period.
  Object.assign(subscription, {
    price: 'price_pro_year',
    interval: 'year',
    periodEnd: subscription.periodStart + 365 * DAY,
  })
  await notify(subscription)
  assert.equal((await month()).used, 3)
  subscription.periodStart = now() - 2
  subscription.anchor = subscription.periodStart
  await notify(subscription)
  assert.deepEqual([(await month()).used, (await month()).start], [0, subscription.periodStart])
  assert.equal((await findTeam(pool(), id))?.plan, 'pro')
})

test('an annual period is divided into months from its anchor', async () => {
  const start = Date.UTC(2026, 0, 31, 10) / 1_000
  const { id } = await subscribedTeam({
    price: 'price_pro_year',
    interval: 'year',
    anchor: start,
    periodStart: start,
    periodEnd: Date.UTC(2100, 0, 31, 10) / 1_000,
  })
  const { monthStart, monthEnd, provisional } = (await findBilling(pool(), id)) ?? {}
  assert.equal(provisional, false)
  const days = ((monthEnd?.getTime() ?? 0) - (monthStart?.getTime() ?? 0)) / (DAY * 1_000)
  assert.ok(days >= 28 && days <= 31, `${days} days`)
})

test('the month rolls over to the second while requests are in flight, provisionally until Stripe answers', async () => {
  const { id, subscription, open, month } = await subscribedTeam()
  for (const bucket of ['perMinute', 'dailyRequests'] as const) await setLimitOverride(pool(), id, bucket, 100_000)
  // Not before: making a team takes a busy machine seconds.
  const periodEnd = now() + 3
  Object.assign(subscription, { periodEnd, periodStart: periodEnd - 31 * DAY })
  assert.equal(await notify(subscription), 200)
  const seen = new Map<string, number[]>()
  const worker = async () => {
    while (now() < periodEnd + 1) {
      const response = await open()
      assert.equal(response.status, 200)
      await response.arrayBuffer()
      const reset = response.headers.get('x-ratelimit-reset') ?? ''
      seen.set(reset, [...(seen.get(reset) ?? []), Number(response.headers.get('x-ratelimit-remaining'))])
    }
  }
  await Promise.all(Array.from({ length: 6 }, worker))
  assert.equal(seen.size, 2, 'replies were counted in two months')
  for (const remaining of seen.values()) {
    // In each month every reply used one request: none was counted in the other month or twice.
    assert.deepEqual(
      remaining.toSorted((a, b) => b - a),
      remaining.map((_, i) => 2_999 - i),
    )
  }
  assert.ok(seen.has(String(periodEnd)))
  const after = await month()
  assert.deepEqual([after.start, after.provisional], [periodEnd, true])
  assert.equal(after.used, seen.get(String(after.end))?.length)

  // Stripe confirms the provisional month: no counter is reset.
  subscription.periodStart = periodEnd
  subscription.periodEnd = after.end
  assert.ok((await billing.refreshDue()) >= 1)
  assert.deepEqual(await month(), { ...after, provisional: false })
})

test('while Stripe is unavailable only the note changes, and the next refresh catches up', async () => {
  const { id, subscription, open, month } = await subscribedTeam({
    periodStart: now() - 31 * DAY,
    periodEnd: now() + 1,
    anchor: now() - 31 * DAY,
  })
  await sleep(1_000)
  stripe.unavailable = true
  assert.equal(await notify(subscription), 200)
  assert.equal(await billing.refreshDue(), 0)
  assert.equal((await open()).status, 200)
  assert.equal((await month()).provisional, true)
  stripe.unavailable = false
  subscription.status = 'canceled'
  assert.equal(await billing.refreshDue(), 0, 'the team was claimed within the last minute')
  await pool().query(`update team_billing set due_at = now() where team_id = $1`, [id])
  assert.equal(await billing.refreshDue(), 1)
  assert.equal((await open()).status, 403)
  assert.equal(await billing.refreshDue(), 0)
})

test('concurrent refreshes fetch each team once', async () => {
  const teams = []
  for (let i = 0; i < 5; i++) teams.push(await subscribedTeam())
  await pool().query(`update team_billing set due_at = now() where team_id = any($1)`, [teams.map(({ id }) => id)])
  const refreshed = await Promise.all([billing.refreshDue(), billing.refreshDue(), billing.refreshDue()])
  assert.equal(
    refreshed.reduce((sum, each) => sum + each),
    5,
  )
})

test('a price that the Stripe account does not have takes nobody’s access away', async () => {
  const { id, subscription } = await subscribedTeam()
  const config = loadConfig({ ...stripe.env, DATABASE_URL: databaseUrl, STRIPE_PRICE_PRO: 'price_mistyped' })
  const mistaken = await openBilling(config, db, silentLog)
  await pool().query(`update team_billing set due_at = now() where team_id = $1`, [id])
  assert.equal(await mistaken.refreshDue(), 0)
  assert.equal((await findTeam(pool(), id))?.plan, 'pro')
  await notify(subscription)
})

test('a team that leaves Stripe keeps its plan, month and counters', async () => {
  const { id, subscription, open, month } = await subscribedTeam()
  assert.equal((await open()).status, 200)
  const disconnect = () => db.transaction('settings', (tx) => disconnectBilling(tx, id))
  await disconnect()
  const { start, used, provisional } = await month()
  assert.deepEqual([start, used, provisional], [subscription.periodStart, 1, false])
  await assert.rejects(disconnect(), /is not connected/)
})

test('the operator can connect a team on the command line', async () => {
  const { id } = await newTeam()
  const env = { ...stripe.env, DATABASE_URL: databaseUrl }
  const run = (...args: string[]) => runCommand(['teams', 'billing', '--team', id, ...args], env)
  stripe.subscribe('cus_CommandLine', { periodStart: now() - DAY, periodEnd: now() + 29 * DAY })

  for (const [customer, code, message] of [
    ['no customer', 2, /looks like cus_/],
    ['cus_Unknown', 4, /has no customer cus_Unknown/],
  ] as const) {
    const outcome = await run('--stripe-customer', customer)
    assert.equal(outcome.code, code)
    assert.match(outcome.stderr, message)
  }
  const connected = await run('--stripe-customer', 'cus_CommandLine', '--json')
  assert.equal(connected.code, 0, connected.stderr)
  const { plan, status, customerId, provisional } = JSON.parse(connected.stdout)
  assert.deepEqual([plan, status, customerId, provisional], ['pro', 'active', 'cus_CommandLine', false])

  const other = await newTeam()
  await assert.rejects(billing.connect(other.id, 'cus_CommandLine'), /another team's customer/)
  assert.match((await run()).stdout, /billed by +Stripe/)
  assert.equal((await run('--disconnect')).code, 0)
  assert.match((await run()).stdout, /counted locally/)
})

test('a team that is connected while Stripe is unavailable keeps its plan until Stripe answers', async () => {
  const { id, customer, month } = await newTeam({ plan: 'pro' })
  stripe.unavailable = true
  assert.deepEqual(await billing.connect(id, customer), { refreshed: false })
  stripe.unavailable = false
  const shown = await runCommand(['teams', 'billing', id], { ...stripe.env, DATABASE_URL: databaseUrl })
  assert.match(shown.stdout, /^subscription +not known yet$/m)
  assert.equal((await month()).provisional, true)
  const another = stripe.subscribe(customer, { periodStart: now() - DAY, periodEnd: now() + 29 * DAY })
  await notify(another)
  assert.equal((await month()).provisional, false)
})

test('with the local provider there is no webhook route, and the operator sets the plans', async () => {
  const local = await startTestService({ env: { DATABASE_URL: databaseUrl }, roles: ['api'] })
  assert.equal((await fetch(`${local.url}/billing/stripe/webhook`, { method: 'POST' })).status, 404)
  const { id } = await newTeam()
  const provider = await openBilling(loadConfig({ DATABASE_URL: databaseUrl }), db, silentLog)
  await assert.rejects(provider.connect(id, 'cus_1'), /BILLING_PROVIDER is local/)
  assert.equal((await setPlan(pool(), id, 'pro'))?.plan, 'pro')
})
