// The columns of the index, with their element types and lengths.
//
// Rows are signals. The first `rows` of them, the base, are sorted by entry and then from new to old, so that the
// signals of an entry within a time window are one run. Later signals are appended in the tail. Every search scans the
// complete tail; a new base absorbs it before it grows long. A removed signal keeps its row and is assigned to a
// company that does not exist.
//
// An entry is either present or ended: the same job title has one entry for its open jobs and another for the closed
// ones. In the base, the ended entries of a type come after the present ones, so a clause about the present scans only
// runs of present signals, and data that only ended signals have is stored for those alone.

import { type Group, SETS, TYPES, WIDTH } from './fields.ts'
import {
  BLOCK_OVERRUN,
  BLOCK_ROWS,
  KEY_TABLE_WORDS,
  ROW_TEST_WORDS,
  SAMPLE_ROWS,
  SCRATCH_BYTES,
} from './kernel-constants.ts'

export const ELEMENT_TYPES = {
  u8: Uint8Array,
  u16: Uint16Array,
  u32: Uint32Array,
  i32: Int32Array,
  f64: Float64Array,
} as const
type ElementType = keyof typeof ELEMENT_TYPES

export interface Sizes {
  /** Capacity in companies, a multiple of 128. The last one never exists: removed rows belong to it. */
  readonly companies: number
  /** Signals in the base. */
  readonly rows: number
  /** Capacity of the tail, in signals. */
  readonly tail: number
  readonly entries: number
  readonly details: number
  readonly values: number
  readonly origins: number
  readonly words: number
  /** Rows that have a detail. */
  readonly detailRows: number
  /** Pairs of a value and an entry, or a detail, that contains it. */
  readonly valueEntries: number
  readonly valueDetails: number
  readonly wordValues: number
  /** Rows of the base whose entry has ended, and the rows among them that say when. */
  readonly endedRows: number
  readonly closedRows: number
  /** The days from the first to the last on which something was closed. */
  readonly firstClosedDay: number
  readonly closedDays: number
  /** Rows of the base that are stored a second time by day, the first of their days, and how many days there are. */
  readonly recentRows: number
  readonly firstRecentDay: number
  readonly recentDays: number
}

/** Bitsets for the result and the intermediate results of one query. */
export const BITSETS = 14
/** The number of keys of all companies that a query needs at the same time, unless it is nested deeper. */
export const KEY_SETS = 3
/** Clauses of a query that have their flag tables in the memory at the same time. */
export const FLAG_SETS = 6

/** The maximum number of rows on one side of a join. Linking more isn't worthwhile. */
export const maxLinkedRows = ({ rows }: Pick<Sizes, 'rows'>) => Math.max(1_024, Math.ceil(rows / 16))

type Shapes = Record<string, readonly [ElementType, number]>

export function columnsOf(sizes: Sizes) {
  return { ...companyShapes(sizes), ...rowShapes(sizes), ...tupleShapes(sizes), ...workingShapes(sizes) }
}

/** By company ordinal. */
function companyShapes({ companies }: Sizes) {
  return {
    /** A bit for each company that exists. */
    existing: ['u32', companies / 32],
    country: ['u16', companies],
    stage: ['u16', companies],
    employer: ['u16', companies],
    /** The types that the company is monitored for, as bits. */
    looked: ['u16', companies],
    industry: ['u32', companies],
    employees: ['u32', companies],
    /** The same in half the bytes, which halves the time to compare; 65,535 means that many or more. */
    employees16: ['u16', companies],
    /** The band of its size (see signals/strength.ts). */
    sizeBand: ['u8', companies],
    score: ['u16', companies],
    heat: ['i32', companies],
    /** The second of the newest signal plus one; 0 for none. */
    recent: ['u32', companies],
    // By set and company, with all types together at the end: whether there is any signal, and the day of the newest
    // one plus one, 0 for none. In sets of present signals, only news counts for the day.
    present: ['u32', ((SETS + 1) * companies) / 32],
    lastDay: ['u16', (SETS + 1) * companies],
    // By set and company: the highest confidence plus one, and the number of signals (255 means that many or more).
    maxConfidence: ['u8', SETS * companies],
    count: ['u8', SETS * companies],
    /**
     * By type and company, and for all types together: the key of the strongest signal (see match-keys.ts); 0 for none.
     * For a type that can be present, the strongest present signal. Jobs are weighed by the size of the company.
     */
    strongest: ['u32', (TYPES + 1) * companies],
    /** The greatest of every 32 of them, so that finding the first reads few. */
    strongestBlocks: ['u32', ((TYPES + 1) * companies) / 32],
    /** Where the rows of a company begin in `companyRows`. */
    companyStart: ['u32', companies + 1],
    /** The newest row of the company in the tail, plus one. */
    tailHead: ['u32', companies],
    byHeat: ['u32', companies],
    byScore: ['u32', companies],
    movedHeat: ['u32', companies / 32],
    movedScore: ['u32', companies / 32],
  } as const satisfies Shapes
}

