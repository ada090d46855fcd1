export { type ExportFilter, exportAudit } from './export.ts'
export { INSTALLATION_ACTIONS } from './installation-actions.ts'
export {
  type Actor,
  type Anonymous,
  type AuditRecord,
  deleteOldAuditRecords,
  recordAccountAudit,
  recordAudit,
  recordInstallationAudit,
} from './queries.ts'
export { auditSettings } from './settings-routes.ts'
