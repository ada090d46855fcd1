// Finds and summarises the rows of a company with very many rows, without walking them: by id through a hash table, the
// newest and the strongest through heaps, the highest confidence through counts. It is built once from all rows. After
// that, each change costs the same, however many rows the company has.

import { entryOf } from '../layout/columns.ts'
import { idHighOf, idLowOf } from '../layout/encoding.ts'
import { SETS, TYPES } from '../layout/fields.ts'
import { REMOVED, ROW_MASK } from '../layout/kernel-constants.ts'
import { matchKeyAt } from '../layout/match-keys.ts'
import type { IndexMemory } from '../layout/memory.ts'
import { type CompanySummary, isRanked, presentSet } from './summaries.ts'

/** Confidences are 0 to 100. */
const CONFIDENCES = 101

/**
 * Where a row is listed: its place in `companyRows` for a row of the base, the row itself for one of the tail. Tail
 * rows come after all base rows, so one number is unambiguous.
 */
type Place = number

export class LargeCompany {
  readonly #memory: IndexMemory
  readonly #company: number
  /** Places plus one by the hash of the id, with linear probing; 0 is empty. The places of removed rows stay. */
  #slots: Uint32Array
  #places = 0
  /** By set: rows, newest first. Removed rows are dropped when they reach the top. */
  readonly #newest: RowHeap[]
  /** By type, and of all types: rows, strongest first. */
  readonly #strongest: RowHeap[]
  /** By set and confidence. */
  readonly #confidences = new Uint32Array(SETS * CONFIDENCES)
  readonly #counts = new Uint32Array(SETS)

  constructor(memory: IndexMemory, company: number, tailRows: Iterable<number>) {
    this.#memory = memory
    this.#company = company
    const { columns } = memory
    const [start, end] = [columns.companyStart[company]!, columns.companyStart[company + 1]!]
    this.#slots = new Uint32Array(slotsFor(end - start))
    this.#newest = Array.from({ length: SETS }, () => new RowHeap((row) => columns.time[row]!))
    this.#strongest = Array.from({ length: TYPES + 1 }, () => new RowHeap((row) => this.#keyOf(row)))
    // Newest first, so that the heaps are sorted from the start, or nearly so.
    for (let place = end - 1; place >= start; place--) if (columns.companyRows[place] !== REMOVED) this.#add(place)
    for (const row of tailRows) this.#add(row)
  }

  /** The number of rows listed, including removed ones. */
  get size(): number {
    return this.#places
  }

