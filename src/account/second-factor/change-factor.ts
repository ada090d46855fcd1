// Setting up a second factor, new recovery codes, and removing it. A session is not enough for any of them: anyone at
// an open browser could lock its owner out. So each asks for the password, and once there is a factor, for a code too.

import type { Database, Transaction } from '../../db/index.ts'
import type { SettingsSession } from '../../http/index.ts'
import { AppError } from '../../platform/app-error.ts'
import type { SecretBox } from '../../platform/config/secret-box.ts'
import {
  deleteSessionsOf,
  fillBucket,
  normaliseEmail,
  requireAccount,
  signInNetworkOf,
  subjectOf,
  verifyCredentials,
  wrongPassword,
} from '../accounts/index.ts'
import { type Actor, recordAccountAudit } from '../audit/index.ts'
import { takeCode } from './check-code.ts'
import { confirmFactor, deleteFactor, findFactor, insertFactor, replaceRecoveryCodes } from './queries.ts'
import { hashRecoveryCode, makeRecoveryCodes } from './recovery-codes.ts'
import { findStep, makeSecret, toBase32, uriOf } from './totp.ts'

const CONFIRM_BUCKET = { capacity: 10, drainsPerSecond: 1 / 60 }

const alreadySet = () =>
  new AppError('conflict', 'Your account has a second factor already: remove it before you set up another.', {
    code: 'second_factor_set',
  })

const notSet = () =>
  new AppError('conflict', 'Your account has no second factor to confirm or to use: start again.', {
    code: 'no_second_factor',
  })

const wrongConfirmation = () =>
  new AppError(
    'forbidden',
    'The code is wrong. Enter the one that the app shows now, and check the time of your phone.',
    {
      code: 'wrong_code',
    },
  )

/** Signing in doesn't ask for it until it is confirmed with a code. Starting again replaces it. */
export async function startFactor(
  db: Database,
  session: SettingsSession,
  password: string,
  box: SecretBox,
): Promise<{ secret: string; uri: string }> {
  await requirePassword(db, session, password)
  const secret = makeSecret()
  const sealed = box.seal(secret.toString('base64'), session.accountId)
  const isNew = await db.transaction('settings', (tx) => insertFactor(tx, session.accountId, sealed))
  if (!isNew) throw alreadySet()
  return { secret: toBase32(secret), uri: uriOf(secret, session.email) }
}

/** Returns the recovery codes, which are never shown again. Other sessions end: they were opened without the factor. */
export async function confirmStartedFactor(
  db: Database,
  session: SettingsSession,
  code: string,
  box: SecretBox,
): Promise<string[]> {
  const { accountId } = session
  const pool = db.pool('settings')
  const factor = await findFactor(pool, accountId)
  if (!factor) throw notSet()
  if (factor.confirmedAt) throw alreadySet()
  await fillBucket(pool, subjectOf('second-factor', accountId, 'confirm'), CONFIRM_BUCKET)
  const secret = Buffer.from(box.open(factor.secret, accountId), 'base64')
  const step = findStep(secret, code.replace(/\s/g, ''), Date.now())
  if (step === undefined) throw wrongConfirmation()
  return db.transaction('settings', async (tx) => {
    if (!(await confirmFactor(tx, accountId, factor.secret, step))) throw notSet()
    const codes = await writeRecoveryCodes(tx, accountId)
    await deleteSessionsOf(tx, accountId, session.sessionId)
    await record(tx, session, session, 'factor.set')
    return codes
  })
}

/** The earlier codes no longer work. */
export async function renewRecoveryCodes(
  db: Database,
  session: SettingsSession,
  given: { password: string; code: string },
  box: SecretBox,
): Promise<string[]> {
  await requireBoth(db, session, given, box)
  return db.transaction('settings', async (tx) => {
    const codes = await writeRecoveryCodes(tx, session.accountId)
    await record(tx, session, session, 'factor.codes_renewed')
    return codes
  })
}

export async function removeFactor(
  db: Database,
  session: SettingsSession,
  given: { password: string; code: string },
  box: SecretBox,
): Promise<void> {
  await requireBoth(db, session, given, box)
  await db.transaction('settings', async (tx) => {
    if (await deleteFactor(tx, session.accountId)) await record(tx, session, session, 'factor.removed')
  })
}

/** For a person who has lost both the app and the codes, and whom the operator has identified by other means. */
export async function removeLostFactor(tx: Transaction, actor: Actor, givenEmail: string): Promise<string> {
  const { id, email } = await requireAccount(tx, normaliseEmail(givenEmail))
  if (!(await deleteFactor(tx, id))) {
    throw new AppError('not_found', `The account of ${email} has no second factor.`)
  }
  await record(tx, actor, { accountId: id, email }, 'factor.removed')
  return email
}

async function writeRecoveryCodes(tx: Transaction, accountId: string): Promise<string[]> {
  const codes = makeRecoveryCodes()
  const hashes = codes.map((code) => hashRecoveryCode(code) as Buffer)
  if (!(await replaceRecoveryCodes(tx, accountId, hashes))) throw notSet()
  return codes
}

async function requireBoth(
  db: Database,
  session: SettingsSession,
  { password, code }: { password: string; code: string },
  box: SecretBox,
): Promise<void> {
  const { accountId, address } = session
  const pool = db.pool('settings')
  if (!(await findFactor(pool, accountId))?.confirmedAt) throw notSet()
  await requirePassword(db, session, password)
  await takeCode(pool, box, accountId, code, signInNetworkOf(address), wrongConfirmation)
}

async function requirePassword(db: Database, { email, address }: SettingsSession, password: string): Promise<void> {
  if (!(await verifyCredentials(db.pool('settings'), email, password, address))) throw wrongPassword()
}

async function record(
  tx: Transaction,
  actor: Actor,
  { accountId, email }: { accountId: string; email: string },
  action: 'factor.set' | 'factor.removed' | 'factor.codes_renewed',
): Promise<void> {
  await recordAccountAudit(tx, actor, accountId, { action, target: { id: accountId, name: email } })
}
