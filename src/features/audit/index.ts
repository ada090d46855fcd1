export { type Actor, type Deed, deleteOldDeeds, recordDeed, recordDeedOnAccount } from './queries.ts'
export { auditSettings } from './settings-routes.ts'
