// Stripe as the billing provider.
//
// An event from Stripe is only a hint that a customer's state may have changed. The state is then fetched, with all of
// the customer's subscriptions in one request, and replaces the stored state. So events that are lost, repeated or out
// of order only change the time of the fetch. Requests are numbered in the database before they are sent (queries.ts),
// and no transaction is open while Stripe answers.
//
// Only an answer revokes access. If Stripe is unavailable, rejects our key or doesn't know the configured prices,
// nothing changes: months continue and are marked provisional.

import type { FastifyInstance } from 'fastify'
import type Stripe from 'stripe'
import { type Database, errorCodeIs, isUnavailable as isDatabaseUnavailable, UNIQUE_VIOLATION } from '../../db/index.ts'
import { AppError, reasonOf } from '../../platform/app-error.ts'
import type { Logger } from '../../platform/logger.ts'
import { recordAudit } from '../audit/index.ts'
import { findTeam, updatePlan } from '../teams/index.ts'
import { CUSTOMER_ID } from './customer-id.ts'
import { proSubscription } from './pro-subscription.ts'
import type { BillingProvider } from './provider.ts'
import {
  claimCustomer,
  claimDue,
  postpone,
  type Refresh,
  releaseClaims,
  storeSubscription,
  upsertConnection,
} from './queries.ts'
import { webhookRoute } from './webhook.ts'

interface StripeSettings {
  readonly secretKey: string
  readonly webhookSecret: string
  readonly prices: readonly string[]
  readonly apiUrl?: string | undefined
}

/** Less than Stripe waits for the reply to a webhook. A failed request is repeated when the team is due again. */
const REQUEST_TIMEOUT_MS = 5_000
const TEAMS_PER_CLAIM = 20
/**
 * After this many, Stripe as a whole counts as unavailable, and the sweep ends. The failed customers are postponed, so
 * the next sweep starts with those behind them: broken customers only delay the others.
 */
const MAX_FAILURES_IN_A_ROW = 3
/** The maximum number of subscriptions of a customer, including ended ones. It limits the paging. */
const MAX_SUBSCRIPTIONS = 500

export async function stripeBilling(db: Database, log: Logger, settings: StripeSettings): Promise<BillingProvider> {
  // Loading it takes 60 ms and 20 MB, which only a service with Stripe pays.
  const { default: StripeClient } = await import('stripe')
  return new StripeBilling(new StripeClient(settings.secretKey, clientOptions(settings)), db, log, settings)
}

function clientOptions({ apiUrl }: StripeSettings): Stripe.StripeConfig {
  const url = apiUrl === undefined ? undefined : new URL(apiUrl)
  return {
    timeout: REQUEST_TIMEOUT_MS,
    maxNetworkRetries: 0,
    telemetry: false,
    ...(url && {
      host: url.hostname.replace(/^\[|\]$/g, ''),
      port: url.port || (url.protocol === 'https:' ? 443 : 80),
      protocol: url.protocol === 'https:' ? 'https' : 'http',
    }),
  }
}

class StripeBilling implements BillingProvider {
  readonly name = 'stripe'
  readonly #stripe: Stripe
  readonly #db: Database
  readonly #log: Logger
  readonly #settings: StripeSettings
  #pricesKnown = false

  constructor(stripe: Stripe, db: Database, log: Logger, settings: StripeSettings) {
    this.#stripe = stripe
    this.#db = db
    this.#log = log
    this.#settings = settings
  }

  mount(app: FastifyInstance): void {
    const verify = (body: Buffer, signature: string) =>
      this.#stripe.webhooks.constructEvent(body, signature, this.#settings.webhookSecret)
    webhookRoute(app, verify, (customerId) => this.#refreshCustomer(customerId))
  }

  async refreshDue(signal?: AbortSignal): Promise<number> {
    const pool = this.#db.pool('settings')
    let refreshed = 0
    let failuresInARow = 0
    while (!signal?.aborted) {
      const due = await claimDue(pool, TEAMS_PER_CLAIM)
      for (const [at, refresh] of due.entries()) {
        if (signal?.aborted || failuresInARow === MAX_FAILURES_IN_A_ROW) {
          await releaseClaims(pool, due.slice(at))
          return refreshed
        }
        const outcome = await this.#refresh(refresh)
        failuresInARow = outcome === 'unavailable' ? failuresInARow + 1 : 0
        if (outcome === 'refreshed') refreshed++
      }
      if (due.length < TEAMS_PER_CLAIM) break
    }
    return refreshed
  }

  async connect(teamId: string, customerId: string): Promise<{ refreshed: boolean }> {
    if (!CUSTOMER_ID.test(customerId)) {
      throw new AppError(
        'invalid',
        `${JSON.stringify(customerId)} is not a Stripe customer: an id looks like cus_NffrFeUfNV2Hib.`,
      )
    }
    await this.#requireCustomer(customerId)
    try {
      await this.#db.transaction('settings', async (tx) => {
        if (!(await upsertConnection(tx, teamId, customerId))) return
        await recordAudit(tx, 'operator', teamId, { action: 'billing.connected', details: { customer: customerId } })
      })
    } catch (error) {
      if (!errorCodeIs(error, UNIQUE_VIOLATION)) throw error
      throw new AppError('conflict', `${customerId} is another team's customer: a customer pays for one team only.`, {
        cause: error,
      })
    }
    return { refreshed: await this.#refreshCustomer(customerId) }
  }

