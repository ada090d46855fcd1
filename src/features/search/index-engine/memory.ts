// Everything that is searched lies in one shared memory, as columns: plain arrays at fixed offsets. A WebAssembly kernel
// works on it in place, another thread can build one and hand it over without a copy, and a snapshot is its bytes.
//
// Rows are signals. The first `rows` of them, the base, are ordered by entry and then from new to old, so that the
// signals of an entry within a window are one run. Signals that come later are appended behind them, the tail, and
// found by looking at all of it; a new base takes them in before they are many. A signal that is gone keeps its row and
// is given to a company that does not exist.

import { TYPES, WIDTH } from './fields.ts'

const KINDS = { u8: Uint8Array, u16: Uint16Array, u32: Uint32Array, i32: Int32Array, f64: Float64Array } as const
type Kind = keyof typeof KINDS

/** Of a thread's heap. The index lives outside of it: what V8 would take of its own accord is memory for nothing. */
export const YOUNG_MB = 16

export interface Sizes {
  /** Room for so many companies, a multiple of 128. The last one never exists: rows that are gone belong to it. */
  readonly companies: number
  /** Signals in the base. */
  readonly rows: number
  /** Room for signals behind it. */
  readonly tail: number
  readonly entries: number
  readonly details: number
  readonly values: number
  readonly origins: number
  readonly words: number
  /** Rows that have a detail. */
  readonly detailRows: number
  /** Places where values stand in entries and details. */
  readonly valueEntries: number
  readonly valueDetails: number
  readonly wordValues: number
}

/** One row in so many is kept beside the others of its kind: a window is found without touching many places. */
export const SAMPLE = 16

/** Results and intermediate results while a query is answered. */
export const BITSETS = 14
/** Clauses of a sequence whose flags the kernel can look at together. */
export const FLAG_SETS = 6

/** More rows than that are not worth linking. */
export const linksRoom = ({ rows }: Pick<Sizes, 'rows'>) => Math.max(1_024, Math.ceil(rows / 16))

function columnsOf(sizes: Sizes) {
  const { companies, rows, tail, entries, details, values, words } = sizes
  const all = rows + tail
  return {
    // Companies, by ordinal.
    known: ['u32', companies / 32],
    country: ['u16', companies],
    stage: ['u16', companies],
    industry: ['u32', companies],
    employees: ['u32', companies],
    /** The same in half the room, which is half the time: 65,535 is that or more. */
    employees16: ['u16', companies],
    score: ['u16', companies],
    heat: ['i32', companies],
    /** The newest signal's second plus one; 0 for none. */
    recent: ['u32', companies],
    // By type and company, and behind the types for all of them together: whether there is any signal, and the newest
    // one's day plus one, 0 for none.
    present: ['u32', ((TYPES + 1) * companies) / 32],
    lastDay: ['u16', (TYPES + 1) * companies],
    // By type and company: the greatest confidence plus one, and how many (255 is that or more).
    sure: ['u8', TYPES * companies],
    count: ['u8', TYPES * companies],
    /** Where a company's rows begin in `companyRows`. */
    companyStart: ['u32', companies + 1],
    /** The newest row of the company in the tail, plus one. */
    tailHead: ['u32', companies],
    byHeat: ['u32', companies],
    byScore: ['u32', companies],
    byRecent: ['u32', companies],
    movedHeat: ['u32', companies / 32],
    movedScore: ['u32', companies / 32],
    movedRecent: ['u32', companies / 32],
    // Signals.
    company: ['u32', all],
    time: ['u32', all],
    confidence: ['u8', all],
    detail: ['u32', all],
    origin: ['u16', all],
    idHigh: ['u32', all],
    idLow: ['u16', all],
    /** Of the base, the time and the entry of every row whose number SAMPLE divides. */
    sampleTimes: ['u32', Math.ceil(rows / SAMPLE)],
    sampleEntries: ['u32', Math.ceil(rows / SAMPLE)],
    tailEntry: ['u32', tail],
    /** By row of the tail: the company's next older one, plus one. */
    tailNext: ['u32', tail],
    /** By company, from old to new: type and row in one number; GONE for a row that is gone. */
    companyRows: ['u32', rows],
    /** Their times, so that a chain is gone through without leaving the company. */
    companyTimes: ['u32', rows],
    /** By detail, from new to old. */
    detailRows: ['u32', sizes.detailRows],
    // The tuples, and where their rows begin. Those of the tail have no runs.
    entryStart: ['u32', entries + 1],
    entryType: ['u8', entries + tail],
    entrySlots: ['u32', (entries + tail) * WIDTH.entry],
    detailStart: ['u32', details + 1],
    detailType: ['u8', details + tail],
    detailSlots: ['u32', (details + tail) * WIDTH.detail],
    // Which tuples hold a value, and which values hold a word.
    valueEntryStart: ['u32', values + 1],
    valueEntries: ['u32', sizes.valueEntries],
    valueDetailStart: ['u32', values + 1],
    valueDetails: ['u32', sizes.valueDetails],
    wordStart: ['u32', words + 1],
    wordValues: ['u32', sizes.wordValues],
    numbers: ['f64', values],
    // Room to work in.
    bitsets: ['u32', (BITSETS * companies) / 32],
    /** How often a company was met, or a list of companies. */
    counters: ['u32', companies],
    /** Numbers of rows that are looked at together (TOGETHER in the kernel, and four beyond), and two more columns. */
    gathered: ['u32', 3 * (1_024 + 4)],
    entryFlags: ['u8', FLAG_SETS * (entries + tail)],
    detailFlags: ['u8', FLAG_SETS * (details + tail)],
    list: ['u32', Math.max(entries, details) + tail],
    confidences: ['u8', 256 * FLAG_SETS],
    origins: ['u8', (sizes.origins + tail) * FLAG_SETS],
    plans: ['u32', 16 * FLAG_SETS],
    chain: ['u32', 128],
    /** Rows of the rarer clause of a pair, each with what was before it. */
    links: ['u32', 2 * linksRoom(sizes)],
    scratch: ['u8', 8 * 1024],
  } as const satisfies Record<string, readonly [Kind, number]>
}

