export { createResetLink, setPassword, wrongPassword } from './change-password.ts'
export { type ClientInfo, clientInfoOf } from './client-info.ts'
export { normaliseEmail } from './emails.ts'
export { endAllSessions } from './end-sessions.ts'
export { fillBucket, subjectOf } from './leaky-bucket.ts'
export { hashPassword, verifyPassword } from './passwords.ts'
export {
  type Account,
  deleteExpired,
  findAccountByEmail,
  insertAccount,
  lockTeam,
  markProven,
  requireAccount,
} from './queries.ts'
export { releaseAddress } from './release-address.ts'
export { answerResetRequests, mailResetLink } from './request-reset.ts'
export {
  asMember,
  asOwner,
  describeSession,
  type OpenedSession,
  openSession,
  SESSION_IDLE_SECONDS,
  SESSION_MAX_SECONDS,
  sessionOf,
} from './sessions.ts'
export { accountSettings } from './settings-routes.ts'
export { hashToken, linkNotValid, makeToken } from './tokens.ts'
export { verifyCredentials } from './verify-credentials.ts'
