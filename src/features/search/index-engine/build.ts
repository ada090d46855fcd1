// Builds an index from companies and signals: first they are taken in as they come, then everything is put in its order
// and into one memory.

import { FUNDING_STAGES } from '../../companies/index.ts'
import { DAY_SECONDS } from '../../query/index.ts'
import type { FieldValue, Signal } from '../../signals/index.ts'
import { SLOTS, TYPE_NUMBER, TYPES, WIDTH } from './fields.ts'
import { Growing } from './growing.ts'
import {
  allocate,
  entryOf,
  type IndexMemory,
  IndexTooLarge,
  MOST_BASE_ORIGINS,
  ROW_BITS,
  ROW_MASK,
  SAMPLE,
  type Sizes,
} from './memory.ts'
import { byHeat, byRecent, byScore } from './orders.ts'
import { numberOf, ValueTable, wordsOfValue } from './values.ts'

/** What is known of a company besides its signals. */
export interface IndexedCompany {
  readonly ordinal: number
  readonly hqCountry: string
  readonly employeeCount: number
  readonly fundingStage: string
  readonly industry: string
  readonly heatKey: number
  readonly scoreTenths: number
}

/** What is known of a signal. */
export type IndexedSignal = Pick<
  Signal,
  'id' | 'type' | 'label' | 'confidence' | 'status' | 'occurredAt' | 'source' | 'fields'
>

/** The part of an index that is no array. */
export interface Texts {
  readonly values: readonly FieldValue[]
  /** In order, so that those with a prefix stand together. */
  readonly words: readonly string[]
  /** Source and status, as `originOf` writes them. */
  readonly origins: readonly string[]
  readonly industries: readonly string[]
}

export interface BuiltIndex {
  readonly memory: IndexMemory
  readonly texts: Texts
}

export function countryCode(alpha2: string): number {
  return (alpha2.charCodeAt(0) - 65) * 26 + alpha2.charCodeAt(1) - 65
}

export const stageNumber = (stage: string) => (FUNDING_STAGES as readonly string[]).indexOf(stage)
export const originOf = (source: string, status: string) => `${status} ${source}`
/** 48 bits of an id. Among the signals of one company they are as good as the whole. */
export const idHighOf = (id: string) => Number.parseInt(id.slice(0, 8), 16)
export const idLowOf = (id: string) => Number.parseInt(id.slice(-4), 16)

const u8 = (length: number) => new Uint8Array(length)
const u16 = (length: number) => new Uint16Array(length)
const u32 = (length: number) => new Uint32Array(length)

