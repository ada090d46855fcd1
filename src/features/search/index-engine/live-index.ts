// An index that goes on: a base that was built, and a tail of what came after. It is changed by one thread, between
// searches, so that no search sees half a change.

import type { FieldValue } from '../../signals/index.ts'
import {
  type BuiltIndex,
  type IndexedCompany,
  type IndexedSignal,
  idHighOf,
  idLowOf,
  lastDayOf,
  numberIn,
  originOf,
  writeFacts,
} from './build.ts'
import { type Group, SLOTS, TYPE_NUMBER, TYPES, WIDTH } from './fields.ts'
import type { Kernel } from './kernel.ts'
import { Lexicon } from './lexicon.ts'
import { entryOf, GONE, type IndexMemory, MOST_ORIGINS, ROW_MASK } from './memory.ts'
import { byHeat, byRecent, byScore, type Order } from './orders.ts'

/** The index cannot take this in: a new base must be made first. */
export class IndexFull extends Error {}

export class LiveIndex {
  readonly memory: IndexMemory
  readonly kernel: Kernel
  readonly lexicon: Lexicon
  readonly origins: Map<string, number>
  readonly industries: Map<string, number>
  /** Rows of the tail, and tuples that came with them. */
  readonly tail = { rows: 0, entry: 0, detail: 0 }
  /** The oldest and the newest second of the base. */
  readonly times: readonly [number, number]
  /** Where the tuples of each type begin in the base. */
  readonly firstEntry: readonly number[]
  readonly firstDetail: readonly number[]
  /** So many companies could be taken in when the base was made. */
  readonly companiesRoom: number
  /** One more than the greatest ordinal. */
  #companies: number
  readonly #moved: Readonly<Record<Order['name'], Moved>>
  readonly #lateTuples = { entry: new Map<string, number>(), detail: new Map<string, number>() }

