// When windows and searches can speak, and for how many companies of a list.

import { Type } from 'typebox'
import { REPORTED_TYPES } from '../../closed-sets/signals.ts'
import { route } from '../route.ts'
import { Count, Id, nullable, STRICT, Time } from '../schemas.ts'

/** Why no company can be in a window, or match a search, yet. */
export const NotReady = Type.Object({
  /** From when one can. Null: when the data that is missing arrives. */
  at: nullable(Time),
  text: Type.String(),
})

/** Of a list: for how many of its companies each type is monitored. */
const ListCoverage = Type.Object({
  /** Including those without any data yet. */
  companies: Count,
  types: Type.Array(Type.Object({ type: Type.Enum(REPORTED_TYPES), monitored: Count })),
})

export const readinessRoutes = {
  /** What a search needs. `list`: the name of the list that it is limited to. Error: 422 for a query that can't be read. */
  readReadiness: route({
    method: 'POST',
    path: '/readiness',
    body: Type.Object(
      { query: Type.String({ maxLength: 4_000 }), list: nullable(Type.String({ maxLength: 200 })) },
      STRICT,
    ),
    reply: Type.Object({
      notReady: nullable(NotReady),
      /** Of the types that the search needs. Null: it has no list, or the list is gone. */
      coverage: nullable(ListCoverage),
    }),
  }),
  getListReadiness: route({
    method: 'GET',
    path: '/lists/:listId/readiness',
    params: Type.Object({ listId: Id }),
    reply: Type.Object({
      coverage: ListCoverage,
      windows: Type.Array(
        Type.Object({
          slug: Type.String(),
          label: Type.String(),
          /** Companies of the list that are monitored for everything that the window needs. */
          monitored: Count,
          notReady: nullable(NotReady),
        }),
      ),
    }),
  }),
}
