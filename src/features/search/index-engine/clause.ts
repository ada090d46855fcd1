// One clause, made ready: its conditions are met by values, values stand in entries and details, and those lead to rows.
// Most of a clause is decided on the few tuples, so that the many rows are looked at little or not at all.
//
// A condition on fields of the entry narrows the entries, one on fields of the detail the details. `text` may be met by
// either, on every row anew; where no detail holds the words, which is the rule, it is a condition on entries.

import { type Clause, type Condition, DAY_SECONDS, meets, startOfDay } from '../../query/index.ts'
import { type Group, SLOTS, type Slot, slotNamed, TYPE_NUMBER, TYPES, WIDTH } from './fields.ts'
import { groupColumns, type LiveIndex } from './live-index.ts'
import { FLAG, LATEST, type RowTest, type Tables } from './row-test.ts'
import { forget, type ValueTest, valueTest } from './value-test.ts'
import { MISSING } from './values.ts'

/** Numbers of entries or details, each once. */
export type Tuples = Uint32Array

/** Rows to look at, of which no row is missing that satisfies the clause. */
export type Way =
  /** The runs of these entries. */
  | { readonly by: 'entries'; readonly entries: Tuples }
  /** The runs of all entries of the clause's types. */
  | { readonly by: 'types' }
  /** The rows of these details. */
  | { readonly by: 'details'; readonly details: Tuples }
  /** The runs of these entries, and the rows of these details that have another entry. */
  | {
      readonly by: 'either'
      readonly entries: Tuples
      readonly details: Tuples
      readonly flag: number
    }

export interface Prepared {
  readonly clause: Clause
  readonly types: readonly number[]
  readonly test: RowTest
  readonly way: Way
  /** About how many rows that leads to. */
  readonly rows: number
  /** Nothing but type, time and confidence. */
  readonly isPlain: boolean
  /** No row can pass. */
  readonly isEmpty: boolean
}

const ALL_TYPES = Array.from({ length: TYPES }, (_, type) => type)

export function prepare(index: LiveIndex, clause: Clause, asOf: number, tables: Tables): Prepared {
  const types = clause.type === 'any' ? ALL_TYPES : [TYPE_NUMBER[clause.type]]
  const since = clause.withinDays === undefined ? 0 : startOfDay(asOf) - clause.withinDays * DAY_SECONDS
  const test: RowTest = {
    from: Math.max(0, since, clause.since ?? 0),
    before: Math.max(0, Math.min(LATEST, clause.before ?? LATEST)),
    confidences: confidencesOf(clause.conditions, tables),
    origins: originsOf(index, clause.conditions, tables),
    need: 0,
    type: clause.type === 'any' ? undefined : TYPE_NUMBER[clause.type],
    entryFlags: tables.entryFlags,
    detailFlags: tables.detailFlags,
    beyond: [],
  }
  const conditions = clause.conditions.filter(({ field }) => !ON_THE_ROW.has(field))
  const { way, rows } = conditions.length === 0 ? everyRow(index, types, test) : narrow(index, types, conditions, test)
  const isPlain = conditions.length === 0 && test.origins === undefined
  return { clause, types, test, way, rows, isPlain, isEmpty: test.from >= test.before || test.from > LATEST }
}

/** Conditions that are met by a column of the row itself. */
const ON_THE_ROW: ReadonlySet<string> = new Set(['confidence', 'source', 'status'])

function confidencesOf(conditions: readonly Condition[], { confidences }: Tables): Uint8Array | undefined {
  const asked = conditions.filter(({ field }) => field === 'confidence')
  if (asked.length === 0) return undefined
  for (let hundredths = 0; hundredths <= 100; hundredths++) {
    confidences[hundredths] = asked.every((condition) => meets(condition, [hundredths / 100])) ? 1 : 0
  }
  return confidences
}

function originsOf(index: LiveIndex, conditions: readonly Condition[], { origins }: Tables): Uint8Array | undefined {
  const asked = conditions.filter(({ field }) => field === 'source' || field === 'status')
  if (asked.length === 0) return undefined
  for (const [origin, number] of index.origins) {
    const space = origin.indexOf(' ')
    const [status, source] = [origin.slice(0, space), origin.slice(space + 1)]
    origins[number] = asked.every((each) => meets(each, [each.field === 'status' ? status : source])) ? 1 : 0
  }
  return origins
}

