// "Forgot your password?": requests a link by mail.
//
// Neither the reply nor its timing may reveal whether an address has an account. So a request only stores the address,
// with the same statements either way, and is answered in the background.

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
/** Each request replaces the previous link. The limit keeps strangers from invalidating a person's link for long. */
const ADDRESS_BUCKET = { capacity: 5, drainsPerSecond: 1 / 600 }
/** The number of requests that one call answers. */
const BATCH = 50

export async function requestReset(db: Queryable, givenEmail: string, address: string): Promise<void> {
  const email = normaliseEmail(givenEmail)
  await fillBucket(db, subjectOf('reset-network', signInNetworkOf(address)), NETWORK_BUCKET)
  await fillBucket(db, subjectOf('reset', email), ADDRESS_BUCKET)
  if (await insertResetRequest(db, email, address)) return announceMail(db)
  throw new AppError(
    'unavailable',
    'Too many people are asking for a new password right now: try again in a few minutes.',
    {
      retryAfterSeconds: 300,
    },
  )
}

/** Mails a link to addresses that have an account. Each request is answered once, in its own transaction. */
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
  // Anyone can type an address, so this isn't recorded as an action of its owner.
  await mailResetLink(tx, mailer, { anonymous: true, address }, email)
}

/** Mails a reset link, which replaces the previous one. */
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
