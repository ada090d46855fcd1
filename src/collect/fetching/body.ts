// A body is unpacked within a limit, and compared without what changes for no reason.

import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib'
import { firstOf } from '../../outbound/index.ts'
import { errorCode } from '../../platform/app-error.ts'
import { VisitFailure } from '../collectors/index.ts'
import type { Reply } from './get.ts'

export const ACCEPT_ENCODING = 'gzip, deflate, br'

const UNPACK = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  br: promisify(brotliDecompress),
  deflate: unpackDeflate,
} as const

/** The bytes without their encoding. */
export function unpackBody({ headers, body }: Reply, maxBytes: number): Promise<Buffer> {
  return unpack(body, firstOf(headers['content-encoding']), maxBytes)
}

async function unpack(body: Buffer, encoding: string | undefined, maxBytes: number): Promise<Buffer> {
  const coding = (encoding ?? '').trim().toLowerCase()
  if (coding === '' || coding === 'identity') return body
  if (!Object.hasOwn(UNPACK, coding)) {
    throw new VisitFailure(
      'invalid_response',
      `The body has the encoding ${JSON.stringify(coding.slice(0, 50))}, which was not asked for.`,
    )
  }
  try {
    return await UNPACK[coding as keyof typeof UNPACK](body, { maxOutputLength: maxBytes })
  } catch (error) {
    if (errorCode(error) === 'ERR_BUFFER_TOO_LARGE') {
      throw new VisitFailure('too_large', `The body is larger than ${maxBytes} bytes when it is unpacked.`)
    }
    throw new VisitFailure(
      'invalid_response',
      `The body can't be unpacked (${errorCode(error) ?? coding}): it is damaged or ended half way.`,
    )
  }
}

/** Some servers send it without the zlib header that the standard asks for. */
async function unpackDeflate(body: Buffer, options: { maxOutputLength: number }): Promise<Buffer> {
  const hasHeader = body.length > 1 && ((body[0] ?? 0) & 0x0f) === 8 && body.readUInt16BE(0) % 31 === 0
  return promisify(hasHeader ? inflate : inflateRaw)(body, options)
}

const MAX_VOLATILE_BYTES = 40
const QUOTE = 0x22

/** Most bodies fit. The next call overwrites it. */
const scratch = Buffer.allocUnsafe(1024 * 1024)

/**
 * JSON without short texts of this name. Quotes in a text are escaped, so this never matches inside one. Use the result
 * before the next call.
 */
export function withoutVolatile(words: string, bytes: Buffer, name: string): Buffer {
  const start = Buffer.from(`"${name}":"`)
  const size = Buffer.byteLength(words) + bytes.length
  const kept = size <= scratch.length ? scratch : Buffer.allocUnsafe(size)
  let [length, from] = [kept.write(words), 0]
  for (let at = bytes.indexOf(start); at !== -1; ) {
    const text = at + start.length
    const end = bytes.indexOf(QUOTE, text)
    const isShort = end !== -1 && end - text <= MAX_VOLATILE_BYTES
    if (isShort) {
      length += bytes.copy(kept, length, from, at)
      from = end + 1
    }
    at = bytes.indexOf(start, isShort ? from : at + 1)
  }
  length += bytes.copy(kept, length, from)
  return kept.subarray(0, length)
}
