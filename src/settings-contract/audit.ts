import { Type } from 'typebox'
import { AUDIT_ACTIONS, AUDIT_SUBJECTS, type AuditAction } from '../closed-sets/audit.ts'
import { route } from './route.ts'
import { Id, nullable, STRICT, Time } from './schemas.ts'

/** A person who is signed in or has used a link to their address, an operator on the command line, or anybody. */
const ACTOR_KINDS = ['person', 'operator', 'anonymous'] as const
export type ActorKind = (typeof ACTOR_KINDS)[number]

export const AuditEntry = Type.Object({
  id: Type.String(),
  at: Time,
  action: Type.Enum(Object.values(AUDIT_ACTIONS).flat() as AuditAction[]),
  actorKind: Type.Enum([...ACTOR_KINDS]),
  /** The person's email at that time; null: no person. */
  actor: nullable(Type.String()),
  address: nullable(Type.String()),
  /** The object of the action, with its name at that time: a key's name, a member's email, a webhook's URL. */
  target: nullable(Type.Object({ id: nullable(Id), name: Type.String() })),
  /** Further values, such as { grace: '1h' } or { role: 'owner' }. */
  details: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean()])),
})

export const auditRoutes = {
  /**
   * Newest first, 50 per page, or 500 with `rows`. Pass `next` as `before` to get the next page; null: this is the last one.
   */
  listAudit: route({
    method: 'GET',
    path: '/audit',
    query: Type.Object(
      {
        before: Type.Optional(Type.String({ pattern: '^[0-9]{1,15}$' })),
        subject: Type.Optional(Type.Enum(AUDIT_SUBJECTS)),
        action: Type.Optional(Type.Enum(Object.values(AUDIT_ACTIONS).flat() as AuditAction[])),
        /** A person's address, `operator` or `anonymous`. */
        actor: Type.Optional(Type.String({ maxLength: 254 })),
        since: Type.Optional(Time),
        /** Exclusive. */
        until: Type.Optional(Time),
        rows: Type.Optional(Type.Literal('500')),
      },
      STRICT,
    ),
    reply: Type.Object({
      entries: Type.Array(AuditEntry),
      next: nullable(Type.String()),
      /** What `actor` can be, on the first page. */
      actors: Type.Array(Type.String()),
    }),
  }),
}
