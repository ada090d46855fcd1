// The closed sets of plans and budgets.

export const PLAN_NAMES = ['free', 'pro'] as const
export type PlanName = (typeof PLAN_NAMES)[number]

/** The budgets of the API, in the order in which use_team_budgets() takes and returns them. */
export const BUCKETS = [
  'perMinute',
  'dailyRequests',
  'monthlyRequests',
  'monthlyRecords',
  'monthlyPageTurns',
  'dailyCompanyDetail',
] as const
export type Bucket = (typeof BUCKETS)[number]

/** The budgets of people on the screen, after those of the API: of the whole team, and the share of one member. */
export const PEOPLE_BUCKETS = ['dailyPeopleCompanies', 'dailyMemberCompanies'] as const
export type PeopleBucket = (typeof PEOPLE_BUCKETS)[number]

/** Everything that is charged, in the order of use_team_budgets(). */
export const CHARGED_LIMITS = [...BUCKETS, ...PEOPLE_BUCKETS] as const

export type ChargedLimit = (typeof CHARGED_LIMITS)[number]

/**
 * All limits that a plan sets and an operator can change for a team. watchedCompanies limits how many companies of its
 * lists are watched.
 */
export const LIMITS = [...CHARGED_LIMITS, 'watchedCompanies'] as const
export type Limit = (typeof LIMITS)[number]
