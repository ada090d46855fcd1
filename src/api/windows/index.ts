export { type WindowParts, windowSettings } from './settings-routes.ts'
