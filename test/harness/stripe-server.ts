// A server on loopback that implements the part of Stripe's HTTP API that the billing provider uses. The official
// library can't tell the difference. Tests change its subscriptions, make it unavailable, or delay its answers.

import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import StripeClient from 'stripe'
import { cleanup } from './cleanup.ts'

export const STRIPE_PRICE = 'price_pro_month'
const STRIPE_PRICE_ANNUAL = 'price_pro_year'
const SECRET = 'whsec_of_the_tests'

export interface FakeSubscription {
  readonly id: string
  readonly customer: string
  status: string
  price: string
  interval: 'month' | 'year'
  created: number
  anchor: number
  periodStart: number
  periodEnd: number
}

export class StripeServer {
  readonly customers = new Set<string>()
  readonly prices = new Set([STRIPE_PRICE, STRIPE_PRICE_ANNUAL])
  readonly subscriptions = new Map<string, FakeSubscription>()
  /** The paths of the requests. */
  requests: string[] = []
  unavailable = false
  /** Customers about whom every question is answered with 500. */
  readonly broken = new Set<string>()
  url = ''
  #delayed: (() => void)[] | undefined
  #created = 0

  async start(): Promise<this> {
    const server = createServer((request, response) => void this.#answer(request, response))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    cleanup(() => {
      server.close()
      server.closeAllConnections()
    })
    return this
  }

  get env(): Record<string, string> {
    return {
      BILLING_PROVIDER: 'stripe',
      STRIPE_SECRET_KEY: 'sk_test_of_the_tests',
      STRIPE_WEBHOOK_SECRET: SECRET,
      STRIPE_PRICE_PRO: `${STRIPE_PRICE},${STRIPE_PRICE_ANNUAL}`,
      STRIPE_API_URL: this.url,
    }
  }

  /** An active monthly subscription of the customer, unless `parts` says otherwise. */
  subscribe(customer: string, parts: Partial<FakeSubscription> & { periodStart: number; periodEnd: number }) {
    this.customers.add(customer)
    const subscription: FakeSubscription = {
      id: `sub_${++this.#created}`,
      customer,
      status: 'active',
      price: STRIPE_PRICE,
      interval: 'month',
      created: this.#created,
      anchor: parts.periodStart,
      ...parts,
    }
    this.subscriptions.set(subscription.id, subscription)
    return subscription
  }

  /** The next answers are computed when the request arrives, and sent when `release` is called. */
  hold(): { release(): void; waiting(): number } {
    const delayed: (() => void)[] = []
    this.#delayed = delayed
    return {
      waiting: () => delayed.length,
      release: () => {
        this.#delayed = undefined
        for (const send of delayed.splice(0)) send()
      },
    }
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '', 'http://stripe')
    this.requests.push(url.pathname)
    const [status, body] = this.unavailable
      ? [503, { error: { type: 'api_error', message: 'unavailable' } }]
      : request.headers.authorization !== 'Bearer sk_test_of_the_tests'
        ? [401, { error: { type: 'invalid_request_error', message: 'Invalid API Key provided' } }]
        : this.#resource(url)
    const send = () => response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (this.#delayed) this.#delayed.push(send)
    else send()
  }

  #resource(url: URL): [number, unknown] {
    const [, , kind, id = ''] = url.pathname.split('/')
    const missing: [number, unknown] = [
      404,
      { error: { type: 'invalid_request_error', code: 'resource_missing', message: `No such ${kind}: '${id}'` } },
    ]
    if (kind === 'prices') return this.prices.has(id) ? [200, { id, object: 'price' }] : missing
    if (kind === 'customers') return this.customers.has(id) ? [200, { id, object: 'customer' }] : missing
    if (kind !== 'subscriptions') return missing
    const customer = url.searchParams.get('customer') ?? ''
    if (this.broken.has(customer)) return [500, { error: { type: 'api_error', message: 'internal error' } }]
    if (!this.customers.has(customer)) return missing
    const ended = url.searchParams.get('status') === 'all'
    const data = [...this.subscriptions.values()]
      .filter((each) => each.customer === customer && (ended || each.status !== 'canceled'))
      .map(subscriptionObject)
    return [200, { object: 'list', url: '/v1/subscriptions', has_more: false, data }]
  }

  /** A signed event as Stripe would send it: the body and the signature header. */
  event(type: string, object: unknown, { secret = SECRET, timestamp = Math.floor(Date.now() / 1_000) } = {}) {
    const payload = JSON.stringify({ id: `evt_${++this.#created}`, object: 'event', type, data: { object } })
    return this.sign(payload, { secret, timestamp })
  }

  sign(payload: string, { secret = SECRET, timestamp = Math.floor(Date.now() / 1_000) } = {}) {
    return { payload, signature: StripeClient.webhooks.generateTestHeaderString({ payload, secret, timestamp }) }
  }
}

export function subscriptionObject(subscription: FakeSubscription) {
  const { id, customer, status, created, anchor, price, interval, periodStart, periodEnd } = subscription
  const other = { id: `si_other_${id}`, object: 'subscription_item', current_period_start: 1, current_period_end: 2 }
  return {
    id,
    object: 'subscription',
    customer,
    status,
    created,
    billing_cycle_anchor: anchor,
    items: {
      object: 'list',
      has_more: false,
      data: [
        // Not the Pro price: its period must not be used.
        { ...other, price: { id: 'price_support', recurring: { interval: 'day', interval_count: 1 } } },
        {
          id: `si_${id}`,
          object: 'subscription_item',
          current_period_start: periodStart,
          current_period_end: periodEnd,
          price: { id: price, object: 'price', recurring: { interval, interval_count: 1 } },
        },
      ],
    },
  }
}
