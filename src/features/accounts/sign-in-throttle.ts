// Slows down password guessing. Every password check first takes a place in two leaky buckets: one for the network it
// comes from, one for the account it is for, whether or not that account exists. The buckets are in the database, so
// all nodes count together. A correct password gives its place back.
//
// Nobody is ever locked out: a bucket drains by itself. Guesses from elsewhere fill a different bucket from the one for
// a network from which the account has signed in before, so an attacker can't keep the owner of an account out.

import { createHash } from 'node:crypto'
import type { Queryable } from '../../db/index.ts'
import { AppError } from '../../platform/app-error.ts'
import { clearLevels, lowerLevel, raiseLevel, readLevel } from './attempt-queries.ts'
import { listFamiliarNetworks } from './queries.ts'

interface LeakyBucket {
  readonly subject: Buffer
  readonly capacity: number
  readonly drainsPerSecond: number
}

const NETWORK_BUCKET = { capacity: 30, drainsPerSecond: 1 / 10 }
const ACCOUNT_BUCKET = { capacity: 10, drainsPerSecond: 1 / 60 }

interface PasswordAttempt {
  /** The password was correct. */
  succeeded(): Promise<void>
}

export async function takeAttempt(
  db: Queryable,
  { email, network, familiar }: { email: string; network: string; familiar: boolean },
): Promise<PasswordAttempt> {
  const ofNetwork = { subject: subjectOf('network', network), ...NETWORK_BUCKET }
  const ofAccount = { subject: accountSubject(email, familiar ? network : undefined), ...ACCOUNT_BUCKET }
  await fill(db, ofNetwork)
  await fill(db, ofAccount)
  return {
    async succeeded() {
      await lowerLevel(db, ofNetwork.subject)
      await clearLevels(db, [ofAccount.subject])
    },
  }
}

/** For a person who has proved their identity with a reset link: the account's buckets of all networks. */
export async function clearAttempts(db: Queryable, { id, email }: { id: string; email: string }): Promise<void> {
  const familiar = await listFamiliarNetworks(db, id)
  await clearLevels(db, [accountSubject(email), ...familiar.map((network) => accountSubject(email, network))])
}

async function fill(db: Queryable, { subject, capacity, drainsPerSecond }: LeakyBucket): Promise<void> {
  if ((await raiseLevel(db, subject, capacity, drainsPerSecond)) !== undefined) return
  const level = await readLevel(db, subject, drainsPerSecond)
  throw tooManyAttempts(Math.max(1, Math.ceil((level + 1 - capacity) / drainsPerSecond)))
}

const tooManyAttempts = (seconds: number) =>
  new AppError('throttled', `Too many attempts: try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`, {
    code: 'too_many_attempts',
    retryAfterSeconds: seconds,
  })

function accountSubject(email: string, network?: string): Buffer {
  return network === undefined ? subjectOf('account', email) : subjectOf('account', email, network)
}

function subjectOf(...parts: string[]): Buffer {
  return createHash('sha256').update(JSON.stringify(parts)).digest()
}
