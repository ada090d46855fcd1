// The plans and their limits. An operator can change a limit for one team; every other bucket follows the plan.

import type { Limit, PlanName } from '../../closed-sets/plans.ts'

export {
  BUCKETS,
  type Bucket,
  CHARGED_LIMITS,
  type ChargedLimit,
  LIMITS,
  type Limit,
  PEOPLE_BUCKETS,
  type PeopleBucket,
  PLAN_NAMES,
  type PlanName,
} from '../../closed-sets/plans.ts'

type Limits = Readonly<Record<Limit, number>>

interface Plan {
  readonly apiAccess: boolean
  readonly limits: Limits
}

const ZERO_LIMITS: Limits = {
  perMinute: 0,
  dailyRequests: 0,
  monthlyRequests: 0,
  monthlyRecords: 0,
  monthlyPageTurns: 0,
  dailyCompanyDetail: 0,
  dailyPeopleCompanies: 0,
  dailyMemberCompanies: 0,
  watchedCompanies: 0,
}

export const PLANS: Readonly<Record<PlanName, Plan>> = {
  free: { apiAccess: false, limits: ZERO_LIMITS },
  pro: {
    apiAccess: true,
    limits: {
      perMinute: 20,
      dailyRequests: 300,
      monthlyRequests: 3000,
      monthlyRecords: 3000,
      monthlyPageTurns: 200,
      dailyCompanyDetail: 100,
      dailyPeopleCompanies: 1000,
      dailyMemberCompanies: 200,
      watchedCompanies: 500,
    },
  },
}

const WITH_ACCESS = Object.entries(PLANS)
  .filter(([, { apiAccess }]) => apiAccess)
  .map(([name]) => `'${name}'`)

/** SQL: whether the plan of the team `t` has API access. */
export const HAS_API_ACCESS = `(t.plan in (${WITH_ACCESS.join()}))`

const LIMITS_BY_PLAN = JSON.stringify(
  Object.fromEntries(Object.entries(PLANS).map(([name, { limits }]) => [name, limits])),
)

/** SQL: a limit of the team `t`, set by its plan or an operator. None without API access. */
export const teamLimit = (limit: Limit) => `case when ${HAS_API_ACCESS} then coalesce(
  (select o."limit" from team_limits o where o.team_id = t.id and o.bucket = '${limit}'),
  ('${LIMITS_BY_PLAN}'::jsonb -> t.plan ->> '${limit}')::bigint) else 0 end`
