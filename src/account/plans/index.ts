export { BUCKETS, type Bucket, HAS_API_ACCESS, PLAN_NAMES, PLANS, type PlanName } from './plans.ts'
