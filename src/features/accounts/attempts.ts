// What slows guessing down. Every check of a password first takes a place in two leaky buckets, kept in the database so
// that all nodes count together: one of the network it comes from, one of the account it is for, whether there is such an
// account or not. A right password gives its place back.
//
// Nobody is ever locked out: a bucket drains by itself, and guesses from elsewhere fill another bucket than the one of a
// network from which the account has signed in before. So whoever attacks an account does not keep its owner out.

import { createHash } from 'node:crypto'
import type { Queryable } from '../../db/index.ts'
import { HttpError } from '../../http/index.ts'
import { clearLevel, lowerLevel, raiseLevel, readLevel } from './queries.ts'

interface Bucket {
  readonly subject: Buffer
  readonly most: number
  readonly perSecond: number
}

const OF_NETWORK = { most: 30, perSecond: 1 / 10 }
const OF_ACCOUNT = { most: 10, perSecond: 1 / 60 }

export interface Attempt {
  /** The password was right. */
  succeeded(): Promise<void>
}

export async function takeAttempt(
  db: Queryable,
  { email, network, familiar }: { email: string; network: string; familiar: boolean },
): Promise<Attempt> {
  const ofNetwork = { subject: subjectOf('network', network), ...OF_NETWORK }
  const ofAccount = { subject: accountSubject(email, familiar ? network : undefined), ...OF_ACCOUNT }
  await take(db, ofNetwork)
  await take(db, ofAccount)
  return {
    async succeeded() {
      await lowerLevel(db, ofNetwork.subject)
      await clearLevel(db, ofAccount.subject)
    },
  }
}

/** For somebody who has proved by a link who they are. */
export async function forgetAttempts(db: Queryable, email: string): Promise<void> {
  await clearLevel(db, accountSubject(email))
}

async function take(db: Queryable, { subject, most, perSecond }: Bucket): Promise<void> {
  if ((await raiseLevel(db, subject, most, perSecond)) !== undefined) return
  const level = await readLevel(db, subject, perSecond)
  throw tooManyAttempts(Math.max(1, Math.ceil((level + 1 - most) / perSecond)))
}

const tooManyAttempts = (seconds: number) =>
  new HttpError(
    429,
    'too_many_attempts',
    `Too many attempts: try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
    {
      headers: { 'retry-after': String(seconds) },
      fields: { retryAfterSeconds: seconds },
    },
  )

function accountSubject(email: string, network?: string): Buffer {
  return network === undefined ? subjectOf('account', email) : subjectOf('account', email, network)
}

function subjectOf(...parts: string[]): Buffer {
  return createHash('sha256').update(JSON.stringify(parts)).digest()
}
