// The archive in a backup, before it is compressed: the manifest, then a section for each table, then an end.
//
//   {"manifest":…}                                   a line
//   {"table":NAME}                                   a line, then chunks: length (4 bytes), then COPY's text format
//   {"rows":…,"bytes":…,"sha256":…}                  a line, after a chunk of length 0
//   {"end":N,"sha256":…}                             a line, with the number of tables and their checksum

import { createHash, type Hash } from 'node:crypto'
import { ByteReader } from './byte-reader.ts'
import { damaged } from './container.ts'
import type { Manifest } from './manifest.ts'

const MAX_LINE_BYTES = 16 * 2 ** 20
const MAX_CHUNK_BYTES = 2 ** 20

export interface TableTotals {
  readonly rows: number
  readonly bytes: number
}

/** Reads the rows of a table in COPY's text format. */
export type OpenTable = (name: string) => AsyncIterable<Buffer>

/** Calls `onBytes` with the bytes of each chunk. */
export async function* writeArchive(
  manifest: Manifest,
  open: OpenTable,
  onBytes: (table: string, bytes: number) => void,
): AsyncGenerator<Buffer> {
  yield lineOf({ manifest })
  const whole = createHash('sha256')
  for (const { name } of manifest.tables) {
    yield lineOf({ table: name })
    const totals = new Totals()
    for await (const chunk of open(name)) {
      for (let rest = chunk; rest.length > 0; rest = rest.subarray(MAX_CHUNK_BYTES)) {
        const part = rest.subarray(0, MAX_CHUNK_BYTES)
        yield lengthOf(part.length)
        yield part
      }
      totals.add(chunk)
      onBytes(name, chunk.length)
    }
    yield lengthOf(0)
    const line = lineOf(totals.end())
    whole.update(line)
    yield line
  }
  yield lineOf({ end: manifest.tables.length, sha256: whole.digest('hex') })
}

export interface ArchiveReader {
  manifest(manifest: Manifest): Promise<void>
  /** Must read all rows. Don't rely on them until the whole archive was read without an error. */
  table(name: string, rows: AsyncIterable<Buffer>): Promise<void>
}

/** Reads all of an archive. Throws if anything is missing or changed, at the latest at the end. */
export async function readArchive(
  source: AsyncIterable<Buffer>,
  name: string,
  { manifest: takeManifest, table: takeTable }: ArchiveReader,
): Promise<ReadonlyMap<string, TableTotals>> {
  const reader = new ByteReader(source)
  const readLine = async <T>() => parsed<T>(await reader.line(MAX_LINE_BYTES), name)
  const { manifest } = await readLine<{ manifest?: Manifest }>()
  if (!manifest) throw damaged(name)
  await takeManifest(manifest)
  const whole = createHash('sha256')
  const tables = new Map<string, TableTotals>()
  for (const { name: table } of manifest.tables) {
    if ((await readLine<{ table?: string }>()).table !== table) throw damaged(name)
    const totals = new Totals()
    await takeTable(table, chunksOf(reader, totals, name))
    const line = lineOf(totals.end())
    if ((await reader.line(MAX_LINE_BYTES)) !== line.toString().trimEnd()) throw damaged(name)
    whole.update(line)
    tables.set(table, totals)
  }
  const end = await readLine<{ end?: number; sha256?: string }>()
  const isWhole = end.end === manifest.tables.length && end.sha256 === whole.digest('hex')
  if (!isWhole || !(await reader.isAtEnd())) throw damaged(name)
  return tables
}

async function* chunksOf(reader: ByteReader, totals: Totals, name: string): AsyncGenerator<Buffer> {
  for (;;) {
    const length = (await reader.take(4))?.readUInt32BE()
    if (length === 0) return
    const chunk = length === undefined || length > MAX_CHUNK_BYTES ? undefined : await reader.take(length)
    if (chunk === undefined) throw damaged(name)
    totals.add(chunk)
    yield chunk
  }
}

function parsed<T>(line: string | undefined, name: string): T {
  try {
    return JSON.parse(line ?? '') as T
  } catch (cause) {
    throw damaged(name, cause)
  }
}

/** COPY's text format has a line for each row, and writes a line feed in a value as \n. */
class Totals implements TableTotals {
  rows = 0
  bytes = 0
  readonly #hash: Hash = createHash('sha256')

  add(chunk: Buffer): void {
    this.#hash.update(chunk)
    this.bytes += chunk.length
    for (let at = chunk.indexOf(LINE_FEED); at !== -1; at = chunk.indexOf(LINE_FEED, at + 1)) this.rows += 1
  }

  end() {
    return { rows: this.rows, bytes: this.bytes, sha256: this.#hash.digest('hex') }
  }
}

const LINE_FEED = 0x0a
const lineOf = (value: object) => Buffer.from(`${JSON.stringify(value)}\n`)

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes)
  return length
}
