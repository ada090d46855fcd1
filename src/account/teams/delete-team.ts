import type { Transaction } from '../../db/index.ts'
import { recordInstallationAudit } from '../audit/index.ts'
import { deleteRequestsOfTeam } from '../request-log/index.ts'
import { deleteAccountsWithoutTeam, deleteTeamRow, listMembers, requireTeam, type Team } from './queries.ts'

export interface DeletedTeam {
  readonly team: Team
  /** The addresses of members without another team, whose accounts are deleted too. */
  readonly accounts: readonly string[]
}

/**
 * Deletes a team with everything that belongs to it: keys, webhooks and their log positions, usage, logged requests, limits,
 * invitations, sessions, the billing connection and the audit log. Keys stop working on every node within a second.
 * What remains is a record in the log of the installation.
 */
export async function deleteTeam(tx: Transaction, teamId: string): Promise<DeletedTeam> {
  const team = await requireTeam(tx, teamId)
  const members = await listMembers(tx, teamId)
  await deleteTeamRow(tx, teamId)
  await deleteRequestsOfTeam(tx, teamId)
  const accounts = await deleteAccountsWithoutTeam(
    tx,
    members.map(({ accountId }) => accountId),
  )
  await recordInstallationAudit(tx, { action: 'team.deleted', target: { id: team.id, name: team.name } })
  return { team, accounts }
}
