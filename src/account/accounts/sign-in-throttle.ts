// Slows down password guessing. Every password check first takes a place in two leaky buckets: one for its network, and
// one for its account, whether or not that account exists. The buckets are in the database, so all nodes count
// together. A correct password returns its place.
//
// No one is ever locked out, because a bucket drains over time. Guesses from unknown networks fill a different bucket
// than those from a network where the account has signed in before, so an attacker can't lock out the owner of an
// account.

import type { Queryable } from '../../db/index.ts'
import { clearLevels, lowerLevel } from './attempt-queries.ts'
import { fillBucket, subjectOf } from './leaky-bucket.ts'
import { listFamiliarNetworks } from './queries.ts'

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
  const ofNetwork = subjectOf('network', network)
  const ofAccount = accountSubject(email, familiar ? network : undefined)
  await fillBucket(db, ofNetwork, NETWORK_BUCKET)
  await fillBucket(db, ofAccount, ACCOUNT_BUCKET)
  return {
    async succeeded() {
      await lowerLevel(db, ofNetwork)
      await clearLevels(db, [ofAccount])
    },
  }
}

/** For a person who has proved their identity with a reset link: clears the account's buckets for all networks. */
export async function clearAttempts(db: Queryable, { id, email }: { id: string; email: string }): Promise<void> {
  const familiar = await listFamiliarNetworks(db, id)
  await clearLevels(db, [accountSubject(email), ...familiar.map((network) => accountSubject(email, network))])
}

function accountSubject(email: string, network?: string): Buffer {
  return network === undefined ? subjectOf('account', email) : subjectOf('account', email, network)
}
