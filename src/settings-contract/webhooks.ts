// The firehose: webhooks, their test, and the log of what was delivered.

import { Type } from 'typebox'
import { GRACES } from './keys.ts'
import { route } from './route.ts'
import { Count, Done, Id, NoBody, nullable, STRICT, Time } from './schemas.ts'

export const SIGNAL_TYPES = ['hiring', 'funding', 'funding_ai', 'web', 'tool', 'velocity'] as const
export const SignalTypeName = Type.Enum(SIGNAL_TYPES)
export const WEBHOOK_STATES = ['healthy', 'retrying', 'held', 'paused'] as const
export const DELIVERY_STATES = ['delivered', 'retrying', 'exhausted'] as const
export const WEBHOOKS_MOST = 10

export const Webhook = Type.Object({
  id: Id,
  url: Type.String(),
  types: Type.Array(SignalTypeName),
  state: Type.Enum(WEBHOOK_STATES),
  /** The state in words, and what to do about it; null while all is well. */
  reason: nullable(Type.String()),
  createdAt: Time,
  /** How far delivery is behind: events that wait, and since when the oldest does. */
  lag: Type.Object({ events: Count, since: nullable(Time) }),
  /** What was not delivered because it had waited for more than 30 days. */
  gaps: Type.Array(Type.Object({ from: Time, until: Time, events: Count })),
  /** The last 24 hours by the hour, the oldest first. */
  hours: Type.Array(Type.Object({ hour: Time, delivered: Count, failed: Count })),
  /** What one recognises the authentication key by. */
  authKeyLastFour: Type.String(),
  /** Until then the key before is tried once when the new one is refused. */
  oldKeyEndsAt: nullable(Time),
})

export const Attempt = Type.Object({
  at: Time,
  ok: Type.Boolean(),
  /** The HTTP status; null: there was no reply. */
  status: nullable(Type.Integer()),
  milliseconds: nullable(Count),
  /** The first part of the reply, as text. */
  excerpt: nullable(Type.String()),
  /** What happened, in plain words: name resolution, connection, TLS, 401, time-out. */
  diagnosis: Type.String(),
})

export const Delivery = Type.Object({
  eventId: Type.String(),
  type: SignalTypeName,
  action: Type.Enum(['created', 'updated']),
  companyName: Type.String(),
  occurredAt: Time,
  state: Type.Enum(DELIVERY_STATES),
  attempts: Count,
  lastAttempt: Attempt,
  nextAttemptAt: nullable(Time),
})

/** `https://…`, checked as it is typed by checkWebhookUrl. */
const Url = Type.String({ minLength: 1, maxLength: 2_000 })
const Types = Type.Array(SignalTypeName, { minItems: 1, uniqueItems: true })
/** One's own, 16 to 200 characters; null: make one. */
const AuthKey = nullable(Type.String({ minLength: 16, maxLength: 200 }))
const params = Type.Object({ webhookId: Id })
const one = Type.Object({ webhook: Webhook })
const withKey = Type.Object({ webhook: Webhook, authKey: Type.String() })

export const webhookRoutes = {
  /** By the time of saving. A team has at most WEBHOOKS_MOST. */
  listWebhooks: route({ method: 'GET', path: '/webhooks', reply: Type.Object({ webhooks: Type.Array(Webhook) }) }),
  getWebhook: route({ method: 'GET', path: '/webhooks/:webhookId', params, reply: one }),
  /** What can be subscribed to, in plain words, with a payload as it is sent. */
  listSignalTypes: route({
    method: 'GET',
    path: '/signal-types',
    reply: Type.Object({
      types: Type.Array(
        Type.Object({
          type: SignalTypeName,
          label: Type.String(),
          description: Type.String(),
          example: Type.Record(Type.String(), Type.Unknown()),
        }),
      ),
    }),
  }),
  /** The form of the URL only, nothing is sent: what is wrong with it in words, or null. */
  checkWebhookUrl: route({
    method: 'POST',
    path: '/webhooks/check-url',
    body: Type.Object({ url: Type.String({ maxLength: 2_000 }) }, STRICT),
    reply: Type.Object({ problem: nullable(Type.String()) }),
  }),
  /** Forward-only from this moment. 409 too_many_webhooks. */
  createWebhook: route({
    method: 'POST',
    path: '/webhooks',
    body: Type.Object({ url: Url, types: Types, authKey: AuthKey }, STRICT),
    reply: withKey,
  }),
  /** A type that is added is forward-only from this moment. */
  changeWebhook: route({
    method: 'PUT',
    path: '/webhooks/:webhookId',
    params,
    body: Type.Object({ url: Url, types: Types }, STRICT),
    reply: one,
  }),
  /** Keeps its place for 30 days. */
  pauseWebhook: route({ method: 'POST', path: '/webhooks/:webhookId/pause', params, body: NoBody, reply: one }),
  resumeWebhook: route({ method: 'POST', path: '/webhooks/:webhookId/resume', params, body: NoBody, reply: one }),
  deleteWebhook: route({ method: 'DELETE', path: '/webhooks/:webhookId', params, reply: Done }),
  revealWebhookKey: route({
    method: 'POST',
    path: '/webhooks/:webhookId/reveal-key',
    params,
    body: NoBody,
    reply: Type.Object({ authKey: Type.String() }),
  }),
  rotateWebhookKey: route({
    method: 'POST',
    path: '/webhooks/:webhookId/rotate-key',
    params,
    body: Type.Object({ authKey: AuthKey, grace: Type.Enum(GRACES) }, STRICT),
    reply: withKey,
  }),
  /** Sends the test event now and waits for the outcome, at most about 15 s. */
  testWebhook: route({
    method: 'POST',
    path: '/webhooks/:webhookId/test',
    params,
    body: NoBody,
    reply: Type.Object({ eventId: Type.String(), attempt: Attempt }),
  }),
  /** Of the last 30 days, newest first, 50 at a time; `next` is the `before` of the following page. */
  listDeliveries: route({
    method: 'GET',
    path: '/webhooks/:webhookId/deliveries',
    params,
    query: Type.Object(
      {
        state: Type.Optional(Type.Enum(DELIVERY_STATES)),
        type: Type.Optional(SignalTypeName),
        since: Type.Optional(Time),
        until: Type.Optional(Time),
        before: Type.Optional(Type.String({ maxLength: 100 })),
      },
      STRICT,
    ),
    reply: Type.Object({ deliveries: Type.Array(Delivery), next: nullable(Type.String()) }),
  }),
  /** One event: what was sent, and every attempt, newest first. */
  getDelivery: route({
    method: 'GET',
    path: '/webhooks/:webhookId/delivery',
    params,
    query: Type.Object({ eventId: Type.String({ maxLength: 100 }) }, STRICT),
    reply: Type.Object({
      delivery: Delivery,
      payload: Type.Record(Type.String(), Type.Unknown()),
      attempts: Type.Array(Attempt),
    }),
  }),
}
