export { hasPlace, readFreePlaces, takePlaces } from './free-companies.ts'
export { todaySettings } from './settings-routes.ts'
