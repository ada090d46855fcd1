// Writes rows in ClickHouse's format RowBinary: values one after the other, without names and without any escaping.

import type { Column, ColumnType } from './layout.ts'

export type Value = number | string | readonly number[] | readonly string[]
/** The values of a row, in the order of the columns. */
export type Row = readonly Value[]

const FIRST_BYTES = 2 ** 16

export class RowWriter {
  readonly #types: readonly ColumnType[]
  #buffer = Buffer.allocUnsafe(FIRST_BYTES)
  #length = 0

  constructor(columns: readonly Column[]) {
    this.#types = columns.map(({ type }) => type)
  }

  get bytes(): number {
    return this.#length
  }

  add(row: Row): void {
    for (const [i, type] of this.#types.entries()) this.#value(type, row[i] as Value)
  }

  /** The rows so far. The writer starts again. */
  take(): Buffer {
    const rows = this.#buffer.subarray(0, this.#length)
    this.#buffer = Buffer.allocUnsafe(FIRST_BYTES)
    this.#length = 0
    return rows
  }

  #value(type: ColumnType, value: Value): void {
    if (typeof value === 'object') {
      const of = type.slice('Array('.length, -1) as ColumnType
      this.#count(value.length)
      for (const each of value) this.#value(of, each)
      return
    }
    if (type === 'String') {
      this.#text(String(value))
      return
    }
    const number = Number(value)
    this.#reserve(8)
    switch (type) {
      case 'UInt8':
        this.#length = this.#buffer.writeUInt8(number, this.#length)
        break
      case 'Int32':
        this.#length = this.#buffer.writeInt32LE(number, this.#length)
        break
      case 'Int64':
        this.#length = this.#buffer.writeBigInt64LE(BigInt(number), this.#length)
        break
      default:
        this.#length = this.#buffer.writeDoubleLE(number, this.#length)
    }
  }

  #text(text: string): void {
    const bytes = Buffer.byteLength(text)
    this.#count(bytes)
    this.#reserve(bytes)
    this.#length += this.#buffer.write(text, this.#length)
  }

  /** Seven bits at a time, the lowest first. */
  #count(count: number): void {
    this.#reserve(5)
    let rest = count
    while (rest >= 0x80) {
      this.#length = this.#buffer.writeUInt8((rest & 0x7f) | 0x80, this.#length)
      rest >>>= 7
    }
    this.#length = this.#buffer.writeUInt8(rest, this.#length)
  }

  #reserve(bytes: number): void {
    if (this.#length + bytes <= this.#buffer.length) return
    const larger = Buffer.allocUnsafe(Math.max(this.#buffer.length * 2, this.#length + bytes))
    this.#buffer.copy(larger, 0, 0, this.#length)
    this.#buffer = larger
  }
}
