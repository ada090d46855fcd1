// Serves the built settings screen under a strict content security policy. Nothing may load from other hosts. Scripts and
// styles must be our own files, except for inline blocks of index.html (allowed by hash) and styles with the nonce of this
// reply.

import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { errorCode } from '../platform/app-error.ts'
import { packageRoot } from '../platform/config/config.ts'
import { pathOf } from './known-paths.ts'
import { placeholderPage } from './placeholder-page.ts'

/** Replaced by the reply's nonce. Vite's `html.cspNonce` writes it into a <meta property="csp-nonce">. */
const NONCE_MARK = '__CSP_NONCE__'

/** For files with a content hash in their name, which never change. */
const CACHE_FOREVER = 'public, max-age=31536000, immutable'
const REVALIDATE = 'no-cache'

/** Paths for programs: an unknown path here is a 404, never a page. */
const NO_PAGES = /^\/(api|settings-api|assets|billing)(\/|$)/

const BUILT = join(packageRoot, 'web/dist')

export function isScreenBuilt(folder = BUILT): boolean {
  return readPage(join(folder, 'index.html')) !== undefined
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Absent: the screen isn't built. */
    sendScreen?: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>
  }
}

/** All pages of the screen. */
export async function serveScreen(app: FastifyInstance, folder = BUILT): Promise<void> {
  await serveScreenFiles(app, folder)
  const { sendScreen } = app
  if (!sendScreen) return placeholderPage(app)
  app.get('/', { exposeHeadRoute: true }, sendScreen)
  // A deep link: the page's router decides what to show.
  app.addHook('onRequest', async (request, reply) => {
    if (request.is404 && isPageVisit(request)) return sendScreen(request, reply)
  })
}

/** The files of the screen, for the pages that other routes serve. */
export async function serveScreenFiles(app: FastifyInstance, folder = BUILT): Promise<void> {
  const page = readPage(join(folder, 'index.html'))
  if (page === undefined || app.hasDecorator('sendScreen')) return
  app.decorate('sendScreen', pageSender(page))
  const assets = join(folder, 'assets') + sep
  await app.register(fastifyStatic, {
    root: folder,
    // One route per file that exists at start: no request path is ever looked up on disk.
    wildcard: false,
    index: false,
    globIgnore: ['**/index.html', '**/*.map'],
    preCompressed: true,
    cacheControl: false,
    decorateReply: false,
    setHeaders: (reply, path) => {
      reply.header('cache-control', path.startsWith(assets) ? CACHE_FOREVER : REVALIDATE)
    },
  })
}

function readPage(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
}

function isPageVisit({ method, url, headers }: FastifyRequest): boolean {
  const path = pathOf(url)
  const forFile = (path.split('/').at(-1) ?? '').includes('.')
  return (
    (method === 'GET' || method === 'HEAD') &&
    (headers.accept ?? '').includes('text/html') &&
    !forFile &&
    !NO_PAGES.test(path)
  )
}

function pageSender(page: string) {
  const scripts = hashesOf(page, 'script')
  const styles = hashesOf(page, 'style')
  return async (_request: FastifyRequest, reply: FastifyReply) => {
    const nonce = randomBytes(16).toString('base64')
    const policy = [
      `default-src 'none'`,
      ['script-src', `'self'`, ...scripts].join(' '),
      ['style-src', `'self'`, `'nonce-${nonce}'`, ...styles].join(' '),
      `img-src 'self' data:`,
      `font-src 'self'`,
      `connect-src 'self'`,
      `manifest-src 'self'`,
      `form-action 'none'`,
      `base-uri 'none'`,
      `frame-ancestors 'none'`,
    ].join('; ')
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', policy)
      .header('cross-origin-opener-policy', 'same-origin')
      .header('cache-control', 'no-store')
      .send(page.replaceAll(NONCE_MARK, nonce))
  }
}

/**
 * The hashes of the texts between `<script>` or `<style>` and its end tag. An element with an external text has none.
 */
function hashesOf(page: string, element: 'script' | 'style'): string[] {
  const texts: string[] = []
  for (let at = page.indexOf(`<${element}`); at !== -1; ) {
    const start = page.indexOf('>', at) + 1
    const end = page.indexOf(`</${element}>`, start)
    if (start === 0 || end === -1) break
    if (page.slice(start, end).trim() !== '') texts.push(page.slice(start, end))
    at = page.indexOf(`<${element}`, end)
  }
  return texts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
}
