import { Type } from 'typebox'
import { route } from './route.ts'
import { Count, Id, nullable, STRICT, Time } from './schemas.ts'

/** 4xx includes 429. */
export const STATUS_CLASSES = ['2xx', '4xx', '429', '5xx'] as const

const NamedKey = Type.Object({ id: Id, name: Type.String(), prefix: Type.String(), lastFour: Type.String() })

export const LoggedRequest = Type.Object({
  id: Type.String(),
  at: Time,
  key: NamedKey,
  /** As usage is counted: `search`, `dossier`, … */
  endpoint: Type.String(),
  method: Type.String(),
  /** Without the query string. At most 200 characters. */
  path: Type.String(),
  /** 499: the client closed the connection before the reply. */
  status: Type.Integer(),
  ms: Count,
  /** Besides the request itself. Null: it cost nothing. */
  charged: nullable(Type.Object({ records: Count, pageTurns: Count })),
  requestId: Type.String(),
  error: nullable(Type.Object({ code: Type.String(), message: Type.String() })),
})

export const requestRoutes = {
  /**
   * Newest first, 50 per page. Pass `next` as `before` to get the next page; null: this is the last one. A filter looks at
   * 10,000 requests at a time, so a page may be short, or empty, and still have a next one.
   */
  listRequests: route({
    method: 'GET',
    path: '/requests',
    query: Type.Object(
      {
        before: Type.Optional(Type.String({ pattern: '^[0-9]{1,17}_[0-9]{1,16}$' })),
        key: Type.Optional(Id),
        endpoint: Type.Optional(Type.String({ maxLength: 50 })),
        status: Type.Optional(Type.Enum([...STATUS_CLASSES])),
        requestId: Type.Optional(Type.String({ maxLength: 100 })),
      },
      STRICT,
    ),
    reply: Type.Object({
      requests: Type.Array(LoggedRequest),
      next: nullable(Type.String()),
      /** How many full days are kept. 0: none. */
      days: Count,
      /** What the filters can be: the keys and endpoints of those days. */
      keys: Type.Array(NamedKey),
      endpoints: Type.Array(Type.String()),
    }),
  }),
  /** Of each key that was used in the last 30 UTC days, today included. */
  getKeyUsage: route({
    method: 'GET',
    path: '/keys/usage',
    reply: Type.Object({
      keys: Type.Array(Type.Object({ id: Id, requests: Count, records: Count, failed: Count })),
    }),
  }),
}
