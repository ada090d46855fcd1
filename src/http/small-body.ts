import type { IncomingMessage } from 'node:http'

const MAX_BYTES = 4_096

/** The JSON of a small body, for a request that is rejected before its body is parsed; undefined if it can't be read. */
export async function readSmallBody(request: IncomingMessage): Promise<unknown> {
  const length = Number(request.headers['content-length'])
  if (!(length > 0 && length <= MAX_BYTES)) return undefined
  try {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    return JSON.parse(Buffer.concat(chunks).toString())
  } catch {
    return undefined
  }
}
