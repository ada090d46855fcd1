export { todaySettings } from './settings-routes.ts'
