export { catalogueOf, type FilterDefinition } from './catalogue.ts'
export { catalogueRoutes, type FiltersReply } from './routes.ts'
