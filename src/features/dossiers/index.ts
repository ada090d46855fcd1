export { dossierRoutes } from './routes.ts'
export type { DossierReply } from './schema.ts'
