export { readHiddenCompanies } from './queries.ts'
export { dispositionSettings } from './settings-routes.ts'
