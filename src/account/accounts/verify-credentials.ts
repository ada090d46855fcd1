import type { Queryable } from '../../db/index.ts'
import { signInNetworkOf } from './client-info.ts'
import { NO_PASSWORD, verifyDummyPassword, verifyPassword } from './passwords.ts'
import { type Account, findForSignIn } from './queries.ts'
import { takeAttempt } from './sign-in-throttle.ts'

/**
 * The account with this address and password, or undefined. Throttled by sign-in-throttle.ts. It sends the same queries
 * and does the same work whether or not the account exists and has a password.
 */
export async function verifyCredentials(
  db: Queryable,
  email: string,
  password: string,
  address: string,
): Promise<Account | undefined> {
  const network = signInNetworkOf(address)
  const { account, familiar } = await findForSignIn(db, email, network)
  const attempt = await takeAttempt(db, { email, network, familiar })
  const correct =
    account && account.passwordHash !== NO_PASSWORD
      ? await verifyPassword(account.passwordHash, password)
      : await verifyDummyPassword(password)
  if (!account || !correct) return undefined
  await attempt.succeeded()
  return account
}
