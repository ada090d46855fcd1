// Prepares a clause for evaluation. Values meet conditions, entries and details contain values, and rows have entries
// and details. Most of a clause is decided on the few tuples, so that few or none of the many rows are read.
//
// A condition on a field of the entry selects entries, one on a field of the detail selects details. Either can meet a
// `text` condition, for each row separately; where no detail contains the words, which is the usual case, it is a
// condition on entries.

import { isStateType } from '../../../../meaning/types/index.ts'
import {
  type Clause,
  type Condition,
  comparedFields,
  conditionsOf,
  DAY_SECONDS,
  leavesOutSome,
  meetsCondition,
  startOfDay,
} from '../../../../query/index.ts'
import { readOrigin } from '../../layout/encoding.ts'
import { type Group, PRESENT_SETS, SET_OF_ALL, slotNamed, TYPE_NUMBER, TYPES } from '../../layout/fields.ts'
import { FLAG, MAX_TIME } from '../../layout/kernel-constants.ts'
import { MISSING } from '../../layout/values.ts'
import {
  type AccessPath,
  byClosedDays,
  byDetailRange,
  byDetails,
  byEither,
  byEntries,
  byTypes,
  cheapest,
  type EstimatedPath,
} from './access-path.ts'
import { comparisonsOfSorted, selectRange } from './detail-range.ts'
import { matchingTuples, selectTuples, setFlags, type TupleNumbers, type TupleTest } from './matching-tuples.ts'
import { type ClauseTables, EITHER_BITS, type RowTest } from './row-test.ts'
import type { SearchedIndex } from './searched-index.ts'
import { STEP_VALUES, type Steps } from './steps.ts'
import { release, type ValueTest, valueTest } from './value-test.ts'

export interface PreparedClause {
  readonly clause: Clause
  readonly types: readonly number[]
  readonly test: RowTest
  readonly path: AccessPath
  /** About how many rows the path scans. */
  readonly rows: number
  /** The set of signals whose summaries may answer the clause. Undefined if it checks more than time and confidence. */
  readonly summarisedBy: number | undefined
  /** No row can pass. */
  readonly isEmpty: boolean
}

const ALL_TYPES = Array.from({ length: TYPES }, (_, type) => type)

export function typesOf({ type }: Clause): readonly number[] {
  return type === 'any' ? ALL_TYPES : [TYPE_NUMBER[type]]
}

export function* prepareClause(
  index: SearchedIndex,
  clause: Clause,
  asOf: number,
  tables: ClauseTables,
): Steps<PreparedClause> {
  const types = typesOf(clause)
  const present = clause.presence === 'present'
  // The entries themselves decide what is present.
  const { presence: _, ...stated } = clause
  const all = present ? presentConditions(stated) : conditionsOf(clause)
  const since = clause.withinDays === undefined ? 0 : startOfDay(asOf) - clause.withinDays * DAY_SECONDS
  const test: RowTest = {
    from: Math.max(0, since, clause.since ?? 0),
    before: Math.max(0, Math.min(MAX_TIME, clause.before ?? MAX_TIME)),
    confidences: confidenceTable(clause.conditions, tables),
    origins: originTable(index, all, tables),
    detailRange: undefined,
    need: 0,
    presentEnd: undefined,
    type: clause.type === 'any' ? undefined : TYPE_NUMBER[clause.type],
    closed: closedTest(index, clause, asOf),
    entryFlags: tables.entryFlags,
    detailFlags: tables.detailFlags,
    withoutFlag: [],
  }
  const conditions = all.filter(({ field }) => !ROW_FIELDS.has(field))
  const chosen =
    conditions.length === 0 && !present
      ? byTypes(index, types, test, false)
      : yield* choosePath(index, types, conditions, test, present)
  const { path, rows } = test.closed ? byClosedDays(index, types, test.closed.fromDay) : chosen
  const isEmpty = test.from >= test.before || test.from > MAX_TIME
  return { clause, types, test, path, rows, summarisedBy: summarisedBy(clause, test), isEmpty }
}

