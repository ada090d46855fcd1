// Saved searches: their destinations, history and mutes.

import { Type } from 'typebox'
import {
  ALERT_DESTINATIONS,
  ALERT_INTERVALS,
  MESSAGE_STATES,
  SAVED_SEARCH_STATES,
  SEARCH_ACTIONS,
  SILENCES,
} from '../closed-sets/alerts.ts'
import { OVERLAPS } from '../closed-sets/webhooks.ts'
import { ChipTerm } from './builder/routes.ts'
import { ExploreSignal } from './explore.ts'
import { route } from './route.ts'
import { Count, EmptyBody, EmptyReply, Id, nullable, STRICT, Time } from './schemas.ts'

const Filters = Type.Record(Type.String(), Type.Unknown())

export const SavedSearch = Type.Object({
  id: Id,
  name: Type.String(),
  /** In canonical form. */
  query: Type.String(),
  /** The query as chips. Null: there are none for it. */
  terms: nullable(Type.Array(ChipTerm)),
  filters: Filters,
  /** The name of the account list that it is limited to. */
  list: nullable(Type.String()),
  /** Its list was deleted. */
  hasLostList: Type.Boolean(),
  every: Type.Enum(ALERT_INTERVALS),
  /** How many days a company must have left before it triggers another alert. */
  awayDays: Count,
  destination: Type.Enum(ALERT_DESTINATIONS),
  /** Where alerts are sent, without secrets. */
  target: Type.String(),
  state: Type.Enum(SAVED_SEARCH_STATES),
  /** The state as a sentence, with what to do about it. */
  reason: Type.String(),
  /** The number of companies that match now. */
  companies: Count,
  /** Until then, requests are also signed with the previous secret. */
  secretOverlapUntil: nullable(Time),
  createdAt: Time,
  /** When what matched was sent on request, which is done once. */
  matchesSentAt: nullable(Time),
  /** When a company last started to match, other than silently. Null: not among its newest changes. */
  lastEntryAt: nullable(Time),
  /** The address of the person who saved it. Null: an operator, or their account was deleted. */
  savedBy: nullable(Type.String()),
  /** Whether the caller may change it: an owner, or the member who saved it for themselves. */
  canChange: Type.Boolean(),
})

export const SearchChange = Type.Object({
  id: Id,
  at: Time,
  action: Type.Enum(SEARCH_ACTIONS),
  /** Null for a company that was removed. */
  company: nullable(Type.Object({ id: Id, name: Type.String(), domain: Type.String() })),
  match: nullable(Type.Number()),
  signals: Type.Array(ExploreSignal),
  /** Why no alert was sent for an entry. */
  silence: nullable(Type.Enum(SILENCES)),
  /**
   * The message that contains it. `problem`: the receiver's last answer, and what to do; null if it accepted the
   * message.
   */
  message: nullable(
    Type.Object({ state: Type.Enum(MESSAGE_STATES), attempts: Count, problem: nullable(Type.String()) }),
  ),
  isMuted: Type.Boolean(),
})

const params = Type.Object({ searchId: Id })
const one = Type.Object({ search: SavedSearch })
/** With the new secret that signs a webhook's requests. */
const saved = Type.Object({ search: SavedSearch, signingSecret: nullable(Type.String()) })
const companyParams = Type.Object({ searchId: Id, companyId: Id })
/** The URL fragment of a link in a message. */
const LinkToken = Type.String({ minLength: 1, maxLength: 1_000 })

/** What a link mutes, for everyone who gets the alerts. `company` is null for the whole search. */
const MUTED = {
  search: Type.String(),
  company: nullable(Type.String()),
  destination: Type.Enum(ALERT_DESTINATIONS),
}

