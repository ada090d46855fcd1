// Bodies are strict UTF-8 JSON. A lenient decoder would replace an invalid byte with another character, and a search
// for it would silently find nothing.

import type { FastifyRequest } from 'fastify'
import { HttpError, unsupportedMediaType } from '../errors.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Keys such as __proto__ stay plain keys of the object, and validation rejects them like any unknown field. */
export async function readJson({ headers, is404 }: FastifyRequest, body: Buffer): Promise<unknown> {
  // On unknown paths the body doesn't matter.
  if (is404) return undefined
  const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(headers['content-type'] ?? '')?.[1]
  if (charset !== undefined && !/^utf-?8$/i.test(charset)) throw unsupportedMediaType()
  if (body.length === 0) throw new HttpError(400, 'invalid_json', 'The body is empty: send a JSON object.')
  return parsed(decoded(body))
}

function decoded(body: Buffer): string {
  try {
    return utf8.decode(body)
  } catch {
    throw new HttpError(400, 'invalid_json', 'The body is not valid UTF-8.')
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new HttpError(400, 'invalid_json', 'The body is not valid JSON.')
  }
}
