// "Forgot your password?": a person asks for a link by mail.
//
// Whether an address has an account must not show, neither in the answer nor in the time it takes. So asking only writes
// down the address, in the same statements for both, and the answer is worked out in the background.

import type { Database, Queryable, Transaction } from '../../db/index.ts'
import { announceMail, type Mailer } from '../../mail/index.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Actor, Anonymous } from '../audit/index.ts'
import { createResetLink, RESET_LINK_SECONDS } from './change-password.ts'
import { signInNetworkOf } from './client-info.ts'
import { normaliseEmail } from './emails.ts'
import { fillBucket, subjectOf } from './leaky-bucket.ts'
import { resetMail } from './mails.ts'
import { findAccountByEmail } from './queries.ts'
import { hasResetRequests, insertResetRequest, type ResetRequest, takeResetRequest } from './reset-queries.ts'

const NETWORK_BUCKET = { capacity: 20, drainsPerSecond: 1 / 60 }
/** Each request replaces the link of the one before, so that nobody can keep a person from using theirs for long. */
const ADDRESS_BUCKET = { capacity: 5, drainsPerSecond: 1 / 600 }
/** How many requests one call answers. */
const BATCH = 50

export async function requestReset(db: Queryable, givenEmail: string, address: string): Promise<void> {
  const email = normaliseEmail(givenEmail)
  await fillBucket(db, subjectOf('reset-network', signInNetworkOf(address)), NETWORK_BUCKET)
  await fillBucket(db, subjectOf('reset', email), ADDRESS_BUCKET)
  if (await insertResetRequest(db, email, address)) return announceMail(db)
  throw new AppError('unavailable', 'Too many people ask for a new password right now: try again in a few minutes.', {
    retryAfterSeconds: 300,
  })
}

/** Mails a link to those who have an account. Each request is answered in one transaction, once. */
export async function answerResetRequests(db: Database, mailer: Mailer): Promise<void> {
  if (!(await hasResetRequests(db.pool('settings')))) return
  for (let answered = 0; answered < BATCH; answered++) {
    const isDone = await db.transaction('settings', async (tx) => {
      const request = await takeResetRequest(tx, RESET_LINK_SECONDS)
      if (!request) return true
      await answer(tx, mailer, request)
      return false
    })
    if (isDone) return
  }
}

async function answer(tx: Transaction, mailer: Mailer, { email, address }: ResetRequest): Promise<void> {
  const account = await findAccountByEmail(tx, email)
  if (!account) return
  // Anybody can type an address, so this is not recorded as an act of its owner.
  await mailResetLink(tx, mailer, { anonymous: true, address }, email)
}

/** Mails a reset link, in place of the one before. */
export async function mailResetLink(
  tx: Transaction,
  mailer: Mailer,
  actor: Actor | Anonymous,
  givenEmail: string,
): Promise<{ email: string; expiresAt: Date }> {
  const { accountId, email, linkPath, expiresAt } = await createResetLink(tx, actor, givenEmail)
  await mailer.enqueue(tx, {
    kind: 'password_reset',
    to: email,
    about: `password_reset:${accountId}`,
    replaces: true,
    content: resetMail(mailer.publicUrl() + linkPath),
    validSeconds: RESET_LINK_SECONDS,
  })
  return { email, expiresAt }
}
