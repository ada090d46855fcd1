export { Budgets } from './budgets.ts'
export { type BudgetState, type ChargedAccount, type Cost, charge, readBudgets } from './charge.ts'

export { meter } from './meter.ts'
export { purgeOpenedCompanies } from './purge-opened-companies.ts'
export { runMetered } from './run-metered.ts'
export { usageSettings } from './settings-routes.ts'
export { bucketReplyOf, statsRoute } from './stats-route.ts'
