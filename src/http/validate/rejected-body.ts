import type { IncomingMessage } from 'node:http'

/** A larger body is rejected. */
export const MAX_BODY_BYTES = 64 * 1024

/** The JSON of a body, for a request that is rejected before its body is parsed; undefined if it can't be read. */
export async function readRejectedBody(request: IncomingMessage): Promise<unknown> {
  if (Number(request.headers['content-length'] ?? 0) > MAX_BODY_BYTES) return undefined
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    // Breaking out of a loop over the request itself would destroy it, and no reply could be sent.
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      bytes += (chunk as Buffer).length
      if (bytes > MAX_BODY_BYTES) return undefined
      chunks.push(chunk as Buffer)
    }
    return JSON.parse(Buffer.concat(chunks).toString())
  } catch {
    return undefined
  }
}
