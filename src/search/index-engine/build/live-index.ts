// An index that follows the log: a base that doesn't change, and a tail of later changes. One thread changes it,
// between searches, so no search sees half a change. A changed signal is removed and appended again: its old row is
// assigned to a company that doesn't exist, so no search has to check whether a row is still valid. The summaries of
// its company are then recomputed from the company's rows, or from a LargeCompany where there are many, so that a
// change doesn't cost more in a larger company. When the tail is half full, a merge builds a new base.

import type { Kernel } from '../kernel/kernel.ts'
import { closedDays, presentEnds } from '../layout/closed-days.ts'
import {
  type BuiltIndex,
  closedDayOf,
  companyExists,
  eraseCompany,
  type IndexedCompany,
  type IndexedSignal,
  idHighOf,
  idLowOf,
  MAX_ORIGINS,
  numberIn,
  originText,
  writeCompany,
} from '../layout/encoding.ts'
import { TYPE_NUMBER, TYPES } from '../layout/fields.ts'
import { REMOVED, ROW_MASK } from '../layout/kernel-constants.ts'
import { Lexicon } from '../layout/lexicon.ts'
import type { IndexMemory } from '../layout/memory.ts'
import { LargeCompany } from './large-company.ts'
import { MovedCompanies } from './moved-companies.ts'
import { byHeat, byScore, type Order } from './orders.ts'
import { removeRecentRow } from './recent-rows.ts'
import { summariseRows, writeSummary } from './summaries.ts'
import { TailTuples } from './tail-tuples.ts'

/** A company with more rows than this isn't walked at every change. */
export const MAX_WALKED_ROWS = 1_024
/** Rows of all companies for which a LargeCompany is kept: about fifty megabytes. */
const MAX_LARGE_ROWS = 2_000_000

/** There is no space for this change: a new base must be built first. */
export class IndexFull extends Error {}

export class LiveIndex {
  readonly memory: IndexMemory
  readonly kernel: Kernel
  readonly lexicon: Lexicon
  readonly origins: Map<string, number>
  readonly industries: Map<string, number>
  /** The oldest and the newest second of the base. */
  readonly times: readonly [number, number]
  /** Where the tuples of each type begin in the base. */
  readonly firstEntry: readonly number[]
  readonly firstDetail: readonly number[]
  /** By type: where its present entries end and the ended ones begin. */
  readonly presentEnd: readonly number[]
  /** The day on which a row was closed, plus one; 0 for none. */
  readonly closedDayOf: (row: number) => number
  /** The number of companies that there was room for when the base was opened. */
  readonly companiesRoom: number
  #tailRows = 0
  /** One more than the greatest ordinal. */
  #companies: number
  /** By company: the number of tail rows, including removed ones. */
  readonly #tailCounts: Uint32Array
  /** Oldest first. */
  readonly #large = new Map<number, LargeCompany>()
  readonly #moved: Readonly<Record<Order['name'], MovedCompanies>>
  readonly #tailTuples: { readonly entry: TailTuples; readonly detail: TailTuples }