export const alertRoutes = {
  /** `hasMail`: whether the service can send mail. */
  listSearches: route({
    method: 'GET',
    path: '/searches',
    reply: Type.Object({
      searches: Type.Array(SavedSearch),
      hasMail: Type.Boolean(),
      timeZone: Type.String(),
    }),
  }),
  getSearch: route({ method: 'GET', path: '/searches/:searchId', params, reply: one }),
  /**
   * `to`: webhook:URL, slack:URL, mail:ADDRESS or today. A member's are today and mail to their own address. Errors: 403
   * owners_only, 409 too_many_searches, 409 name_taken.
   */
  createSearch: route({
    method: 'POST',
    path: '/searches',
    body: Type.Object(
      {
        name: Type.String(),
        query: Type.String(),
        filters: Filters,
        every: Type.Enum(ALERT_INTERVALS),
        awayDays: Count,
        to: Type.String(),
      },
      STRICT,
    ),
    reply: saved,
  }),
  /**
   * Another query, other filters or another list start it over. Leave `to` out to keep the destination. Errors: those
   * of createSearch.
   */
  changeSearch: route({
    method: 'PUT',
    path: '/searches/:searchId',
    params,
    body: Type.Object(
      {
        name: Type.String(),
        query: Type.String(),
        /** All of them, without the list. */
        filters: Filters,
        /** The name of an account list. Left out: unchanged. */
        list: Type.Optional(nullable(Type.String())),
        every: Type.Enum(ALERT_INTERVALS),
        awayDays: Count,
        to: Type.Optional(Type.String()),
      },
      STRICT,
    ),
    reply: saved,
  }),
  /** Error: 422 for a search that doesn't alert a webhook. */
  revealSearchSecret: route({
    method: 'POST',
    path: '/searches/:searchId/reveal-secret',
    params,
    body: EmptyBody,
    reply: Type.Object({ signingSecret: Type.String() }),
  }),
  /** Until the overlap ends, requests are signed with both secrets. */
  rotateSearchSecret: route({
    method: 'POST',
    path: '/searches/:searchId/rotate-secret',
    params,
    body: Type.Object({ overlap: Type.Enum(OVERLAPS) }, STRICT),
    reply: Type.Object({ search: SavedSearch, signingSecret: Type.String() }),
  }),
  pauseSearch: route({ method: 'POST', path: '/searches/:searchId/pause', params, body: EmptyBody, reply: one }),
  resumeSearch: route({ method: 'POST', path: '/searches/:searchId/resume', params, body: EmptyBody, reply: one }),
  deleteSearch: route({ method: 'DELETE', path: '/searches/:searchId', params, reply: EmptyReply }),
  /**
   * Sends a test message to the destination and waits for the answer, for about 15 s at most. A mail may still be
   * queued then. Errors: 409 not_confirmed, 429 too_many_tests.
   */
  testSearch: route({
    method: 'POST',
    path: '/searches/:searchId/test',
    params,
    body: EmptyBody,
    reply: Type.Object({
      state: Type.Enum(MESSAGE_STATES),
      status: nullable(Type.Integer()),
      milliseconds: Count,
      /** The start of the answer, as text; null: no answer. */
      excerpt: nullable(Type.String()),
      /** The result as sentences: what happened, and what to do. */
      diagnosis: Type.String(),
    }),
  }),
  /**
   * Sends the strongest companies that match now, at most ten, through the destination: once for each search. They are paid for
   * from the allowance of people. Errors: 409 getting_ready, 409 already_sent, 409 nothing_matches, 409 sends_nothing, 429.
   */
  sendMatches: route({
    method: 'POST',
    path: '/searches/:searchId/matches',
    params,
    body: EmptyBody,
    reply: Type.Object({ companies: Count }),
  }),
  /** At most 50, newest first. */
  /** Newest first. Pass `next` as `before` to get the next page; null: this is the last one. */
  listSearchChanges: route({
    method: 'GET',
    path: '/searches/:searchId/history',
    params,
    query: Type.Object({ before: Type.Optional(Id) }, STRICT),
    reply: Type.Object({ changes: Type.Array(SearchChange), next: nullable(Id) }),
  }),
  muteCompany: route({
    method: 'POST',
    path: '/searches/:searchId/mutes/:companyId',
    params: companyParams,
    body: EmptyBody,
    reply: EmptyReply,
  }),
  unmuteCompany: route({
    method: 'DELETE',
    path: '/searches/:searchId/mutes/:companyId',
    params: companyParams,
    reply: EmptyReply,
  }),
  /** Digests are sent at 8 a.m. in this time zone: an IANA name, such as Europe/Berlin. */
  setTimeZone: route({
    method: 'PUT',
    path: '/team/time-zone',
    body: Type.Object({ timeZone: Type.String({ minLength: 1, maxLength: 60 }) }, STRICT),
    reply: EmptyReply,
  }),
  /** Resends the confirmation mail, at most once a day. */
  askAddress: route({ method: 'POST', path: '/searches/:searchId/ask-address', params, body: EmptyBody, reply: one }),
  /** Reads the link in that mail, /confirm-address#TOKEN. Error: 422 invalid_link. */
  getAddress: route({
    method: 'POST',
    path: '/alert-address/look',
    body: Type.Object({ token: LinkToken }, STRICT),
    reply: Type.Object({ team: Type.String(), address: Type.String(), isConfirmed: Type.Boolean() }),
  }),
  /** Error: 422 invalid_link. */
  confirmAddress: route({
    method: 'POST',
    path: '/alert-address',
    body: Type.Object({ token: LinkToken }, STRICT),
    reply: Type.Object({ team: Type.String(), address: Type.String() }),
  }),
  /** Reads the mute link of an alert, /mute#TOKEN. Error: 422 invalid_link. */
  getMute: route({
    method: 'POST',
    path: '/mute/look',
    body: Type.Object({ token: LinkToken }, STRICT),
    reply: Type.Object({ ...MUTED, isUsed: Type.Boolean() }),
  }),
  /** Errors: 422 invalid_link, 409 link_used. */
  useMute: route({
    method: 'POST',
    path: '/mute',
    body: Type.Object({ token: LinkToken }, STRICT),
    reply: Type.Object(MUTED),
  }),
}
