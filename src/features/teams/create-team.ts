import { type Database, errorCodeIs, UNIQUE_VIOLATION } from '../../db/index.ts'
import { AppError } from '../../platform/app-error.ts'
import { isName } from '../../platform/names.ts'
import { findAccountByEmail, hashPassword, insertAccount, normaliseEmail, verifyPassword } from '../accounts/index.ts'
import { insertOwner, insertTeam, type NewTeam, type Team } from './queries.ts'

export interface Owner {
  readonly email: string
  readonly password: string
}

/**
 * Makes a team with its owner. Somebody who has an account already becomes the owner with it: then the password must be
 * that account's, so that nobody's password is changed by the way.
 */
export async function createTeam(db: Database, team: NewTeam, owner: Owner): Promise<Team> {
  const email = normaliseEmail(owner.email)
  const name = team.name.trim()
  if (!isName(name)) throw new AppError('invalid', "A team's name has 1 to 100 characters, none of them invisible.")
  const passwordHash = await hashPassword(owner.password)
  try {
    return await db.transaction('settings', async (tx) => {
      const account = await findAccountByEmail(tx, email)
      if (account && !(await verifyPassword(account.passwordHash, owner.password))) {
        throw new AppError(
          'conflict',
          `${email} has an account with another password: give that password, or another email.`,
        )
      }
      const accountId = account?.id ?? (await insertAccount(tx, email, passwordHash))
      const created = await insertTeam(tx, { ...team, name })
      await insertOwner(tx, created.id, accountId)
      return created
    })
  } catch (error) {
    if (errorCodeIs(error, UNIQUE_VIOLATION))
      throw new AppError('conflict', `${email} was registered at this very moment: try again.`, { cause: error })
    throw error
  }
}
