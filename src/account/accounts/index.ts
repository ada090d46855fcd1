export { clearLevels as clearBuckets } from './attempt-queries.ts'
export { createResetLink, setPassword, wrongPassword } from './change-password.ts'
export { type ClientInfo, clientInfoOf, signInNetworkOf } from './client-info.ts'
export { normaliseEmail } from './emails.ts'
export { endAllSessions } from './end-sessions.ts'
export { fillBucket, subjectOf } from './leaky-bucket.ts'
export { hashPassword, NO_PASSWORD, verifyPassword } from './passwords.ts'
export {
  type Account,
  deleteExpired,
  deleteSessionsOf,
  findAccountByEmail,
  findFirstTeam,
  insertAccount,
  lockTeam,
  markProven,
  requireAccount,
  updatePasswordHash,
} from './queries.ts'
export { releaseAddress } from './release-address.ts'
export { answerResetRequests, mailResetLink } from './request-reset.ts'
export { deletePasswordReset } from './reset-queries.ts'
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
export { noTeamLeft, type SecondFactor } from './sign-in.ts'
export { signOnRequired } from './sign-on-required.ts'
export { hashToken, linkNotValid, makeToken } from './tokens.ts'
export { verifyCredentials } from './verify-credentials.ts'
