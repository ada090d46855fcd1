// Every new password ends the sessions opened with the old one and cancels the reset link.
//
// These rules open their own transaction, after the slow work: no transaction is open while a password is hashed, and a
// failed attempt must be counted even though nothing else is committed.

import type { Database, Queryable, Transaction } from '../../db/index.ts'
import type { SettingsSession } from '../../http/index.ts'
import type { Mailer } from '../../mail/index.ts'
import { AppError } from '../../platform/app-error.ts'
import { type Actor, type Anonymous, recordAccountAudit } from '../audit/index.ts'
import { normaliseEmail } from './emails.ts'
import { passwordChangedMail } from './mails.ts'
import { hashPassword } from './passwords.ts'
import { deleteSessionsOf, markProven, requireAccount, updatePasswordHash } from './queries.ts'
import { deletePasswordReset, findPasswordReset, takePasswordReset, upsertPasswordReset } from './reset-queries.ts'
import { clearAttempts } from './sign-in-throttle.ts'
import { hashToken, linkNotValid, makeToken } from './tokens.ts'
import { verifyCredentials } from './verify-credentials.ts'

/** An operator hands the link over soon after creating it, and a mail arrives within minutes. */
export const RESET_LINK_SECONDS = 3_600

export const wrongPassword = () => new AppError('forbidden', 'The password is wrong.', { code: 'wrong_password' })

/** Returns the number of other sessions ended. */
export async function changePassword(
  db: Database,
  session: SettingsSession,
  currentPassword: string,
  newPassword: string,
  mailer?: Mailer,
): Promise<number> {
  const account = await verifyCredentials(db.pool('settings'), session.email, currentPassword, session.address)
  if (!account) throw wrongPassword()
  const passwordHash = await hashPassword(newPassword)
  return db.transaction('settings', async (tx) => {
    const ended = await replacePassword(tx, account.id, passwordHash, {
      expectedHash: account.passwordHash,
      keepSessionId: session.sessionId,
    })
    if (ended === undefined) throw wrongPassword()
    await recordAccountAudit(tx, session, account.id, { action: 'password.changed', target: { name: account.email } })
    await mailPasswordChange(tx, mailer, 'changed', session)
    return ended
  })
}

/** The sessions must be deleted by a later statement than the one that takes the lock: see updatePasswordHash. */
async function replacePassword(
  tx: Transaction,
  accountId: string,
  passwordHash: string,
  { expectedHash, keepSessionId }: { expectedHash?: string; keepSessionId?: string } = {},
): Promise<number | undefined> {
  if (!(await updatePasswordHash(tx, accountId, passwordHash, expectedHash))) return undefined
  await deletePasswordReset(tx, accountId)
  return deleteSessionsOf(tx, accountId, keepSessionId)
}

/** No check and no audit record. Only for a caller that owns the data anyway, such as the demo. */
export async function setPassword(db: Database, accountId: string, password: string): Promise<void> {
  const passwordHash = await hashPassword(password)
  await db.transaction('settings', (tx) => replacePassword(tx, accountId, passwordHash))
}

interface ResetLink {
  readonly accountId: string
  readonly email: string
  /**
   * From the root of the screen. The token is in the URL fragment, which is never sent to a server and so never logged.
   */
  readonly linkPath: string
  readonly expiresAt: Date
}

export async function createResetLink(
  tx: Transaction,
  actor: Actor | Anonymous,
  givenEmail: string,
): Promise<ResetLink> {
  const token = makeToken()
  const { id, email } = await requireAccount(tx, normaliseEmail(givenEmail))
  const expiresAt = await upsertPasswordReset(tx, id, hashToken(token), RESET_LINK_SECONDS)
  await recordAccountAudit(tx, actor, id, { action: 'password.reset_link_made', target: { id, name: email } })
  return { accountId: id, email, linkPath: `/reset-password#${token}`, expiresAt }
}

export async function readPasswordReset(db: Queryable, token: string): Promise<{ email: string; expiresAt: Date }> {
  const reset = await findPasswordReset(db, hashToken(token))
  if (!reset) throw linkNotValid()
  return reset
}

export async function resetPassword(
  db: Database,
  token: string,
  newPassword: string,
  address: string,
  mailer?: Mailer,
): Promise<string> {
  // Checked before hashing, so that an invented link costs nothing.
  await readPasswordReset(db.pool('settings'), token)
  const passwordHash = await hashPassword(newPassword)
  return db.transaction('settings', async (tx) => {
    const reset = await takePasswordReset(tx, hashToken(token))
    if (!reset) throw linkNotValid()
    const { accountId, email } = reset
    await replacePassword(tx, accountId, passwordHash)
    await markProven(tx, accountId)
    await clearAttempts(tx, { id: accountId, email })
    const actor = { accountId, email, address }
    const target = { id: accountId, name: email }
    await recordAccountAudit(tx, actor, accountId, { action: 'password.reset', target })
    await mailPasswordChange(tx, mailer, 'reset', actor)
    return email
  })
}

/** By mail, so that the owner notices a change by someone else. A full outbox doesn't prevent a new password. */
async function mailPasswordChange(
  tx: Transaction,
  mailer: Mailer | undefined,
  how: 'reset' | 'changed',
  { email, address }: { email: string; address: string | null },
): Promise<void> {
  if (!mailer) return
  const content = passwordChangedMail({ how, email, address, at: new Date(), publicUrl: mailer.publicUrl() })
  try {
    await mailer.enqueue(tx, { kind: 'password_changed', to: email, content })
  } catch (error) {
    if (!(error instanceof AppError && error.kind === 'throttled')) throw error
  }
}
