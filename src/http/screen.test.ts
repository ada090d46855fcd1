import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { cleanup } from '../../test/harness/cleanup.ts'
import { temporaryFolder } from '../../test/harness/folders.ts'
import { silentLog } from '../../test/harness/log.ts'
import { loadConfig } from '../platform/config/config.ts'
import { serveScreen } from './screen.ts'
import { createServer } from './server.ts'

const THEME = `document.documentElement.dataset.theme = 'dark'`
const STYLE = 'body { margin: 0 }'
const PAGE = `<!doctype html><html><head><meta property="csp-nonce" nonce="__CSP_NONCE__">
<script>${THEME}</script><style>${STYLE}</style><script type="module" src="/assets/main-a1b2.js"></script></head></html>`

let url: string

async function serve(folder: string): Promise<string> {
  const app: FastifyInstance = createServer(loadConfig({ PORT: '0' }), silentLog)
  cleanup(() => app.close())
  await app.register(
    async (api) => {
      api.get('/known', async () => ({}))
      api.setNotFoundHandler((request) => {
        throw app.routes.whyUnknown(request)
      })
    },
    { prefix: '/api/v1' },
  )
  await serveScreen(app, folder)
  return app.listen({ host: '127.0.0.1', port: 0 })
}

before(async () => {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), PAGE)
  writeFileSync(join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  writeFileSync(join(folder, 'assets/main-a1b2.js'), 'export {}')
  writeFileSync(join(folder, 'assets/main-a1b2.js.map'), '{}')
  url = await serve(folder)
})

const visit = (path: string, init: RequestInit = {}) =>
  fetch(url + path, { ...init, headers: { accept: 'text/html,*/*;q=0.8', ...init.headers } })

const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

test('the page is never cached, and its policy allows its own inline blocks and no others', async () => {
  const response = await visit('/')
  assert.equal(response.status, 200)
  const { headers } = response
  assert.equal(headers.get('content-type'), 'text/html; charset=utf-8')
  assert.equal(headers.get('cache-control'), 'no-store')
  assert.equal(headers.get('x-content-type-options'), 'nosniff')
  assert.equal(headers.get('referrer-policy'), 'no-referrer')
  const policy = new Map(
    (headers.get('content-security-policy') ?? '').split('; ').map((directive) => {
      const [name = '', ...values] = directive.split(' ')
      return [name, values]
    }),
  )
  assert.deepEqual(policy.get('default-src'), [`'none'`])
  assert.deepEqual(policy.get('script-src'), [`'self'`, sha256(THEME)])
  assert.deepEqual(policy.get('frame-ancestors'), [`'none'`])
  assert.deepEqual(policy.get('connect-src'), [`'self'`])
  assert.deepEqual(policy.get('base-uri'), [`'none'`])
  assert.doesNotMatch(headers.get('content-security-policy') ?? '', /unsafe|http|\*/)
  const [self, nonce, style] = policy.get('style-src') ?? []
  assert.deepEqual([self, style], [`'self'`, sha256(STYLE)])
  const text = await response.text()
  const [, given] = /nonce="([^"]+)"/.exec(text) ?? []
  assert.equal(nonce, `'nonce-${given}'`)
  assert.ok(!text.includes('__CSP_NONCE__'))
  assert.notEqual(await (await visit('/')).text(), text, 'each reply has its own nonce')
})

test('hashed files are cached forever, others are revalidated, and source maps are not served', async () => {
  const script = await visit('/assets/main-a1b2.js')
  assert.equal(script.status, 200)
  assert.match(script.headers.get('content-type') ?? '', /javascript/)
  assert.equal(script.headers.get('cache-control'), 'public, max-age=31536000, immutable')
  assert.equal((await visit('/favicon.svg')).headers.get('cache-control'), 'no-cache')
  for (const path of [
    '/assets/main-a1b2.js.map',
    '/assets/gone-0000.js',
    '/assets/',
    '/assets/..%2findex.html',
    '/%2e%2e/package.json',
  ]) {
    const response = await visit(path)
    assert.equal(response.status, 404, path)
    assert.equal(response.headers.get('cache-control'), 'no-store', path)
  }
})

test('a deep link returns the page to browsers only', async () => {
  for (const path of ['/webhooks', '/webhooks/1234/deliveries?state=exhausted', '/join']) {
    const response = await visit(path)
    assert.equal(response.status, 200, path)
    assert.match(await response.text(), /main-a1b2/)
    assert.match(response.headers.get('content-security-policy') ?? '', /script-src 'self'/)
  }
  assert.equal((await visit('/webhooks', { headers: { accept: '*/*' } })).status, 404)
  assert.equal((await visit('/webhooks', { method: 'POST' })).status, 404)
  assert.equal((await visit('/webhooks', { method: 'HEAD' })).status, 200)
})

test('paths under /api and /settings-api never return the page', async () => {
  for (const path of ['/api/v1/nothing', '/api', '/api/v2', '/settings-api/nothing', '/settings-api', '/nothing.txt']) {
    const response = await visit(path)
    assert.equal(response.status, 404, path)
    assert.match(response.headers.get('content-type') ?? '', /json/)
  }
  assert.equal((await visit('/api/v1/known', { method: 'POST' })).status, 405)
})

test('without a built screen, / explains it and deep links are 404', async () => {
  const bare = await serve(join(temporaryFolder(), 'nothing'))
  const response = await fetch(bare, { headers: { accept: 'text/html' } })
  assert.equal(response.status, 200)
  assert.match(await response.text(), /not built/)
  assert.equal((await fetch(`${bare}/webhooks`, { headers: { accept: 'text/html' } })).status, 404)
})
