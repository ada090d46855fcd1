export { AuditPage } from './AuditPage.tsx'
export { TeamPage } from './TeamPage.tsx'
