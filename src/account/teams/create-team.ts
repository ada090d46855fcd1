import { type Database, errorCodeIs, type Transaction, UNIQUE_VIOLATION } from '../../db/index.ts'
import { AppError } from '../../platform/app-error.ts'
import { cleanName, MAX_NAME_LENGTH, nameProblemOf } from '../../settings-contract/index.ts'
import {
  type Account,
  findAccountByEmail,
  hashPassword,
  insertAccount,
  markProven,
  normaliseEmail,
  releaseAddress,
  verifyPassword,
} from '../accounts/index.ts'
import { recordAudit } from '../audit/index.ts'
import { insertOwner, insertTeam, type NewTeam, type Team } from './queries.ts'

interface Owner {
  readonly email: string
  readonly password: string
}

interface CreatedTeam extends Team {
  /** The new address of an account whose address was never verified. */
  readonly displaced?: string
}

/**
 * Creates a team with its owner, for whose address the caller vouches. If the owner already has an account, the
 * password must be that account's: creating a team never changes a password. But an account that was created by
 * invitation has an unverified address: with another password it loses the address, and the owner gets a new account.
 *
 * Opens its own transaction, after the new password is hashed.
 */
export async function createTeam(db: Database, team: NewTeam, owner: Owner): Promise<CreatedTeam> {
  const email = normaliseEmail(owner.email)
  const name = cleanName(team.name)
  if (nameProblemOf(name)) {
    throw new AppError('invalid', `A team name must have 1 to ${MAX_NAME_LENGTH} characters, all of them visible.`)
  }
  const passwordHash = await hashPassword(owner.password)
  try {
    return await db.transaction('settings', async (tx) => {
      const account = await findAccountByEmail(tx, email)
      const isTheirs = account && (await verifyPassword(account.passwordHash, owner.password))
      const displaced = account && !isTheirs ? await displace(tx, account) : undefined
      if (isTheirs) await markProven(tx, account.id)
      const accountId = isTheirs ? account.id : await insertAccount(tx, email, passwordHash, { proven: true })
      const created = await insertTeam(tx, { ...team, name })
      await insertOwner(tx, created.id, accountId)
      await recordAudit(tx, 'operator', created.id, {
        action: 'team.created',
        target: { id: accountId, name: email },
        details: { plan: created.plan },
      })
      return displaced === undefined ? created : { ...created, displaced }
    })
  } catch (error) {
    if (!errorCodeIs(error, UNIQUE_VIOLATION)) throw error
    throw new AppError('conflict', `An account for ${email} was created at the same moment: try again.`, {
      cause: error,
    })
  }
}

async function displace(tx: Transaction, account: Account): Promise<string> {
  if (!account.proven) return releaseAddress(tx, 'operator', account)
  throw new AppError(
    'conflict',
    `${account.email} has an account with another password: give that password, or another email.`,
  )
}
