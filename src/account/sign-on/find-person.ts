// Which account a person of the provider gets.
//
// People are identified by issuer and subject. An address on its own never opens an account: it can be reassigned to
// another person, and someone may have created an account by just typing it. The first time, an existing account with
// the address is linked only if the provider has verified the address, an operator has mapped its domain (so the
// provider speaks for it), and no other person of the provider has it. If the account's address was never verified, the
// account must be a member of only that team, where its address comes from; it loses its password and its sessions,
// which may be someone else's. An invited person needs no domain, but then an existing account is linked only if they
// are signed in to it. A signed-in person needs neither: the address verified by the provider must be the account's.

import type { Transaction } from '../../db/index.ts'
import {
  type Account,
  deletePasswordReset,
  deleteSessionsOf,
  findAccountByEmail,
  insertAccount,
  markProven,
  NO_PASSWORD,
  updatePasswordHash,
} from '../accounts/index.ts'
import { addressReassigned, addressTaken, noTeamForDomain } from './errors.ts'
import type { ProviderPerson } from './provider.ts'
import { findLinked, insertIdentity, isOnlyInTeam, type LinkedAccount, type TeamDomain } from './queries.ts'

/** Why a person may join: by the domain of the address, or by an invitation to it. */
interface Ways {
  readonly mapped: TeamDomain | undefined
  readonly isInvited: boolean
  /** The account that the browser is signed in to. */
  readonly signedInTo: string | undefined
}

interface FoundPerson extends LinkedAccount {
  /** The account was just linked or created. */
  readonly isNew: boolean
}

/**
 * Call it under the lock of the team that the person joins: two first sign-ins of one person would create two accounts.
 */
export async function findPerson(
  tx: Transaction,
  { issuer, subject, email }: ProviderPerson,
  ways: Ways,
): Promise<FoundPerson> {
  const linked = await findLinked(tx, issuer, subject)
  if (linked) return { ...linked, isNew: false }
  const account = await findAccountByEmail(tx, email)
  const isOwn = account !== undefined && account.id === ways.signedInTo
  if (!ways.mapped && !ways.isInvited && !isOwn) throw noTeamForDomain(domainOf(email))
  const accountId = isOwn ? account.id : await claimAddress(tx, email, account, ways.mapped)
  if (!(await insertIdentity(tx, issuer, subject, accountId))) throw addressReassigned(email)
  return { accountId, email, isNew: true }
}

async function claimAddress(
  tx: Transaction,
  email: string,
  account: Account | undefined,
  mapped: TeamDomain | undefined,
): Promise<string> {
  if (!account) return insertAccount(tx, email, NO_PASSWORD, { proven: true })
  if (!mapped) throw addressTaken(email)
  if (account.proven) return account.id
  if (!(await isOnlyInTeam(tx, account.id, mapped.teamId))) throw addressTaken(email)
  await updatePasswordHash(tx, account.id, NO_PASSWORD)
  await deletePasswordReset(tx, account.id)
  await deleteSessionsOf(tx, account.id)
  await markProven(tx, account.id)
  return account.id
}

export function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1)
}
