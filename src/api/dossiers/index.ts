export { DossierReplies } from './dossier-replies.ts'
export { readNamedCompany } from './queries.ts'
export { dossierRoutes } from './routes.ts'
export type { DossierReply } from './schema.ts'