interface TupleTest {
  readonly test: ValueTest
  /** Undefined: in any place that `text` looks at. */
  readonly slot: Slot | undefined
}

interface Road {
  readonly way: Way
  readonly rows: number
  readonly cost: number
}

function everyRow(index: LiveIndex, types: readonly number[], test: RowTest): Road {
  const rows = shareOf(index, test) * rowsOfEntries(index, types, undefined)
  return { way: { by: 'types' }, rows, cost: rows + entriesOf(index, types) }
}

function narrow(index: LiveIndex, types: readonly number[], conditions: readonly Condition[], test: RowTest): Road {
  const asked: Record<Group, TupleTest[]> = { entry: [], detail: [] }
  const eithers: { entries: Tuples; details: Tuples }[] = []
  const tests = conditions.map((condition) => valueTest(condition, index.lexicon))
  for (const [i, condition] of conditions.entries()) {
    const values = tests[i]!
    if (condition.field !== 'text') {
      const slot = slotNamed(types[0]!, condition.field)
      if (slot) asked[slot.group].push({ test: values, slot })
      continue
    }
    const anywhere = [{ test: values, slot: undefined }]
    const details = tuplesThat(index, 'detail', types, anywhere)
    if (details.length === 0) asked.entry.push(...anywhere)
    else eithers.push({ entries: tuplesThat(index, 'entry', types, anywhere), details })
  }
  if (asked.entry.length > 0 || eithers.length > 0) clearFlags(index, 'entry', test.entryFlags)
  if (asked.detail.length > 0 || eithers.length > 0) clearFlags(index, 'detail', test.detailFlags)
  for (const [i, { entries, details }] of eithers.entries()) {
    if (FLAG.firstEither + i > FLAG.last) {
      test.beyond.push({ entries: marked(test.entryFlags, entries), details: marked(test.detailFlags, details) })
    } else {
      const flag = 1 << (FLAG.firstEither + i)
      test.need |= flag
      flagAll(test.entryFlags, entries, flag)
      flagAll(test.detailFlags, details, flag)
    }
  }
  const entries = asked.entry.length > 0 ? entriesThat(index, types, asked.entry, test) : undefined
  const details = asked.detail.length > 0 ? detailsThat(index, types, asked.detail, test) : undefined
  for (const each of tests) forget(each, index.lexicon)
  const roads = [entries ? byEntries(index, types, entries, test) : everyRow(index, types, test)]
  if (details) roads.push(byDetails(index, details, test))
  const [either] = eithers
  if (either && !entries) {
    const [one, other] = [byEntries(index, types, either.entries, test), byDetails(index, either.details, test)]
    const way: Way = { by: 'either', flag: 1 << FLAG.firstEither, ...either }
    roads.push({ way, rows: one.rows + other.rows, cost: one.cost + other.cost })
  }
  return roads.reduce((best, each) => (each.cost < best.cost ? each : best))
}

function byEntries(index: LiveIndex, types: readonly number[], entries: Tuples, test: RowTest): Road {
  const rows = shareOf(index, test) * rowsOfEntries(index, types, entries)
  return { way: { by: 'entries', entries }, rows, cost: rows + entries.length }
}

function byDetails(index: LiveIndex, details: Tuples, test: RowTest): Road {
  const rows = shareOf(index, test) * rowsOfDetails(index, details)
  return { way: { by: 'details', details }, rows, cost: LEAP * (rows + details.length) }
}

/** A row that is leapt to costs as much as so many that follow each other. */
const LEAP = 6

/** How much of a run lies within the clause's time, if signals came evenly. */
function shareOf({ times: [oldest, newest] }: LiveIndex, { from, before }: RowTest): number {
  if (newest <= oldest) return 1
  const within = Math.min(before, newest) - Math.max(from, oldest)
  return Math.min(1, Math.max(0, within / (newest - oldest)))
}

