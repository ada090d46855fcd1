export { createTeam, type Owner } from './create-team.ts'
export { type EffectiveLimit, effectiveLimits } from './limits.ts'
export {
  countRealTeams,
  findDemoTeam,
  findTeam,
  listMembers,
  listTeams,
  type Member,
  setLimitOverride,
  setPlan,
  type Team,
} from './queries.ts'
