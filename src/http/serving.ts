// For processes that serve HTTP. It loads Fastify and its plugins, which other processes don't need.

export { docsRoutes } from './docs/docs.ts'
export { llmsTxtRoute } from './docs/llms-txt.ts'
export { API_PREFIX, describeApi, descriptionText, openapiRoute } from './docs/openapi.ts'
export { healthRoute, probeRoutes, type Readiness } from './health.ts'
export { listenOn } from './listen.ts'
export { serveMetrics } from './metrics.ts'
export { isScreenBuilt, serveScreen, serveScreenFiles } from './screen.ts'
export { createServer } from './server.ts'
