import type { FastifyInstance } from 'fastify'
import type Stripe from 'stripe'
import { HttpError, sendError } from '../../http/index.ts'
import { errorCode } from '../../platform/app-error.ts'

/** An event contains its object. A subscription with many items can be larger than the bodies of our own API. */
const MAX_EVENT_BYTES = 256 * 1024

/**
 * Stripe reports changes here. The signature covers the raw bytes, so the body is not parsed before it is checked. An
 * event only names a customer, and `refresh` fetches that customer's state. The reply is the same whether that succeeds
 * or must be retried: a retry is already recorded in the database, and Stripe needn't repeat the event.
 */
export function webhookRoute(
  app: FastifyInstance,
  verify: (body: Buffer, signature: string) => Stripe.Event,
  refresh: (customerId: string) => Promise<unknown>,
): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.setErrorHandler((error, request, reply) =>
      sendError(errorCode(error) === 'FST_ERR_CTP_BODY_TOO_LARGE' ? eventTooLarge() : error, request, reply),
    )
    scope.post<{ Body: Buffer }>(
      '/billing/stripe/webhook',
      { bodyLimit: MAX_EVENT_BYTES },
      async ({ headers, body }) => {
        const signature = headers['stripe-signature']
        const event = typeof signature === 'string' ? verified(() => verify(body, signature)) : undefined
        if (!event) throw invalidSignature()
        const customerId = customerOf(event)
        if (customerId !== undefined) await refresh(customerId)
        return { received: true }
      },
    )
  })
}

function verified(verify: () => Stripe.Event): Stripe.Event | undefined {
  try {
    return verify()
  } catch {
    return undefined
  }
}

/** Every change to a subscription has its own event. All other events are ignored. */
function customerOf(event: Stripe.Event): string | undefined {
  if (!event.type.startsWith('customer.subscription.')) return undefined
  const { customer } = event.data.object as { customer?: string | { id?: string } | null }
  return typeof customer === 'string' ? customer : customer?.id
}

const invalidSignature = () =>
  new HttpError(
    400,
    'invalid_signature',
    'The Stripe-Signature does not match the body, or is older than five minutes: check STRIPE_WEBHOOK_SECRET and the clock.',
  )

const eventTooLarge = () => new HttpError(413, 'payload_too_large', 'The event is larger than 256 KiB.')
