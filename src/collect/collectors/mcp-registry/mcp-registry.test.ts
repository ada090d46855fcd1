import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startBoardServer } from '../../../../test/harness/board-server.ts'
import { askThrough, visitContext } from '../../../../test/harness/collecting.ts'
import { VisitFailure } from '../collector.ts'
import { mcpRegistry, RegistryReader } from './mcp-registry.ts'
import { readRegistry, readServers } from './read-registry.ts'

const HOST = 'registry.modelcontextprotocol.io'
const NOW = Date.UTC(2026, 8, 1) / 1_000

interface Entry {
  readonly name: string
  readonly status?: string
  readonly isLatest?: boolean
  readonly remote?: string
}

const page = (entries: readonly Entry[], nextCursor?: string) =>
  JSON.stringify({
    servers: entries.map(({ name, status = 'active', isLatest = true, remote }) => ({
      server: { name, version: '1.0.0', ...(remote && { remotes: [{ type: 'streamable-http', url: remote }] }) },
      _meta: {
        'io.modelcontextprotocol.registry/official': { status, isLatest, publishedAt: '2026-05-04T10:00:00Z' },
      },
    })),
    metadata: { count: entries.length, ...(nextCursor !== undefined && { nextCursor }) },
  })

test('names are reversed domains; io.github, older versions and names without a domain are skipped', () => {
  const { servers } = readServers(
    page([
      { name: 'com.acme/search', remote: 'https://mcp.acme.com/mcp' },
      { name: 'com.acme.api/other', remote: 'https://{tenant}.acme.com/mcp' },
      { name: 'uk.co.globex/tools', status: 'deleted' },
      { name: 'io.github.somebody/thing' },
      { name: 'com.acme/search', isLatest: false },
      { name: 'local/thing' },
      { name: 'com.acme' },
    ]),
  )
  assert.deepEqual(
    servers.map(({ domain, name, active, signal }) => [domain, name, active, signal.fields, signal.confidence]),
    [
      ['acme.com', 'com.acme/search', true, { kind: 'mcp_endpoint', pageUrl: 'https://mcp.acme.com/mcp' }, 0.95],
      ['acme.com', 'com.acme.api/other', true, { kind: 'mcp_endpoint' }, 0.95],
      ['globex.co.uk', 'uk.co.globex/tools', false, { kind: 'mcp_endpoint' }, 0.95],
    ],
  )
  for (const odd of ['<html>', '[]', '{"servers":{}}']) assert.throws(() => readServers(odd), VisitFailure)
})

test('pages are followed by their cursor; one read serves all companies, then only changes, once an hour', async () => {
  const server = await startBoardServer()
  server.page(`https://${HOST}/v0.1/servers`, (_request, url) => {
    const json = (text: string) => ({ type: 'application/json', text })
    if (url.searchParams.has('updated_since')) return json(page([{ name: 'example.acme/b', status: 'deleted' }]))
    return json(
      url.searchParams.get('cursor') === 'a b&c'
        ? page([{ name: 'example.acme/b' }, { name: 'example.globex/c' }], '')
        : page([{ name: 'example.acme/a' }], 'a b&c'),
    )
  })
  const ask = askThrough(server)
  const reader = new RegistryReader()
  const namesOf = async (domain: string, now: number) =>
    (await reader.serversOf([domain], ask, now)).map(({ name }) => name)
  const both = await Promise.all([namesOf('acme.example', NOW), namesOf('globex.example', NOW)])
  assert.deepEqual(both, [['example.acme/a', 'example.acme/b'], ['example.globex/c']])
  assert.deepEqual(await namesOf('other.example', NOW + 3_599), [])
  assert.equal(server.asked(HOST).length, 2)
  assert.deepEqual(await namesOf('acme.example', NOW + 3_600), ['example.acme/a'])
  assert.equal(server.asked(HOST).length, 3)
  assert.match(server.asked(HOST).at(-1)?.path ?? '', /updated_since=2026-08-31T23%3A50%3A00\.000Z/)
  assert.equal((await readRegistry(ask)).length, 3)
})

test('a company’s servers are signals; a failed read is a failed visit', async () => {
  const server = await startBoardServer()
  server.fault(HOST, { kind: 'html' }, 1)
  await assert.rejects(async () => mcpRegistry.visit('acme.example', visitContext(server)), VisitFailure)
  server.page(`https://${HOST}/v0.1/servers`, { type: 'application/json', text: page([{ name: 'example.acme/a' }]) })
  const { signals, complete } = await mcpRegistry.visit('acme.example', visitContext(server))
  assert.deepEqual([signals.map(({ key }) => key), complete], [['acme.example/example.acme/a'], true])
})
