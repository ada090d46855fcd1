export { dossierRoutes } from './routes.ts'
