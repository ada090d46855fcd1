import type { FastifyInstance } from 'fastify'
import type Stripe from 'stripe'
import { HttpError, sendError } from '../../http/index.ts'
import { errorCode } from '../../platform/app-error.ts'

/** Stripe's events carry the object they are about: a subscription with many items can be larger than our own bodies. */
const EVENT_BYTES = 256 * 1024

/**
 * Where Stripe tells that something has changed. The signature is over the bytes as they came, so they are not parsed
 * before it is checked. An event only names a customer; `hint` finds out what is true, and the reply is the same whether
 * that succeeded or has to be tried again, since then it is on record here and Stripe need not repeat it.
 */
export function webhookRoute(
  app: FastifyInstance,
  verify: (body: Buffer, signature: string) => Stripe.Event,
  hint: (customerId: string) => Promise<unknown>,
): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.setErrorHandler((error, request, reply) =>
      sendError(errorCode(error) === 'FST_ERR_CTP_BODY_TOO_LARGE' ? eventTooLarge() : error, request, reply),
    )
    scope.post<{ Body: Buffer }>('/billing/stripe/webhook', { bodyLimit: EVENT_BYTES }, async ({ headers, body }) => {
      const signature = headers['stripe-signature']
      const event = typeof signature === 'string' ? verified(() => verify(body, signature)) : undefined
      if (!event) throw invalidSignature()
      const customerId = customerOf(event)
      if (customerId !== undefined) await hint(customerId)
      return { received: true }
    })
  })
}

function verified(verify: () => Stripe.Event): Stripe.Event | undefined {
  try {
    return verify()
  } catch {
    return undefined
  }
}

/** Every change of a subscription has an event of its own; what else Stripe is set up to send is not for us. */
function customerOf(event: Stripe.Event): string | undefined {
  if (!event.type.startsWith('customer.subscription.')) return undefined
  const { customer } = event.data.object as { customer?: string | { id?: string } | null }
  return typeof customer === 'string' ? customer : customer?.id
}

const invalidSignature = () =>
  new HttpError(
    400,
    'invalid_signature',
    'The Stripe-Signature does not fit the body, or is older than five minutes: check STRIPE_WEBHOOK_SECRET and the clock.',
  )

const eventTooLarge = () => new HttpError(413, 'payload_too_large', 'The event is larger than 256 KiB.')
