// The second factor of an account for signing in with a password: codes of an authenticator app, and recovery codes.

import { Type } from 'typebox'
import { route } from '../route.ts'
import { Count, EmptyReply, EnteredPassword, nullable, SecondFactorCode, STRICT, Time } from '../schemas.ts'

const RecoveryCodes = Type.Object({ recoveryCodes: Type.Array(Type.String()) })
const Both = Type.Object({ password: EnteredPassword, code: SecondFactorCode }, STRICT)

export const secondFactorRoutes = {
  getSecondFactor: route({
    method: 'GET',
    path: '/account/second-factor',
    reply: Type.Object({
      /** Null: signing in asks for no code. */
      since: nullable(Time),
      /** Recovery codes that were not used yet. */
      codesLeft: Count,
      /** False: the account only signs in with the provider of sign-on, which has second factors of its own. */
      hasPassword: Type.Boolean(),
    }),
  }),
  /**
   * A new secret for the app. It counts once it is confirmed. Errors: 403 wrong_password, 409 second_factor_set, 429
   * too_many_attempts.
   */
  startSecondFactor: route({
    method: 'POST',
    path: '/account/second-factor/start',
    body: Type.Object({ password: EnteredPassword }, STRICT),
    reply: Type.Object({
      /** In base32, to type into an app. */
      secret: Type.String(),
      uri: Type.String(),
      /** The URI as a QR code: the path of an SVG with sides of this size. */
      qr: Type.Object({ path: Type.String(), size: Count }),
    }),
  }),
  /**
   * From now on, signing in with the password asks for a code. Ends the other sessions. The recovery codes are only in this reply.
   * Errors: 403 wrong_code, 409 no_second_factor, 409 second_factor_set, 429 too_many_attempts.
   */
  confirmSecondFactor: route({
    method: 'POST',
    path: '/account/second-factor/confirm',
    body: Type.Object({ code: SecondFactorCode }, STRICT),
    reply: RecoveryCodes,
  }),
  /** The earlier codes stop working. Errors: 403 wrong_password, 403 wrong_code, 409 no_second_factor, 429 too_many_attempts. */
  renewRecoveryCodes: route({
    method: 'POST',
    path: '/account/second-factor/recovery-codes',
    body: Both,
    reply: RecoveryCodes,
  }),
  /** Errors as for renewRecoveryCodes. */
  removeSecondFactor: route({
    method: 'POST',
    path: '/account/second-factor/remove',
    body: Both,
    reply: EmptyReply,
  }),
}
