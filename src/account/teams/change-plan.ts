import type { Transaction } from '../../db/index.ts'
import { type Actor, recordAudit } from '../audit/index.ts'
import type { PlanName } from '../plans/index.ts'
import { noTeam, type Team, updatePlan } from './queries.ts'

export async function changePlan(tx: Transaction, actor: Actor, teamId: string, plan: PlanName): Promise<Team> {
  const team = await updatePlan(tx, teamId, plan)
  if (!team) throw noTeam(teamId)
  await recordAudit(tx, actor, teamId, { action: 'team.plan_changed', details: { plan } })
  return team
}
