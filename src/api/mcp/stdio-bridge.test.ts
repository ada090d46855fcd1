import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { cleanup } from '../../../test/harness/cleanup.ts'
import { bridge } from './stdio-bridge.ts'

test('a request that the assistant cancels is abandoned, and gets no reply', async () => {
  const [input, output] = [new PassThrough(), new PassThrough()]
  let left = false
  // A service that never answers a request with an id.
  const service = createServer(async (request, response) => {
    const isNotification = !(await text(request)).includes('"id"')
    response.on('close', () => {
      left ||= !response.writableEnded
    })
    if (isNotification) response.writeHead(202).end()
    else input.end('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}\n')
  })
  await once(service.listen(0, '127.0.0.1'), 'listening')
  cleanup(() => service.close())
  const { port } = service.address() as AddressInfo
  const warnings: string[] = []
  input.write('{"jsonrpc":"2.0","id":7,"method":"tools/list"}\n')
  const url = `http://127.0.0.1:${port}/mcp`
  await bridge({ url, key: 'psk_x', input, output, warn: (message) => warnings.push(message) })
  output.end()
  assert.deepEqual([await text(output), warnings], ['', []])
  while (!left) await sleep(5)
})
