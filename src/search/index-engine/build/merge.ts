// Builds a new base from an older one and its tail. It runs in another thread while the older index keeps changing.
// Changes made meanwhile are applied again from the log, so it does not matter whether the merge sees them.

import { EMPLOYER_KINDS, FUNDING_STAGES } from '../../../meaning/companies/index.ts'
import type { FieldValue } from '../../../meaning/types/index.ts'
import { closedDays } from '../layout/closed-days.ts'
import { entryOf, type Sizes, tupleColumns } from '../layout/columns.ts'
import { companyExists, countryText } from '../layout/encoding.ts'
import { type Group, WIDTH } from '../layout/fields.ts'
import { type IndexMemory, openMemory } from '../layout/memory.ts'
import { IndexBuilder } from './index-builder.ts'
import type { LiveIndex } from './live-index.ts'

/** An index in a form that can be sent to another thread: shared memory and plain data. */
export interface TransferableIndex {
  readonly memory: WebAssembly.Memory
  readonly sizes: Sizes
  readonly tailRows: number
  readonly values: readonly FieldValue[]
  readonly origins: readonly string[]
  readonly industries: readonly string[]
}

export function toTransferable(index: LiveIndex): TransferableIndex {
  const values: FieldValue[] = []
  for (let i = 0; i < index.lexicon.length; i++) values.push(index.lexicon.valueOf(i))
  return {
    memory: index.memory.memory,
    sizes: index.memory.layout.sizes,
    tailRows: index.tail.rows,
    values,
    origins: [...index.origins.keys()],
    industries: [...index.industries.keys()],
  }
}

export function merge(older: TransferableIndex): IndexBuilder {
  const index = openMemory(older.memory, older.sizes)
  const builder = new IndexBuilder()
  addCompanies(builder, index, older.industries)
  const { columns } = index
  const noCompany = older.sizes.companies - 1
  const newValue = memoised((value) => builder.valueNumber(older.values[value]!))
  const newOrigin = memoised((origin) => builder.originNumber(older.origins[origin]!))
  const newEntry = memoised((entry) =>
    builder.entryNumber(...readTuple(index, 'entry', entry, newValue), columns.entryPresent[entry] === 0),
  )
  const closedDay = closedDays(index)
  const newDetail = memoised((detail) => builder.detailNumber(...readTuple(index, 'detail', detail, newValue)))
  const rows = older.sizes.rows + older.tailRows
  for (let row = 0; row < rows; row++) {
    const company = columns.company[row]!
    if (company === noCompany) continue
    const detail = columns.detail[row]!
    builder.addRow({
      company,
      time: columns.time[row]!,
      confidence: columns.confidence[row]!,
      entry: newEntry(entryOf(columns, row)),
      detail: detail === 0 ? 0 : newDetail(detail),
      origin: newOrigin(columns.origin[row]!),
      idHigh: columns.idHigh[row]!,
      idLow: columns.idLow[row]!,
      closedDay: closedDay(row),
    })
  }
  return builder
}

function addCompanies(builder: IndexBuilder, { columns, layout }: IndexMemory, industries: readonly string[]): void {
  for (let ordinal = 0; ordinal < layout.sizes.companies - 1; ordinal++) {
    if (!companyExists(columns, ordinal)) continue
    builder.addCompany({
      ordinal,
      hqCountry: countryText(columns.country[ordinal]!),
      employeeCount: columns.employees[ordinal]!,
      fundingStage: FUNDING_STAGES[columns.stage[ordinal]!] ?? 'unknown',
      industry: industries[columns.industry[ordinal]!] ?? 'unknown',
      employerKind: EMPLOYER_KINDS[columns.employer[ordinal]!] ?? 'unknown',
      looked: columns.looked[ordinal]!,
      heatKey: columns.heat[ordinal]!,
      scoreTenths: columns.score[ordinal]!,
    })
  }
}

function readTuple(
  { columns }: IndexMemory,
  group: Group,
  number: number,
  newValue: (value: number) => number,
): [type: number, slots: Uint32Array] {
  const { types, tuples } = tupleColumns(columns, group)
  const slots = tuples.slice(number * WIDTH[group], (number + 1) * WIDTH[group]).map((v) => (v === 0 ? 0 : newValue(v)))
  return [types[number]!, slots]
}

/** Calls `compute` once for each number. */
function memoised(compute: (number: number) => number): (number: number) => number {
  const results: number[] = []
  return (number) => {
    results[number] ??= compute(number)
    return results[number]!
  }
}
