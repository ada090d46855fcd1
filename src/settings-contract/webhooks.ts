// The firehose: webhooks, test deliveries and notices.

import { Type } from 'typebox'
import { SIGNAL_TYPES } from '../closed-sets/signals.ts'
import { NOTICE_KINDS, OVERLAPS, PAUSE_REASONS, WEBHOOK_STATES } from '../closed-sets/webhooks.ts'
import { route } from './route.ts'
import { Count, EmptyBody, EmptyReply, Id, nullable, STRICT, Time } from './schemas.ts'
import { MAX_NAME_LENGTH } from './words/names.ts'

const SignalTypeName = Type.Enum(SIGNAL_TYPES)
export const MAX_WEBHOOKS = 10
export const MAX_ONCE_DAYS = 365
export const AUTH_KEY_LENGTH = { min: 16, max: 200 } as const

/** A missing part doesn't filter. Events must pass every part. */
export const WebhookFilter = Type.Object(
  {
    /** One clause of the query language per signal type, joined by OR. A type without a clause passes. */
    signals: Type.Optional(Type.String({ maxLength: 4_000 })),
    /** The company filters of search, without domains and list. */
    company: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    /** The name of one of the team's lists. Only companies on it pass. */
    list: Type.Optional(Type.String({ minLength: 1, maxLength: MAX_NAME_LENGTH })),
    /** At most one event per company in this many days, among those that pass the other parts. */
    onceDays: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_ONCE_DAYS })),
  },
  STRICT,
)

export const Webhook = Type.Object({
  id: Id,
  /** Null: it has none, and is shown by its URL. */
  name: nullable(Type.String()),
  /** Masked for members, too. */
  url: Type.String(),
  /** Without tokens, for titles and lists. */
  shownUrl: Type.String(),
  types: Type.Array(SignalTypeName),
  /** Null: all events of these types pass. */
  filter: nullable(WebhookFilter),
  state: Type.Enum(WEBHOOK_STATES),
  /** The state as a sentence, with what to do about it. */
  reason: Type.String(),
  pauseReason: nullable(Type.Enum(PAUSE_REASONS)),
  createdAt: Time,
  lastSuccessAt: nullable(Time),
  /**
   * How far delivery is behind: the number of waiting events and the age of the oldest. Not `exact`: there are at least
   * `events`. `throughAt`: when a webhook that is falling behind will catch up; null: never, or it isn't behind.
   */
  lag: Type.Object({ events: Count, exact: Type.Boolean(), seconds: Count, throughAt: nullable(Time) }),
  /** Events that failed and will be retried. */
  openRetries: Count,
  /** Events that were given up after the last attempt. */
  exhausted: Count,
  /** Events dropped after waiting for more than 30 days. */
  gapEvents: Count,
  /** The newest test event of the last 30 days. */
  lastTest: nullable(Type.Object({ at: Time, succeeded: Type.Boolean() })),
  /** Until when the previous auth key is still tried. */
  keyOverlapUntil: nullable(Time),
  /** Until when requests are also signed with the previous secret. */
  secretOverlapUntil: nullable(Time),
  /** The last 24 hours, oldest first, including hours without an attempt. */
  hours: Type.Array(
    Type.Object({
      hour: Time,
      succeeded: Count,
      failed: Count,
      /** Upper bounds of the median and of the 95th percentile; null: no attempt in that hour. */
      p50Ms: nullable(Count),
      p95Ms: nullable(Count),
    }),
  ),
})

export const Notice = Type.Object({
  id: Count,
  webhookId: Id,
  kind: Type.Enum(NOTICE_KINDS),
  message: Type.String(),
  at: Time,
  seenAt: nullable(Time),
})

/** `https://…`. checkWebhookUrl checks it while the user types. */
const Url = Type.String({ minLength: 1, maxLength: 2_048 })
const Types = Type.Array(SignalTypeName, { minItems: 1, uniqueItems: true })
/** The owner's own key, 16 to 200 visible characters without spaces; null: generate one. */
const AuthKey = nullable(Type.String({ minLength: AUTH_KEY_LENGTH.min, maxLength: AUTH_KEY_LENGTH.max }))
/** Null: no filter. Left out of a change: unchanged. */
const Filter = Type.Optional(nullable(WebhookFilter))
/** Empty or null: none. Left out of a change: unchanged. */
const Name = Type.Optional(nullable(Type.String({ maxLength: 400 })))
const params = Type.Object({ webhookId: Id })
const webhookReply = Type.Object({ webhook: Webhook })
const webhookWithKeyReply = Type.Object({ webhook: Webhook, authKey: Type.String() })

