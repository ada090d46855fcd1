export { windowSettings } from './settings-routes.ts'
export type { WindowParts } from './window-parts.ts'
