// /docs: the API reference as a page with "try it". The page loads nothing from other hosts: the bundle comes from the
// reference's npm package, served from memory, with its fonts, telemetry, proxy and other services off. The content
// security policy enforces that: the browser lets the bundle connect to this service only.

import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import fastify, { type FastifyInstance } from 'fastify'
import { queryLanguagePage } from './query-language-page.ts'

/** The bundle writes inline styles. Scripts are our own files, and nothing is evaluated. */
const CONTENT_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const SETTINGS = {
  url: '/openapi.json',
  theme: 'default',
  layout: 'modern',
  withDefaultFonts: false,
  telemetry: false,
  persistAuth: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  documentDownloadType: 'json',
  defaultOpenAllTags: true,
  agent: { disabled: true },
  mcp: { disabled: true },
  authentication: { preferredSecurityScheme: 'apiKey' },
  metaData: { title: 'Pro Signal API' },
}

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Pro Signal API</title>
<link rel="icon" href="data:,">
</head>
<body>
<noscript>This page needs JavaScript. The description it shows is at <a href="/openapi.json">/openapi.json</a>, and the query language at <a href="/docs/query-language">/docs/query-language</a>.</noscript>
<script id="api-reference" data-configuration="${JSON.stringify(SETTINGS).replaceAll('"', '&quot;')}"></script>
<script src="/docs/reference.js"></script>
</body>
</html>
`

interface Bundle {
  readonly plain: Buffer
  readonly zipped: Buffer
  readonly etag: string
}

export function docsRoutes(app: FastifyInstance): void {
  let bundle: Promise<Bundle> | undefined
  app.get('/docs', { exposeHeadRoute: true }, async (_request, reply) =>
    reply.type('text/html; charset=utf-8').header('content-security-policy', CONTENT_POLICY).send(PAGE),
  )
  queryLanguagePage(app)
  app.get('/docs/', async (_request, reply) => reply.redirect('/docs', 301))
  app.get('/docs/reference.js', { exposeHeadRoute: true }, async ({ headers }, reply) => {
    bundle ??= loadBundle()
    const { plain, zipped, etag } = await bundle
    reply.headers({ etag, 'cache-control': 'public, max-age=3600', vary: 'Accept-Encoding' })
    if (headers['if-none-match'] === etag) return reply.code(304).send()
    reply.type('text/javascript; charset=utf-8')
    if (!/\bgzip\b/.test(headers['accept-encoding'] ?? '')) return reply.send(plain)
    return reply.header('content-encoding', 'gzip').send(zipped)
  })
}

/**
 * Four megabytes, loaded on the first visit and compressed once. The package exposes its bundle only through a plugin's
 * route, so we inject a request into a server that never listens.
 */
async function loadBundle(): Promise<Bundle> {
  const { default: reference } = await import('@scalar/fastify-api-reference')
  const source = fastify({ logger: false })
  await source.register(reference, { routePrefix: '/', configuration: { url: '/openapi.json' } })
  const { rawPayload } = await source.inject('/js/scalar.js')
  await source.close()
  const etag = `"${createHash('sha256').update(rawPayload).digest('base64url')}"`
  // The source map named in the last line is not in the package, so developer tools would get a 404.
  const plain = Buffer.from(rawPayload.toString().replace(/\n\/\/# sourceMappingURL=\S{1,200}\s{0,9}$/, '\n'))
  return { plain, zipped: await promisify(gzip)(plain), etag }
}
