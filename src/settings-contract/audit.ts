import { Type } from 'typebox'
import { route } from './route.ts'
import { Id, nullable, STRICT, Time } from './schemas.ts'

/** All actions of the audit log, by subject. */
export const AUDIT_ACTIONS = {
  keys: ['key.created', 'key.rotated', 'key.restricted', 'key.revoked'],
  webhooks: [
    'webhook.created',
    'webhook.changed',
    'webhook.paused',
    'webhook.resumed',
    'webhook.deleted',
    'webhook.tested',
    'webhook.key_revealed',
    'webhook.key_rotated',
    'webhook.secret_revealed',
    'webhook.secret_rotated',
    'webhook.replayed',
    'webhook.retried',
    'webhook.replay_requested',
  ],
  searches: [
    'search.created',
    'search.changed',
    'search.paused',
    'search.resumed',
    'search.deleted',
    'search.muted',
    'search.unmuted',
    'search.secret_revealed',
    'search.secret_rotated',
    'search.address_asked',
    'search.tested',
    'search.matches_sent',
  ],
  crm: ['crm.connected', 'crm.changed', 'crm.tested', 'crm.matches_written', 'crm.disconnected'],
  lists: [
    'list.created',
    'list.renamed',
    'list.changed',
    'list.deleted',
    'list.monitored',
    'list.unmonitored',
    'list.board_accepted',
    'list.board_rejected',
  ],
  imports: ['import.started', 'import.cancelled', 'import.mapping_saved', 'import.mapping_deleted'],
  members: [
    'member.joined',
    'member.role_changed',
    'member.removed',
    'member.address_lost',
    'invitation.created',
    'invitation.revoked',
  ],
  sessions: [
    'session.signed_in',
    'session.signed_out',
    'session.link_made',
    'identity.linked',
    'session.ended',
    'session.all_ended',
    'password.changed',
    'password.reset_link_made',
    'password.reset',
    'factor.set',
    'factor.removed',
    'factor.codes_renewed',
  ],
  team: [
    'team.created',
    'team.plan_changed',
    'team.limits_changed',
    'team.domains_changed',
    'team.sign_on_required',
    'team.sign_on_optional',
  ],
  billing: ['billing.connected', 'billing.disconnected'],
} as const

export const AUDIT_SUBJECTS = Object.keys(AUDIT_ACTIONS) as (keyof typeof AUDIT_ACTIONS)[]
export type AuditSubject = keyof typeof AUDIT_ACTIONS
export type AuditAction = (typeof AUDIT_ACTIONS)[AuditSubject][number]

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