  find(id: string): Place | undefined {
    const [high, low] = [idHighOf(id), idLowOf(id)]
    const { columns } = this.#memory
    for (let at = high & (this.#slots.length - 1); this.#slots[at] !== 0; at = (at + 1) & (this.#slots.length - 1)) {
      const place = this.#slots[at]! - 1
      if (!this.#isListed(place)) continue
      const row = this.rowAt(place)
      if (columns.idHigh[row] === high && columns.idLow[row] === low) return place
    }
    return undefined
  }

  rowAt(place: Place): number {
    const { columns, layout } = this.#memory
    return place < layout.sizes.rows ? columns.companyRows[place]! & ROW_MASK : place
  }

  /** A row that was appended to the tail. */
  append(row: number): void {
    this.#add(row)
  }

  /** Call this before the row is removed from the columns. */
  remove(place: Place): void {
    const { columns } = this.#memory
    const row = this.rowAt(place)
    for (const set of this.#setsOf(place)) {
      this.#counts[set]!--
      this.#confidences[set * CONFIDENCES + columns.confidence[row]!]!--
    }
  }

  summary(): CompanySummary {
    const { columns } = this.#memory
    const isValid = (row: number) => columns.company[row] === this.#company
    const recent = new Uint32Array(SETS)
    const confidence = new Uint8Array(SETS)
    for (let set = 0; set < SETS; set++) {
      const row = this.#newest[set]!.first(isValid)
      if (row !== undefined) recent[set] = columns.time[row]! + 1
      const counts = this.#confidences.subarray(set * CONFIDENCES, (set + 1) * CONFIDENCES)
      confidence[set] = counts.findLastIndex((count) => count > 0) + 1
    }
    const strongest = Uint32Array.from(this.#strongest, (heap) => {
      const row = heap.first(isValid)
      return row === undefined ? 0 : this.#keyOf(row)
    })
    return { recent, confidence, count: this.#counts, strongest }
  }

  #add(place: Place): void {
    if ((this.#places + 1) * 2 > this.#slots.length) this.#grow()
    const { columns } = this.#memory
    const row = this.rowAt(place)
    this.#insert(place)
    this.#places++
    const isNews = columns.entryNews[entryOf(columns, row)] === 1
    const [type, present] = this.#setsOf(place) as [number, number?]
    this.#strongest[TYPES]!.add(row)
    if (isRanked(type, present)) this.#strongest[type]!.add(row)
    for (const set of this.#setsOf(place)) {
      if (set < TYPES || isNews) this.#newest[set]!.add(row)
      this.#counts[set]!++
      this.#confidences[set * CONFIDENCES + columns.confidence[row]!]!++
    }
  }

  #keyOf(row: number): number {
    const { columns } = this.#memory
    return matchKeyAt(columns, row, columns.entryType[entryOf(columns, row)]!)
  }

  #insert(place: Place): void {
    let at = this.#memory.columns.idHigh[this.rowAt(place)]! & (this.#slots.length - 1)
    while (this.#slots[at] !== 0) at = (at + 1) & (this.#slots.length - 1)
    this.#slots[at] = place + 1
  }

  #grow(): void {
    const places = this.#slots.filter((slot) => slot !== 0 && this.#isListed(slot - 1))
    this.#places = places.length
    this.#slots = new Uint32Array(slotsFor(places.length))
    for (const slot of places) this.#insert(slot - 1)
  }

  #isListed(place: Place): boolean {
    const { columns, layout } = this.#memory
    if (place < layout.sizes.rows) return columns.companyRows[place] !== REMOVED
    return columns.company[place] === this.#company
  }

  #setsOf(place: Place): number[] {
    const { columns } = this.#memory
    const entry = entryOf(columns, this.rowAt(place))
    const type = columns.entryType[entry]!
    const present = presentSet(columns, type, entry)
    return present === undefined ? [type] : [type, present]
  }
}

/** A power of two, at most a quarter full, so that it can double before it grows. */
const slotsFor = (places: number) => 2 ** Math.ceil(Math.log2(Math.max(places, 256) * 4))

/** A binary heap of rows by their keys, the greatest first. */
class RowHeap {
  readonly #keyOf: (row: number) => number
  readonly #rows: number[] = []

  constructor(keyOf: (row: number) => number) {
    this.#keyOf = keyOf
  }

  /** The first valid row. Rows before it are dropped. */
  first(isValid: (row: number) => boolean): number | undefined {
    while (this.#rows.length > 0 && !isValid(this.#rows[0]!)) this.#drop()
    return this.#rows[0]
  }

  add(row: number): void {
    const [rows, key] = [this.#rows, this.#keyOf(row)]
    let at = rows.push(row) - 1
    while (at > 0) {
      const parent = (at - 1) >>> 1
      if (this.#keyOf(rows[parent]!) >= key) break
      rows[at] = rows[parent]!
      at = parent
    }
    rows[at] = row
  }

  #drop(): void {
    const rows = this.#rows
    const last = rows.pop()!
    if (rows.length === 0) return
    const key = this.#keyOf(last)
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= rows.length) break
      if (child + 1 < rows.length && this.#keyOf(rows[child + 1]!) > this.#keyOf(rows[child]!)) child++
      if (this.#keyOf(rows[child]!) <= key) break
      rows[at] = rows[child]!
      at = child
    }
    rows[at] = last
  }
}
