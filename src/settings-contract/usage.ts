import { Type } from 'typebox'
import { BUCKETS } from '../closed-sets/plans.ts'
import { route } from './route.ts'
import { Count, Day, Time } from './schemas.ts'

export const Bucket = Type.Object({
  bucket: Type.Enum(BUCKETS),
  limit: Count,
  used: Count,
  remaining: Count,
  resetsAt: Time,
  /** Why the limit, or its month, differs from the plan's. */
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
      /**
       * Every UTC day from the start of the billing month to today, including days without requests. The first day is
       * counted from midnight, so it includes requests from before the month started.
       */
      days: Type.Array(Type.Object({ day: Day, ...amounts })),
      /** The endpoints with the most requests in those days, at most 10. */
      endpoints: Type.Array(Type.Object({ endpoint: Type.String(), ...amounts })),
      limits: Type.Object({ pageSizeMax: Count, querySetRecordsMax: Count }),
    }),
  }),
}
