// Whose account a person of the provider gets.
//
// People are known by issuer and subject. An address alone never opens an account: it can be given to another person, and an
// account may have been made by somebody who only typed it. The first time, an existing account with the address is linked
// only if the provider has verified the address, an operator has mapped its domain (so the provider speaks for it), and
// no other person of the provider has it. If nobody ever proved the account's address, it must be a member of that team
// alone, which is where it got its address from; it loses its password and its sessions, which may be those of whoever made it.

import type { Transaction } from '../../db/index.ts'
import {
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

interface FoundPerson extends LinkedAccount {
  /** The account was linked or made just now. */
  readonly isNew: boolean
}

/** Call it under the lock of the domain's team: two first sign-ins of one person would make two accounts. */
export async function findPerson(
  tx: Transaction,
  { issuer, subject, email }: ProviderPerson,
  mapped: TeamDomain | undefined,
): Promise<FoundPerson> {
  const linked = await findLinked(tx, issuer, subject)
  if (linked) return { ...linked, isNew: false }
  if (!mapped) throw noTeamForDomain(domainOf(email))
  const accountId = await claimAddress(tx, email, mapped.teamId)
  if (!(await insertIdentity(tx, issuer, subject, accountId))) throw addressReassigned(email)
  return { accountId, email, isNew: true }
}

async function claimAddress(tx: Transaction, email: string, teamId: string): Promise<string> {
  const account = await findAccountByEmail(tx, email)
  if (!account) return insertAccount(tx, email, NO_PASSWORD, { proven: true })
  if (account.proven) return account.id
  if (!(await isOnlyInTeam(tx, account.id, teamId))) throw addressTaken(email)
  await updatePasswordHash(tx, account.id, NO_PASSWORD)
  await deletePasswordReset(tx, account.id)
  await deleteSessionsOf(tx, account.id)
  await markProven(tx, account.id)
  return account.id
}

export function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1)
}
