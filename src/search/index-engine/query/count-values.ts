// Counts the values of open sets: each row counts toward its tuples and its origin, and each tuple toward its values.

import { SIGNAL_TYPES, type SignalType } from '../../../meaning/types/index.ts'
import { COUNTRIES, INDUSTRIES, listName, OPEN_FIELDS, SOURCES } from '../../values/open-fields.ts'
import { type CountedList, countedList, type ValueCounts } from '../../values/value-counts.ts'
import { tupleColumns } from '../layout/columns.ts'
import { companyExists, countryText, readOrigin } from '../layout/encoding.ts'
import { type Group, SLOTS, TYPE_NUMBER, WIDTH } from '../layout/fields.ts'
import { MISSING } from '../layout/values.ts'
import type { SearchedIndex } from './clauses/searched-index.ts'
import { STEP_ROWS, type Steps } from './clauses/steps.ts'

type Counts = Map<string, number>

/** `most`: how many values of a list are returned; a shard returns all, so that they can be added up. */
export function* countValuesSteps(index: SearchedIndex, most?: number): Steps<Omit<ValueCounts, 'position'>> {
  const { layout } = index.memory
  const rows = {
    entry: new Uint32Array(layout.sizes.entries + index.tail.entry),
    detail: new Uint32Array(layout.sizes.details + index.tail.detail),
    origin: new Uint32Array(index.origins.size),
  }
  yield* countRows(index, rows)
  const types = new Array<number>(SIGNAL_TYPES.length).fill(0)
  for (let entry = 0; entry < rows.entry.length; entry++) {
    types[index.memory.columns.entryType[entry]!]! += rows.entry[entry]!
  }
  yield
  const lists: Record<string, CountedList> = {
    ...(yield* countCompanies(index, most)),
    [SOURCES]: sources(index, rows.origin, most),
  }
  for (const field of OPEN_FIELDS) {
    const slot = SLOTS[TYPE_NUMBER[field.type]]?.find(({ field: name }) => name === field.name)
    if (slot) lists[listName(field)] = yield* countSlot(index, TYPE_NUMBER[field.type], slot, rows[slot.group], most)
  }
  return {
    types: Object.fromEntries(SIGNAL_TYPES.map((type, n) => [type, types[n]])) as Record<SignalType, number>,
    lists,
  }
}

/** A removed row belongs to the company that doesn't exist. */
function* countRows(
  { memory, rows: end }: SearchedIndex,
  rows: { readonly entry: Uint32Array; readonly detail: Uint32Array; readonly origin: Uint32Array },
): Steps<void> {
  const { columns, layout } = memory
  const noCompany = layout.sizes.companies - 1
  let entry = 0
  for (let row = 0; row < end; row++) {
    if (row % STEP_ROWS === STEP_ROWS - 1) yield
    if (row < layout.sizes.rows) while (columns.entryStart[entry + 1]! <= row) entry++
    if (columns.company[row] === noCompany) continue
    rows.entry[row < layout.sizes.rows ? entry : columns.tailEntry[row - layout.sizes.rows]!]!++
    rows.detail[columns.detail[row]!]!++
    rows.origin[columns.origin[row]!]!++
  }
}

function* countSlot(
  { memory, lexicon }: SearchedIndex,
  type: number,
  { group, at }: { readonly group: Group; readonly at: number },
  rows: Uint32Array,
  most: number | undefined,
): Steps<CountedList> {
  const { types, tuples } = tupleColumns(memory.columns, group)
  const byNumber = new Map<number, number>()
  for (let tuple = 0; tuple < rows.length; tuple++) {
    if (tuple % STEP_ROWS === STEP_ROWS - 1) yield
    const value = tuples[tuple * WIDTH[group] + at]!
    if (types[tuple] !== type || value === MISSING || rows[tuple] === 0) continue
    byNumber.set(value, (byNumber.get(value) ?? 0) + rows[tuple]!)
  }
  yield
  const counts: Counts = new Map()
  for (const [number, count] of byNumber) {
    const value = lexicon.valueOf(number)
    for (const text of typeof value === 'object' ? value : [String(value)]) add(counts, text, count)
  }
  return countedList(counts, most)
}

function* countCompanies(
  { memory: { columns, layout }, industries }: SearchedIndex,
  most: number | undefined,
): Steps<Record<string, CountedList>> {
  const [byIndustry, byCountry] = [new Map<number, number>(), new Map<number, number>()]
  for (let ordinal = 0; ordinal < layout.sizes.companies; ordinal++) {
    if (ordinal % STEP_ROWS === STEP_ROWS - 1) yield
    if (!companyExists(columns, ordinal)) continue
    const [industry, country] = [columns.industry[ordinal]!, columns.country[ordinal]!]
    byIndustry.set(industry, (byIndustry.get(industry) ?? 0) + 1)
    byCountry.set(country, (byCountry.get(country) ?? 0) + 1)
  }
  const names = [...industries.keys()]
  return {
    [INDUSTRIES]: countedList(
      [...byIndustry].map(([number, count]) => [names[number] ?? 'unknown', count] as const),
      most,
    ),
    [COUNTRIES]: countedList(
      [...byCountry].map(([number, count]) => [countryText(number), count] as const),
      most,
    ),
  }
}

function sources({ origins }: SearchedIndex, rows: Uint32Array, most: number | undefined): CountedList {
  const counts: Counts = new Map()
  for (const [origin, number] of origins) {
    if (rows[number] === 0) continue
    for (const source of readOrigin(origin).sources) add(counts, source, rows[number]!)
  }
  return countedList(counts, most)
}

function add(counts: Counts, value: string, count: number): void {
  counts.set(value, (counts.get(value) ?? 0) + count)
}
