import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { cleanup } from '../../../test/harness/cleanup.ts'
import { providerFetch } from './provider-fetch.ts'

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  cleanup(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

function open(timeoutMs?: number) {
  const http = providerFetch(timeoutMs)
  cleanup(() => http.close())
  return (url: string) => http.fetch(url, { method: 'GET', headers: {} })
}

test('a provider that hangs, before its answer or within it, times out', async () => {
  const get = open(200)
  const silent = await serve(() => {})
  const slow = await serve((_request, response) => void response.writeHead(200).write('{'))
  const before = performance.now()
  await assert.rejects(get(silent))
  await assert.rejects(async () => (await get(slow)).text())
  const after = performance.now() - before
  assert.ok(after >= 390 && after < 5_000, `${after} ms`)
})

test('an endless answer is cut off, and a redirect is not followed', async () => {
  const get = open()
  let sent = 0
  const endless = await serve((_request, response) => {
    const more = () => {
      while (!response.destroyed && response.write('x'.repeat(65_536))) sent += 65_536
      if (!response.destroyed) response.once('drain', more)
    }
    more()
  })
  await assert.rejects(async () => (await get(endless)).text())
  assert.ok(sent < 16 * 2 ** 20, `${sent} bytes`)
  const elsewhere = await serve((_request, response) => void response.writeHead(302, { location: endless }).end())
  assert.equal((await get(elsewhere)).status, 302)
})
