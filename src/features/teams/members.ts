// Who belongs to a team, and as what. The database itself refuses to leave a team without an owner, whoever changes it
// and however many at once (the constraint trigger team_keeps_an_owner); here that refusal gets its words.

import { type Database, errorCodeIs } from '../../db/index.ts'
import { HttpError, noSuch, type SettingsSession } from '../../http/index.ts'
import type { Role } from '../../settings-contract/index.ts'
import { asOwner } from '../accounts/index.ts'
import { recordDeed } from '../audit/index.ts'
import { deleteMember, findMember, type Member, updateRole } from './queries.ts'

const lastOwner = () =>
  new HttpError(409, 'last_owner', 'A team has at least one owner, always: make somebody else an owner first.')

export async function changeRole(
  db: Database,
  session: SettingsSession,
  accountId: string,
  role: Role,
): Promise<Member> {
  return asOwner(db, session, async (tx) => {
    const member = await findMember(tx, session.teamId, accountId)
    if (!member) throw noSuch('member')
    if (member.role === role) return member
    await updateRole(tx, session.teamId, accountId, role)
    const target = { id: accountId, name: member.email }
    await recordDeed(tx, session.teamId, session, { action: 'member.role_changed', target, details: { role } })
    return { ...member, role }
  }).catch(explainOwnerless)
}

export async function removeMember(db: Database, session: SettingsSession, accountId: string): Promise<void> {
  await asOwner(db, session, async (tx) => {
    const member = await findMember(tx, session.teamId, accountId)
    if (!member) throw noSuch('member')
    await deleteMember(tx, session.teamId, accountId)
    const target = { id: accountId, name: member.email }
    await recordDeed(tx, session.teamId, session, { action: 'member.removed', target, details: { role: member.role } })
  }).catch(explainOwnerless)
}

const CHECK_VIOLATION = '23514'

function explainOwnerless(error: unknown): never {
  const { constraint } = error as { constraint?: string }
  throw errorCodeIs(error, CHECK_VIOLATION) && constraint === 'team_keeps_an_owner' ? lastOwner() : error
}
