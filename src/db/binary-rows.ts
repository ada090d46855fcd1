// Rows in the format of COPY WITH (FORMAT binary): https://www.postgresql.org/docs/current/sql-copy.html

import type { Column, ColumnTypes } from './columns.ts'

/** Large enough that sending a chunk costs little for each row. */
const CHUNK_BYTES = 256 * 1024
/** Room for a few rows: enough for most statements, and for the part of a chunk's last row beyond the chunk's size. */
const FEW_ROWS_BYTES = 16 * 1024
const NO_BYTES = Buffer.alloc(0)
const SIGNATURE = Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1')
const JSONB_VERSION = 1
const UUID_OID = 2_950
/** 2000-01-01, from which PostgreSQL counts days and microseconds. */
const EPOCH_SECONDS = 946_684_800
const DAY_SECONDS = 86_400

type Encode<Row> = (rows: Chunk, row: Row) => void

/** The bytes of rows with these columns, in chunks; no chunks if there are no rows. */
export function binaryRows<Row>(definition: Readonly<Record<string, Column<Row>>>) {
  const columns = Object.values(definition).map(encodeColumn)
  return function* (rows: Iterable<Row>): Generator<Buffer> {
    const chunk = new Chunk()
    let count = 0
    for (const row of rows) {
      if (count++ === 0) chunk.begin()
      chunk.columns(columns.length)
      for (const encode of columns) encode(chunk, row)
      if (chunk.isFull()) yield chunk.take()
    }
    if (count === 0) return
    chunk.columns(-1)
    yield chunk.take()
  }
}

function encodeColumn<Row>([type, read]: Column<Row>): Encode<Row> {
  const encode = ENCODERS[type] as (rows: Chunk, value: unknown) => void
  return (rows, row) => {
    const value = read(row)
    if (value === null) rows.null()
    else encode(rows, value)
  }
}

const ENCODERS: { readonly [Type in keyof ColumnTypes]: (rows: Chunk, value: ColumnTypes[Type]) => void } = {
  uuid: (rows, value) => rows.uuid(value),
  'uuid[]': (rows, value) => rows.uuids(value),
  text: (rows, value) => rows.text(value),
  jsonb: (rows, value) => rows.text(value, JSONB_VERSION),
  tsvector: (rows, value) => rows.lexemes(value),
  date: (rows, value) => rows.number(4, (Date.parse(value) / 1_000 - EPOCH_SECONDS) / DAY_SECONDS),
  timestamptz: (rows, value) => rows.number(8, Math.round((value - EPOCH_SECONDS) * 1_000_000)),
  smallint: (rows, value) => rows.number(2, value),
  int: (rows, value) => rows.number(4, value),
  bigint: (rows, value) => rows.number(8, value),
  boolean: (rows, value) => rows.number(1, Number(value)),
  float8: (rows, value) => rows.float8(value),
}

class Chunk {
  #bytes = NO_BYTES
  #at = 0
  /** The initial size in bytes. */
  #first = FEW_ROWS_BYTES

  begin(): void {
    this.#reserve(SIGNATURE.length + 8)
    this.#at = SIGNATURE.copy(this.#bytes)
    // No flags and no header extension.
    this.#int32(0)
    this.#int32(0)
  }

  isFull(): boolean {
    return this.#at >= CHUNK_BYTES
  }

  take(): Buffer {
    const taken = this.#bytes.subarray(0, this.#at)
    this.#bytes = NO_BYTES
    this.#at = 0
    this.#first = CHUNK_BYTES + FEW_ROWS_BYTES
    return taken
  }

  /** The number of columns of the next row, or -1 after the last one. */
  columns(count: number): void {
    this.#reserve(2)
    this.#at = this.#bytes.writeInt16BE(count, this.#at)
  }

  null(): void {
    this.#reserve(4)
    this.#int32(-1)
  }

