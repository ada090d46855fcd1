export { BUCKETS, type Bucket, type Limits, PLAN_NAMES, PLANS, type Plan, type PlanName } from './plans.ts'
