import { Type } from 'typebox'
import { BUCKETS } from '../closed-sets/plans.ts'
import { route } from './route.ts'
import { Count, Day, Id, nullable, STRICT, Time } from './schemas.ts'

export const Bucket = Type.Object({
  bucket: Type.Enum(BUCKETS),
  limit: Count,
  used: Count,
  remaining: Count,
  resetsAt: Time,
  /** Why the limit, or its month, differs from the plan's. */
  note: Type.Optional(Type.String()),
})

/** A part of the allowance of people. `note`: why the limit differs from the plan's. */
export const Allowance = Type.Object({
  limit: Count,
  used: Count,
  remaining: Count,
  note: Type.Optional(Type.String()),
})

const amounts = { requests: Count, records: Count }

export const usageRoutes = {
  getUsage: route({
    method: 'GET',
    path: '/usage',
    reply: Type.Object({
      /** The time of this reading, by the database's clock. */
      asOf: Time,
      month: Type.Object({ startsAt: Time, endsAt: Time }),
      /** All six, in the order of BUCKETS. Without API access every limit is 0. */
      buckets: Type.Array(Bucket),
      limits: Type.Object({ pageSizeMax: Count, querySetRecordsMax: Count }),
    }),
  }),
  /**
   * One billing month: this one, or the one that contains the day. Days are UTC days, and the first is
   * counted from midnight, so it includes requests from before the month started.
   */
  getUsageMonth: route({
    method: 'GET',
    path: '/usage/month',
    query: Type.Object({ day: Type.Optional(Day) }, STRICT),
    reply: Type.Object({
      month: Type.Object({ startsAt: Time, endsAt: Time }),
      isCurrent: Type.Boolean(),
      /** Whether there is usage before it. */
      hasEarlier: Type.Boolean(),
      /** Every UTC day from the start of the month to its end or today, including days without requests. */
      days: Type.Array(Type.Object({ day: Day, ...amounts })),
      /** Most requests first, at most 10. */
      endpoints: Type.Array(Type.Object({ endpoint: Type.String(), ...amounts })),
      /**
       * Most requests first, at most 100. Counted apart from the charge: a crash of a node may lose a second of it. `failed`: replies
       * of 400 and above, which cost nothing.
       */
      keys: Type.Array(
        Type.Object({
          id: Id,
          name: Type.String(),
          prefix: Type.String(),
          lastFour: Type.String(),
          ...amounts,
          failed: Count,
        }),
      ),
      /** What people saw on the screen, most first, at most 500. */
      people: Type.Array(
        Type.Object({
          accountId: Id,
          /** Null: the account is deleted. */
          email: nullable(Type.String()),
          isMember: Type.Boolean(),
          companies: Count,
        }),
      ),
    }),
  }),
  /**
   * The allowance of people on the screen: companies in a UTC day, apart from the budgets of the API. A company counts
   * once a day, for the member who sees it first.
   */
  getPeopleUsage: route({
    method: 'GET',
    path: '/usage/people',
    reply: Type.Object({
      asOf: Time,
      resetsAt: Time,
      /** Of the whole team. */
      team: Allowance,
      /** The share of the person who asks. What is left of it is at most what is left for the team. */
      you: Allowance,
      /** Each member, and people who left the team and used the allowance today. */
      members: Type.Array(
        Type.Object({
          accountId: Id,
          /** Null: the account is deleted. */
          email: nullable(Type.String()),
          isMember: Type.Boolean(),
          used: Count,
          /** Of the share and of the team's day, whichever is less. 0 for a person who has left the team. */
          remaining: Count,
        }),
      ),
      /** The last 30 UTC days, today included. */
      days: Type.Array(Type.Object({ day: Day, companies: Count })),
    }),
  }),
}
