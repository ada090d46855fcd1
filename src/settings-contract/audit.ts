import { Type } from 'typebox'
import { route } from './route.ts'
import { Id, nullable, STRICT, Time } from './schemas.ts'

/** What can stand in the log, by what it is about. */
export const AUDIT_ACTIONS = {
  keys: ['key.created', 'key.rotated', 'key.revoked'],
  webhooks: [
    'webhook.created',
    'webhook.changed',
    'webhook.paused',
    'webhook.resumed',
    'webhook.deleted',
    'webhook.tested',
    'webhook.key_revealed',
    'webhook.key_rotated',
    'webhook.replayed',
  ],
  members: ['member.joined', 'member.role_changed', 'member.removed', 'invitation.created', 'invitation.revoked'],
  sessions: [
    'session.signed_in',
    'session.signed_out',
    'session.ended',
    'session.all_ended',
    'password.changed',
    'password.reset_link_made',
    'password.reset',
  ],
  team: ['team.plan_changed', 'team.limits_changed'],
} as const

export const AUDIT_SUBJECTS = Object.keys(AUDIT_ACTIONS) as (keyof typeof AUDIT_ACTIONS)[]
export type AuditSubject = keyof typeof AUDIT_ACTIONS
export type AuditAction = (typeof AUDIT_ACTIONS)[AuditSubject][number]

export const AuditEntry = Type.Object({
  id: Type.String(),
  at: Time,
  action: Type.Enum(Object.values(AUDIT_ACTIONS).flat() as AuditAction[]),
  /** The email of the person as it was then; null: an operator, on the command line. */
  actor: nullable(Type.String()),
  address: nullable(Type.String()),
  /** What it was done to, by the name that it had: a key's name, a member's email, a webhook's URL. */
  target: nullable(Type.Object({ id: nullable(Id), name: Type.String() })),
  /** More of it in plain words and values, such as { grace: '1h' } or { role: 'owner' }. */
  details: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean()])),
})

export const auditRoutes = {
  /** Newest first, 50 at a time. `next` is the `before` of the following page; null: that was all. */
  listAudit: route({
    method: 'GET',
    path: '/audit',
    query: Type.Object(
      {
        before: Type.Optional(Type.String({ pattern: '^[0-9]{1,15}$' })),
        subject: Type.Optional(Type.Enum(AUDIT_SUBJECTS)),
      },
      STRICT,
    ),
    reply: Type.Object({ entries: Type.Array(AuditEntry), next: nullable(Type.String()) }),
  }),
}
