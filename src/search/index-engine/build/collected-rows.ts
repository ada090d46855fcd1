import { GrowingColumn } from './growing-column.ts'

/** One signal as numbers: `entry`, `detail` and `origin` refer to the builder's dictionaries. */
export interface Row {
  readonly company: number
  readonly time: number
  /** In hundredths. */
  readonly confidence: number
  readonly entry: number
  readonly detail: number
  readonly origin: number
  readonly idHigh: number
  readonly idLow: number
  /** The day of its end plus one; 0 for none. */
  readonly closedDay: number
}

const u8 = (length: number) => new Uint8Array(length)
const u16 = (length: number) => new Uint16Array(length)
const u32 = (length: number) => new Uint32Array(length)

/** Rows in the order in which they were added. */
export class CollectedRows {
  readonly company = new GrowingColumn(u32)
  readonly time = new GrowingColumn(u32)
  readonly confidence = new GrowingColumn(u8)
  readonly entry = new GrowingColumn(u32)
  readonly detail = new GrowingColumn(u32)
  readonly origin = new GrowingColumn(u32)
  readonly idHigh = new GrowingColumn(u32)
  readonly idLow = new GrowingColumn(u16)
  readonly closedDay = new GrowingColumn(u16)

  get length(): number {
    return this.company.length
  }

  add(row: Row): void {
    this.company.push(row.company)
    this.time.push(row.time)
    this.confidence.push(row.confidence)
    this.entry.push(row.entry)
    this.detail.push(row.detail)
    this.origin.push(row.origin)
    this.idHigh.push(row.idHigh)
    this.idLow.push(row.idLow)
    this.closedDay.push(row.closedDay)
  }
}
