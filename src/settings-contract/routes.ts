import { alertRoutes } from './alerts.ts'
import { auditRoutes } from './audit.ts'
import { builderRoutes } from './builder/routes.ts'
import { crmRoutes } from './crm/routes.ts'
import { deliveryRoutes } from './deliveries.ts'
import { dispositionRoutes } from './dispositions.ts'
import { exploreRoutes } from './explore.ts'
import { feedbackRoutes } from './feedback.ts'
import { importRoutes } from './imports/imports.ts'
import { keyRoutes } from './keys.ts'
import { listRoutes } from './lists/lists.ts'
import { monitoringRoutes } from './lists/monitoring.ts'
import { readinessRoutes } from './lists/readiness.ts'
import { requestRoutes } from './requests.ts'
import { sessionRoutes } from './session.ts'
import { signOnRoutes } from './sign-on/routes.ts'
import { secondFactorRoutes } from './sign-on/second-factor.ts'
import { teamRoutes } from './team.ts'
import { todayRoutes } from './today.ts'
import { usageRoutes } from './usage.ts'
import { webhookRoutes } from './webhooks.ts'
import { windowRoutes } from './windows.ts'

export const ROUTES = {
  ...sessionRoutes,
  ...signOnRoutes,
  ...secondFactorRoutes,
  ...keyRoutes,
  ...usageRoutes,
  ...requestRoutes,
  ...teamRoutes,
  ...auditRoutes,
  ...webhookRoutes,
  ...deliveryRoutes,
  ...exploreRoutes,
  ...builderRoutes,
  ...alertRoutes,
  ...crmRoutes,
  ...listRoutes,
  ...monitoringRoutes,
  ...readinessRoutes,
  ...importRoutes,
  ...dispositionRoutes,
  ...todayRoutes,
  ...windowRoutes,
  ...feedbackRoutes,
}
export type RouteName = keyof typeof ROUTES
