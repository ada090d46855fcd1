// Requests to the provider. Its address is the operator's choice, not a customer's, and providers often run inside the
// network of the company: so private addresses are allowed, unlike for webhooks. The other rules of outbound requests apply:
// HTTPS with a verified certificate (plain HTTP on loopback only), no redirects, and bounds for time and size.

import { undici } from '../../outbound/index.ts'

/** For connecting, headers and body together. A sign-in takes up to three requests. */
export const PROVIDER_TIMEOUT_MS = 5_000
/** The metadata and keys of large providers are some 20 kB. */
const MAX_REPLY_BYTES = 512 * 1_024

interface Init {
  readonly method: string
  readonly headers: Record<string, string>
  readonly body?: unknown
  readonly signal?: AbortSignal | undefined
}

/** For `customFetch` of openid-client. Answers of HTTP are returned; everything else rejects. */
export type ProviderFetch = (url: string, init: Init) => Promise<Response>

export function providerFetch(timeoutMs = PROVIDER_TIMEOUT_MS): { fetch: ProviderFetch; close(): Promise<void> } {
  const { Agent, fetch } = undici()
  const agent = new Agent({
    connections: 16,
    connect: { timeout: timeoutMs, rejectUnauthorized: true },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    maxResponseSize: MAX_REPLY_BYTES,
  })
  return {
    fetch: async (url, { method, headers, body, signal }) => {
      const limit = AbortSignal.timeout(timeoutMs)
      const response = await fetch(url, {
        method,
        headers,
        redirect: 'manual',
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
        dispatcher: agent,
        ...(body !== undefined && { body: body as string | URLSearchParams }),
      })
      return response as unknown as Response
    },
    close: () => agent.destroy(),
  }
}
