import { Type } from 'typebox'
import { MAIL_STATES } from '../closed-sets/mail.ts'
import { route } from './route.ts'
import { Email, EmptyReply, Id, nullable, RoleName, STRICT, Time } from './schemas.ts'

export const MAX_OPEN_INVITATIONS = 50
export const MAX_MEMBERS = 500

export const Member = Type.Object({
  accountId: Id,
  email: Type.String(),
  role: RoleName,
  joinedAt: Time,
  /** The latest use of a session in this team, to the minute; null: no session, for example after signing out. */
  lastSeenAt: nullable(Time),
  you: Type.Boolean(),
})

export const Invitation = Type.Object({
  id: Id,
  email: Type.String(),
  role: RoleName,
  invitedBy: nullable(Type.String()),
  createdAt: Time,
  expiresAt: Time,
  /** Null: the link was handed over. `answer`: the mail server's reply when it rejected the mail permanently. */
  mail: nullable(Type.Object({ state: Type.Enum(MAIL_STATES), answer: nullable(Type.String()) })),
})

const accountParams = Type.Object({ accountId: Id })

export const teamRoutes = {
  /** Owners first, then by joinedAt. */
  listMembers: route({ method: 'GET', path: '/members', reply: Type.Object({ members: Type.Array(Member) }) }),
  /** Takes effect with that member's next request. Error: 409 last_owner (the team would have no owner). */
  changeRole: route({
    method: 'PUT',
    path: '/members/:accountId/role',
    params: accountParams,
    body: Type.Object({ role: RoleName }, STRICT),
    reply: Type.Object({ member: Member }),
  }),
  /** Ends the member's sessions in this team. Keys that they created keep working. Error: 409 last_owner. */
  removeMember: route({ method: 'DELETE', path: '/members/:accountId', params: accountParams, reply: EmptyReply }),

  /** Open invitations, which means not used, revoked or expired. Newest first. */
  listInvitations: route({
    method: 'GET',
    path: '/invitations',
    reply: Type.Object({ invitations: Type.Array(Invitation) }),
  }),
  /**
   * Valid for seven days and one use. A new invitation to the same address replaces the previous one. Errors: 409
   * already_member, 409 too_many_invitations (MAX_OPEN_INVITATIONS, MAX_MEMBERS), 409 invitations_are_mailed: where
   * mail is available, a link handed over would let anyone claim an address.
   */
  createInvitation: route({
    method: 'POST',
    path: '/invitations',
    body: Type.Object({ email: Email, role: RoleName }, STRICT),
    /** linkPath, `/join#TOKEN`, is only in this reply. Prepend the screen's origin to get the link. */
    reply: Type.Object({ invitation: Invitation, linkPath: Type.String() }),
  }),
  /**
   * Mails the link to the invited address: using it proves that the address is theirs. A second mail to the same
   * address replaces the link. Errors: as for createInvitation, 409 no_mail, 429 too_many_attempts.
   */
  sendInvitation: route({
    method: 'POST',
    path: '/invitations/mail',
    body: Type.Object({ email: Email, role: RoleName }, STRICT),
    reply: Type.Object({ invitation: Invitation }),
  }),
  revokeInvitation: route({
    method: 'DELETE',
    path: '/invitations/:invitationId',
    params: Type.Object({ invitationId: Id }),
    reply: EmptyReply,
  }),
}
