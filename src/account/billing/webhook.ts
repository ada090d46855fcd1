import type { FastifyInstance } from 'fastify'
import { HttpError } from '../../http/index.ts'
import { CUSTOMER_ID } from './customer-id.ts'

/** An event contains its object. A subscription with many items can be larger than the bodies of our own API. */
const MAX_EVENT_BYTES = 256 * 1024

/**
 * Stripe reports changes here. The signature covers the raw bytes, so it is checked before the body is parsed. An event
 * only names a customer, and `refresh` fetches that customer's state. The reply is the same whether that succeeds or
 * must be retried: a retry is already recorded in the database, so Stripe needn't repeat the event.
 */
export function webhookRoute(
  app: FastifyInstance,
  verify: (body: Buffer, signature: string) => unknown,
  refresh: (customerId: string) => Promise<unknown>,
): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.post<{ Body: Buffer }>(
      '/billing/stripe/webhook',
      { bodyLimit: MAX_EVENT_BYTES },
      async ({ headers, body }) => {
        const signature = headers['stripe-signature']
        if (typeof signature !== 'string') throw invalidSignature()
        const customerId = customerOf(verified(() => verify(body, signature), signature))
        if (customerId !== undefined) await refresh(customerId)
        return { received: true }
      },
    )
  })
}

/** Stripe's library rejects signatures older than this, but accepts any from the future. */
const TOLERANCE_SECONDS = 300

/** The body of an event whose signature matches and is recent. Its content is not checked yet. */
function verified(verify: () => unknown, signature: string): unknown {
  let event: unknown
  try {
    event = verify()
  } catch (error) {
    // The signature is checked before the body is parsed.
    throw error instanceof SyntaxError ? invalidEvent('it is not JSON') : invalidSignature()
  }
  const signedAt = Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1])
  if (!(signedAt <= Date.now() / 1_000 + TOLERANCE_SECONDS)) throw invalidSignature()
  return event
}

/** Every change to a subscription has its own event. All other events are ignored. */
function customerOf(event: unknown): string | undefined {
  const { type, data } = objectOf(event, 'it is not an object')
  if (typeof type !== 'string') throw invalidEvent('it has no type')
  if (!type.startsWith('customer.subscription.')) return undefined
  const { customer } = objectOf(objectOf(data, 'it has no data').object, 'it has no data.object')
  const id = typeof customer === 'string' ? customer : objectOf(customer, 'it has no customer').id
  if (typeof id !== 'string') throw invalidEvent('it has no customer')
  return CUSTOMER_ID.test(id) ? id : undefined
}

function objectOf(value: unknown, problem: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) throw invalidEvent(problem)
  return value as Record<string, unknown>
}

const invalidEvent = (problem: string) =>
  new HttpError(400, 'invalid_event', `The body is not an event of Stripe: ${problem}.`)

const invalidSignature = () =>
  new HttpError(
    400,
    'invalid_signature',
    'The Stripe-Signature does not match the body, or is more than five minutes old or ahead: check STRIPE_WEBHOOK_SECRET and the clock.',
  )
