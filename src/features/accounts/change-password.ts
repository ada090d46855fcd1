// Every way to a new password ends the sessions that were opened with the old one, and the links to change it.

import type { Database, Queryable, Transaction } from '../../db/index.ts'
import { HttpError, type SettingsSession } from '../../http/index.ts'
import { AppError } from '../../platform/app-error.ts'
import { recordDeedOnAccount } from '../audit/index.ts'
import { forgetAttempts } from './attempts.ts'
import { normaliseEmail } from './emails.ts'
import { hashToken, linkNotValid, makeToken } from './link-tokens.ts'
import { hashPassword } from './passwords.ts'
import { provePassword } from './prove-password.ts'
import {
  deletePasswordReset,
  deleteSessionsOf,
  findAccountByEmail,
  findPasswordReset,
  takePasswordReset,
  updatePasswordHash,
  upsertPasswordReset,
} from './queries.ts'

/** A link is handed over by a person, soon after it was made. */
const RESET_SECONDS = 3_600

export const wrongPassword = () => new HttpError(403, 'wrong_password', 'The password is wrong.')

/** How many other sessions were ended. */
export async function changePassword(
  db: Database,
  session: SettingsSession,
  currentPassword: string,
  newPassword: string,
): Promise<number> {
  const account = await provePassword(db.pool('settings'), session.email, currentPassword, session.address)
  if (!account) throw wrongPassword()
  const passwordHash = await hashPassword(newPassword)
  return db.transaction('settings', async (tx) => {
    const ended = await replacePassword(tx, account.id, passwordHash, {
      instead: account.passwordHash,
      kept: session.sessionId,
    })
    if (ended === undefined) throw wrongPassword()
    await recordDeedOnAccount(tx, account.id, session, { action: 'password.changed', target: { name: account.email } })
    return ended
  })
}

/** The sessions must be deleted by a later statement than the lock: see updatePasswordHash. */
async function replacePassword(
  tx: Transaction,
  accountId: string,
  passwordHash: string,
  { instead, kept }: { instead?: string; kept?: string } = {},
): Promise<number | undefined> {
  if (!(await updatePasswordHash(tx, accountId, passwordHash, instead))) return undefined
  await deletePasswordReset(tx, accountId)
  return deleteSessionsOf(tx, accountId, kept)
}

/** For those who hold the keys of the house anyway, such as the demo. */
export async function setPassword(db: Database, accountId: string, password: string): Promise<void> {
  const passwordHash = await hashPassword(password)
  await db.transaction('settings', (tx) => replacePassword(tx, accountId, passwordHash))
}

export interface ResetLink {
  readonly email: string
  /** From the root of the screen. What stands behind # is never sent to a server, so no log has it. */
  readonly linkPath: string
  readonly expiresAt: Date
}

export async function makeResetLink(db: Database, givenEmail: string): Promise<ResetLink> {
  const email = normaliseEmail(givenEmail)
  const token = makeToken()
  return db.transaction('settings', async (tx) => {
    const account = await findAccountByEmail(tx, email)
    if (!account) throw noAccount(email)
    const expiresAt = await upsertPasswordReset(tx, account.id, hashToken(token), RESET_SECONDS)
    await recordDeedOnAccount(tx, account.id, 'operator', {
      action: 'password.reset_link_made',
      target: { id: account.id, name: email },
    })
    return { email, linkPath: `/reset-password#${token}`, expiresAt }
  })
}

/** For an operator. */
export async function endAllSessions(db: Database, givenEmail: string): Promise<number> {
  const email = normaliseEmail(givenEmail)
  return db.transaction('settings', async (tx) => {
    const account = await findAccountByEmail(tx, email)
    if (!account) throw noAccount(email)
    const ended = await deleteSessionsOf(tx, account.id)
    const target = { id: account.id, name: email }
    await recordDeedOnAccount(tx, account.id, 'operator', {
      action: 'session.all_ended',
      target,
      details: { sessions: ended },
    })
    return ended
  })
}

function noAccount(email: string): AppError {
  return new AppError('not_found', `There is no account of ${email}.`)
}

export async function lookAtReset(db: Queryable, token: string): Promise<{ email: string; expiresAt: Date }> {
  const found = await findPasswordReset(db, hashToken(token))
  if (!found) throw linkNotValid()
  return found
}

export async function resetPassword(
  db: Database,
  token: string,
  newPassword: string,
  address: string,
): Promise<string> {
  // Before the work of hashing, so that invented links cost nothing.
  await lookAtReset(db.pool('settings'), token)
  const passwordHash = await hashPassword(newPassword)
  return db.transaction('settings', async (tx) => {
    const taken = await takePasswordReset(tx, hashToken(token))
    if (!taken) throw linkNotValid()
    const { accountId, email } = taken
    await replacePassword(tx, accountId, passwordHash)
    await forgetAttempts(tx, email)
    const actor = { accountId, email, address }
    await recordDeedOnAccount(tx, accountId, actor, {
      action: 'password.reset',
      target: { id: accountId, name: email },
    })
    return email
  })
}