/** Flags the entries that fit. */
function entriesThat(index: LiveIndex, types: readonly number[], asked: readonly TupleTest[], test: RowTest): Tuples {
  const entries = tuplesThat(index, 'entry', types, asked)
  test.need |= FLAG.entry
  flagAll(test.entryFlags, entries, FLAG.entry)
  return entries
}

/** Flags the details that fit. Undefined where no list of them leads to the rows: it would be long, or lack some. */
function detailsThat(
  index: LiveIndex,
  types: readonly number[],
  asked: readonly TupleTest[],
  test: RowTest,
): Tuples | undefined {
  test.need |= FLAG.detail
  const isBareFine = asked.every(({ test: values, slot }) => slot !== undefined && values.passing[MISSING] === 1)
  if (isBareFine) test.detailFlags[0]! |= FLAG.detail
  if (flagMany(index, types, asked, test.detailFlags)) return undefined
  const details = tuplesThat(index, 'detail', types, asked)
  flagAll(test.detailFlags, details, FLAG.detail)
  return isBareFine ? undefined : details
}

/** A list of more than one in so many is not worth writing down. */
const MANY = 16

/** One comparison, such as that of an amount, which may well fit many. False when it does not, or is none. */
function flagMany(
  { memory, firstDetail, tail }: LiveIndex,
  types: readonly number[],
  asked: readonly TupleTest[],
  flags: Uint8Array,
): boolean {
  const [only] = asked
  if (asked.length > 1 || types.length > 1 || !only?.slot || only.test.values) return false
  const { detailSlots, detailType } = memory.columns
  const [at, { passing }] = [only.slot.at, only.test]
  const [type, first, end] = [types[0]!, firstDetail[types[0]!]!, firstDetail[types[0]! + 1]!]
  let found = 0
  for (let detail = first; detail < end; detail++) {
    const passes = passing[detailSlots[detail * WIDTH.detail + at]!]!
    flags[detail]! |= passes * FLAG.detail
    found += passes
  }
  const { details } = memory.layout.sizes
  for (let detail = details; detail < details + tail.detail; detail++) {
    if (detailType[detail] === type) flags[detail]! |= passing[detailSlots[detail * WIDTH.detail + at]!]! * FLAG.detail
  }
  return found * MANY > end - first
}

function entriesOf({ firstEntry }: LiveIndex, types: readonly number[]): number {
  return types.reduce((sum, type) => sum + firstEntry[type + 1]! - firstEntry[type]!, 0)
}

function rowsOfEntries(index: LiveIndex, types: readonly number[], entries: Tuples | undefined): number {
  const { entryStart } = index.memory.columns
  if (!entries) {
    return types.reduce(
      (sum, type) => sum + entryStart[index.firstEntry[type + 1]!]! - entryStart[index.firstEntry[type]!]!,
      0,
    )
  }
  let rows = 0
  for (const entry of entries) if (entry + 1 < entryStart.length) rows += entryStart[entry + 1]! - entryStart[entry]!
  return rows
}

function rowsOfDetails(index: LiveIndex, details: Tuples): number {
  const { detailStart } = index.memory.columns
  // Of many a part is enough to tell.
  const step = 1 + Math.floor(details.length / 1_000)
  let rows = 0
  for (let i = 0; i < details.length; i += step) {
    const detail = details[i]!
    if (detail + 1 < detailStart.length) rows += detailStart[detail + 1]! - detailStart[detail]!
  }
  return rows * step
}

// Loops over indexes here and below: tuples can be many, and the iteration of arrays costs several times the work.

function flagAll(flags: Uint8Array, tuples: Tuples, flag: number): void {
  for (let i = 0; i < tuples.length; i++) flags[tuples[i]!]! |= flag
}

function marked(like: Uint8Array, tuples: Tuples): Uint8Array {
  const marks = new Uint8Array(like.length)
  for (const tuple of tuples) marks[tuple] = 1
  return marks
}

function clearFlags({ memory, kernel, tail }: LiveIndex, group: Group, flags: Uint8Array): void {
  const { entries, details } = memory.layout.sizes
  const used = (group === 'entry' ? entries : details) + tail[group]
  if (flags.buffer === memory.columns.entryFlags.buffer) kernel.clear(flags.byteOffset, used)
  else flags.fill(0, 0, used)
}

