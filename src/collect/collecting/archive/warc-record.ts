// Records of WARC 1.1 (ISO 28500), each in a gzip member of its own, so that one can be read or removed knowing only
// its place.

import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzip, gzipSync } from 'node:zlib'
import type { ReceiptAnswer } from '../receipts/visit-answers.ts'

/** More than the largest feed. */
const MAX_RECORD_BYTES = 40 * 1_024 * 1_024
const END = '\r\n\r\n'

/** The first record of a file. */
export function fileRecord(file: string, now: Date): Promise<Buffer> {
  const fields = 'software: Pro Signal\r\nformat: WARC File Format 1.1\r\n'
  return packed([['WARC-Type', 'warcinfo'], ...identityOf(now), ['WARC-Filename', file]], 'application/warc-fields', [
    Buffer.from(fields),
  ])
}

/** The body is unpacked, so only the response headers that still apply are kept. DNS records are a resource. */
export function answerRecord(answer: ReceiptAnswer, body: Buffer): Promise<Buffer> {
  const { url, at, status, type, sha256 = '' } = answer
  const about = [...identityOf(new Date(at * 1_000)), ['WARC-Target-URI', url]] as const
  const digest = ['WARC-Payload-Digest', `sha256:${sha256}`] as const
  if (status === undefined) return packed([['WARC-Type', 'resource'], ...about, digest], 'application/json', [body])
  const contentType = type === undefined ? '' : `Content-Type: ${type}\r\n`
  const head = `HTTP/1.1 ${status} OK\r\n${contentType}Content-Length: ${body.length}${END}`
  return packed([['WARC-Type', 'response'], ...about, digest], 'application/http;msgtype=response', [
    Buffer.from(head),
    body,
  ])
}

type Field = readonly [name: string, value: string]

function identityOf(date: Date): readonly Field[] {
  return [
    ['WARC-Record-ID', `<urn:uuid:${randomUUID()}>`],
    ['WARC-Date', `${date.toISOString().slice(0, 19)}Z`],
  ]
}

function recordOf(fields: readonly Field[], type: string, block: readonly Buffer[]): Buffer {
  const length = block.reduce((sum, { length: bytes }) => sum + bytes, 0)
  const all = [...fields, ['Content-Type', type], ['Content-Length', String(length)]]
  const head = all.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return Buffer.concat([Buffer.from(`WARC/1.1\r\n${head}\r\n`), ...block, Buffer.from(END)])
}

function packed(fields: readonly Field[], type: string, block: readonly Buffer[]): Promise<Buffer> {
  return promisify(gzip)(recordOf(fields, type, block))
}

/** The body of a record. Undefined: it was removed. Throws if it is damaged. */
export async function readRecord(member: Buffer): Promise<Buffer | undefined> {
  const record: Buffer = await promisify(gunzip)(member, { maxOutputLength: MAX_RECORD_BYTES })
  const [head, block] = splitHead(record)
  if (!head.startsWith('WARC/1.1\r\n')) throw new Error('it is no record of WARC 1.1')
  const body = block.subarray(0, Number(fieldOf(head, 'Content-Length')))
  const kind = fieldOf(head, 'WARC-Type')
  if (kind === 'metadata') return undefined
  return kind === 'response' ? splitHead(body)[1] : body
}

function splitHead(bytes: Buffer): readonly [head: string, rest: Buffer] {
  const end = bytes.indexOf(END)
  if (end === -1) throw new Error('its head does not end')
  return [bytes.toString('latin1', 0, end + 2), bytes.subarray(end + END.length)]
}

function fieldOf(head: string, name: string): string | undefined {
  const line = head.split('\r\n').find((each) => each.startsWith(`${name}: `))
  return line?.slice(name.length + 2)
}

/** Of a gzip header: a comment follows, which ends with a zero. */
const HAS_COMMENT = 0x10
const HEADER_BYTES = 10

/**
 * Exactly as long as the record that it replaces, so that no other record moves: a comment in the gzip header, which
 * readers skip, fills the rest.
 */
export function removedRecord(length: number, now: Date): Buffer {
  const record = recordOf([['WARC-Type', 'metadata'], ...identityOf(now)], 'text/plain', [])
  const plain = gzipSync(record)
  const spare = length - plain.length - 1
  if (spare < 0) return emptyMember(length)
  const header = Buffer.from(plain.subarray(0, HEADER_BYTES))
  header[3] = HAS_COMMENT
  return Buffer.concat([header, Buffer.alloc(spare, ' '), Buffer.from([0]), plain.subarray(HEADER_BYTES)])
}

/** Nothing but a comment: too little room for a record. */
function emptyMember(length: number): Buffer {
  const body = gzipSync(Buffer.alloc(0)).subarray(HEADER_BYTES)
  const header = Buffer.from([0x1f, 0x8b, 8, HAS_COMMENT, 0, 0, 0, 0, 0, 3])
  return Buffer.concat([
    header,
    Buffer.alloc(Math.max(0, length - HEADER_BYTES - 1 - body.length), ' '),
    Buffer.from([0]),
    body,
  ])
}