  constructor({ memory, texts }: BuiltIndex, makeKernel: (memory: IndexMemory) => Kernel) {
    this.memory = memory
    this.kernel = makeKernel(memory)
    this.lexicon = new Lexicon(memory, texts)
    this.origins = new Map(texts.origins.map((origin, number) => [origin, number]))
    this.industries = new Map(texts.industries.map((industry, number) => [industry, number]))
    const { entries, details } = memory.layout.sizes
    this.times = timesOf(memory)
    this.#companies = memory.columns.known.findLastIndex((word) => word !== 0) * 32 + 32
    this.companiesRoom = this.companiesLeft
    this.firstEntry = firstOfTypes(memory.columns.entryType, 0, entries)
    this.firstDetail = firstOfTypes(memory.columns.detailType, 1, details)
    this.#moved = {
      byHeat: new Moved(memory, byHeat),
      byScore: new Moved(memory, byScore),
      byRecent: new Moved(memory, byRecent),
    }
  }

  /** How many of the rows are in use, base and tail. */
  get rows(): number {
    return this.memory.layout.sizes.rows + this.tail.rows
  }

  /** Companies that can still be taken in, and how many that were at first. */
  get companiesLeft(): number {
    return this.memory.layout.sizes.companies - 1 - this.#companies
  }

  moved(order: Order): Moved {
    return this.#moved[order.name]
  }

  putCompany(ordinal: number, company: Omit<IndexedCompany, 'ordinal'>): void {
    const { columns, layout } = this.memory
    if (ordinal >= layout.sizes.companies - 1) throw new IndexFull('there is no room for another company')
    this.#companies = Math.max(this.#companies, ordinal + 1)
    const isKnown = ((columns.known[ordinal >>> 5]! >>> (ordinal & 31)) & 1) === 1
    const before = { heat: columns.heat[ordinal], score: columns.score[ordinal] }
    writeFacts(columns, ordinal, company, (industry) => numberIn(this.industries, industry))
    if (!isKnown || columns.heat[ordinal] !== before.heat) this.#moved.byHeat.add(ordinal)
    if (!isKnown || columns.score[ordinal] !== before.score) this.#moved.byScore.add(ordinal)
    if (!isKnown) this.#moved.byRecent.add(ordinal)
  }

  /** The signal as it is now, in the place of what was known of it; one that is retracted is gone. */
  putSignal(company: number, signal: IndexedSignal): void {
    const isRetracted = signal.status === 'retracted'
    // Whatever there is no room for leaves all as it was.
    if (!isRetracted) this.#assertRoom(company)
    const origin = isRetracted ? 0 : this.#originNumber(signal)
    this.#remove(company, signal.id)
    if (!isRetracted) this.#append(company, signal, origin)
    this.#summarise(company)
  }

  /** The signal belongs to another company from now on. */
  removeSignal(company: number, id: string): void {
    this.#remove(company, id)
    this.#summarise(company)
  }

  #assertRoom(company: number): void {
    const { sizes } = this.memory.layout
    if (this.tail.rows >= sizes.tail) throw new IndexFull('there is no room for another signal')
    if (company >= sizes.companies - 1) throw new IndexFull('there is no room for another company')
  }

  /** Known ones are always taken. */
  #originNumber({ source, status }: IndexedSignal): number {
    const origin = originOf(source.name, status)
    if (!this.origins.has(origin) && this.origins.size >= MOST_ORIGINS) {
      throw new IndexFull('there is no room for another source')
    }
    return numberIn(this.origins, origin)
  }

  #remove(company: number, id: string): void {
    const { columns, layout } = this.memory
    const [high, low] = [idHighOf(id), idLowOf(id)]
    const isIt = (row: number) => columns.idHigh[row] === high && columns.idLow[row] === low
    const nobody = layout.sizes.companies - 1
    for (let i = columns.companyStart[company]!; i < columns.companyStart[company + 1]!; i++) {
      const word = columns.companyRows[i]!
      if (word === GONE || !isIt(word & ROW_MASK)) continue
      columns.company[word & ROW_MASK] = nobody
      columns.companyRows[i] = GONE
      return
    }
    for (const row of this.tailRowsOf(company)) {
      if (!isIt(row)) continue
      columns.company[row] = nobody
      return
    }
  }

  #append(company: number, signal: IndexedSignal, origin: number): void {
    const { columns, layout } = this.memory
    const type = TYPE_NUMBER[signal.type]
    const row = layout.sizes.rows + this.tail.rows
    columns.company[row] = company
    columns.time[row] = signal.occurredAt
    columns.confidence[row] = Math.round(signal.confidence * 100)
    columns.tailEntry[this.tail.rows] = this.#tuple('entry', type, signal)
    columns.detail[row] = this.#tuple('detail', type, signal)
    columns.origin[row] = origin
    columns.idHigh[row] = idHighOf(signal.id)
    columns.idLow[row] = idLowOf(signal.id)
    columns.tailNext[this.tail.rows] = columns.tailHead[company]!
    columns.tailHead[company] = ++this.tail.rows
  }

  #tuple(group: Group, type: number, signal: IndexedSignal): number {
    const slots = new Uint32Array(WIDTH[group])
    let isBare = true
    for (const slot of SLOTS[type]!) {
      if (slot.group !== group) continue
      const value: FieldValue | undefined = slot.field === 'label' ? signal.label : signal.fields[slot.field]
      if (value === undefined) continue
      slots[slot.at] = this.lexicon.numberFor(value)
      isBare = false
    }
    if (isBare && group === 'detail') return 0
    return this.#findTuple(group, type, slots) ?? this.#addTuple(group, type, slots)
  }

  /** In the base, by way of the value that the fewest tuples share; or among those of the tail. */
  #findTuple(group: Group, type: number, slots: Uint32Array): number | undefined {
    const { columns } = this.memory
    const { starts, lists, types, tuples } = groupColumns(columns, group)
    let [first, end] = [0, Number.POSITIVE_INFINITY]
    for (const value of slots) {
      if (value === 0) continue
      // A value that is new since the base leads nowhere in it.
      const [from, to] = value + 1 < starts.length ? [starts[value]!, starts[value + 1]!] : [0, 0]
      if (to - from < end - first) [first, end] = [from, to]
    }
    const width = WIDTH[group]
    for (let i = first; i < end; i++) {
      const tuple = lists[i]!
      if (types[tuple] !== type) continue
      if (slots.every((value, s) => tuples[tuple * width + s] === value)) return tuple
    }
    return this.#lateTuples[group].get(`${type} ${slots.join()}`)
  }

  #addTuple(group: Group, type: number, slots: Uint32Array): number {
    const { columns, layout } = this.memory
    const { types, tuples } = groupColumns(columns, group)
    const number = (group === 'entry' ? layout.sizes.entries : layout.sizes.details) + this.tail[group]++
    types[number] = type
    tuples.set(slots, number * WIDTH[group])
    this.#lateTuples[group].set(`${type} ${slots.join()}`, number)
    return number
  }

  /** Recomputed from the company's rows and never counted on, so that applying a change twice changes nothing. */
  #summarise(company: number): void {
    const { columns, layout } = this.memory
    const { companies } = layout.sizes
    const last = new Uint32Array(TYPES)
    const sure = new Uint8Array(TYPES)
    const count = new Uint32Array(TYPES)
    for (const row of this.rowsOf(company)) {
      const type = columns.entryType[entryOf(columns, row)]!
      last[type] = Math.max(last[type]!, columns.time[row]! + 1)
      sure[type] = Math.max(sure[type]!, columns.confidence[row]! + 1)
      count[type]!++
    }
    for (let type = 0; type < TYPES; type++) {
      const at = type * companies + company
      this.#setLastDay(at, last[type]!)
      columns.sure[at] = sure[type]!
      columns.count[at] = Math.min(255, count[type]!)
    }
    const recent = Math.max(...last)
    if (columns.recent[company] === recent) return
    this.#setLastDay(TYPES * companies + company, recent)
    columns.recent[company] = recent
    this.#moved.byRecent.add(company)
  }

  #setLastDay(at: number, last: number): void {
    const { lastDay, present } = this.memory.columns
    lastDay[at] = lastDayOf(last)
    if (last === 0) present[at >>> 5]! &= ~(1 << (at & 31))
    else present[at >>> 5]! |= 1 << (at & 31)
  }

  /** The company's rows, first those of the base, from old to new, then those of the tail. */
  *rowsOf(company: number): Generator<number> {
    const { columns } = this.memory
    for (let i = columns.companyStart[company]!; i < columns.companyStart[company + 1]!; i++) {
      const word = columns.companyRows[i]!
      if (word !== GONE) yield word & ROW_MASK
    }
    yield* this.tailRowsOf(company)
  }

  *tailRowsOf(company: number): Generator<number> {
    const { columns, layout } = this.memory
    for (let next = columns.tailHead[company]!; next !== 0; next = columns.tailNext[next - 1]!) {
      const row = layout.sizes.rows + next - 1
      if (columns.company[row] === company) yield row
    }
  }
}

