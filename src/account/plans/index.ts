export {
  BUCKETS,
  type Bucket,
  HAS_API_ACCESS,
  LIMITS,
  type Limit,
  PEOPLE_BUCKETS,
  type PeopleBucket,
  PLAN_NAMES,
  PLANS,
  type PlanName,
} from './plans.ts'
