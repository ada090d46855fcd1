import { type Database, errorCodeIs, UNIQUE_VIOLATION } from '../../db/index.ts'
import { AppError } from '../../platform/app-error.ts'
import { MAX_NAME_LENGTH, nameProblemOf } from '../../settings-contract/index.ts'
import { findAccountByEmail, hashPassword, insertAccount, normaliseEmail, verifyPassword } from '../accounts/index.ts'
import { insertOwner, insertTeam, type NewTeam, type Team } from './queries.ts'

interface Owner {
  readonly email: string
  readonly password: string
}

/**
 * Creates a team with its owner. If the owner already has an account, the password must be that account's: creating a
 * team never changes a password. Opens its own transaction, after the new password is hashed. There is no audit record:
 * a team's log starts with the first change to the team.
 */
export async function createTeam(db: Database, team: NewTeam, owner: Owner): Promise<Team> {
  const email = normaliseEmail(owner.email)
  const name = team.name.trim()
  if (nameProblemOf(name)) {
    throw new AppError('invalid', `A team name must have 1 to ${MAX_NAME_LENGTH} characters, all of them visible.`)
  }
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
    if (!errorCodeIs(error, UNIQUE_VIOLATION)) throw error
    throw new AppError('conflict', `An account for ${email} was created at the same moment: try again.`, {
      cause: error,
    })
  }
}
