export {
  type BucketState,
  type BudgetState,
  type ChargedAccount,
  type ChargeVerdict,
  type Cost,
  charge,
  chargeAll,
  peek,
  readBudgets,
} from './charge.ts'
export { meter } from './meter.ts'
export { purgeOpenedCompanies } from './purge-opened-companies.ts'
export { usageSettings } from './settings-routes.ts'
export { statsRoute } from './stats-route.ts'
