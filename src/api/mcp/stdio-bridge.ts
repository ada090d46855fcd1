// `bin/pro-signal mcp`: lets a desktop assistant that speaks MCP over stdin and stdout use /mcp of a service. Every line is
// one message, which is posted unchanged, and every message of the reply is written as one line. Replies may come back in
// another order, as the protocol allows.

import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { errorCode, reasonOf } from '../../platform/app-error.ts'

export interface BridgeOptions {
  readonly url: string
  readonly key: string
  readonly input: Readable
  readonly output: Writable
  /** Reports problems. stdout belongs to the protocol. */
  readonly warn: (message: string) => void
}

interface Message {
  readonly id?: string | number
  readonly method?: string
  readonly params?: {
    readonly requestId?: string | number
    readonly name?: string
    readonly uri?: string
    readonly _meta?: Readonly<Record<string, unknown>>
  }
}

const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion'

const TIMEOUT_MS = 60_000
/** More would only wait for the team's budget per minute. */
const MAX_IN_FLIGHT = 8

/** Ends when the input ends and everything is answered. */
export async function bridge({ url, key, input, output, warn }: BridgeOptions): Promise<void> {
  const inFlight = new Set<Promise<void>>()
  const cancels = new Map<string | number, AbortController>()
  let version: string | undefined

  const forward = async (line: string): Promise<void> => {
    const message = parse(line)
    if (message?.method === 'notifications/cancelled') cancels.get(message.params?.requestId ?? '')?.abort()
    const cancel = new AbortController()
    if (message?.id !== undefined) cancels.set(message.id, cancel)
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...protocolHeaders(message, version),
        },
        body: line,
        signal: AbortSignal.any([cancel.signal, AbortSignal.timeout(TIMEOUT_MS)]),
        redirect: 'error',
      })
      const text = await response.text()
      const replies = messagesOf(response, text)
      if (replies.length === 0 && message?.id !== undefined) throw new Error(problemOf(response, text))
      for (const reply of replies) {
        version = negotiatedVersion(reply) ?? version
        output.write(`${reply}\n`)
      }
    } catch (error) {
      // A cancelled request gets no reply.
      if (cancel.signal.aborted) return
      const reason = reasonWith(url, error)
      warn(reason)
      if (message?.id === undefined) return
      const reply = { jsonrpc: '2.0', id: message.id, error: { code: -32_000, message: reason } }
      output.write(`${JSON.stringify(reply)}\n`)
    } finally {
      if (message?.id !== undefined) cancels.delete(message.id)
    }
  }

  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line.trim() === '') continue
    const sent = forward(line).finally(() => inFlight.delete(sent))
    inFlight.add(sent)
    // The reply to `initialize` decides the version of everything after it.
    if (parse(line)?.method === 'initialize') await sent
    if (inFlight.size >= MAX_IN_FLIGHT) await Promise.race(inFlight)
  }
  await Promise.all(inFlight)
}

/** Over HTTP the version, and since 2026-07-28 the method and the name, are repeated as headers. */
function protocolHeaders(message: Message | undefined, negotiated: string | undefined): Record<string, string> {
  const { method, params } = message ?? {}
  const own = params?._meta?.[VERSION_KEY]
  if (typeof own !== 'string')
    return negotiated && method !== 'initialize' ? { 'mcp-protocol-version': negotiated } : {}
  const name = params?.name ?? params?.uri
  return {
    'mcp-protocol-version': own,
    ...(method && { 'mcp-method': method }),
    ...(name && /^[\x21-\x7e]+$/.test(name) && { 'mcp-name': name }),
  }
}

function parse(line: string): Message | undefined {
  try {
    return JSON.parse(line) as Message
  } catch {
    return undefined
  }
}

/** The JSON-RPC messages of a reply: its body, or the data of its server-sent events. */
function messagesOf(response: Response, text: string): string[] {
  const type = response.headers.get('content-type') ?? ''
  const bodies = type.startsWith('text/event-stream')
    ? text.split(/\r?\n\r?\n/).map((event) => [...event.matchAll(/^data: ?(.*)$/gm)].map(([, data]) => data).join('\n'))
    : [text]
  return bodies.flatMap((body) => {
    const message = parse(body) as { jsonrpc?: string } | undefined
    return message?.jsonrpc === '2.0' ? [JSON.stringify(message)] : []
  })
}

function problemOf({ status }: Response, text: string): string {
  const { error } = (parse(text) as { error?: { code?: string; message?: string } } | undefined) ?? {}
  return error?.message ? `${status} ${error.code}: ${error.message}` : `The service answered with status ${status}.`
}

/** An error of fetch says only that it failed. The reason is in its cause. */
function reasonWith(url: string, error: unknown): string {
  if (error instanceof DOMException && error.name === 'TimeoutError') {
    return `${url} did not answer within ${TIMEOUT_MS / 1_000} s.`
  }
  const { cause } = error as { cause?: unknown }
  return cause === undefined ? reasonOf(error) : `${url} can't be reached: ${errorCode(cause) ?? reasonOf(cause)}.`
}

function negotiatedVersion(reply: string): string | undefined {
  return (JSON.parse(reply) as { result?: { protocolVersion?: string } }).result?.protocolVersion
}