/** What is present is in use, so it needs no test of the basis. */
function presentConditions(clause: Clause): readonly Condition[] {
  return conditionsOf({ ...clause, anyBasis: true })
}

function closedTest(index: SearchedIndex, { closedDays }: Clause, asOf: number): RowTest['closed'] {
  if (closedDays === undefined) return undefined
  const fromDay = Math.max(0, startOfDay(asOf) / DAY_SECONDS - closedDays) + 1
  return { fromDay, dayOf: index.closedDayOf }
}

/** In present sets, the newest day counts only news, so it can't answer a clause that asks for another time. */
function summarisedBy(clause: Clause, test: RowTest): number | undefined {
  const { type, conditions, presence, news } = clause
  if (test.origins || test.closed || conditions.some(({ field }) => field !== 'confidence')) return undefined
  if (presence === undefined)
    return news || leavesOutSome(clause) ? undefined : type === 'any' ? SET_OF_ALL : TYPE_NUMBER[type]
  if (type === 'any' || presence !== 'present') return undefined
  const requiresNews = news === true || !isStateType(type)
  return (test.from > 0 ? requiresNews : !news) ? PRESENT_SETS.get(TYPE_NUMBER[type]) : undefined
}

/** Fields that are columns of the row itself. */
export const ROW_FIELDS: ReadonlySet<string> = new Set(['confidence', 'source', 'status'])

function confidenceTable(all: readonly Condition[], { confidences }: ClauseTables): Uint8Array | undefined {
  const conditions = all.filter(({ field }) => field === 'confidence')
  if (conditions.length === 0) return undefined
  for (let hundredths = 0; hundredths <= 100; hundredths++) {
    confidences[hundredths] = conditions.every((condition) => meetsCondition(condition, [hundredths / 100])) ? 1 : 0
  }
  return confidences
}

function originTable(
  index: SearchedIndex,
  all: readonly Condition[],
  { origins }: ClauseTables,
): Uint8Array | undefined {
  const conditions = all.filter(({ field }) => field === 'source' || field === 'status')
  if (conditions.length === 0) return undefined
  for (const [origin, number] of index.origins) {
    const { status, sources } = readOrigin(origin)
    origins[number] = conditions.every((each) => meetsCondition(each, each.field === 'status' ? [status] : sources))
      ? 1
      : 0
  }
  return origins
}

