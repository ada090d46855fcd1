// Stripe as the billing provider.
//
// Whatever Stripe sends is only a hint that a customer's state may have changed; the state is then fetched, all of the
// customer's subscriptions in one question, and the answer replaces what was known. So events that are lost, repeated or
// out of order change nothing but the moment of the question. Questions are numbered in the database before they are
// sent (queries.ts), and no transaction is open while Stripe answers.
//
// Only an answer takes access away. If Stripe is away, refuses us or does not know the prices we are told to look for,
// everything stays as it was, months go on by themselves and are marked provisional.

import type { FastifyInstance } from 'fastify'
import type Stripe from 'stripe'
import { type Database, errorCodeIs, UNIQUE_VIOLATION } from '../../db/index.ts'
import { AppError, reasonOf } from '../../platform/app-error.ts'
import type { Logger } from '../../platform/log.ts'
import { findTeam, setPlan } from '../teams/index.ts'
import { proSubscription } from './pro-subscription.ts'
import type { BillingProvider } from './provider.ts'
import { askAboutCustomer, askAboutDue, keepAnswer, type Question, upsertConnection } from './queries.ts'
import { webhookRoute } from './webhook.ts'

export interface StripeSettings {
  readonly secretKey: string
  readonly webhookSecret: string
  readonly prices: readonly string[]
  readonly apiUrl?: string | undefined
}

/** Below the time that Stripe waits for the answer to a webhook. What fails is asked again by the sweep. */
const ANSWER_WITHIN_MS = 5_000
const TEAMS_AT_ONCE = 20
/** Nobody has more subscriptions than this, ended ones included; whoever does is an error and not a longer loop. */
const MOST_SUBSCRIPTIONS = 500

export async function stripeBilling(db: Database, log: Logger, settings: StripeSettings): Promise<BillingProvider> {
  // 60 ms and 20 MB that only those pay who use it.
  const { default: StripeClient } = await import('stripe')
  return new StripeBilling(new StripeClient(settings.secretKey, clientOptions(settings)), db, log, settings)
}

function clientOptions({ apiUrl }: StripeSettings): Stripe.StripeConfig {
  const url = apiUrl === undefined ? undefined : new URL(apiUrl)
  return {
    timeout: ANSWER_WITHIN_MS,
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
    webhookRoute(app, verify, (customerId) => this.#hint(customerId))
  }

  async sweep(signal?: AbortSignal): Promise<number> {
    let heard = 0
    while (!signal?.aborted) {
      const questions = await askAboutDue(this.#db.pool('settings'), TEAMS_AT_ONCE)
      for (const question of questions) {
        // The rest of them is due again in a minute, by whoever sweeps then.
        if (signal?.aborted) return heard
        const outcome = await this.#ask(question)
        if (outcome === 'away') return heard
        if (outcome === 'heard') heard++
      }
      if (questions.length < TEAMS_AT_ONCE) break
    }
    return heard
  }

  async connect(teamId: string, customerId: string): Promise<{ heard: boolean }> {
    if (!/^cus_\w{1,200}$/.test(customerId)) {
      throw new AppError(
        'invalid',
        `${JSON.stringify(customerId)} is no Stripe customer: its id looks like cus_NffrFeUfNV2Hib.`,
      )
    }
    await this.#assertCustomer(customerId)
    try {
      await upsertConnection(this.#db.pool('settings'), teamId, customerId)
    } catch (error) {
      if (!errorCodeIs(error, UNIQUE_VIOLATION)) throw error
      throw new AppError('conflict', `${customerId} is another team's customer: one customer pays for one team.`, {
        cause: error,
      })
    }
    return { heard: await this.#hint(customerId) }
  }

  /** Whether Stripe was heard. If not, the sweep will ask again: the question is on record. */
  async #hint(customerId: string): Promise<boolean> {
    const question = await askAboutCustomer(this.#db.pool('settings'), customerId)
    return question !== undefined && (await this.#ask(question)) === 'heard'
  }

  async #ask(question: Question): Promise<'heard' | 'refused' | 'away'> {
    const { teamId, customerId } = question
    try {
      await this.#assertPrices()
      const subscription = proSubscription(await this.#subscriptionsOf(customerId), this.#settings.prices)
      await this.#db.transaction('settings', async (tx) => {
        if (!(await keepAnswer(tx, question, subscription))) return
        const plan = subscription?.plan ?? 'free'
        const team = await findTeam(tx, teamId)
        // Only a real change, since every change of a plan makes all nodes read their keys anew.
        if (!team || team.plan === plan) return
        await setPlan(tx, teamId, plan)
        this.#log.info({ teamId, plan, status: subscription?.status ?? 'none' }, 'the subscription changed the plan')
      })
      return 'heard'
    } catch (error) {
      const away = isAway(error)
      this.#log.warn({ teamId, customerId }, `Stripe ${away ? 'is away' : 'refused a question'}: ${reasonOf(error)}`)
      if (!away && !isStripeError(error)) throw error
      return away ? 'away' : 'refused'
    }
  }

  async #subscriptionsOf(customer: string): Promise<Stripe.Subscription[]> {
    const subscriptions = await this.#stripe.subscriptions
      .list({ customer, status: 'all', limit: 100 })
      .autoPagingToArray({ limit: MOST_SUBSCRIPTIONS })
    for (const { id, items } of subscriptions) {
      if (!items.has_more) continue
      items.data = await this.#stripe.subscriptionItems
        .list({ subscription: id, limit: 100 })
        .autoPagingToArray({ limit: MOST_SUBSCRIPTIONS })
    }
    return subscriptions
  }

  /** A price that the account does not have would look as if nobody had paid. */
  async #assertPrices(): Promise<void> {
    if (this.#pricesKnown) return
    for (const price of this.#settings.prices) await this.#stripe.prices.retrieve(price)
    this.#pricesKnown = true
  }

  async #assertCustomer(customerId: string): Promise<void> {
    try {
      const customer = await this.#stripe.customers.retrieve(customerId)
      if (!customer.deleted) return
    } catch (error) {
      if (isAway(error)) return
      if (!isStripeError(error) || error.code !== 'resource_missing') {
        throw new AppError('conflict', `Stripe refused us (${reasonOf(error)}): check STRIPE_SECRET_KEY.`, {
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

/** Not reached, overloaded or broken: another try may succeed, and nothing is wrong with the question. */
function isAway(error: unknown): boolean {
  return (
    isStripeError(error) && ['StripeConnectionError', 'StripeAPIError', 'StripeRateLimitError'].includes(error.type)
  )
}
