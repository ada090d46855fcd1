export { BUCKETS, type Bucket, PLAN_NAMES, PLANS, type PlanName } from './plans.ts'