/** Where tuples of a group lie, and which of them hold a value. */
export function groupColumns(columns: IndexMemory['columns'], group: Group) {
  return group === 'entry'
    ? {
        starts: columns.valueEntryStart,
        lists: columns.valueEntries,
        types: columns.entryType,
        tuples: columns.entrySlots,
      }
    : {
        starts: columns.valueDetailStart,
        lists: columns.valueDetails,
        types: columns.detailType,
        tuples: columns.detailSlots,
      }
}

function timesOf({ columns, layout }: IndexMemory): [number, number] {
  let [oldest, newest] = [0xffffffff, 0]
  for (let row = 0; row < layout.sizes.rows; row++) {
    const time = columns.time[row]!
    if (time < oldest) oldest = time
    if (time > newest) newest = time
  }
  return [oldest, newest]
}

function firstOfTypes(types: Uint8Array, first: number, end: number): number[] {
  const starts = Array.from({ length: TYPES + 1 }, () => end)
  for (let i = end - 1; i >= first; i--) starts[types[i]!] = i
  for (let type = TYPES - 1; type >= 0; type--) starts[type] = Math.min(starts[type]!, starts[type + 1]!)
  return starts
}

/** Companies whose place in an order is not the one that their key asks for any more. */
export class Moved {
  readonly #memory: IndexMemory
  readonly #order: Order
  readonly #bits: Uint32Array
  #list: number[] = []

  constructor(memory: IndexMemory, order: Order) {
    this.#memory = memory
    this.#order = order
    this.#bits = memory.columns[MOVED_COLUMN[order.name]]
    this.#bits.fill(0)
  }

  add(ordinal: number): void {
    const mask = 1 << (ordinal & 31)
    if ((this.#bits[ordinal >>> 5]! & mask) !== 0) return
    this.#bits[ordinal >>> 5]! |= mask
    this.#list.push(ordinal)
  }

  /** Few enough to be merged into a page; with more than that the order is made anew first. */
  settle(): readonly number[] {
    if (this.#list.length > MOST_MOVED) this.sort()
    return this.#list
  }

  sort(): void {
    this.#order.sort(this.#memory)
    this.#bits.fill(0)
    this.#list = []
  }
}

const MOST_MOVED = 20_000
export const MOVED_COLUMN = { byHeat: 'movedHeat', byScore: 'movedScore', byRecent: 'movedRecent' } as const
