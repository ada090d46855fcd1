export { type Api, apiScope } from './api-scope.ts'
export { clientHasLeft, goneSignal } from './client-gone.ts'
export { clearSessionCookie, readSessionCookie, setSessionCookie } from './cookies.ts'
export { docsRoutes } from './docs.ts'
export * from './errors.ts'
export { HEALTH_TIMEOUT_MS, healthRoute, probeRoutes, type Readiness } from './health.ts'
export { findListenError, listenOn, ownUrl } from './listen.ts'
export { llmsTxtRoute } from './llms-txt.ts'
export { serveMetrics } from './metrics.ts'
export { API_PREFIX, describeApi, descriptionText, openapiRoute } from './openapi.ts'
export { isScreenBuilt, serveScreen } from './screen.ts'
export { createServer } from './server.ts'
export {
  notSignedIn,
  ownersOnly,
  type SettingsSession,
  settingsRoute,
  settingsScope,
} from './settings-route.ts'
export { readSmallBody } from './small-body.ts'
export { MISTAKEN_NAMES, validatorCompiler } from './validate.ts'