/** The tuples of the types that meet all tests, each once. Detail 0, which has no fields, is not among them. */
function tuplesThat(index: LiveIndex, group: Group, types: readonly number[], asked: readonly TupleTest[]): Tuples {
  const { starts, lists, types: typeOf, tuples } = groupColumns(index.memory.columns, group)
  const { sizes } = index.memory.layout
  const base = group === 'entry' ? sizes.entries : sizes.details
  const first = group === 'entry' ? index.firstEntry : index.firstDetail
  const searched = SEARCHED[group]
  const width = WIDTH[group]
  const isAsked = new Uint8Array(TYPES)
  for (const type of types) isAsked[type] = 1
  const places = asked.map(({ slot }) => slot?.at ?? -1)
  const passings = asked.map(({ test }) => test.passing)

  /** The value by which a tuple meets a test, the first one where there are several; 0 when it does not. */
  function metBy(tuple: number, test: number): number {
    const passing = passings[test]!
    for (const at of searched[typeOf[tuple]!]!) {
      const value = tuples[tuple * width + at]!
      if (value !== 0 && passing[value] === 1) return value
    }
    return 0
  }

  function fits(tuple: number): boolean {
    if (isAsked[typeOf[tuple]!] === 0) return false
    for (let test = 0; test < passings.length; test++) {
      const at = places[test]!
      if (at === -1 ? metBy(tuple, test) === 0 : passings[test]![tuples[tuple * width + at]!] === 0) return false
    }
    return true
  }

  const leading = fewest(asked, starts)
  const inBase = leading ? leading.tuples : types.reduce((sum, type) => sum + first[type + 1]! - first[type]!, 0)
  const result = new Uint32Array(inBase + index.tail[group] + 1)
  let count = 0
  if (leading) {
    const at = places[leading.test]!
    for (const value of leading.values) {
      // Values that came after the base stand in tuples that came after it.
      if (value + 1 >= starts.length) continue
      for (let i = starts[value]!; i < starts[value + 1]!; i++) {
        const tuple = lists[i]!
        if (!fits(tuple)) continue
        // A tuple that several of the values lead to is taken by way of one.
        const by = at === -1 ? metBy(tuple, leading.test) : tuples[tuple * width + at]!
        if (by === value) result[count++] = tuple
      }
    }
  } else if (asked.length === 1 && places[0] !== -1) {
    // All tuples by one field: the only loop here that can be long.
    const [passing, at] = [passings[0]!, places[0]!]
    for (const type of types) {
      for (let tuple = first[type]!, end = first[type + 1]!; tuple < end; tuple++) {
        // Written down in any case, and written over unless it passes: a branch here would be taken at random.
        result[count] = tuple
        count += passing[tuples[tuple * width + at]!]!
      }
    }
  } else {
    for (const type of types) {
      for (let tuple = first[type]!; tuple < first[type + 1]!; tuple++) if (fits(tuple)) result[count++] = tuple
    }
  }
  for (let tuple = base; tuple < base + index.tail[group]; tuple++) if (fits(tuple)) result[count++] = tuple
  return result.subarray(0, count)
}

/** The condition whose values lead to the fewest tuples; undefined when none can name its values. */
function fewest(asked: readonly TupleTest[], starts: Uint32Array) {
  let best: { test: number; values: NonNullable<ValueTest['values']>; tuples: number } | undefined
  for (const [test, { values }] of asked.map((each) => each.test).entries()) {
    if (!values) continue
    let tuples = 0
    for (const value of values) if (value + 1 < starts.length) tuples += starts[value + 1]! - starts[value]!
    if (!best || tuples < best.tuples) best = { test, values, tuples }
  }
  return best
}

/** The places that `text` looks at, by group and type. */
const SEARCHED: Readonly<Record<Group, readonly (readonly number[])[]>> = {
  entry: SLOTS.map((slots) => slots.filter(({ group, searched }) => group === 'entry' && searched).map(({ at }) => at)),
  detail: SLOTS.map((slots) =>
    slots.filter(({ group, searched }) => group === 'detail' && searched).map(({ at }) => at),
  ),
}