const NO_SIZES: Sizes = {
  companies: 0,
  rows: 0,
  tail: 0,
  entries: 0,
  details: 0,
  values: 0,
  origins: 0,
  words: 0,
  detailRows: 0,
  valueEntries: 0,
  valueDetails: 0,
  wordValues: 0,
}
/** With their kinds, in their order: two memories with the same ones can be read by the same code. */
export const COLUMN_NAMES = Object.entries(columnsOf(NO_SIZES)).map(([name, [kind]]) => `${name} ${kind}`)

type Columns = ReturnType<typeof columnsOf>
export type ColumnName = keyof Columns
type Views = { readonly [Name in ColumnName]: InstanceType<(typeof KINDS)[Columns[Name][0]]> }

/** Columns that a snapshot need not keep: they are empty when there is no tail, or only worked in. */
export const UNSAVED: ReadonlySet<ColumnName> = new Set<ColumnName>([
  'movedHeat',
  'movedScore',
  'movedRecent',
  'tailHead',
  'tailNext',
  'tailEntry',
  'bitsets',
  'counters',
  'gathered',
  'entryFlags',
  'detailFlags',
  'list',
  'confidences',
  'origins',
  'plans',
  'chain',
  'links',
  'scratch',
])

export const GONE = 0xffffffff
/** Distinct pairs of source and status that a row can tell apart. A base leaves some room for new ones. */
export const MOST_ORIGINS = 65_536
export const MOST_BASE_ORIGINS = 60_000
/** A word of `companyRows`: three bits of type, the rest is the row. */
export const ROW_BITS = 29
export const ROW_MASK = 2 ** ROW_BITS - 1

const PAGE = 65_536
/** What one memory can hold. */
export const MOST_BYTES = 65_536 * PAGE

/** More than the memory that the index may take. */
export class IndexTooLarge extends Error {
  constructor(signals: number, why = 'signals do not fit into its memory (SEARCH_INDEX_MB)') {
    super(`${signals.toLocaleString('en')} ${why}`)
  }
}

export interface Layout {
  readonly sizes: Sizes
  readonly offsets: Readonly<Record<ColumnName, number>>
  readonly bytes: number
}

export function layoutOf(sizes: Sizes): Layout {
  let bytes = 1_024
  const offsets: Partial<Record<ColumnName, number>> = {}
  for (const [name, [kind, length]] of Object.entries(columnsOf(sizes))) {
    offsets[name as ColumnName] = bytes
    bytes = align(bytes + length * KINDS[kind].BYTES_PER_ELEMENT)
  }
  return { sizes, offsets: offsets as Record<ColumnName, number>, bytes }
}

const align = (bytes: number) => Math.ceil(bytes / 64) * 64

export interface IndexMemory {
  readonly layout: Layout
  readonly memory: WebAssembly.Memory
  readonly at: Readonly<Record<ColumnName, number>>
  readonly columns: Views
}

export function allocate(sizes: Sizes, mostBytes = MOST_BYTES): IndexMemory {
  const layout = layoutOf(sizes)
  if (layout.bytes > mostBytes) throw new IndexTooLarge(sizes.rows)
  const pages = Math.ceil(layout.bytes / PAGE)
  return openMemory(new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true }), sizes)
}

/** The columns of a memory that another thread made. */
export function openMemory(memory: WebAssembly.Memory, sizes: Sizes): IndexMemory {
  const layout = layoutOf(sizes)
  // Typed arrays do not care whether their buffer is shared; their types do.
  const buffer = memory.buffer as unknown as ArrayBuffer
  const views = Object.fromEntries(
    Object.entries(columnsOf(sizes)).map(([name, [kind, length]]) => [
      name,
      new KINDS[kind](buffer, layout.offsets[name as ColumnName], length),
    ]),
  )
  return { layout, memory, at: layout.offsets, columns: views as unknown as Views }
}

/** A row's entry. The rows of the base are ordered by it, so that it need not be written down for each of them. */
export function entryOf(columns: IndexMemory['columns'], row: number): number {
  const { companyRows, entryStart, sampleEntries, tailEntry } = columns
  const base = companyRows.length
  if (row >= base) return tailEntry[row - base]!
  let entry = sampleEntries[Math.floor(row / SAMPLE)]!
  while (entryStart[entry + 1]! <= row) entry++
  return entry
}