  /** An integer of this many bytes. A value that doesn't fit is an error, as in PostgreSQL. */
  number(size: 1 | 2 | 4 | 8, value: number): void {
    if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is not an integer`)
    this.#reserve(4 + size)
    this.#int32(size)
    if (size === 8) {
      this.#int32(Math.floor(value / 2 ** 32))
      this.#int32(value | 0)
    } else if (size === 4) this.#int32(value)
    else if (size === 2) this.#at = this.#bytes.writeInt16BE(value, this.#at)
    else this.#at = this.#bytes.writeInt8(value, this.#at)
  }

  float8(value: number): void {
    this.#reserve(12)
    this.#int32(8)
    this.#at = this.#bytes.writeDoubleBE(value, this.#at)
  }

  uuid(value: string): void {
    this.#reserve(20)
    this.#int32(16)
    writeUuid(this.#bytes, this.#at, value)
    this.#at += 16
  }

  /** One dimension without nulls, whose first item has the number 1. */
  uuids(values: readonly string[]): void {
    this.#reserve(24 + 20 * values.length)
    this.#int32(20 + 20 * values.length)
    for (const field of [1, 0, UUID_OID, values.length, 1]) this.#int32(field)
    for (const value of values) this.uuid(value)
  }

  /** `first` is a byte to write before it. */
  text(value: string, first?: number): void {
    this.#reserve(5 + 3 * value.length)
    const start = this.#at
    this.#at += 4
    if (first !== undefined) this.#bytes[this.#at++] = first
    this.#endWith(value, start)
  }

  lexemes(lexemes: readonly string[]): void {
    // Each lexeme ends with a zero byte and a count of 0 positions.
    const text = lexemes.map((lexeme) => `${lexeme}\0\0\0`).join('')
    this.#reserve(8 + 3 * text.length)
    const start = this.#at
    this.#at += 4
    this.#int32(lexemes.length)
    this.#endWith(text, start)
  }

  /** Writes the rest of a value, and its length at `start`. */
  #endWith(text: string, start: number): void {
    this.#at += writeUtf8(this.#bytes, this.#at, text)
    this.#bytes.writeInt32BE(this.#at - start - 4, start)
  }

  #int32(value: number): void {
    this.#at = this.#bytes.writeInt32BE(value, this.#at)
  }

  #reserve(size: number): void {
    if (this.#at + size <= this.#bytes.length) return
    const grown = Buffer.allocUnsafe(Math.max(this.#first, 2 * (this.#at + size)))
    this.#bytes.copy(grown, 0, 0, this.#at)
    this.#bytes = grown
  }
}

/** For shorter texts, calling Node's own function takes longer than writing them. */
const SHORT = 48

function writeUtf8(bytes: Buffer, at: number, text: string): number {
  if (text.length > SHORT) return bytes.write(text, at)
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code > 127) return bytes.write(text, at)
    bytes[at + i] = code
  }
  return text.length
}

const HYPHEN = 0x2d
/** The value of a digit by its code; 255 for every other character. */
const DIGITS = new Uint8Array(128).fill(255)
for (let digit = 0; digit < 16; digit++) {
  const text = digit.toString(16)
  for (const each of [text, text.toUpperCase()]) DIGITS[each.charCodeAt(0)] = digit
}

/** The 16 bytes of a UUID in hexadecimal, with hyphens or without. */
export function writeUuid(bytes: Buffer, start: number, uuid: string): void {
  const end = start + 16
  let at = start
  for (let i = 0; i < uuid.length; i += 2) {
    if (uuid.charCodeAt(i) === HYPHEN) i++
    const high = DIGITS[uuid.charCodeAt(i)] ?? 255
    const low = DIGITS[uuid.charCodeAt(i + 1)] ?? 255
    if (high + low > 30 || at === end) throw new RangeError(`${JSON.stringify(uuid)} is not a UUID`)
    bytes[at++] = (high << 4) | low
  }
  if (at !== end) throw new RangeError(`${JSON.stringify(uuid)} is not a UUID`)
}
