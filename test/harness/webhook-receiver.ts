// A customer's endpoint on loopback that records requests and answers as the test says.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { cleanup } from './cleanup.ts'

export interface Received {
  readonly at: number
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
  readonly event: {
    readonly eventId: string
    readonly type: string
    readonly signalId: string
    readonly [key: string]: unknown
  }
}

export type Answer = (received: Received, response: ServerResponse) => void

export interface WebhookReceiver {
  readonly url: string
  readonly received: Received[]
  /** Event ids in order of arrival. */
  ids(path?: string): string[]
  answer(answer: Answer): void
  /** Resolves when `count` requests have arrived in total. */
  waitFor(count: number, timeoutMs?: number): Promise<void>
  close(): Promise<void>
}

export const accept: Answer = (_received, response) => {
  response.writeHead(200).end()
}

export async function startReceiver(first: Answer = accept): Promise<WebhookReceiver> {
  let answer = first
  const received: Received[] = []
  const waiting = new Set<() => void>()
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8')
      const event = JSON.parse(body) as Received['event']
      const entry = { at: Date.now(), path: request.url ?? '/', headers: request.headers, body, event }
      received.push(entry)
      answer(entry, response)
      for (const check of waiting) check()
    })
  })
  server.keepAliveTimeout = 60_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  cleanup(close)
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    ids: (path) =>
      received.filter((each) => path === undefined || each.path === path).map(({ event }) => event.eventId),
    answer: (next) => {
      answer = next
    },
    waitFor: (count, timeoutMs = 60_000) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.delete(check)
          reject(new Error(`${received.length} of ${count} events arrived within ${timeoutMs} ms`))
        }, timeoutMs)
        const check = () => {
          if (received.length < count) return
          clearTimeout(timer)
          waiting.delete(check)
          resolve()
        }
        waiting.add(check)
        check()
      }),
    close,
  }
}
