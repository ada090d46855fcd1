import { many, type Transaction } from '../../db/index.ts'
import { AppError } from '../../platform/app-error.ts'
import { normaliseEmail, requireAccount } from '../accounts/index.ts'
import { type Actor, recordAccountAudit } from '../audit/index.ts'
import { deleteAccountRow } from './queries.ts'

export interface DeletedAccount {
  readonly email: string
  readonly teams: readonly { readonly id: string; readonly name: string }[]
}

/**
 * Deletes a person: the account with its sessions, memberships, networks, what it snoozed and its visits, and
 * invitations and requests for a new password that have its address. Records of the audit log keep the address until
 * they expire, and verdicts stay without the person. A team can't lose its only owner: a database trigger enforces that
 * too, under concurrent changes of roles.
 */
export async function deleteAccount(tx: Transaction, actor: Actor, givenEmail: string): Promise<DeletedAccount> {
  const { id, email } = await requireAccount(tx, normaliseEmail(givenEmail))
  const teams = await many<{ id: string; name: string; isOnlyOwner: boolean }>(
    tx,
    `select t.id, t.name, m.role = 'owner' and not exists (
         select from team_members o where o.team_id = t.id and o.role = 'owner' and o.account_id <> $1) as "isOnlyOwner"
       from team_members m join teams t on t.id = m.team_id where m.account_id = $1 order by t.name, t.id`,
    [id],
  )
  const orphans = teams.filter(({ isOnlyOwner }) => isOnlyOwner).map(({ name }) => name)
  if (orphans.length > 0) {
    throw new AppError(
      'conflict',
      `Nothing was deleted: ${email} is the only owner of ${orphans.join(', ')}. Make another member an owner first, or delete the team.`,
      { code: 'last_owner' },
    )
  }
  await recordAccountAudit(tx, actor, id, { action: 'member.removed', target: { id, name: email } })
  await deleteAccountRow(tx, id, email)
  return { email, teams: teams.map(({ id: teamId, name }) => ({ id: teamId, name })) }
}
