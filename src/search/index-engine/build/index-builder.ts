// Builds the base of an index. Companies and signals are first collected in order of arrival: every field value, tuple,
// origin and industry gets a number the first time it is seen. `finish` then sorts the tuples by type and the rows by
// tuple and time, and writes everything into one memory of exactly the right size. The same builder serves a load from
// the database, which adds signals, and a merge, which adds rows of an older index by their numbers.

import { isPresent } from '../../../meaning/signals/index.ts'
import type { FieldValue } from '../../../meaning/types/index.ts'
import type { Sizes } from '../layout/columns.ts'
import {
  type BuiltIndex,
  closedDayOf,
  detailSurgeOf,
  type IndexedCompany,
  type IndexedSignal,
  idHighOf,
  idLowOf,
  isNews,
  MAX_BASE_ORIGINS,
  numberIn,
  originText,
  writeCompany,
} from '../layout/encoding.ts'
import { SLOTS, type Slot, SORTED_SLOTS, slotNamed, TYPE_NUMBER, WIDTH } from '../layout/fields.ts'
import { FLAG, ROW_MASK } from '../layout/kernel-constants.ts'
import { allocate, type IndexMemory, IndexTooLarge } from '../layout/memory.ts'
import type { MemoryBudget } from '../layout/memory-budget.ts'
import { comparisonNumber, ValueTable } from '../layout/values.ts'
import { CollectedRows, type Row } from './collected-rows.ts'
import type { GrowingColumn } from './growing-column.ts'
import { byHeat, byScore } from './orders.ts'
import { recentSizes, writeRecentRows } from './recent-rows.ts'
import { summariseBase } from './summaries.ts'
import { TupleDictionary } from './tuple-dictionary.ts'
import { Vocabulary } from './vocabulary.ts'
import { writeRows } from './write-rows.ts'

export class IndexBuilder {
  readonly #values = new ValueTable()
  readonly #origins = new Map<string, number>()
  readonly #industries = new Map<string, number>()
  readonly #entries = new TupleDictionary(WIDTH.entry, { keepFirst: false })
  readonly #details = new TupleDictionary(WIDTH.detail, { keepFirst: true })
  readonly #companies: IndexedCompany[] = []
  readonly #rows = new CollectedRows()
  readonly #slots = { entry: new Uint32Array(WIDTH.entry), detail: new Uint32Array(WIDTH.detail) }

  constructor() {
    // Signals without details have detail 0, whatever their type.
    this.#details.numberFor(0, this.#slots.detail)
  }

  get signals(): number {
    return this.#rows.length
  }

  get companies(): number {
    return this.#companies.length
  }

  addCompany(company: IndexedCompany): void {
    this.#companies.push(company)
  }

  /** A retracted signal is left out. */
  addSignal(company: number, signal: IndexedSignal): void {
    if (signal.status === 'retracted') return
    this.addRow({
      company,
      time: signal.occurredAt,
      confidence: Math.round(signal.confidence * 100),
      ...this.#tuplesOf(TYPE_NUMBER[signal.type], signal),
      origin: numberIn(this.#origins, originText(signal)),
      idHigh: idHighOf(signal.id),
      idLow: idLowOf(signal.id),
      closedDay: closedDayOf(signal),
    })
  }

  #tuplesOf(type: number, signal: IndexedSignal): Pick<Row, 'entry' | 'detail'> {
    const { label, fields } = signal
    const { entry, detail } = this.#slots
    entry.fill(0)
    detail.fill(0)
    for (const slot of SLOTS[type] ?? []) {
      const value = slot.field === 'label' && slot.at === 0 && slot.group === 'entry' ? label : fields[slot.field]
      if (value !== undefined) this.#slots[slot.group][slot.at] = this.#values.numberFor(value)
    }
    const hasNoDetail = detail.every((value) => value === 0)
    return {
      entry: this.#entries.numberFor(type, entry, !isPresent(signal)),
      detail: hasNoDetail ? 0 : this.#details.numberFor(type, detail),
    }
  }

  // For a merge, which has the tuples of an older index as numbers.

  valueNumber(value: FieldValue): number {
    return this.#values.numberFor(value)
  }

