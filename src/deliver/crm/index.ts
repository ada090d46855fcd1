export { JsonClient } from './clients/json-client.ts'
export { CRM_SECRETS } from './open-crm.ts'
export { crmSettings } from './settings-routes.ts'
export { startCrm } from './start.ts'
