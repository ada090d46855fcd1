// Signing in with a provider of OpenID Connect, and an operator's link for when the provider is down.

import { Type } from 'typebox'
import { route } from '../route.ts'
import { EmptyBody, LinkToken, nullable, RoleName, STRICT } from '../schemas.ts'
import { Session } from '../session.ts'

export const TeamSignOn = Type.Object({
  /** What the button on the sign-in page says after "Sign in with". Null: the service has no provider. */
  label: nullable(Type.String()),
  /** Whose people join the team when they sign in for the first time. An operator decides it. */
  domains: Type.Array(Type.Object({ domain: Type.String(), defaultRole: RoleName })),
  /** Members' passwords don't open this team. */
  required: Type.Boolean(),
  /** The members who can't sign in with the provider: their address has another domain, and they never did. */
  withoutProvider: Type.Array(Type.String()),
})

export const signOnRoutes = {
  /** Null: there is no provider. */
  getSignOn: route({ method: 'GET', path: '/sign-on', reply: Type.Object({ label: nullable(Type.String()) }) }),
  /**
   * Where to send the browser. Errors: 409 no_sign_on, 503 service_unavailable, 429 too_many_attempts.
   */
  startSignOn: route({
    method: 'POST',
    path: '/sign-on/start',
    body: EmptyBody,
    reply: Type.Object({ url: Type.String() }),
  }),
  /**
   * Signs in with the provider's answer: the query of the URL that the browser came back to. The account is the one that is
   * linked to the provider's person. Errors: 409 sign_on_expired, 403 sign_on_refused, 403 sign_on_not_valid, 403
   * sign_on_not_verified, 403 sign_on_no_address, 403 sign_on_no_team (no team for this domain), 409
   * sign_on_address_taken, 404 link_not_valid, 403 sign_on_other_address (the invitation is to another address), 409 team_full, 403 no_team (the person was removed), 503 service_unavailable.
   */
  finishSignOn: route({
    method: 'POST',
    path: '/sign-on/finish',
    /** invitation: the token of an invitation that is accepted with it. It must be to the address that the provider verified. */
    body: Type.Object(
      { query: Type.String({ maxLength: 8_000, pattern: '^\\?' }), invitation: Type.Optional(LinkToken) },
      STRICT,
    ),
    reply: Session,
  }),
  /** Signs in with an operator's link, /sign-in-link#TOKEN. Error: 404 link_not_valid. */
  useSignInLink: route({
    method: 'POST',
    path: '/sign-in-link',
    body: Type.Object({ token: LinkToken }, STRICT),
    reply: Session,
  }),
  getTeamSignOn: route({ method: 'GET', path: '/team/sign-on', reply: TeamSignOn }),
  /**
   * Ends the team's sessions that a password opened. Errors: 409 sign_on_first (the caller's own session must come from the
   * provider), 409 no_domain, 409 no_sign_on.
   */
  requireSignOn: route({
    method: 'PUT',
    path: '/team/sign-on',
    body: Type.Object({ required: Type.Boolean() }, STRICT),
    reply: TeamSignOn,
  }),
}
