import assert from 'node:assert/strict'
import { test } from 'node:test'
import type Stripe from 'stripe'
import { type FakeSubscription, STRIPE_PRICE, subscriptionObject } from '../../../test/harness/stripe-server.ts'
import { proSubscription } from './pro-subscription.ts'

function subscription(parts: Partial<FakeSubscription>): Stripe.Subscription {
  const complete: FakeSubscription = {
    id: 'sub_1',
    customer: 'cus_1',
    status: 'active',
    price: STRIPE_PRICE,
    interval: 'month',
    created: 1,
    anchor: 50,
    periodStart: 100,
    periodEnd: 200,
    ...parts,
  }
  return subscriptionObject(complete) as unknown as Stripe.Subscription
}
const chosen = (...parts: Partial<FakeSubscription>[]) => proSubscription(parts.map(subscription), [STRIPE_PRICE])

test('the period is the one of the item with the Pro price, not of another item', () => {
  assert.deepEqual(chosen({}), {
    id: 'sub_1',
    status: 'active',
    plan: 'pro',
    period: { start: 100, end: 200, anchor: 50 },
    divided: false,
  })
  assert.equal(chosen({ price: 'price_of_something_else' }), undefined)
  assert.equal(chosen(), undefined)
})

test('a subscription gives access while Stripe collects or retries, and in no other state', () => {
  for (const status of ['active', 'trialing', 'past_due']) assert.equal(chosen({ status })?.plan, 'pro', status)
  for (const status of ['unpaid', 'canceled', 'incomplete', 'incomplete_expired', 'paused', 'something_new']) {
    assert.equal(chosen({ status })?.plan, 'free', status)
  }
})

test('a subscription with access comes before a newer one without, and otherwise the newest counts', () => {
  assert.equal(chosen({ id: 'sub_old' }, { id: 'sub_new', created: 2, status: 'incomplete' })?.id, 'sub_old')
  assert.equal(chosen({ id: 'sub_old', status: 'canceled' }, { id: 'sub_new', created: 2 })?.id, 'sub_new')
  assert.equal(chosen({ id: 'sub_new', created: 2 }, { id: 'sub_old' })?.id, 'sub_new')
})

test('a period longer than a month is divided into months', () => {
  assert.equal(chosen({ interval: 'year' })?.divided, true)
  const quarterly = subscription({})
  const [, item] = quarterly.items.data
  if (item?.price.recurring) item.price.recurring.interval_count = 3
  assert.equal(proSubscription([quarterly], [STRIPE_PRICE])?.divided, true)
})
