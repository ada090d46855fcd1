export { firstStepSettings } from './settings-routes.ts'
