// The firehose: webhooks, their test, and the log of what was delivered.

import { Type } from 'typebox'
import { SIGNAL_TYPES } from '../closed-sets/signals.ts'
import {
  ATTEMPT_OUTCOMES,
  EVENT_STATES,
  LANES,
  NOTICE_KINDS,
  OVERLAPS,
  PAUSE_REASONS,
  WEBHOOK_STATES,
} from '../closed-sets/webhooks.ts'
import { route } from './route.ts'
import { Count, Done, Id, NoBody, nullable, STRICT, Time } from './schemas.ts'

const SignalTypeName = Type.Enum(SIGNAL_TYPES)
export const WEBHOOKS_MOST = 10
export const AUTH_KEY_LENGTH = { least: 16, most: 200 } as const

export const Webhook = Type.Object({
  id: Id,
  url: Type.String(),
  types: Type.Array(SignalTypeName),
  state: Type.Enum(WEBHOOK_STATES),
  /** The state in a sentence, and what to do about it. */
  reason: Type.String(),
  pauseReason: nullable(Type.Enum(PAUSE_REASONS)),
  createdAt: Time,
  lastSuccessAt: nullable(Time),
  /** How far delivery is behind: events that wait and the age of the oldest. Not exact: there are at least so many. */
  lag: Type.Object({ events: Count, exact: Type.Boolean(), seconds: Count }),
  /** Events that failed and are due again, those given up after the last attempt, those that waited over 30 days. */
  openRetries: Count,
  exhausted: Count,
  gapEvents: Count,
  /** Until then the key before the last rotation is still tried. */
  keyOverlapUntil: nullable(Time),
  /** The last 24 hours by the hour, the oldest first, also those without an attempt. */
  hours: Type.Array(
    Type.Object({
      hour: Time,
      succeeded: Count,
      failed: Count,
      /** At most so many milliseconds for half of them, and for 95 of a hundred; null: none in that hour. */
      p50Ms: nullable(Count),
      p95Ms: nullable(Count),
    }),
  ),
})

/** One request that was sent. The log keeps 30 days. */
export const Attempt = Type.Object({
  at: Time,
  /** The event's place in the log: what getEvent takes. */
  position: Type.String(),
  /** Null once the event is gone from the log. */
  eventId: nullable(Type.String()),
  type: nullable(SignalTypeName),
  /** first: as it came. late: a retry. replay: sent again by support. */
  lane: Type.Enum(LANES),
  attempt: Count,
  succeeded: Type.Boolean(),
  /** The HTTP status; null: there was no reply. */
  status: nullable(Type.Integer()),
  /** What went wrong, in plain words; null: nothing. */
  problem: nullable(Type.String()),
  milliseconds: Count,
  /** The first part of the reply, as text. Kept for failures only. */
  excerpt: nullable(Type.String()),
})

export const Notice = Type.Object({
  id: Count,
  webhookId: Id,
  kind: Type.Enum(NOTICE_KINDS),
  message: Type.String(),
  at: Time,
  seenAt: nullable(Time),
})

/** `https://…`, checked as it is typed by checkWebhookUrl. */
const Url = Type.String({ minLength: 1, maxLength: 2_048 })
const Types = Type.Array(SignalTypeName, { minItems: 1, uniqueItems: true })
/** One's own, 16 to 200 visible characters without a space; null: make one. */
const AuthKey = nullable(Type.String({ minLength: AUTH_KEY_LENGTH.least, maxLength: AUTH_KEY_LENGTH.most }))
const Position = Type.String({ pattern: '^[0-9]{1,15}$' })
const params = Type.Object({ webhookId: Id })
const one = Type.Object({ webhook: Webhook })
const withKey = Type.Object({ webhook: Webhook, authKey: Type.String() })

export const webhookRoutes = {
  /** By the time of saving. A team has at most WEBHOOKS_MOST. */
  listWebhooks: route({ method: 'GET', path: '/webhooks', reply: Type.Object({ webhooks: Type.Array(Webhook) }) }),
  getWebhook: route({
    method: 'GET',
    path: '/webhooks/:webhookId',
    params,
    reply: Type.Object({
      webhook: Webhook,
      /** What was not delivered because it had waited for more than 30 days, the newest first. */
      gaps: Type.Array(Type.Object({ at: Time, counts: Type.Partial(Type.Record(SignalTypeName, Count)) })),
    }),
  }),
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
    body: Type.Object({ url: Type.String({ maxLength: 4_096 }) }, STRICT),
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
    body: Type.Object({ authKey: AuthKey, overlap: Type.Enum(OVERLAPS) }, STRICT),
    reply: withKey,
  }),
  /** Sends the test event of the first subscribed type now and waits for the outcome, at most about 15 s. */
  testWebhook: route({
    method: 'POST',
    path: '/webhooks/:webhookId/test',
    params,
    body: NoBody,
    reply: Type.Object({
      eventId: Type.String(),
      succeeded: Type.Boolean(),
      status: nullable(Type.Integer()),
      milliseconds: Count,
      /** The first part of the reply, as text; null: there was none. */
      excerpt: nullable(Type.String()),
      /** What happened, in plain words: name resolution, connection, TLS, 401, time-out. */
      diagnosis: Type.String(),
    }),
  }),
  /**
   * Newest first, up to 50 at a time. `next` is the `before` of the following page; null: that was all. With a filter a
   * page can be short, even empty, and still have a next one.
   */
  listAttempts: route({
    method: 'GET',
    path: '/webhooks/:webhookId/attempts',
    params,
    query: Type.Object(
      {
        outcome: Type.Optional(Type.Enum(ATTEMPT_OUTCOMES)),
        type: Type.Optional(SignalTypeName),
        since: Type.Optional(Time),
        until: Type.Optional(Time),
        before: Type.Optional(Type.String({ pattern: '^[0-9]{1,15}_[0-9]{1,15}$' })),
      },
      STRICT,
    ),
    reply: Type.Object({ attempts: Type.Array(Attempt), next: nullable(Type.String()) }),
  }),
  /** One event: what is sent of it, and its newest attempts, at most 50. */
  getEvent: route({
    method: 'GET',
    path: '/webhooks/:webhookId/event',
    params,
    query: Type.Object({ position: Position }, STRICT),
    reply: Type.Object({
      /** delivered, waiting (for its first attempt or the next), exhausted, or unknown: it was not for this webhook then. */
      state: Type.Enum(EVENT_STATES),
      nextAttemptAt: nullable(Time),
      /** Null once the event is gone from the log. */
      payload: nullable(Type.Record(Type.String(), Type.Unknown())),
      attempts: Type.Array(Attempt),
    }),
  }),
  /** What the team is to be told about its webhooks, the newest first, at most 100. */
  listNotices: route({ method: 'GET', path: '/notices', reply: Type.Object({ notices: Type.Array(Notice) }) }),
  /** This one and all before it. */
  dismissNotices: route({
    method: 'POST',
    path: '/notices/dismiss',
    body: Type.Object({ upTo: Count }, STRICT),
    reply: Done,
  }),
}
