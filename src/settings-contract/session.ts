// Signing in and out, one's own account, and the links that give a password or a place in a team.

import { Type } from 'typebox'
import { route } from './route.ts'
import {
  Count,
  Done,
  Email,
  GivenPassword,
  Id,
  LinkToken,
  NewPassword,
  nullable,
  PlanNames,
  RoleName,
  STRICT,
  Time,
} from './schemas.ts'

/** Who is signed in, and in which of their teams. */
export const Session = Type.Object({
  account: Type.Object({ id: Id, email: Type.String() }),
  team: Type.Object({
    id: Id,
    name: Type.String(),
    plan: PlanNames,
    /** Whether the plan lets keys call and webhooks be tested. */
    apiAccess: Type.Boolean(),
    demo: Type.Boolean(),
  }),
  role: RoleName,
  /** All teams of the account, this one too, by name. */
  teams: Type.Array(Type.Object({ id: Id, name: Type.String(), role: RoleName })),
  /** When the session ends without a further request, and when it ends in any case. */
  idleEndsAt: Time,
  endsAt: Time,
})

export const OpenSession = Type.Object({
  id: Id,
  /** The session of this very request. */
  current: Type.Boolean(),
  teamName: Type.String(),
  signedInAt: Time,
  /** Within a minute. */
  lastSeenAt: Time,
  address: nullable(Type.String()),
  /** What the browser says that it is, at most 300 characters of it. */
  userAgent: nullable(Type.String()),
})

export const sessionRoutes = {
  /** The first question of the screen; null: show the sign-in page. It is no error not to be signed in. */
  whoAmI: route({ method: 'GET', path: '/who-am-i', reply: Type.Object({ session: nullable(Session) }) }),
  /** The same for those who are: 401 not_signed_in once the session has ended. */
  getSession: route({ method: 'GET', path: '/session', reply: Session }),
  /** 401 invalid_credentials; 429 too_many_attempts with Retry-After; 403 no_team for an account without a team. */
  signIn: route({
    method: 'POST',
    path: '/session',
    body: Type.Object({ email: Email, password: GivenPassword }, STRICT),
    reply: Session,
  }),
  signOut: route({ method: 'DELETE', path: '/session', reply: Done }),
  /** Goes on in another team of the account. */
  switchTeam: route({
    method: 'PUT',
    path: '/session/team',
    body: Type.Object({ teamId: Id }, STRICT),
    reply: Session,
  }),

  /** Ends all other sessions of the account. 403 wrong_password, 429 too_many_attempts. */
  changePassword: route({
    method: 'PUT',
    path: '/account/password',
    body: Type.Object({ currentPassword: GivenPassword, newPassword: NewPassword }, STRICT),
    reply: Type.Object({ sessionsEnded: Count }),
  }),
  /** The sessions of the account in all its teams, the newest use first. */
  listSessions: route({
    method: 'GET',
    path: '/account/sessions',
    reply: Type.Object({ sessions: Type.Array(OpenSession) }),
  }),
  endSession: route({
    method: 'DELETE',
    path: '/account/sessions/:sessionId',
    params: Type.Object({ sessionId: Id }),
    reply: Done,
  }),
  signOutEverywhere: route({
    method: 'POST',
    path: '/account/sign-out-everywhere',
    /** keepThisSession: end the others only. */
    body: Type.Object({ keepThisSession: Type.Boolean() }, STRICT),
    reply: Type.Object({ sessionsEnded: Count }),
  }),

  /** What a link of the operator is for: /reset-password#TOKEN. 404 link_not_valid: wrong, used or expired. */
  lookAtPasswordReset: route({
    method: 'POST',
    path: '/password-reset/look',
    body: Type.Object({ token: LinkToken }, STRICT),
    reply: Type.Object({ email: Type.String(), expiresAt: Time }),
  }),
  /** Sets the password and ends every session of the account. One signs in afterwards. */
  resetPassword: route({
    method: 'POST',
    path: '/password-reset',
    body: Type.Object({ token: LinkToken, newPassword: NewPassword }, STRICT),
    reply: Type.Object({ email: Type.String() }),
  }),

  /** What an invitation is to: /join#TOKEN. 404 link_not_valid: wrong, used, taken back or expired. */
  lookAtInvitation: route({
    method: 'POST',
    path: '/invitation/look',
    body: Type.Object({ token: LinkToken }, STRICT),
    reply: Type.Object({
      teamName: Type.String(),
      email: Type.String(),
      role: RoleName,
      invitedBy: nullable(Type.String()),
      expiresAt: Time,
      /** The invited one is signed in already: accepting needs no password. */
      signedIn: Type.Boolean(),
    }),
  }),
  /**
   * Joins and is signed in. The password becomes that of a new account; an account that exists is entered by its own,
   * and 403 wrong_password (also for a new one that is too short: 422) says so. Whether there is one is not told before.
   */
  acceptInvitation: route({
    method: 'POST',
    path: '/invitation/accept',
    body: Type.Object({ token: LinkToken, password: Type.Optional(GivenPassword) }, STRICT),
    reply: Session,
  }),
}