/** By row. */
function rowShapes(sizes: Sizes) {
  const { rows, tail } = sizes
  const all = rows + tail
  return {
    company: ['u32', all],
    time: ['u32', all],
    confidence: ['u8', all],
    detail: ['u32', all],
    origin: ['u16', all],
    idHigh: ['u32', all],
    idLow: ['u16', all],
    /** The time and the entry of every row of the base whose number SAMPLE_ROWS divides. */
    sampleTimes: ['u32', Math.ceil(rows / SAMPLE_ROWS)],
    sampleEntries: ['u32', Math.ceil(rows / SAMPLE_ROWS)],
    tailEntry: ['u32', tail],
    /** By row of the tail, and by ended row of the base in order: the day of its end plus one, 0 for none. */
    tailClosedDay: ['u16', tail],
    closedDay: ['u16', sizes.endedRows],
    /** The rows that say when they ended, by type and day, and where each day of each type begins. */
    closedRows: ['u32', sizes.closedRows],
    closedStart: ['u32', TYPES * sizes.closedDays + 1],
    /** Of the newest rows: company and confidence, and where each list of them begins (see recent-days.ts). */
    recentCompany: ['u32', sizes.recentRows],
    recentConfidence: ['u8', sizes.recentRows],
    recentStart: ['u32', 2 * TYPES * sizes.recentDays + 1],
    /** By row of the tail: the next older row of the same company, plus one. */
    tailNext: ['u32', tail],
    /** By company, from old to new: type and row in one number; REMOVED for a removed row. */
    companyRows: ['u32', rows],
    /** Their times, so that a chain is followed without leaving the company's own rows. */
    companyTimes: ['u32', rows],
    /** By detail, from new to old. */
    detailRows: ['u32', sizes.detailRows],
  } as const satisfies Shapes
}

/** The tuples, and where their rows begin. Tuples of the tail have no runs. */
function tupleShapes(sizes: Sizes) {
  const { tail, entries, details, values, words } = sizes
  return {
    entryStart: ['u32', entries + 1],
    entryType: ['u8', entries + tail],
    entrySlots: ['u32', (entries + tail) * WIDTH.entry],
    /** 1 for present entries (FLAG.entry, so that it can be copied into flags), and 1 for news. */
    entryPresent: ['u8', entries + tail],
    entryNews: ['u8', entries + tail],
    detailStart: ['u32', details + 1],
    detailType: ['u8', details + tail],
    detailSlots: ['u32', (details + tail) * WIDTH.detail],
    /** By how many days the key of a surge is later. */
    detailSurge: ['u8', details + tail],
    // Which tuples contain a value, and which values contain a word.
    valueEntryStart: ['u32', values + 1],
    valueEntries: ['u32', sizes.valueEntries],
    valueDetailStart: ['u32', values + 1],
    valueDetails: ['u32', sizes.valueDetails],
    wordStart: ['u32', words + 1],
    wordValues: ['u32', sizes.wordValues],
    numbers: ['f64', values],
  } as const satisfies Shapes
}

/** Working space of a search. */
function workingShapes(sizes: Sizes) {
  const { companies, tail, entries, details } = sizes
  return {
    bitsets: ['u32', (BITSETS * companies) / 32],
    /** A counter per company, or a list of companies. */
    counters: ['u32', companies],
    /** Keys of a result's companies, for ordering it: one set for each part of a query that is being combined. */
    keys: ['u32', KEY_SETS * companies],
    /** For every 64 companies, the number of companies in the result before them. */
    ranks: ['u32', companies / 64],
    /** What a scan adds to the time of a row to get its key. See match-keys.ts. */
    keyTables: ['u32', KEY_TABLE_WORDS * (TYPES + 2)],
    /** The block of rows that a scan filters together, and two more columns of the same length. */
    rowBlock: ['u32', 3 * (BLOCK_ROWS + BLOCK_OVERRUN)],
    /** By mask of four words: the bytes of the words whose bits are set, for packing them together. */
    packings: ['u8', 256],
    entryFlags: ['u8', FLAG_SETS * (entries + tail)],
    detailFlags: ['u8', FLAG_SETS * (details + tail)],
    list: ['u32', Math.max(entries, details, TYPES * sizes.closedDays) + tail],
    confidenceTables: ['u8', 256 * FLAG_SETS],
    originTables: ['u8', (sizes.origins + tail) * FLAG_SETS],
    rowTests: ['u32', ROW_TEST_WORDS * FLAG_SETS],
    chain: ['u32', 128],
    /** The rows of one side of a join: the time, and the previous link of the same company. */
    links: ['u32', 2 * maxLinkedRows(sizes)],
    scratch: ['u8', SCRATCH_BYTES],
  } as const satisfies Shapes
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
  endedRows: 0,
  closedRows: 0,
  firstClosedDay: 0,
  closedDays: 0,
  recentRows: 0,
  firstRecentDay: 0,
  recentDays: 0,
}
/** Names and element types in order. The same code can read two memories if these are equal. */
export const COLUMN_NAMES = Object.entries(columnsOf(NO_SIZES)).map(([name, [type]]) => `${name} ${type}`)

type ColumnShapes = ReturnType<typeof columnsOf>
export type ColumnName = keyof ColumnShapes
export type Columns = { readonly [Name in ColumnName]: InstanceType<(typeof ELEMENT_TYPES)[ColumnShapes[Name][0]]> }

/** Columns that a snapshot leaves out: they are empty while there is no tail, or are only working space. */
export const UNSAVED: ReadonlySet<ColumnName> = new Set<ColumnName>([
  ...(['movedHeat', 'movedScore', 'tailHead', 'tailNext', 'tailEntry', 'tailClosedDay'] as const),
  ...(Object.keys(workingShapes(NO_SIZES)) as (keyof ReturnType<typeof workingShapes>)[]),
])

/** The columns of one group of tuples, and the lists of the tuples that contain each value. */
export function tupleColumns(columns: Columns, group: Group) {
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

/** The entry of a row. The base is sorted by entry, so only every 16th row stores it. */
export function entryOf(columns: Columns, row: number): number {
  const { companyRows, entryStart, sampleEntries, tailEntry } = columns
  const base = companyRows.length
  if (row >= base) return tailEntry[row - base]!
  let entry = sampleEntries[Math.floor(row / SAMPLE_ROWS)]!
  while (entryStart[entry + 1]! <= row) entry++
  return entry
}
