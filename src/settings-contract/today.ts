// Today: what is new about the companies that the team cares about, and which windows close.

import { Type } from 'typebox'
import { route } from './route.ts'
import { Count, EmptyReply, Id, nullable, STRICT, Time } from './schemas.ts'

const TodayWindow = Type.Object({
  /** For a template with its tool: `tool-displacement:hubspot`. */
  slug: Type.String(),
  label: Type.String(),
  /** How long the window is in all. */
  windowDays: Count,
  windowEndsAt: Time,
})

/** Names and labels only: the dossier has the rest. */
export const TodayRow = Type.Object({
  company: Type.Object({ id: Id, name: Type.String() }),
  /** Sentences about facts, as the dossier has them. */
  evidence: Type.String(),
  /** The strongest. Null: the company is in none, and a saved search found it. */
  window: nullable(TodayWindow),
  otherWindows: Count,
  lists: Type.Array(Type.String()),
  searches: Type.Array(Type.Object({ id: Id, name: Type.String() })),
  /** When the newest of what it is about was found. */
  newAt: Time,
})

export const todayRoutes = {
  /**
   * Free, within a bound: a team is shown at most 200 companies a UTC day. Members see the same companies, without those
   * that they snoozed or that are not a fit.
   */
  getToday: route({
    method: 'GET',
    path: '/today',
    reply: Type.Object({
      /** Changes when the rows may have changed. */
      stamp: Type.String(),
      asOf: Time,
      newSince: Time,
      /** Nothing was seen before, so what was found in the last week is new. */
      isFirstVisit: Type.Boolean(),
      /** accounts: windows of companies on the team's lists. all: the team has none, so the strongest of all companies. */
      scope: Type.Enum(['accounts', 'all']),
      /** Whether some slice has what it needs. */
      hasWindows: Type.Boolean(),
      hasSearches: Type.Boolean(),
      groups: Type.Object({
        /** Found since the last visit, newest first. */
        fresh: Type.Array(TodayRow),
        /** Not new, and the window closes within a week. */
        closing: Type.Array(TodayRow),
        /** The other open windows, strongest first. */
        open: Type.Array(TodayRow),
      }),
      /** Companies left out because the person put them aside. */
      hidden: Count,
      /** Whether rows were left out because of the bound. */
      isLimited: Type.Boolean(),
    }),
  }),
  /** `after`: waits until the stamp is another one than that, for up to four seconds. */
  getTodayStamp: route({
    method: 'GET',
    path: '/today/stamp',
    query: Type.Object({ after: Type.Optional(Type.String({ maxLength: 100 })) }, STRICT),
    reply: Type.Object({ stamp: Type.String() }),
  }),
  /**
   * Companies by name. Those on the team's lists, and those that it was shown today (`isOwn`), are found by the start of any
   * word. At most three others are found, by the start of the name or by the domain. Each is one of the companies that
   * are free to see in a day. `isCut`: there would be others, but the team has seen all that are free today.
   */
  findCompanies: route({
    method: 'GET',
    path: '/today/companies',
    query: Type.Object({ name: Type.String({ minLength: 1, maxLength: 100 }) }, STRICT),
    reply: Type.Object({
      companies: Type.Array(Type.Object({ id: Id, name: Type.String(), isOwn: Type.Boolean() })),
      isCut: Type.Boolean(),
    }),
  }),
  /** The person has seen the page as of `seenUntil`. The next visit counts from there. */
  recordVisit: route({
    method: 'POST',
    path: '/today/visits',
    body: Type.Object({ seenUntil: Time }, STRICT),
    reply: EmptyReply,
  }),
  // The first steps of a person in a team, shown on Today until they are done or dismissed.
  /** Read from what the team has now, but for `isDismissed` and `hasCopied`, which are the person's own. */
  getFirstSteps: route({
    method: 'GET',
    path: '/first-steps',
    reply: Type.Object({
      isDismissed: Type.Boolean(),
      /** Domains on the team's lists. */
      accounts: Count,
      /** Whether one of the lists is monitored. Null: no list can be, here. */
      hasMonitored: nullable(Type.Boolean()),
      searches: Count,
      /** Whether a saved search sends its alerts to Slack, a webhook or an address. */
      hasDestination: Type.Boolean(),
      /** Whether a saved search found a company, or a test message was accepted. */
      hasAlert: Type.Boolean(),
      hasKey: Type.Boolean(),
      /** Whether the person copied a request. */
      hasCopied: Type.Boolean(),
      /** Whether a request came with one of the team's keys. */
      hasRequest: Type.Boolean(),
      hasWebhook: Type.Boolean(),
      /** Whether a webhook accepted a test event. */
      hasTestedWebhook: Type.Boolean(),
    }),
  }),
  /** Omitted fields stay unchanged. */
  noteFirstSteps: route({
    method: 'POST',
    path: '/first-steps',
    body: Type.Object(
      { isDismissed: Type.Optional(Type.Boolean()), hasCopied: Type.Optional(Type.Literal(true)) },
      STRICT,
    ),
    reply: EmptyReply,
  }),
}
