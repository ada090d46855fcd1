// The members of a team and their roles. A constraint trigger of the database (team_keeps_an_owner) makes sure that a
// team always has an owner, even under concurrent changes and whatever makes them. The trigger is deferred to the
// commit; a rule here runs it immediately, so that it can turn the violation into an error with a code.

import { CHECK_VIOLATION, errorCodeIs, type Transaction } from '../../db/index.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Role } from '../../settings-contract/index.ts'
import { type Actor, recordAudit } from '../audit/index.ts'
import {
  checkOwnerNow,
  deleteMember,
  findMember,
  insertMember,
  type Member,
  updateRole,
  wasRemoved,
} from './queries.ts'
import { teamIsFull } from './team-is-full.ts'

const lastOwner = () =>
  new AppError('conflict', 'A team must always have at least one owner: make another member an owner first.', {
    code: 'last_owner',
  })

export async function changeRole(
  tx: Transaction,
  actor: Actor,
  teamId: string,
  accountId: string,
  role: Role,
): Promise<Member> {
  const member = await requireMember(tx, teamId, accountId)
  if (member.role === role) return member
  await updateRole(tx, teamId, accountId, role)
  await requireOwner(tx)
  const target = { id: accountId, name: member.email }
  await recordAudit(tx, actor, teamId, { action: 'member.role_changed', target, details: { role } })
  return { ...member, role }
}

export async function removeMember(tx: Transaction, actor: Actor, teamId: string, accountId: string): Promise<void> {
  const { email, role } = await requireMember(tx, teamId, accountId)
  await deleteMember(tx, teamId, accountId)
  await requireOwner(tx)
  const target = { id: accountId, name: email }
  await recordAudit(tx, actor, teamId, { action: 'member.removed', target, details: { role } })
}

/**
 * For people with one of the team's domains. Members keep their role, and removed people stay out. Call it under the
 * team's lock.
 */
export async function joinTeam(
  tx: Transaction,
  actor: Exclude<Actor, 'operator'>,
  teamId: string,
  role: Role,
  maxMembers: number,
): Promise<void> {
  const { accountId, email } = actor
  if (await findMember(tx, teamId, accountId)) return
  if (await wasRemoved(tx, teamId, accountId)) return
  if (!(await insertMember(tx, teamId, accountId, role, maxMembers))) throw teamIsFull()
  const target = { id: accountId, name: email }
  await recordAudit(tx, actor, teamId, { action: 'member.joined', target, details: { role, by_domain: true } })
}

async function requireMember(tx: Transaction, teamId: string, accountId: string): Promise<Member> {
  const member = await findMember(tx, teamId, accountId)
  if (!member) throw new AppError('not_found', 'There is no such member. They may have left the team.')
  return member
}

async function requireOwner(tx: Transaction): Promise<void> {
  try {
    await checkOwnerNow(tx)
  } catch (error) {
    const { constraint } = error as { constraint?: string }
    throw errorCodeIs(error, CHECK_VIOLATION) && constraint === 'team_keeps_an_owner' ? lastOwner() : error
  }
}
