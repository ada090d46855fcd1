import { once } from 'node:events'
import { type Agent, type OutgoingHttpHeaders, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { assertDescribed } from './contract.ts'

export interface RawRequest {
  readonly method?: string
  readonly path: string
  readonly headers?: OutgoingHttpHeaders
  readonly body?: string
  readonly agent?: Agent
}

export interface RawReply {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** Whether the connection had served an earlier request. */
  readonly reused: boolean
}

/**
 * Sends a request exactly as given: fetch would normalise the path and reject some headers and bodies. The reply is
 * checked against openapi.json too.
 */
export async function sendHttp(
  url: string,
  { method = 'GET', path, headers = {}, body, agent }: RawRequest,
): Promise<RawReply> {
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
  const outgoing = request(url, { path, method, headers: { ...length, ...headers }, ...(agent && { agent }) })
  outgoing.end(body)
  const [response] = await once(outgoing, 'response')
  const bytes = await buffer(response)
  const reply = {
    status: response.statusCode ?? 0,
    headers: new Headers(response.headers),
    text: (response.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString(),
  }
  const [pathname = ''] = path.split('?')
  if (/^\/api\/v1(\/|$)/.test(pathname)) assertDescribed({ method, path: pathname, ...reply })
  return { ...reply, reused: outgoing.reusedSocket }
}
