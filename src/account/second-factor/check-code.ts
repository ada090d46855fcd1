// Whether a person has the second factor. Guesses fill a leaky bucket of the account in the database, one for networks
// from which the account has signed in and one for each other network: an attacker who knows the password and guesses
// codes elsewhere doesn't lock the owner out. 10 guesses, then one in five minutes: at three of a million codes each,
// that is one chance in a thousand in a day.

import type { Queryable } from '../../db/index.ts'
import { HttpError } from '../../http/index.ts'
import type { SecretBox } from '../../platform/config/secret-box.ts'
import { clearBuckets, fillBucket, type SecondFactor, subjectOf } from '../accounts/index.ts'
import { findFactor, takeRecoveryCode, takeStep } from './queries.ts'
import { hashRecoveryCode } from './recovery-codes.ts'
import { findStep } from './totp.ts'

const CODE_BUCKET = { capacity: 10, drainsPerSecond: 1 / 300 }

const challenge = { headers: { 'www-authenticate': 'Session realm="pro-signal settings"' } }

const codeRequired = () =>
  new HttpError(
    401,
    'second_factor_required',
    'Enter the code of your authenticator app, or a recovery code.',
    challenge,
  )

const wrongCode = () =>
  new HttpError(
    401,
    'wrong_code',
    'The code is wrong, or was used before: wait for the next one. A recovery code works once.',
    challenge,
  )

/** For signing in: after the password was right. */
export function secondFactor(db: Queryable, box: () => SecretBox): SecondFactor {
  return {
    check: async (accountId, code, network) => {
      const factor = await findFactor(db, accountId)
      if (!factor?.confirmedAt) return
      if (code === undefined || code.trim() === '') throw codeRequired()
      await takeCode(db, box(), accountId, code, await network())
    },
    isSet: async (accountId) => Boolean((await findFactor(db, accountId))?.confirmedAt),
  }
}

/** Throws unless the code is right and was never used. Using it is one statement, which is never rolled back. */
export async function takeCode(
  db: Queryable,
  box: SecretBox,
  accountId: string,
  code: string,
  network: string,
  wrong: () => Error = wrongCode,
): Promise<void> {
  const factor = await findFactor(db, accountId)
  if (!factor?.confirmedAt) return
  const bucket = subjectOf('second-factor', accountId, network)
  await fillBucket(db, bucket, CODE_BUCKET)
  const text = code.replace(/\s/g, '')
  const secret = Buffer.from(box.open(factor.secret, accountId), 'base64')
  const step = findStep(secret, text, Date.now())
  const recovery = step === undefined ? hashRecoveryCode(text) : undefined
  const isTaken =
    step !== undefined
      ? await takeStep(db, accountId, step)
      : recovery !== undefined && (await takeRecoveryCode(db, accountId, recovery))
  if (!isTaken) throw wrong()
  await clearBuckets(db, [bucket])
}
