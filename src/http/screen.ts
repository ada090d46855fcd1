// The settings screen: what web/ was built to, served by the service itself under a strict content policy. Nothing may
// come from another host, and no script and no style runs that is not a file of ours, but for what stands in index.html
// itself (allowed by its hash) and styles that carry the nonce of this very reply.

import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { errorCode } from '../platform/app-error.ts'
import { packageRoot } from '../platform/config.ts'
import { placeholderPage } from './placeholder-page.ts'
import { pathOf } from './server.ts'

/** Where the page has this, the reply's nonce stands: Vite's `html.cspNonce` puts it into a <meta property="csp-nonce">. */
export const NONCE_MARK = '__CSP_NONCE__'

/** Names with a hash of their content: what they hold never changes. */
const FOR_EVER = 'public, max-age=31536000, immutable'
const ASKED_EACH_TIME = 'no-cache'

/** Machines live here: what is unknown is a 404 and never a page. */
const NO_PAGES = /^\/(api|settings-api|assets|billing)(\/|$)/

export async function serveScreen(app: FastifyInstance, folder = join(packageRoot, 'web/dist')): Promise<void> {
  const page = readPage(join(folder, 'index.html'))
  if (page === undefined) return placeholderPage(app)
  const sendPage = pageSender(page)
  const assets = join(folder, 'assets') + sep
  await app.register(fastifyStatic, {
    root: folder,
    // A route for each file that is there now: no path is ever looked up on the disk.
    wildcard: false,
    index: false,
    globIgnore: ['**/index.html', '**/*.map'],
    preCompressed: true,
    cacheControl: false,
    decorateReply: false,
    setHeaders: (reply, path) => {
      reply.header('cache-control', path.startsWith(assets) ? FOR_EVER : ASKED_EACH_TIME)
    },
  })
  app.get('/', { exposeHeadRoute: true }, sendPage)
  // A deep link: the page knows what to show there.
  app.addHook('onRequest', async (request, reply) => {
    if (request.is404 && isPageVisit(request)) return sendPage(request, reply)
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
  const scripts = hashesOf(page, /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)
  const styles = hashesOf(page, /<style[^>]*>([\s\S]*?)<\/style>/g)
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

function hashesOf(page: string, blocks: RegExp): string[] {
  const texts = [...page.matchAll(blocks)].map(([, text = '']) => text).filter((text) => text.trim() !== '')
  return texts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
}
