// The container of a backup: a line of text, then frames with a compressed archive (archive.ts), then a checksum.
//
//   PRO-SIGNAL-BACKUP 1 {"seal":…} SHA-256 of the line up to here, in hex
//   frames: length (4 bytes, big-endian), then that many bytes
//   a length of 0, then the SHA-256 of everything before it
//
// With a passphrase, each frame is encrypted with AES-256-GCM under a key that scrypt derives from the passphrase and a
// random salt. The key is used for this file only, so the number of a frame is its nonce: a frame that is moved, left
// out or taken from another file can't be decrypted. The first line is authenticated with every frame. The archive has
// an end marker of its own, so missing last frames are detected.

import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createSecretKey,
  type KeyObject,
  randomBytes,
  scrypt,
} from 'node:crypto'
import { promisify } from 'node:util'
import { AppError } from '../../platform/app-error.ts'
import { ByteReader } from './byte-reader.ts'

const MAGIC = 'PRO-SIGNAL-BACKUP'
const FORMAT = 1
const FRAME_BYTES = 64 * 1_024
const TAG_BYTES = 16
const DIGEST_BYTES = 32
const MAX_LINE_BYTES = 1_000
const CIPHER = 'aes-256-gcm'
/** 64 MB of memory and a fifth of a second: once for a backup, and for each guess. */
const SCRYPT = { N: 2 ** 16, r: 8, p: 1 }
const SCRYPT_LIMITS = { N: 2 ** 20, r: 16, p: 4 }

interface Seal {
  readonly salt: string
  readonly N: number
  readonly r: number
  readonly p: number
  /** Tells a wrong passphrase from a damaged file. */
  readonly check: string
}

interface Header {
  readonly line: string
  readonly key: KeyObject | undefined
}

export async function makeHeader(passphrase: string | undefined): Promise<Header> {
  if (passphrase === undefined) return { line: headerLine({ seal: null }), key: undefined }
  const salt = randomBytes(16)
  const { key, check } = await derive(passphrase, salt, SCRYPT)
  return { line: headerLine({ seal: { salt: salt.toString('hex'), ...SCRYPT, check } }), key }
}

function headerLine(content: { readonly seal: Seal | null }): string {
  const text = `${MAGIC} ${FORMAT} ${JSON.stringify(content)} `
  return `${text}${sha256(text)}\n`
}

/** The compressed archive as the bytes of the file. */
export async function* wrap({ line, key }: Header, archive: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const whole = createHash('sha256')
  const out = (bytes: Buffer) => {
    whole.update(bytes)
    return bytes
  }
  yield out(Buffer.from(line))
  let number = 0
  for await (const plain of inFrames(archive)) {
    const bytes = key ? encrypt(key, line, number, plain) : plain
    yield out(lengthOf(bytes))
    yield out(bytes)
    number += 1
  }
  yield out(lengthOf(Buffer.alloc(0)))
  yield whole.digest()
}

async function* inFrames(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = []
  let bytes = 0
  for await (const chunk of source) {
    waiting.push(chunk)
    bytes += chunk.length
    if (bytes < FRAME_BYTES) continue
    let all = Buffer.concat(waiting)
    for (; all.length >= FRAME_BYTES; all = all.subarray(FRAME_BYTES)) yield all.subarray(0, FRAME_BYTES)
    waiting = all.length > 0 ? [all] : []
    bytes = all.length
  }
  if (bytes > 0) yield Buffer.concat(waiting)
}

/**
 * The compressed archive of a file. Throws if the file is no backup, is cut off or changed, or if the passphrase is
 * wrong. A changed file may yield part of it first: don't rely on anything before the end.
 */
export async function* unwrap(
  source: AsyncIterable<Buffer>,
  passphrase: string | undefined,
  name: string,
): AsyncGenerator<Buffer> {
  const whole = createHash('sha256')
  const reader = new ByteReader(hashing(source, whole))
  const line = await reader.line(MAX_LINE_BYTES)
  const key = await keyOf(line, passphrase, name)
  const header = `${line}\n`
  const longest = FRAME_BYTES + (key ? TAG_BYTES : 0)
  for (let number = 0; ; number++) {
    const length = (await take(reader, 4, name)).readUInt32BE()
    if (length === 0) break
    if (length > longest) throw damaged(name)
    const bytes = await take(reader, length, name)
    yield key ? decrypt(key, header, number, bytes, name) : bytes
  }
  const expected = await take(reader, DIGEST_BYTES, name)
  if (!(await reader.isAtEnd()) || !whole.digest().equals(expected)) throw damaged(name)
}

