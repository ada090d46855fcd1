export {
  type Actor,
  type Anonymous,
  type AuditRecord,
  deleteOldAuditRecords,
  recordAccountAudit,
  recordAudit,
} from './queries.ts'
export { auditSettings } from './settings-routes.ts'
