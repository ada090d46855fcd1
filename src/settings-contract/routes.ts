import { auditRoutes } from './audit.ts'
import { keyRoutes } from './keys.ts'
import { sessionRoutes } from './session.ts'
import { teamRoutes } from './team.ts'
import { usageRoutes } from './usage.ts'

export const ROUTES = { ...sessionRoutes, ...keyRoutes, ...usageRoutes, ...teamRoutes, ...auditRoutes }
export type RouteName = keyof typeof ROUTES
