export {
  type Actor,
  type AuditRecord,
  deleteOldAuditRecords,
  recordAccountAudit,
  recordAudit,
} from './queries.ts'
export { auditSettings } from './settings-routes.ts'