  constructor({ memory, texts }: BuiltIndex, makeKernel: (memory: IndexMemory) => Kernel) {
    this.memory = memory
    this.kernel = makeKernel(memory)
    this.lexicon = new Lexicon(memory, texts)
    this.origins = new Map(texts.origins.map((origin, number) => [origin, number]))
    this.industries = new Map(texts.industries.map((industry, number) => [industry, number]))
    const { entries, details } = memory.layout.sizes
    this.times = timesOf(memory)
    this.#companies = memory.columns.existing.findLastIndex((word) => word !== 0) * 32 + 32
    this.companiesRoom = this.companiesLeft
    this.#tailCounts = new Uint32Array(memory.layout.sizes.companies)
    this.firstEntry = firstOfTypes(memory.columns.entryType, 0, entries)
    this.firstDetail = firstOfTypes(memory.columns.detailType, 1, details)
    this.presentEnd = presentEnds(memory)
    this.closedDayOf = closedDays(memory)
    this.#moved = {
      byHeat: new MovedCompanies(memory, byHeat),
      byScore: new MovedCompanies(memory, byScore),
    }
    this.#tailTuples = {
      entry: new TailTuples(memory, this.lexicon, 'entry'),
      detail: new TailTuples(memory, this.lexicon, 'detail'),
    }
  }

  /** Rows in use, base and tail. */
  get rows(): number {
    return this.memory.layout.sizes.rows + this.#tailRows
  }

  /** The number of tail rows, and of the tuples added with them. */
  get tail(): { readonly rows: number; readonly entry: number; readonly detail: number } {
    const { entry, detail } = this.#tailTuples
    return { rows: this.#tailRows, entry: entry.count, detail: detail.count }
  }

  /** The number of further companies that fit. */
  get companiesLeft(): number {
    return this.memory.layout.sizes.companies - 1 - this.#companies
  }

  moved(order: Order): MovedCompanies {
    return this.#moved[order.name]
  }

  putCompany(ordinal: number, company: Omit<IndexedCompany, 'ordinal'>): void {
    const { columns, layout } = this.memory
    if (ordinal >= layout.sizes.companies - 1) throw new IndexFull('there is no room for another company')
    this.#companies = Math.max(this.#companies, ordinal + 1)
    const isNew = !companyExists(columns, ordinal)
    const before = { heat: columns.heat[ordinal], score: columns.score[ordinal], band: columns.sizeBand[ordinal] }
    writeCompany(columns, ordinal, company, (industry) => numberIn(this.industries, industry))
    if (columns.sizeBand[ordinal] !== before.band) this.#summarise(ordinal)
    if (isNew || columns.heat[ordinal] !== before.heat) this.#moved.byHeat.add(ordinal)
    if (isNew || columns.score[ordinal] !== before.score) this.#moved.byScore.add(ordinal)
  }

  /** Searches no longer find it until it is put again. Its rows stay until their signals move. */
  removeCompany(ordinal: number): void {
    if (ordinal < this.memory.layout.sizes.companies) eraseCompany(this.memory.columns, ordinal)
  }

  /** Replaces the signal with its current version; a retracted signal is removed. */
  putSignal(company: number, signal: IndexedSignal): void {
    const isRetracted = signal.status === 'retracted'
    // Checked first: a change that doesn't fit has no effect.
    if (!isRetracted) this.#assertRoom(company)
    const origin = isRetracted ? 0 : this.#originNumber(signal)
    this.#remove(company, signal.id)
    if (!isRetracted) this.#append(company, signal, origin)
    this.#summarise(company)
  }

  /** For a signal that now belongs to another company. */
  removeSignal(company: number, id: string): void {
    this.#remove(company, id)
    this.#summarise(company)
  }

  /** The company's rows: those of the base from old to new, then those of the tail. */
  *rowsOf(company: number): Generator<number> {
    const { columns } = this.memory
    for (let i = columns.companyStart[company]!; i < columns.companyStart[company + 1]!; i++) {
      const word = columns.companyRows[i]!
      if (word !== REMOVED) yield word & ROW_MASK
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

  #assertRoom(company: number): void {
    const { sizes } = this.memory.layout
    if (this.#tailRows >= sizes.tail) throw new IndexFull('there is no room for another signal')
    if (company >= sizes.companies - 1) throw new IndexFull('there is no room for another company')
  }

  /** Known origins are always accepted. */
  #originNumber(signal: IndexedSignal): number {
    const origin = originText(signal)
    if (!this.origins.has(origin) && this.origins.size >= MAX_ORIGINS) {
      throw new IndexFull('there is no room for another source')
    }
    return numberIn(this.origins, origin)
  }

  #remove(company: number, id: string): void {
    const { columns, layout } = this.memory
    const large = this.#largeCompany(company)
    const place = large ? large.find(id) : this.#find(company, id)
    if (place === undefined) return
    large?.remove(place)
    const isInBase = place < layout.sizes.rows
    if (isInBase) removeRecentRow(this.memory, place)
    columns.company[isInBase ? columns.companyRows[place]! & ROW_MASK : place] = layout.sizes.companies - 1
    if (isInBase) columns.companyRows[place] = REMOVED
  }

  /** The place in `companyRows` of a row of the base, or a row of the tail. */
  #find(company: number, id: string): number | undefined {
    const { columns } = this.memory
    const [high, low] = [idHighOf(id), idLowOf(id)]
    const hasId = (row: number) => columns.idHigh[row] === high && columns.idLow[row] === low
    for (let i = columns.companyStart[company]!; i < columns.companyStart[company + 1]!; i++) {
      const word = columns.companyRows[i]!
      if (word !== REMOVED && hasId(word & ROW_MASK)) return i
    }
    for (const row of this.tailRowsOf(company)) if (hasId(row)) return row
    return undefined
  }

  /** Undefined for a company with few enough rows to walk. */
  #largeCompany(company: number): LargeCompany | undefined {
    const { companyStart } = this.memory.columns
    const rows = companyStart[company + 1]! - companyStart[company]! + this.#tailCounts[company]!
    if (rows <= MAX_WALKED_ROWS) return undefined
    const known = this.#large.get(company)
    if (known) return known
    const large = new LargeCompany(this.memory, company, this.tailRowsOf(company))
    let kept = large.size
    for (const { size } of this.#large.values()) kept += size
    for (const [oldest, { size }] of this.#large) {
      if (kept <= MAX_LARGE_ROWS) break
      this.#large.delete(oldest)
      kept -= size
    }
    this.#large.set(company, large)
    return large
  }

  #append(company: number, signal: IndexedSignal, origin: number): void {
    const { columns } = this.memory
    const type = TYPE_NUMBER[signal.type]
    const row = this.rows
    columns.company[row] = company
    columns.time[row] = signal.occurredAt
    columns.confidence[row] = Math.round(signal.confidence * 100)
    columns.tailEntry[this.#tailRows] = this.#tailTuples.entry.numberFor(type, signal)
    columns.detail[row] = this.#tailTuples.detail.numberFor(type, signal)
    columns.origin[row] = origin
    columns.idHigh[row] = idHighOf(signal.id)
    columns.idLow[row] = idLowOf(signal.id)
    columns.tailClosedDay[this.#tailRows] = closedDayOf(signal)
    columns.tailNext[this.#tailRows] = columns.tailHead[company]!
    columns.tailHead[company] = ++this.#tailRows
    this.#tailCounts[company]!++
    this.#large.get(company)?.append(row)
  }

  #summarise(company: number): void {
    const summary = this.#largeCompany(company)?.summary() ?? summariseRows(this.memory, this.rowsOf(company))
    writeSummary(this.memory, company, summary)
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
