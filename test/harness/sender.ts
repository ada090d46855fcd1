// Posts to receivers on loopback with the real sender.

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Post, SendResult } from '../../src/deliver/sending/index.ts'
import { Sender, type SenderOptions } from '../../src/deliver/sending/sender.ts'
import { cleanup } from './cleanup.ts'
import { openRawReceiver } from './receivers.ts'

export const KEY = 'whk_0123456789abcdefghijABCDEFGHIJ12'

/** Only tests of timeouts use short ones: on a busy machine no other test may time out. */
const LONG_TIMEOUTS = { connectTimeoutMs: 30_000, exchangeTimeoutMs: 60_000 }

export function openSender(options: Partial<SenderOptions> = {}): Sender {
  const sender = new Sender({ allowLoopback: true, ...LONG_TIMEOUTS, ...options })
  cleanup(() => sender.close())
  return sender
}

export function postTo(port: number, more: Partial<Post> = {}): Post {
  return { url: `http://127.0.0.1:${port}/hook`, authKey: KEY, body: '{"eventId":"wh_1"}', ...more }
}

export const summary = (result: SendResult) => (result.outcome === 'failure' ? result.reason : result.status)

export const respond = (request: IncomingMessage, response: ServerResponse) => {
  request.resume()
  response.end('ok')
}

/** Answers with these bytes and leaves the connection open, unless `end` is true. */
export const rawReceiver = (answer: string | Buffer, end = false) =>
  openRawReceiver((socket) => (end ? socket.end(answer) : socket.write(answer)))

export async function outcomeOfRaw(answer: string | Buffer, end = false, options: Partial<SenderOptions> = {}) {
  const { port } = await rawReceiver(answer, end)
  return openSender(options).send(postTo(port))
}
