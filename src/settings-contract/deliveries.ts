// The delivery log of a webhook: requests, events, and what to do about those that fail.

import { Type } from 'typebox'
import { SIGNAL_TYPES } from '../closed-sets/signals.ts'
import { ATTEMPT_OUTCOMES, EVENT_STATES, LISTED_EVENT_STATES, LOGGED_LANES } from '../closed-sets/webhooks.ts'
import { route } from './route.ts'
import { Count, EmptyReply, Id, nullable, STRICT, Time } from './schemas.ts'

const SignalTypeName = Type.Enum(SIGNAL_TYPES)

/** One request to the endpoint. The log is retained for 30 days. */
export const DeliveryAttempt = Type.Object({
  at: Time,
  /** The event's position in the log, for getEvent. 0: a test event, which isn't in the log. */
  position: Type.String(),
  /** Null once the event was deleted from the log. */
  eventId: nullable(Type.String()),
  type: nullable(SignalTypeName),
  /** first: the first delivery. late: a retry. replay: sent again by an operator. test: a test event. */
  lane: Type.Enum(LOGGED_LANES),
  attempt: Count,
  succeeded: Type.Boolean(),
  /** The HTTP status; null: no reply. */
  status: nullable(Type.Integer()),
  /** The problem as a sentence; null: it succeeded. */
  problem: nullable(Type.String()),
  milliseconds: Count,
  /** The start of the reply, as text; null: it is empty, or it wasn't stored (docs/webhooks.md). */
  excerpt: nullable(Type.String()),
})

/** One event of the delivery log. */
export const DeliveryEvent = Type.Object({
  /** When the last attempt was made: see `attempts`. */
  at: Time,
  /** For getEvent. 0: a test event, which isn't in the log. */
  position: Type.String(),
  /** Null once the event was deleted from the log, as are `type` and `company`. */
  eventId: nullable(Type.String()),
  type: nullable(SignalTypeName),
  company: nullable(Type.Object({ name: Type.String(), domain: Type.String() })),
  isTest: Type.Boolean(),
  state: Type.Enum(EVENT_STATES),
  /** When it is retried; null: it isn't. */
  nextAttemptAt: nullable(Time),
  /** Whether it is about to be retried, because a person asked for it. */
  isRetryAsked: Type.Boolean(),
  /** Oldest first. */
  attempts: Type.Array(
    Type.Object({
      at: Time,
      lane: Type.Enum(LOGGED_LANES),
      succeeded: Type.Boolean(),
      status: nullable(Type.Integer()),
    }),
  ),
})

const Cursor = Type.String({ pattern: '^[0-9]{1,15}_[0-9]{1,15}$' })
const Position = Type.String({ pattern: '^[0-9]{1,15}$' })
const params = Type.Object({ webhookId: Id })

export const deliveryRoutes = {
  /**
   * Newest first, at most 50 per page. Pass `next` as `before` to get the next page; null: this is the last one. With a
   * filter, a page can be short or even empty although there is a next one.
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
        before: Type.Optional(Cursor),
      },
      STRICT,
    ),
    reply: Type.Object({ attempts: Type.Array(DeliveryAttempt), next: nullable(Type.String()) }),
  }),
  /**
   * The delivery log by event, the newest attempt first, at most 50 per page; with `state` waiting or exhausted, the newest event
   * first. Pass `next` as `before` to get the next page; null: this is the last one. With a filter, a page can be short or even
   * empty although there is a next one.
   */
  listEvents: route({
    method: 'GET',
    path: '/webhooks/:webhookId/events',
    params,
    query: Type.Object(
      {
        state: Type.Optional(Type.Enum(LISTED_EVENT_STATES)),
        type: Type.Optional(SignalTypeName),
        /** An event id, or a part of a company's name or domain. */
        search: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
        since: Type.Optional(Time),
        before: Type.Optional(Cursor),
      },
      STRICT,
    ),
    reply: Type.Object({ events: Type.Array(DeliveryEvent), next: nullable(Type.String()) }),
  }),
  /** The problems that events are being retried or were given up for, equal ones together, the most frequent first. */
  listFailures: route({
    method: 'GET',
    path: '/webhooks/:webhookId/failures',
    params,
    reply: Type.Object({
      failures: Type.Array(
        Type.Object({
          /** The last problem as a sentence, with what to do about it. */
          problem: Type.String(),
          retrying: Count,
          failed: Count,
          lastAt: Time,
        }),
      ),
      /** False: more events are failing than were looked at. */
      exact: Type.Boolean(),
    }),
  }),
  /** Retries an event now that would be retried later. It counts as an attempt. Error: 409 not_retrying. */
  retryEvent: route({
    method: 'POST',
    path: '/webhooks/:webhookId/retry',
    params,
    body: Type.Object({ position: Position }, STRICT),
    reply: EmptyReply,
  }),
  /** Asks the operator to send an event again whose attempts are used up, once per event. Error: 409 not_failed. */
  requestReplay: route({
    method: 'POST',
    path: '/webhooks/:webhookId/request-replay',
    params,
    body: Type.Object({ position: Position }, STRICT),
    reply: EmptyReply,
  }),
  /** One event: its payload and its newest attempts, at most 50. */
  getEvent: route({
    method: 'GET',
    path: '/webhooks/:webhookId/event',
    params,
    query: Type.Object({ position: Position }, STRICT),
    reply: Type.Object({
      /**
       * waiting: for the first attempt or a retry. exhausted: given up. unknown: it wasn't for this webhook at that
       * time.
       */
      state: Type.Enum(EVENT_STATES),
      nextAttemptAt: nullable(Time),
      /** Whether it can be retried now. Also false if a retry was requested already and it is about to be sent. */
      canRetry: Type.Boolean(),
      isRetryAsked: Type.Boolean(),
      attemptsLeft: Count,
      /** When the operator was asked to send it again; null: not yet. */
      replayRequestedAt: nullable(Time),
      /** What each request has in its headers, with secrets and what differs by attempt masked. */
      headers: Type.Array(Type.Object({ name: Type.String(), value: Type.String() })),
      /** Null once the event was deleted from the log. */
      payload: nullable(Type.Record(Type.String(), Type.Unknown())),
      attempts: Type.Array(DeliveryAttempt),
    }),
  }),
}