export class IndexBuilder {
  readonly #values = new ValueTable()
  readonly #origins = new Map<string, number>()
  readonly #industries = new Map<string, number>()
  readonly #entries = new Tuples(WIDTH.entry, { keepFirst: false })
  readonly #details = new Tuples(WIDTH.detail, { keepFirst: true })
  readonly #companies: IndexedCompany[] = []
  readonly #row = {
    company: new Growing(u32),
    time: new Growing(u32),
    confidence: new Growing(u8),
    entry: new Growing(u32),
    detail: new Growing(u32),
    origin: new Growing(u32),
    idHigh: new Growing(u32),
    idLow: new Growing(u16),
  }
  readonly #scratch = { entry: u32(WIDTH.entry), detail: u32(WIDTH.detail) }

  constructor() {
    // A signal of any type without details has detail 0.
    this.#details.numberFor(0, this.#scratch.detail)
  }

  get signals(): number {
    return this.#row.company.length
  }

  get companies(): number {
    return this.#companies.length
  }

  addCompany(company: IndexedCompany): void {
    this.#companies.push(company)
  }

  /** A retracted signal is nowhere to be found. */
  addSignal(company: number, signal: IndexedSignal): void {
    if (signal.status === 'retracted') return
    const type = TYPE_NUMBER[signal.type]
    const { entry, detail } = this.tuplesOf(type, signal.label, signal.fields)
    this.addRow({
      company,
      time: signal.occurredAt,
      confidence: Math.round(signal.confidence * 100),
      entry,
      detail,
      origin: numberIn(this.#origins, originOf(signal.source.name, signal.status)),
      idHigh: idHighOf(signal.id),
      idLow: idLowOf(signal.id),
    })
  }

  tuplesOf(type: number, label: string, fields: Readonly<Record<string, FieldValue>>) {
    const { entry, detail } = this.#scratch
    entry.fill(0)
    detail.fill(0)
    for (const slot of SLOTS[type] ?? []) {
      const value = slot.field === 'label' && slot.at === 0 && slot.group === 'entry' ? label : fields[slot.field]
      if (value !== undefined) this.#scratch[slot.group][slot.at] = this.#values.numberFor(value)
    }
    const bare = detail.every((value) => value === 0)
    return {
      entry: this.#entries.numberFor(type, entry),
      detail: bare ? 0 : this.#details.numberFor(type, detail),
    }
  }

  // For whoever merges an older index and has its tuples as numbers already.

  valueNumber(value: FieldValue): number {
    return this.#values.numberFor(value)
  }

  originNumber(origin: string): number {
    return numberIn(this.#origins, origin)
  }

  entryNumber(type: number, slots: Uint32Array): number {
    return this.#entries.numberFor(type, slots)
  }

  detailNumber(type: number, slots: Uint32Array): number {
    return this.#details.numberFor(type, slots)
  }

  addRow(row: Record<keyof IndexBuilder['rowShape'], number>): void {
    const columns = this.#row
    columns.company.push(row.company)
    columns.time.push(row.time)
    columns.confidence.push(row.confidence)
    columns.entry.push(row.entry)
    columns.detail.push(row.detail)
    columns.origin.push(row.origin)
    columns.idHigh.push(row.idHigh)
    columns.idLow.push(row.idLow)
  }

  declare readonly rowShape: {
    company: number
    time: number
    confidence: number
    entry: number
    detail: number
    origin: number
    idHigh: number
    idLow: number
  }

  finish(room: { tail: number; companies: number; bytes?: number }): BuiltIndex {
    const rows = this.#row.company.length
    if (rows + room.tail > ROW_MASK) throw new IndexTooLarge(rows)
    if (this.#origins.size > MOST_BASE_ORIGINS)
      throw new IndexTooLarge(this.#origins.size, 'sources are too many for it')
    const most = this.#companies.reduce((greatest, { ordinal }) => Math.max(greatest, ordinal), -1) + 1
    const companies = Math.ceil((most + room.companies + 1) / 128) * 128
    const entryOrder = this.#entries.order()
    const detailOrder = this.#details.order()
    const vocabulary = new Vocabulary(this.#values.values)
    const valueEntries = this.#entries.occurrences(entryOrder, this.#values.values.length)
    const valueDetails = this.#details.occurrences(detailOrder, this.#values.values.length)
    const entries = renumbered(this.#row.entry, entryOrder)
    const detailOf = renumbered(this.#row.detail, detailOrder)
    let detailRows = 0
    for (let i = 0; i < rows; i++) if (detailOf[i] !== 0) detailRows++
    const sizes: Sizes = {
      companies,
      rows,
      tail: room.tail,
      entries: this.#entries.length,
      details: this.#details.length,
      values: this.#values.values.length,
      origins: this.#origins.size,
      words: vocabulary.words.length,
      detailRows,
      valueEntries: valueEntries.list.length,
      valueDetails: valueDetails.list.length,
      wordValues: vocabulary.list.length,
    }
    const memory = allocate(sizes, room.bytes)
    const { columns } = memory
    this.#entries.writeTo(columns.entrySlots, columns.entryType, entryOrder)
    this.#details.writeTo(columns.detailSlots, columns.detailType, detailOrder)
    columns.valueEntryStart.set(valueEntries.start)
    columns.valueEntries.set(valueEntries.list)
    columns.valueDetailStart.set(valueDetails.start)
    columns.valueDetails.set(valueDetails.list)
    columns.wordStart.set(vocabulary.start)
    columns.wordValues.set(vocabulary.list)
    for (const [i, value] of this.#values.values.entries()) columns.numbers[i] = numberOf(value)
    this.#writeCompanies(memory)
    this.#writeRows(memory, entries, detailOf)
    summarise(memory)
    for (const order of [byHeat, byScore, byRecent]) order.sort(memory)
    return {
      memory,
      texts: {
        values: this.#values.values,
        words: vocabulary.words,
        origins: [...this.#origins.keys()],
        industries: [...this.#industries.keys()],
      },
    }
  }

  #writeCompanies({ columns }: IndexMemory): void {
    for (const { ordinal, ...company } of this.#companies) {
      writeFacts(columns, ordinal, company, (industry) => numberIn(this.#industries, industry))
    }
  }

  #writeRows({ columns, layout: { sizes } }: IndexMemory, entries: Uint32Array, detailOf: Uint32Array): void {
    const { rows } = sizes
    const row = this.#row
    const newestFirst = orderByTimeDescending(row.time, rows)
    // Stable: the rows of an entry stay from new to old.
    const placed = countingSort(newestFirst, entries, columns.entryStart)
    for (let i = 0; i < rows; i++) {
      const from = placed[i]!
      columns.company[i] = row.company.get(from)
      columns.time[i] = row.time.get(from)
      columns.confidence[i] = row.confidence.get(from)
      columns.detail[i] = detailOf[from]!
      columns.origin[i] = row.origin.get(from)
      columns.idHigh[i] = row.idHigh.get(from)
      columns.idLow[i] = row.idLow.get(from)
    }
    for (let i = 0; i < rows; i += SAMPLE) {
      columns.sampleTimes[i / SAMPLE] = columns.time[i]!
      columns.sampleEntries[i / SAMPLE] = entries[placed[i]!]!
    }
    const place = u32(rows)
    for (let i = 0; i < rows; i++) place[placed[i]!] = i
    const start = columns.detailStart
    for (let i = 0; i < rows; i++) if (detailOf[i] !== 0) start[detailOf[i]! + 1]!++
    for (let i = 0; i < sizes.details; i++) start[i + 1]! += start[i]!
    const next = start.slice()
    for (const from of newestFirst) {
      const detail = detailOf[from]!
      if (detail !== 0) columns.detailRows[next[detail]!++] = place[from]!
    }
    const oldestFirst = newestFirst.reverse().map((from) => place[from]!)
    const byCompany = countingSort(oldestFirst, columns.company.subarray(0, rows), columns.companyStart)
    for (let i = 0; i < rows; i++) {
      const at = byCompany[i]!
      const type = columns.entryType[entries[placed[at]!]!]!
      columns.companyRows[i] = type * 2 ** ROW_BITS + at
      columns.companyTimes[i] = columns.time[at]!
    }
  }
}

export function writeFacts(
  columns: IndexMemory['columns'],
  ordinal: number,
  company: Omit<IndexedCompany, 'ordinal'>,
  industryNumber: (industry: string) => number,
): void {
  columns.known[ordinal >>> 5]! |= 1 << (ordinal & 31)
  columns.country[ordinal] = countryCode(company.hqCountry)
  columns.stage[ordinal] = stageNumber(company.fundingStage)
  columns.industry[ordinal] = industryNumber(company.industry)
  columns.employees[ordinal] = company.employeeCount
  columns.employees16[ordinal] = Math.min(65_535, company.employeeCount)
  columns.score[ordinal] = company.scoreTenths
  columns.heat[ordinal] = company.heatKey
}

export function numberIn(known: Map<string, number>, key: string): number {
  const number = known.get(key)
  if (number !== undefined) return number
  known.set(key, known.size)
  return known.size - 1
}

/** From the newest second plus one; both are 0 where there is no signal. */
export const lastDayOf = (last: number) => (last === 0 ? 0 : Math.floor((last - 1) / DAY_SECONDS) + 1)

/** What the base's rows come to for each company and type. */
function summarise({ columns, layout: { sizes } }: IndexMemory): void {
  const { companies, rows } = sizes
  for (let i = 0; i < rows; i++) {
    const company = columns.company[i]!
    const at = columns.entryType[entryOf(columns, i)]! * companies + company
    const last = columns.time[i]! + 1
    if (last > columns.recent[company]!) columns.recent[company] = last
    const day = lastDayOf(last)
    if (day > columns.lastDay[at]!) columns.lastDay[at] = day
    const sure = columns.confidence[i]! + 1
    if (sure > columns.sure[at]!) columns.sure[at] = sure
    if (columns.count[at]! < 255) columns.count[at]!++
  }
  for (let company = 0; company < companies; company++) {
    columns.lastDay[TYPES * companies + company] = lastDayOf(columns.recent[company]!)
  }
  for (let at = 0; at < columns.lastDay.length; at++) {
    if (columns.lastDay[at] !== 0) columns.present[at >>> 5]! |= 1 << (at & 31)
  }
}

/** Two passes of sixteen bits, each stable. */
function orderByTimeDescending(time: Growing<Uint32Array>, length: number): Uint32Array {
  let order = u32(length)
  for (let i = 0; i < length; i++) order[i] = i
  for (const shift of [0, 16]) {
    const start = u32(65_537)
    const digit = (row: number) => 65_535 - ((time.get(row) >>> shift) & 65_535)
    for (let i = 0; i < length; i++) start[digit(i) + 1]!++
    for (let i = 0; i < 65_536; i++) start[i + 1]! += start[i]!
    const sorted = u32(length)
    for (let i = 0; i < length; i++) {
      const row = order[i]!
      sorted[start[digit(row)]!++] = row
    }
    order = sorted
  }
  return order
}

/** Rows by a small key, keeping their order otherwise. `starts` receives where each key begins. */
function countingSort(order: Uint32Array, keyOf: Uint32Array, starts: Uint32Array): Uint32Array {
  for (let i = 0; i < order.length; i++) starts[keyOf[i]! + 1]!++
  for (let i = 0; i + 1 < starts.length; i++) starts[i + 1]! += starts[i]!
  const next = starts.slice()
  const sorted = u32(order.length)
  for (let i = 0; i < order.length; i++) {
    const row = order[i]!
    sorted[next[keyOf[row]!]!++] = row
  }
  return sorted
}

function renumbered(column: Growing<Uint32Array>, order: Uint32Array): Uint32Array {
  const numbers = u32(order.length)
  for (let i = 0; i < order.length; i++) numbers[order[i]!] = i
  const result = u32(column.length)
  for (let i = 0; i < column.length; i++) result[i] = numbers[column.get(i)]!
  return result
}

/** Distinct tuples of one width, each with its type. */
class Tuples {
  readonly #width: number
  readonly #kept: number
  readonly #known = new Map<string, number>()
  readonly #slots = new Growing(u32)
  readonly #types = new Growing(u8)

  constructor(width: number, { keepFirst }: { keepFirst: boolean }) {
    this.#width = width
    this.#kept = keepFirst ? 1 : 0
  }

  get length(): number {
    return this.#types.length
  }

  numberFor(type: number, slots: Uint32Array): number {
    const key = `${type} ${slots.join()}`
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const number = this.length
    this.#known.set(key, number)
    this.#types.push(type)
    for (let i = 0; i < this.#width; i++) this.#slots.push(slots[i]!)
    return number
  }

  /** By type, so that the tuples of a type stand together; the first detail, which has no type, stays where it is. */
  order(): Uint32Array {
    const order = u32(this.length)
    let next = this.#kept
    for (let type = 0; type < TYPES; type++) {
      for (let i = this.#kept; i < this.length; i++) if (this.#types.get(i) === type) order[next++] = i
    }
    return order
  }

  writeTo(slots: Uint32Array, types: Uint8Array, order: Uint32Array): void {
    for (let i = 0; i < order.length; i++) {
      const from = order[i]!
      types[i] = this.#types.get(from)
      for (let s = 0; s < this.#width; s++) slots[i * this.#width + s] = this.#slots.get(from * this.#width + s)
    }
  }

  /** For each value, the tuples that hold it in some place. */
  occurrences(order: Uint32Array, values: number): { start: Uint32Array; list: Uint32Array } {
    const start = u32(values + 1)
    const each = (visit: (value: number, tuple: number) => void) => {
      for (let i = 0; i < order.length; i++) {
        const from = order[i]! * this.#width
        for (let s = 0; s < this.#width; s++) {
          const value = this.#slots.get(from + s)
          if (value === 0) continue
          // A value that stands twice in a tuple leads there once.
          let repeated = false
          for (let earlier = 0; earlier < s; earlier++) repeated ||= this.#slots.get(from + earlier) === value
          if (!repeated) visit(value, i)
        }
      }
    }
    each((value) => {
      start[value + 1]!++
    })
    for (let i = 0; i < values; i++) start[i + 1]! += start[i]!
    const next = start.slice()
    const list = u32(start[values]!)
    each((value, tuple) => {
      list[next[value]!++] = tuple
    })
    return { start, list }
  }
}

/** The words of all values, in order, with the values that hold each. */
class Vocabulary {
  readonly words: string[]
  readonly start: Uint32Array
  readonly list: Uint32Array

  constructor(values: readonly FieldValue[]) {
    const holders = new Map<string, number[]>()
    for (const [i, value] of values.entries()) {
      for (const word of wordsOfValue(value)) {
        const known = holders.get(word)
        if (known) known.push(i)
        else holders.set(word, [i])
      }
    }
    this.words = [...holders.keys()].sort((a, b) => (a < b ? -1 : 1))
    this.start = u32(this.words.length + 1)
    for (const [i, word] of this.words.entries()) {
      this.start[i + 1] = this.start[i]! + (holders.get(word)?.length ?? 0)
    }
    this.list = u32(this.start[this.words.length]!)
    for (const [i, word] of this.words.entries()) this.list.set(holders.get(word) ?? [], this.start[i])
  }
}
