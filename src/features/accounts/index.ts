export {
  endAllSessions,
  makeResetLink,
  type ResetLink,
  setPassword,
  wrongPassword,
} from './change-password.ts'
export { normaliseEmail } from './emails.ts'
export { hashToken, linkNotValid, makeToken } from './link-tokens.ts'
export { hashPassword, verifyPassword } from './passwords.ts'
export { provePassword } from './prove-password.ts'
export { deleteExpired, findAccountByEmail, insertAccount } from './queries.ts'
export { asOwner, describeSession, IDLE_SECONDS, LASTS_SECONDS, openSession, sessionOf } from './sessions.ts'
export { accountSettings } from './settings-routes.ts'
export { visitOf } from './visits.ts'
