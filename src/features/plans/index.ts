export { BUCKETS, type Bucket, PLAN_NAMES, PLANS, PLANS_WITH_ACCESS, type PlanName } from './plans.ts'
