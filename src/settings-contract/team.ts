import { Type } from 'typebox'
import { route } from './route.ts'
import { Done, Email, Id, nullable, RoleName, STRICT, Time } from './schemas.ts'

export const Member = Type.Object({
  accountId: Id,
  email: Type.String(),
  role: RoleName,
  joinedAt: Time,
  /** Within a minute; null: not since sessions are kept, or signed out. */
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
})

const accountParams = Type.Object({ accountId: Id })

export const teamRoutes = {
  /** Owners first, then by the time of joining. */
  listMembers: route({ method: 'GET', path: '/members', reply: Type.Object({ members: Type.Array(Member) }) }),
  /** Takes effect with the next request of that member. 409 last_owner: the team would be left without one. */
  changeRole: route({
    method: 'PUT',
    path: '/members/:accountId/role',
    params: accountParams,
    body: Type.Object({ role: RoleName }, STRICT),
    reply: Type.Object({ member: Member }),
  }),
  /** Ends the member's sessions in this team. Keys that they made go on. 409 last_owner. */
  removeMember: route({ method: 'DELETE', path: '/members/:accountId', params: accountParams, reply: Done }),

  /** Those that are open: neither used nor taken back nor expired. Newest first. */
  listInvitations: route({
    method: 'GET',
    path: '/invitations',
    reply: Type.Object({ invitations: Type.Array(Invitation) }),
  }),
  /**
   * Good for seven days and one use. A new one for the same address replaces the old. 409 already_member,
   * 409 too_many_invitations.
   */
  createInvitation: route({
    method: 'POST',
    path: '/invitations',
    body: Type.Object({ email: Email, role: RoleName }, STRICT),
    /** linkPath, `/join#TOKEN`, is shown this once; put the origin of the screen before it. */
    reply: Type.Object({ invitation: Invitation, linkPath: Type.String() }),
  }),
  revokeInvitation: route({
    method: 'DELETE',
    path: '/invitations/:invitationId',
    params: Type.Object({ invitationId: Id }),
    reply: Done,
  }),
}
