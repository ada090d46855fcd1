export { type ExploreParts, exploreSettings } from './settings-routes.ts'