/** Throws if the stream ends early. */
async function take(reader: ByteReader, bytes: number, name: string): Promise<Buffer> {
  const taken = await reader.take(bytes)
  if (taken !== undefined) return taken
  throw new AppError('invalid', `${name} is cut off: its end is missing. Use another backup.`)
}

/** Hashes all but the last 32 bytes, which are the checksum itself. */
async function* hashing(source: AsyncIterable<Buffer>, hash: ReturnType<typeof createHash>): AsyncGenerator<Buffer> {
  let held: Buffer = Buffer.alloc(0)
  for await (const chunk of source) {
    const all = held.length === 0 ? chunk : Buffer.concat([held, chunk])
    const ready = Math.max(0, all.length - DIGEST_BYTES)
    hash.update(all.subarray(0, ready))
    // The reader gets the same bytes, a little later than they could be.
    if (ready > 0) yield all.subarray(0, ready)
    held = all.subarray(ready)
  }
  if (held.length > 0) yield held
}

async function keyOf(line: string | undefined, passphrase: string | undefined, name: string) {
  const [, format, json = '', digest] = /^PRO-SIGNAL-BACKUP (\d+) (\{.*\}) ([0-9a-f]{64})$/.exec(line ?? '') ?? []
  if (format === undefined) throw new AppError('invalid', `${name} is not a backup that bin/pro-signal backup made.`)
  if (Number(format) > FORMAT)
    throw new AppError('invalid', `${name} was made by a newer version of Pro Signal: use that version or a later one.`)
  if (sha256(`${MAGIC} ${format} ${json} `) !== digest) throw damaged(name)
  const { seal } = JSON.parse(json) as { seal: Seal | null }
  if (seal === null) return undefined
  if (passphrase === undefined)
    throw new AppError('invalid', `${name} is sealed: name the file with its passphrase, --passphrase-file FILE.`)
  const { N, r, p } = seal
  if (N > SCRYPT_LIMITS.N || r > SCRYPT_LIMITS.r || p > SCRYPT_LIMITS.p) throw damaged(name)
  const { key, check } = await derive(passphrase, Buffer.from(seal.salt, 'hex'), { N, r, p })
  if (check !== seal.check) throw new AppError('invalid', `The passphrase is not the one that ${name} is sealed with.`)
  return key
}

async function derive(passphrase: string, salt: Buffer, cost: { N: number; r: number; p: number }) {
  const maxmem = 256 * cost.N * cost.r
  const bytes = await (promisify(scrypt) as ScryptWithOptions)(passphrase.normalize('NFC'), salt, 64, {
    ...cost,
    maxmem,
  })
  const check = createHash('sha256').update(bytes.subarray(32)).digest('hex')
  return { key: createSecretKey(bytes.subarray(0, 32)), check }
}

type ScryptWithOptions = (passphrase: string, salt: Buffer, bytes: number, options: object) => Promise<Buffer>

function encrypt(key: KeyObject, header: string, number: number, plain: Buffer): Buffer {
  const cipher = createCipheriv(CIPHER, key, nonceOf(number), { authTagLength: TAG_BYTES })
  cipher.setAAD(Buffer.from(header))
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

function decrypt(key: KeyObject, header: string, number: number, bytes: Buffer, name: string): Buffer {
  if (bytes.length < TAG_BYTES) throw damaged(name)
  const decipher = createDecipheriv(CIPHER, key, nonceOf(number), { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(header))
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()])
  } catch (cause) {
    throw damaged(name, cause)
  }
}

function nonceOf(number: number): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(number, 6, 6)
  return nonce
}

function lengthOf(bytes: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.length)
  return length
}

export function damaged(name: string, cause?: unknown): AppError {
  return new AppError('invalid', `${name} is damaged: its checksum is wrong. Use another backup.`, { cause })
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
