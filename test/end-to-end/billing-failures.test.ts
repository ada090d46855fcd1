// A failure of one customer or one Stripe event must not affect all.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type BillingProvider, findBilling, openBilling } from '../../src/account/billing/index.ts'
import { createTeam, findTeam } from '../../src/account/teams/index.ts'
import { type Database, openDatabase } from '../../src/db/index.ts'
import { loadConfig } from '../../src/platform/config/config.ts'
import { cleanup } from '../harness/cleanup.ts'
import { silentLog } from '../harness/log.ts'
import { startTestService } from '../harness/service.ts'
import { StripeServer } from '../harness/stripe-server.ts'

const DAY = 86_400
const stripe = new StripeServer()
let url: string
let db: Database
let billing: BillingProvider
let made = 0

before(async () => {
  await stripe.start()
  // Without the role worker: the tests refresh the teams that are due themselves.
  const service = await startTestService({ env: stripe.env, roles: ['api'] })
  url = service.url
  const config = loadConfig({ ...stripe.env, DATABASE_URL: service.databaseUrl })
  db = await openDatabase({ config, log: silentLog })
  cleanup(() => db.close())
  billing = await openBilling(config, db, silentLog)
})

const pool = () => db.pool('settings')

/** A team with an active subscription whose period began ten days ago. */
async function subscribedTeam() {
  const number = made++
  const owner = { email: `owner${number}@example.com`, password: 'a password' }
  const { id } = await createTeam(db, { name: 'Team', plan: 'free' }, owner)
  const periodStart = Math.floor(Date.now() / 1_000) - 10 * DAY
  const customer = `cus_${number}`
  const subscription = stripe.subscribe(customer, { periodStart, periodEnd: periodStart + 30 * DAY })
  await billing.connect(id, customer)
  return { id, customer, subscription }
}

async function post({ payload, signature }: { payload: string; signature: string }): Promise<number> {
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
  const response = await fetch(`${url}/billing/stripe/webhook`, { method: 'POST', headers, body: payload })
  await response.arrayBuffer()
  return response.status
}

test('a correctly signed event that isn’t Stripe’s is 400', async () => {
  const bodies = [
    '{',
    'null',
    '"text"',
    '[]',
    '{}',
    '{"type":5}',
    '{"type":"customer.subscription.updated"}',
    '{"type":"customer.subscription.updated","data":{"object":null}}',
    '{"type":"customer.subscription.updated","data":{"object":{}}}',
    '{"type":"customer.subscription.updated","data":{"object":{"customer":{"id":[]}}}}',
  ]
  for (const body of bodies) assert.equal(await post(stripe.sign(body)), 400, body)
  const strange = { customer: 'cus_\u0000' }
  assert.equal(await post(stripe.event('customer.subscription.updated', strange)), 200)
  assert.equal(await post(stripe.event('invoice.paid', null)), 200)
})

test('customers whose requests fail do not stop the sweep for those behind them', async () => {
  const failing: Awaited<ReturnType<typeof subscribedTeam>>[] = []
  for (let i = 0; i < 4; i++) failing.push(await subscribedTeam())
  // A period that ends when it starts.
  const odd = await subscribedTeam()
  const behind = []
  for (let i = 0; i < 5; i++) behind.push(await subscribedTeam())
  for (const { customer } of failing) stripe.broken.add(customer)
  Object.assign(odd.subscription, { periodEnd: odd.subscription.periodStart, status: 'canceled' })
  for (const { subscription } of behind) subscription.status = 'canceled'
  const all = [...failing, odd, ...behind]
  await pool().query(`update team_billing set due_at = now() + interval '1 day'`)
  for (const [at, { id }] of all.entries()) {
    await pool().query(
      `update team_billing set due_at = now() - interval '1 hour' + make_interval(secs => $2) where team_id = $1`,
      [id, at],
    )
  }
  // Three failures in a row end a sweep, but only for those three.
  assert.equal(await billing.refreshDue(), 0)
  assert.equal(await billing.refreshDue(), 6)
  for (const { id } of [odd, ...behind]) assert.equal((await findTeam(pool(), id))?.plan, 'free')
  for (const { id } of failing) assert.equal((await findTeam(pool(), id))?.plan, 'pro')
  assert.equal((await findBilling(pool(), odd.id))?.provisional, true)

  const pauses = async () => {
    const { rows } = await pool().query<{ seconds: number }>(
      `select round(extract(epoch from due_at - now()))::int as seconds from team_billing where team_id = any($1) order by 1`,
      [failing.map(({ id }) => id)],
    )
    return rows.map(({ seconds }) => Math.ceil(seconds / 60))
  }
  assert.deepEqual(await pauses(), [1, 1, 1, 1])
  await pool().query(`update team_billing set due_at = now() where team_id = any($1)`, [failing.map(({ id }) => id)])
  await billing.refreshDue()
  assert.equal((await pauses()).filter((minutes) => minutes === 2).length, 3)
  stripe.broken.clear()
  await pool().query(`update team_billing set due_at = now() where team_id = any($1)`, [failing.map(({ id }) => id)])
  assert.equal(await billing.refreshDue(), 4)
})