/** Sets the flags of the test and returns the cheapest path to the rows. */
function* choosePath(
  index: SearchedIndex,
  types: readonly number[],
  all: readonly Condition[],
  test: RowTest,
  present: boolean,
): Steps<EstimatedPath> {
  const tests: Record<Group, TupleTest[]> = { entry: [], detail: [] }
  const eithers: { entries: TupleNumbers; details: TupleNumbers }[] = []
  const valueTests: ValueTest[] = []
  const comparisons = types.length === 1 ? comparisonsOfSorted(all, types[0]!) : []
  const conditions =
    comparisons.length === 0 ? all : all.filter((each) => !(comparisons as readonly Condition[]).includes(each))
  for (const condition of conditions) {
    const tested = valueTest(condition, index.lexicon)
    valueTests.push(tested)
    if ((tested.values ?? tested.passing).length > STEP_VALUES) yield
  }
  for (const [i, condition] of conditions.entries()) {
    const values = valueTests[i]!
    if (condition.field !== 'text') {
      addFieldTests(tests, values, condition, types[0]!)
      continue
    }
    const anySlot = [{ test: values, slot: undefined }]
    const details = matchingTuples(index, 'detail', types, anySlot)
    if (details.length > STEP_VALUES) yield
    if (details.length === 0) tests.entry.push(...anySlot)
    else eithers.push({ entries: matchingTuples(index, 'entry', types, anySlot, present), details })
  }
  if (present && tests.entry.length === 0) {
    flagPresent(index, test.entryFlags)
    if (eithers.length === 0) test.presentEnd = index.memory.columns.entryStart[index.presentEnd[types[0]!]!]
  } else if (tests.entry.length > 0 || eithers.length > 0) clearFlags(index, 'entry', test.entryFlags)
  const hasDetailTest = tests.detail.length > 0 || comparisons.length > 0
  if (hasDetailTest || eithers.length > 0) clearFlags(index, 'detail', test.detailFlags)
  for (const [i, { entries, details }] of eithers.entries()) {
    if (EITHER_BITS.first + i > EITHER_BITS.last) {
      test.withoutFlag.push({ entries: marked(test.entryFlags, entries), details: marked(test.detailFlags, details) })
    } else {
      const flag = 1 << (EITHER_BITS.first + i)
      test.need |= flag
      setFlags(test.entryFlags, entries, flag)
      setFlags(test.detailFlags, details, flag)
    }
  }
  const hasEntryTest = tests.entry.length > 0
  const entries = hasEntryTest ? selectTuples(index, 'entry', types, tests.entry, test.entryFlags, present) : undefined
  const details = tests.detail.length > 0 ? selectDetails(index, types, tests.detail, test) : undefined
  if (comparisons.length > 0) test.detailRange = selectRange(index, types[0]!, comparisons, test.detailFlags)
  test.need |= (hasEntryTest || present ? FLAG.entry : 0) | (hasDetailTest ? FLAG.detail : 0)
  for (const each of valueTests) release(each, index.lexicon)
  const paths = [entries ? byEntries(index, entries, test) : byTypes(index, types, test, present)]
  if (details) paths.push(byDetails(index, details, test))
  if (test.detailRange) paths.push(byDetailRange(index, test.detailRange, test))
  const [either] = eithers
  if (either && !entries) paths.push(byEither(index, either, 1 << EITHER_BITS.first, test))
  return cheapest(paths)
}

/** Fields that are compared together are in one group. `!:` must hold for each of them. */
function addFieldTests(tests: Record<Group, TupleTest[]>, test: ValueTest, condition: Condition, type: number): void {
  const slots = comparedFields(condition).flatMap((field) => slotNamed(type, field) ?? [])
  const [first] = slots
  if (!first) return
  if (slots.length > 1 && condition.op !== '!:') tests[first.group].push({ test, slot: undefined, anyOf: slots })
  else for (const slot of slots) tests[slot.group].push({ test, slot })
}

/** The details that meet the tests. Undefined if rows without a detail pass too, because no list contains those. */
function selectDetails(
  index: SearchedIndex,
  types: readonly number[],
  tests: readonly TupleTest[],
  { detailFlags }: RowTest,
): TupleNumbers | undefined {
  const details = selectTuples(index, 'detail', types, tests, detailFlags)
  const noDetailPasses = tests.every(({ test: values, slot }) => slot !== undefined && values.passing[MISSING] === 1)
  if (!noDetailPasses) return details
  detailFlags[0]! |= FLAG.detail
  return undefined
}

function marked(like: Uint8Array, tuples: TupleNumbers): Uint8Array {
  const marks = new Uint8Array(like.length)
  for (const tuple of tuples) marks[tuple] = 1
  return marks
}

/** Flags exactly the present entries. */
function flagPresent({ memory, kernel, tail }: SearchedIndex, flags: Uint8Array): void {
  const { entryPresent, entryFlags } = memory.columns
  const used = memory.layout.sizes.entries + tail.entry
  // The kernel copies sixteen bytes at a time, and other flags follow.
  const whole = flags.buffer === entryFlags.buffer ? used - (used % 16) : 0
  if (whole > 0) kernel.copy(flags.byteOffset, memory.at.entryPresent, whole)
  flags.set(entryPresent.subarray(whole, used), whole)
}

function clearFlags({ memory, kernel, tail }: SearchedIndex, group: Group, flags: Uint8Array): void {
  const { entries, details } = memory.layout.sizes
  const used = (group === 'entry' ? entries : details) + tail[group]
  if (flags.buffer === memory.columns.entryFlags.buffer) kernel.clear(flags.byteOffset, used)
  else flags.fill(0, 0, used)
}
