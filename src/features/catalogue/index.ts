export { catalogueOf, type FilterDefinition } from './catalogue.ts'
export { catalogueRoutes } from './routes.ts'
