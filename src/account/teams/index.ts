export { changePlan } from './change-plan.ts'
export { createTeam } from './create-team.ts'
export { deleteAccount } from './delete-account.ts'
export { deleteTeam } from './delete-team.ts'
export { joinByInvitation, readInvitation } from './invitations.ts'
export { changeLimits, effectiveLimits, type LimitChange } from './limits.ts'
export { joinTeam } from './members.ts'
export {
  countRealTeams,
  deleteExpiredInvitations,
  findDemoTeam,
  findTeam,
  findTeamsByName,
  listMembers,
  listTeams,
  requireTeam,
  type Team,
  updatePlan,
  updateTimeZone,
} from './queries.ts'
export { teamSettings } from './settings-routes.ts'
