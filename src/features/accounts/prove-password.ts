import type { Queryable } from '../../db/index.ts'
import { takeAttempt } from './attempts.ts'
import { verifyNobodysPassword, verifyPassword } from './passwords.ts'
import { type Account, findForSignIn } from './queries.ts'
import { networkOf } from './visits.ts'

/**
 * The account of this address and password, or undefined. Slowed down by attempts.ts; the same questions and the same
 * work whether there is such an account or not.
 */
export async function provePassword(
  db: Queryable,
  email: string,
  password: string,
  address: string,
): Promise<Account | undefined> {
  const network = networkOf(address)
  const { account, familiar } = await findForSignIn(db, email, network)
  const attempt = await takeAttempt(db, { email, network, familiar })
  const right = account ? await verifyPassword(account.passwordHash, password) : await verifyNobodysPassword(password)
  if (!account || !right) return undefined
  await attempt.succeeded()
  return account
}
