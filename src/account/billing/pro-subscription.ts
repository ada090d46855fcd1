import type Stripe from 'stripe'
import type { PlanName } from '../plans/index.ts'

/** The relevant parts of a Stripe subscription. Times are Unix seconds. */
export interface ProSubscription {
  readonly id: string
  readonly status: string
  readonly plan: PlanName
  /** Undefined if Stripe's period is invalid: it must have a start, a later end and an anchor. */
  readonly period: { readonly start: number; readonly end: number; readonly anchor: number } | undefined
  /** The price runs longer than a month. */
  readonly divided: boolean
}

/** The team keeps its access while Stripe retries (past_due). Stripe's settings say for how long. */
const WITH_ACCESS: ReadonlySet<string> = new Set(['active', 'trialing', 'past_due'])

/**
 * The subscription that counts. It has an item with a Pro price; subscriptions with access come first, then the newest.
 * It is chosen from all of the customer's subscriptions, so the late end of an old one doesn't affect a customer who
 * has a new one.
 */
export function proSubscription(
  subscriptions: readonly Stripe.Subscription[],
  prices: readonly string[],
): ProSubscription | undefined {
  const [best] = subscriptions
    .flatMap((subscription) => {
      const item = subscription.items.data.find(({ price }) => prices.includes(price.id))
      return item ? [{ subscription, item, access: WITH_ACCESS.has(subscription.status) }] : []
    })
    .toSorted((a, b) => Number(b.access) - Number(a.access) || b.subscription.created - a.subscription.created)
  if (!best) return undefined
  const { subscription, item, access } = best
  return {
    id: subscription.id,
    status: subscription.status,
    plan: access ? 'pro' : 'free',
    period: periodOf(item.current_period_start, item.current_period_end, subscription.billing_cycle_anchor),
    divided: runsLongerThanAMonth(item.price.recurring),
  }
}

function periodOf(start: number, end: number, anchor: number): ProSubscription['period'] {
  return [start, end, anchor].every(Number.isSafeInteger) && start < end ? { start, end, anchor } : undefined
}

function runsLongerThanAMonth(recurring: Stripe.Price.Recurring | null): boolean {
  if (!recurring) return false
  const { interval, interval_count: count } = recurring
  if (interval === 'year') return true
  return interval === 'month' ? count > 1 : interval === 'week' ? count > 4 : count > 31
}