export const webhookRoutes = {
  /**
   * Oldest first. A team has at most MAX_WEBHOOKS. `canBeLocal`: endpoints may be on the service's own machine, for development.
   */
  listWebhooks: route({
    method: 'GET',
    path: '/webhooks',
    reply: Type.Object({ webhooks: Type.Array(Webhook), canBeLocal: Type.Boolean() }),
  }),
  getWebhook: route({
    method: 'GET',
    path: '/webhooks/:webhookId',
    params,
    reply: Type.Object({
      webhook: Webhook,
      /** Events dropped after waiting for more than 30 days, newest first. */
      gaps: Type.Array(Type.Object({ at: Time, counts: Type.Partial(Type.Record(SignalTypeName, Count)) })),
    }),
  }),
  /** The signal types that a webhook can subscribe to, each with an example payload. */
  /** Why nothing is delivered to anybody: this is a restored copy, or an operator holds all webhooks. */
  getHold: route({
    method: 'GET',
    path: '/hold',
    reply: Type.Object({ hold: nullable(Type.Union([Type.Literal('restored'), Type.Literal('operator')])) }),
  }),
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
  /** Checks only the form of the URL; sends nothing to it. `problem` says what is wrong; null: nothing. */
  checkWebhookUrl: route({
    method: 'POST',
    path: '/webhooks/check-url',
    body: Type.Object({ url: Type.String({ maxLength: 4_096 }) }, STRICT),
    reply: Type.Object({ problem: nullable(Type.String()) }),
  }),
  /**
   * Counts how many of the newest events a filter would have passed. `problem` says what is wrong with the filter;
   * null: nothing. It covers less than seven days if there are very many events.
   */
  previewFilter: route({
    method: 'POST',
    path: '/webhooks/preview-filter',
    body: Type.Object({ types: Types, filter: nullable(WebhookFilter) }, STRICT),
    reply: Type.Object({
      problem: nullable(Type.Object({ message: Type.String(), field: nullable(Type.String()) })),
      /** The number of events of these types that were checked, and how many of them would have passed. */
      looked: Count,
      passed: Count,
      /** Null: all of the last seven days. Otherwise there were too many, and only events since then were checked. */
      since: nullable(Time),
    }),
  }),
  /** Delivers only events from now on. Error: 409 too_many_webhooks. */
  createWebhook: route({
    method: 'POST',
    path: '/webhooks',
    body: Type.Object({ name: Name, url: Url, types: Types, authKey: AuthKey, filter: Filter }, STRICT),
    reply: Type.Object({ webhook: Webhook, authKey: Type.String(), signingSecret: Type.String() }),
  }),
  /** Added types and a changed filter apply to events from now on. */
  changeWebhook: route({
    method: 'PUT',
    path: '/webhooks/:webhookId',
    params,
    body: Type.Object({ name: Name, url: Url, types: Types, filter: Filter }, STRICT),
    reply: webhookReply,
  }),
  /** The webhook keeps its position in the log for 30 days. */
  pauseWebhook: route({
    method: 'POST',
    path: '/webhooks/:webhookId/pause',
    params,
    body: EmptyBody,
    reply: webhookReply,
  }),
  resumeWebhook: route({
    method: 'POST',
    path: '/webhooks/:webhookId/resume',
    params,
    body: EmptyBody,
    reply: webhookReply,
  }),
  deleteWebhook: route({ method: 'DELETE', path: '/webhooks/:webhookId', params, reply: EmptyReply }),
  revealWebhookKey: route({
    method: 'POST',
    path: '/webhooks/:webhookId/reveal-key',
    params,
    body: EmptyBody,
    reply: Type.Object({ authKey: Type.String() }),
  }),
  rotateWebhookKey: route({
    method: 'POST',
    path: '/webhooks/:webhookId/rotate-key',
    params,
    body: Type.Object({ authKey: AuthKey, overlap: Type.Enum(OVERLAPS) }, STRICT),
    reply: webhookWithKeyReply,
  }),
  revealSigningSecret: route({
    method: 'POST',
    path: '/webhooks/:webhookId/reveal-secret',
    params,
    body: EmptyBody,
    reply: Type.Object({ signingSecret: Type.String() }),
  }),
  /** Until the overlap ends, requests are signed with both secrets. */
  rotateSigningSecret: route({
    method: 'POST',
    path: '/webhooks/:webhookId/rotate-secret',
    params,
    body: Type.Object({ overlap: Type.Enum(OVERLAPS) }, STRICT),
    reply: Type.Object({ webhook: Webhook, signingSecret: Type.String() }),
  }),
  /** Sends a test event of the first subscribed type and waits for the outcome, for about 15 s at most. */
  testWebhook: route({
    method: 'POST',
    path: '/webhooks/:webhookId/test',
    params,
    body: EmptyBody,
    reply: Type.Object({
      eventId: Type.String(),
      succeeded: Type.Boolean(),
      status: nullable(Type.Integer()),
      milliseconds: Count,
      /** The start of the reply, as text; null: no reply. */
      excerpt: nullable(Type.String()),
      /** The result as a sentence, for example about name resolution, the connection, TLS, a 401 or a timeout. */
      diagnosis: Type.String(),
    }),
  }),
  /** Notices for the team about its webhooks, newest first, at most 100. */
  listNotices: route({ method: 'GET', path: '/notices', reply: Type.Object({ notices: Type.Array(Notice) }) }),
  /** Dismisses this notice and all older ones. */
  dismissNotices: route({
    method: 'POST',
    path: '/notices/dismiss',
    body: Type.Object({ upTo: Count }, STRICT),
    reply: EmptyReply,
  }),
}
