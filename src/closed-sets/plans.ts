// The closed sets of plans and budgets.

export const PLAN_NAMES = ['free', 'pro'] as const
export type PlanName = (typeof PLAN_NAMES)[number]

/** In the order in which use_budgets() takes and returns them. */
export const BUCKETS = [
  'perMinute',
  'dailyRequests',
  'monthlyRequests',
  'monthlyRecords',
  'monthlyPageTurns',
  'dailyCompanyDetail',
] as const
export type Bucket = (typeof BUCKETS)[number]