  originNumber(origin: string): number {
    return numberIn(this.#origins, origin)
  }

  entryNumber(type: number, slots: Uint32Array, hasEnded: boolean): number {
    return this.#entries.numberFor(type, slots, hasEnded)
  }

  detailNumber(type: number, slots: Uint32Array): number {
    return this.#details.numberFor(type, slots)
  }

  addRow(row: Row): void {
    this.#rows.add(row)
  }

  /** `room` is the capacity for changes. */
  finish(room: { tail: number; companies: number }, budget?: MemoryBudget): BuiltIndex {
    const rows = this.#rows.length
    if (rows + room.tail > ROW_MASK) throw new IndexTooLarge(rows)
    if (this.#origins.size > MAX_BASE_ORIGINS) {
      throw new IndexTooLarge(this.#origins.size, 'pairs of source and status are more than it supports')
    }
    const ordinals = this.#companies.reduce((greatest, { ordinal }) => Math.max(greatest, ordinal), -1) + 1
    const { values } = this.#values
    const vocabulary = new Vocabulary(values)
    const numbers = Float64Array.from(values, comparisonNumber)
    const numberOf = (value: number) => (Number.isNaN(numbers[value]!) ? Number.NEGATIVE_INFINITY : numbers[value]!)
    const order = {
      entry: this.#entries.order(),
      detail: this.#details.order(SORTED_SLOTS.map((slot) => slot && { at: slot.at, numberOf })),
    }
    const valueEntries = this.#entries.occurrences(order.entry, values.length)
    const valueDetails = this.#details.occurrences(order.detail, values.length)
    const entries = renumbered(this.#rows.entry, order.entry)
    const details = renumbered(this.#rows.detail, order.detail)
    const present = Uint8Array.from(order.entry, (entry) => (this.#entries.hasEnded(entry) ? 0 : FLAG.entry))
    const sizes: Sizes = {
      companies: Math.ceil((ordinals + room.companies + 1) / 128) * 128,
      rows,
      tail: room.tail,
      entries: this.#entries.length,
      details: this.#details.length,
      values: values.length,
      origins: this.#origins.size,
      words: vocabulary.words.length,
      valueEntries: valueEntries.list.length,
      valueDetails: valueDetails.list.length,
      wordValues: vocabulary.list.length,
      ...partialSizes(this.#rows, entries, details, present),
      ...recentSizes(rows, (row) => this.#rows.time.get(row)),
    }
    const memory = allocate(sizes, budget)
    const { columns } = memory
    columns.entryPresent.set(present)
    this.#writeTuples(memory, order)
    columns.valueEntryStart.set(valueEntries.start)
    columns.valueEntries.set(valueEntries.list)
    columns.valueDetailStart.set(valueDetails.start)
    columns.valueDetails.set(valueDetails.list)
    columns.wordStart.set(vocabulary.start)
    columns.wordValues.set(vocabulary.list)
    columns.numbers.set(numbers)
    for (const { ordinal, ...company } of this.#companies) {
      writeCompany(columns, ordinal, company, (industry) => numberIn(this.#industries, industry))
    }
    writeRows(memory, this.#rows, entries, details)
    writeRecentRows(memory)
    summariseBase(memory)
    for (const by of [byHeat, byScore]) by.sort(memory)
    return {
      memory,
      texts: {
        values,
        words: vocabulary.words,
        origins: [...this.#origins.keys()],
        industries: [...this.#industries.keys()],
      },
    }
  }

  /** In their order, with what their values say about them. */
  #writeTuples({ columns, layout: { sizes } }: IndexMemory, order: Record<'entry' | 'detail', Uint32Array>): void {
    const { values } = this.#values
    this.#entries.writeTo(columns.entrySlots, columns.entryType, order.entry)
    for (let entry = 0; entry < sizes.entries; entry++) {
      const slot = slotNamed(columns.entryType[entry]!, 'change')
      const change = slot && values[columns.entrySlots[entry * WIDTH.entry + slot.at]!]
      columns.entryNews[entry] = isNews(change) ? 1 : 0
    }
    this.#details.writeTo(columns.detailSlots, columns.detailType, order.detail)
    for (let detail = 0; detail < sizes.details; detail++) {
      const type = columns.detailType[detail]!
      const value = (slot: Slot) => values[columns.detailSlots[detail * WIDTH.detail + slot.at]!]
      columns.detailSurge[detail] = detailSurgeOf(type, value)
    }
  }
}

/** How many rows have a detail, how many have ended, and the days on which they ended. */
function partialSizes(
  rows: CollectedRows,
  entries: Uint32Array,
  details: Uint32Array,
  present: Uint8Array,
): Pick<Sizes, 'detailRows' | 'endedRows' | 'closedRows' | 'firstClosedDay' | 'closedDays'> {
  let [detailRows, endedRows, closedRows, firstClosedDay, lastClosedDay] = [0, 0, 0, 0xffff, 0]
  for (let i = 0; i < rows.length; i++) {
    if (details[i] !== 0) detailRows++
    if (present[entries[i]!] !== 0) continue
    endedRows++
    const day = rows.closedDay.get(i)
    if (day === 0) continue
    closedRows++
    firstClosedDay = Math.min(firstClosedDay, day)
    lastClosedDay = Math.max(lastClosedDay, day)
  }
  const closedDays = closedRows === 0 ? 0 : lastClosedDay - firstClosedDay + 1
  return { detailRows, endedRows, closedRows, firstClosedDay, closedDays }
}

/** A column of tuple numbers, after the tuples were ordered. */
function renumbered(column: GrowingColumn<Uint32Array>, order: Uint32Array): Uint32Array {
  const numbers = new Uint32Array(order.length)
  for (let i = 0; i < order.length; i++) numbers[order[i]!] = i
  const result = new Uint32Array(column.length)
  for (let i = 0; i < column.length; i++) result[i] = numbers[column.get(i)]!
  return result
}
