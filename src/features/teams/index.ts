export { createTeam, type Owner } from './create-team.ts'
export { type EffectiveLimit, effectiveLimits } from './limits.ts'
export {
  countRealTeams,
  deleteExpiredInvitations,
  findDemoTeam,
  findTeam,
  listMembers,
  listTeams,
  type Member,
  setLimitOverride,
  setPlan,
  type Team,
} from './queries.ts'
export { teamSettings } from './settings-routes.ts'
