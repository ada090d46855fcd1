// Signing in and out, the caller's own account, and the links that reset a password or invite to a team.

import { Type } from 'typebox'
import { SIGN_IN_METHODS } from '../closed-sets/teams.ts'
import { route } from './route.ts'
import {
  Count,
  Email,
  EmptyReply,
  EnteredPassword,
  Id,
  LinkToken,
  NewPassword,
  nullable,
  PlanName,
  RoleName,
  SecondFactorCode,
  STRICT,
  Time,
} from './schemas.ts'

/** The signed-in account and the team that the session is in. */
export const Session = Type.Object({
  account: Type.Object({ id: Id, email: Type.String() }),
  team: Type.Object({
    id: Id,
    name: Type.String(),
    plan: PlanName,
    /**
     * Whether the plan has API access. Keys need it for calls, and owners need it to create, resume and test webhooks.
     */
    apiAccess: Type.Boolean(),
    demo: Type.Boolean(),
  }),
  role: RoleName,
  /** How the session was opened: with a password, by the provider of sign-on, or by an operator's link. */
  signedInBy: Type.Enum(SIGN_IN_METHODS),
  /** All teams of the account, the current one included, sorted by name. */
  teams: Type.Array(Type.Object({ id: Id, name: Type.String(), role: RoleName })),
  /** When the session ends if there is no further request. */
  idleEndsAt: Time,
  /** When the session ends in any case. */
  endsAt: Time,
})

export const OpenSession = Type.Object({
  id: Id,
  /** The session of this request. */
  current: Type.Boolean(),
  teamName: Type.String(),
  signedInAt: Time,
  /** To the minute. */
  lastSeenAt: Time,
  address: nullable(Type.String()),
  /** The first 300 characters of the User-Agent header. */
  userAgent: nullable(Type.String()),
})

export const sessionRoutes = {
  /** The screen's first call. A null session isn't an error: show the sign-in page. */
  whoAmI: route({ method: 'GET', path: '/who-am-i', reply: Type.Object({ session: nullable(Session) }) }),
  /** Whether the service can send mail: if so, it mails invitations, and people can request a new password. */
  getMail: route({ method: 'GET', path: '/mail', reply: Type.Object({ available: Type.Boolean() }) }),
  /** The same session, but 401 not_signed_in once it has ended. */
  getSession: route({ method: 'GET', path: '/session', reply: Session }),
  /**
   * Errors: 401 invalid_credentials, 401 second_factor_required (the password is right; send it again with `code`), 401
   * wrong_code, 403 sign_on_required, 403 no_team (the account has no team), 429 too_many_attempts with Retry-After.
   */
  signIn: route({
    method: 'POST',
    path: '/session',
    body: Type.Object({ email: Email, password: EnteredPassword, code: Type.Optional(SecondFactorCode) }, STRICT),
    reply: Session,
  }),
  /** `providerUrl`: where the person can sign out at the provider of sign-on too, if it opened the session and offers it. */
  signOut: route({
    method: 'DELETE',
    path: '/session',
    reply: Type.Object({ providerUrl: nullable(Type.String()) }),
  }),
  /** Moves the session to another team of the account. */
  switchTeam: route({
    method: 'PUT',
    path: '/session/team',
    body: Type.Object({ teamId: Id }, STRICT),
    reply: Session,
  }),

  /** Ends all other sessions of the account. Errors: 403 wrong_password, 429 too_many_attempts. */
  changePassword: route({
    method: 'PUT',
    path: '/account/password',
    body: Type.Object({ currentPassword: EnteredPassword, newPassword: NewPassword }, STRICT),
    reply: Type.Object({ sessionsEnded: Count }),
  }),
  /** The sessions of the account in all its teams, most recently used first. */
  listSessions: route({
    method: 'GET',
    path: '/account/sessions',
    reply: Type.Object({ sessions: Type.Array(OpenSession) }),
  }),
  endSession: route({
    method: 'DELETE',
    path: '/account/sessions/:sessionId',
    params: Type.Object({ sessionId: Id }),
    reply: EmptyReply,
  }),
  signOutEverywhere: route({
    method: 'POST',
    path: '/account/sign-out-everywhere',
    /** keepThisSession: end only the other sessions. */
    body: Type.Object({ keepThisSession: Type.Boolean() }, STRICT),
    reply: Type.Object({ sessionsEnded: Count }),
  }),

  /**
   * Mails a reset link if the address has an account. The reply doesn't reveal whether it has. Errors: 409 no_mail, 429
   * too_many_attempts with Retry-After.
   */
  requestPasswordReset: route({
    method: 'POST',
    path: '/password-reset/request',
    body: Type.Object({ email: Email }, STRICT),
    reply: EmptyReply,
  }),
  /** Reads a reset link, /reset-password#TOKEN. Error: 404 link_not_valid (wrong, used or expired). */
  getPasswordReset: route({
    method: 'POST',
    path: '/password-reset/look',
    body: Type.Object({ token: LinkToken }, STRICT),
    reply: Type.Object({ email: Type.String(), expiresAt: Time }),
  }),
  /** Sets the password and ends every session of the account. It doesn't sign the user in. */
  resetPassword: route({
    method: 'POST',
    path: '/password-reset',
    body: Type.Object({ token: LinkToken, newPassword: NewPassword }, STRICT),
    reply: Type.Object({ email: Type.String() }),
  }),

  /** Reads an invitation link, /join#TOKEN. Error: 404 link_not_valid (wrong, used, revoked or expired). */
  getInvitation: route({
    method: 'POST',
    path: '/invitation/look',
    body: Type.Object({ token: LinkToken }, STRICT),
    reply: Type.Object({
      teamName: Type.String(),
      email: Type.String(),
      role: RoleName,
      invitedBy: nullable(Type.String()),
      expiresAt: Time,
      /** Whether the invited person is already signed in: if so, accepting needs no password. */
      signedIn: Type.Boolean(),
      /** The link was mailed to this address, so its user can read mail there. */
      byMail: Type.Boolean(),
      /** The team accepts no passwords: only who is signed in, or signs in with the provider, can join. */
      requiresSignOn: Type.Boolean(),
    }),
  }),
  /**
   * Joins the team and signs in. If the email has no account yet, the password is set for a new one (422 if it is too
   * short). If it has one, this must be its password (403 wrong_password). The reply to getInvitation doesn't reveal
   * which. With a mailed link, 403 address_taken means that the account's creator never proved the address: with
   * `newAccount`, that account loses the address, and the password is set for a new account. 409 team_full
   * (MAX_MEMBERS): the link stays valid. 403 sign_in_first: the account has a second factor, so sign in, and open the link again.
   */
  acceptInvitation: route({
    method: 'POST',
    path: '/invitation/accept',
    body: Type.Object(
      { token: LinkToken, password: Type.Optional(EnteredPassword), newAccount: Type.Optional(Type.Boolean()) },
      STRICT,
    ),
    reply: Session,
  }),
}
