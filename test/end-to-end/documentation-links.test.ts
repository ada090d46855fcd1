// Every documentation link that the service returns leads to a page that it serves.

import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { packageRoot } from '../../src/platform/config/config.ts'
import { type Api, startApi } from '../harness/api.ts'
import { startTestService } from '../harness/service.ts'

let api: Api
before(async () => {
  api = await startApi()
})

/** Targets of links in HTML, Markdown, or JSON with either, and paths of documentation named in any text. */
function linksIn(text: string): string[] {
  const targets = [
    ...text.matchAll(/\b(?:href|src)=\\?"([^"\\]+)/g),
    ...text.matchAll(/\]\(([^)\s\\]+)\)/g),
    ...text.matchAll(/(?<![\w.:/-])((?:\/docs|\/openapi\.json|\/llms\.txt)(?:\/[\w./-]*\w)?)/g),
  ]
  return targets.map(([, target = '']) => target).filter((target) => !/^(data|mailto|pro-signal):/.test(target))
}

async function mcp(key: string, method: string, params: object): Promise<string> {
  const response = await fetch(`${api.url}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  assert.equal(response.status, 200)
  return response.text()
}

/** What the service returns, by place. */
async function textsOf(url: string): Promise<[string, string][]> {
  const { key } = await api.newTeam()
  const ask = async (path: string, init: RequestInit = {}) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    return (await fetch(url + path, { headers, ...init })).text()
  }
  const search = (body: object) => ask('/api/v1/companies', { method: 'POST', body: JSON.stringify(body) })
  const files = ['README.md', 'docs/api.md', ...globSync('web/src/**/*.{ts,tsx}', { cwd: packageRoot })]
  return [
    ...(await Promise.all(
      ['/', '/llms.txt', '/openapi.json', '/docs', '/docs/query-language', '/docs/query-language.md'].map(
        async (path): Promise<[string, string]> => [path, await ask(path)],
      ),
    )),
    ['an invalid query', await search({ signal_query: 'hirng(' })],
    ['an unknown filter', await search({ signal_query: 'hiring', countri: ['DE'] })],
    ['no key', await ask('/api/v1/stats', { headers: {} })],
    ['an unknown path', await ask('/api/v1/nothing')],
    ['the catalogue', await ask('/api/v1/filters')],
    ['MCP tools', await mcp(key, 'tools/list', {})],
    [
      '/docs/query-language as an MCP resource',
      await mcp(key, 'resources/read', { uri: 'pro-signal://query-language' }),
    ],
    ['MCP error', await mcp(key, 'tools/call', { name: 'explain_query', arguments: { signal_query: 'hirng' } })],
    // The repository's own links are relative to its files, and another test follows them.
    ...files.map((file): [string, string] => [
      file,
      linksIn(read(file))
        .filter((link) => link.startsWith('/'))
        .join(' '),
    ]),
  ]
}

const read = (file: string) => readFileSync(join(packageRoot, file), 'utf8')

test('every link to documentation is answered, also where PUBLIC_URL is another address', async () => {
  const service = await startTestService({
    env: { DATABASE_URL: api.databaseUrl, PUBLIC_URL: 'https://signals.example' },
  })
  for (const url of [api.url, service.url]) {
    const found = new Map<string, string>()
    for (const [place, text] of await textsOf(url)) {
      const base = place.startsWith('/') ? url + place.split(' ')[0] : `${url}/`
      for (const link of linksIn(text)) {
        const target = new URL(link, base)
        if (target.origin === new URL(url).origin) found.set(target.href, place)
        else assert.doesNotMatch(target.href, /docs|query-language/, `${place} leads elsewhere`)
      }
    }
    const guides = [...found.keys()].filter((link) => link.includes('/docs/query-language'))
    assert.ok(guides.length >= 2 && found.size > 5, [...found.keys()].join(' '))
    for (const [link, place] of found) {
      const isMcp = new URL(link).pathname === '/mcp'
      const response = await fetch(link, { method: isMcp ? 'POST' : 'GET' })
      assert.equal(response.status, isMcp ? 401 : 200, `${place} links to ${link}`)
      const { hash } = new URL(link)
      const page = await response.text()
      if (hash && response.headers.get('content-type')?.startsWith('text/html')) {
        assert.ok(page.includes(`id="${hash.slice(1)}"`), `${place} links to ${link}`)
      }
    }
    const withSlash = await fetch(`${url}/docs/query-language/`)
    assert.equal(new URL(withSlash.url).pathname, '/docs/query-language')
    assert.equal(withSlash.status, 200)
  }
})