  /**
   * False: Stripe gave no usable answer. The claim is in the database, so the refresh is repeated when the team is due
   * again.
   */
  async #refreshCustomer(customerId: string): Promise<boolean> {
    const refresh = await claimCustomer(this.#db.pool('settings'), customerId)
    return refresh !== undefined && (await this.#refresh(refresh)) === 'refreshed'
  }

  async #refresh(refresh: Refresh): Promise<'refreshed' | 'rejected' | 'unavailable'> {
    const { teamId, customerId } = refresh
    try {
      await this.#checkPrices()
      const subscription = proSubscription(await this.#subscriptionsOf(customerId), this.#settings.prices)
      await this.#db.transaction('settings', async (tx) => {
        if (!(await storeSubscription(tx, refresh, subscription))) return
        const plan = subscription?.plan ?? 'free'
        const team = await findTeam(tx, teamId)
        // Only if the plan changes: every update of a plan makes all nodes reload their keys.
        if (!team || team.plan === plan) return
        await updatePlan(tx, teamId, plan)
        this.#log.info({ teamId, plan, status: subscription?.status ?? 'none' }, 'the subscription changed the plan')
      })
      return 'refreshed'
    } catch (error) {
      if (!isStripeError(error) && isDatabaseUnavailable(error)) throw error
      const unavailable = isUnavailable(error)
      const problem = unavailable
        ? 'Stripe is unavailable'
        : isStripeError(error)
          ? 'Stripe rejected a request'
          : 'the answer of Stripe cannot be used'
      this.#log.warn({ teamId, customerId }, `${problem}: ${reasonOf(error)}`)
      if (!isUnreachable(error)) await postpone(this.#db.pool('settings'), refresh)
      return unavailable ? 'unavailable' : 'rejected'
    }
  }

  async #subscriptionsOf(customer: string): Promise<Stripe.Subscription[]> {
    const subscriptions = await this.#stripe.subscriptions
      .list({ customer, status: 'all', limit: 100 })
      .autoPagingToArray({ limit: MAX_SUBSCRIPTIONS })
    for (const { id, items } of subscriptions) {
      if (!items.has_more) continue
      items.data = await this.#stripe.subscriptionItems
        .list({ subscription: id, limit: 100 })
        .autoPagingToArray({ limit: MAX_SUBSCRIPTIONS })
    }
    return subscriptions
  }

  /** With a price that the account doesn't have, no customer would seem to have paid. */
  async #checkPrices(): Promise<void> {
    if (this.#pricesKnown) return
    for (const price of this.#settings.prices) await this.#stripe.prices.retrieve(price)
    this.#pricesKnown = true
  }

  async #requireCustomer(customerId: string): Promise<void> {
    try {
      const customer = await this.#stripe.customers.retrieve(customerId)
      if (!customer.deleted) return
    } catch (error) {
      if (isUnavailable(error)) return
      if (!isStripeError(error) || error.code !== 'resource_missing') {
        throw new AppError('conflict', `Stripe rejected the request (${reasonOf(error)}): check STRIPE_SECRET_KEY.`, {
          cause: error,
        })
      }
    }
    throw new AppError('not_found', `The Stripe account of STRIPE_SECRET_KEY has no customer ${customerId}.`)
  }
}

function isStripeError(error: unknown): error is Stripe.errors.StripeError {
  return /^Stripe\w*Error$/.test((error as { type?: unknown } | null)?.type?.toString() ?? '')
}

/** Unreachable, overloaded or broken: a retry may succeed, and the request is fine. */
function isUnavailable(error: unknown): boolean {
  return isUnreachable(error) || (isStripeError(error) && error.type === 'StripeAPIError')
}

/** The failure isn't about the customer, who is due again in a minute. */
function isUnreachable(error: unknown): boolean {
  return isStripeError(error) && ['StripeConnectionError', 'StripeRateLimitError'].includes(error.type)
}
