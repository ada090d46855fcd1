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
  /** Why the limit or its month is not the plan's usual one. */
  note: Type.Optional(Type.String()),
})

const amounts = { requests: Count, records: Count }

export const usageRoutes = {
  getUsage: route({
    method: 'GET',
    path: '/usage',
    reply: Type.Object({
      /** The database's clock, of which all of this is. */
      asOf: Time,
      month: Type.Object({ startsAt: Time, endsAt: Time }),
      /** The six, in the order of the plans. Without API access every limit is 0. */
      buckets: Type.Array(Bucket),
      /**
       * Every UTC day from the one on which the month began to today, also those without a request. The first one is
       * whole: it counts what came before the month began, too.
       */
      days: Type.Array(Type.Object({ day: Day, ...amounts })),
      /** Over those days, the most requests first, at most 10. */
      endpoints: Type.Array(Type.Object({ endpoint: Type.String(), ...amounts })),
      limits: Type.Object({ pageSizeMax: Count, querySetRecordsMax: Count }),
    }),
  }),
}
