export { meter } from './meter.ts'
export { forgetOpenedCompanies } from './opened-companies.ts'
export { usageSettings } from './settings-routes.ts'
export { statsRoute } from './stats-route.ts'
export {
  type Account,
  type BucketState,
  type BudgetState,
  charge,
  chargeAll,
  type Draw,
  peek,
  readBudgets,
  type Verdict,
} from './use-budgets.ts'
