// A new base from an older one and its tail. It runs in another thread while the older one goes on: what changes
// meanwhile is applied again from the log, so it does not matter whether it is seen here or not.

import { FUNDING_STAGES } from '../../companies/index.ts'
import type { FieldValue } from '../../signals/index.ts'
import { IndexBuilder } from './build.ts'
import { type Group, WIDTH } from './fields.ts'
import { groupColumns, type LiveIndex } from './live-index.ts'
import { entryOf, type IndexMemory, openMemory, type Sizes } from './memory.ts'

/** An index as another thread can take it: a memory that is shared, and plain data. */
export interface HandedIndex {
  readonly memory: WebAssembly.Memory
  readonly sizes: Sizes
  readonly tailRows: number
  readonly values: readonly FieldValue[]
  readonly origins: readonly string[]
  readonly industries: readonly string[]
}

export function handOver(index: LiveIndex): HandedIndex {
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

export function merge(handed: HandedIndex): IndexBuilder {
  const index = openMemory(handed.memory, handed.sizes)
  const builder = new IndexBuilder()
  addCompanies(builder, index, handed.industries)
  const { columns } = index
  const nobody = handed.sizes.companies - 1
  const renumber = lazily((value) => builder.valueNumber(handed.values[value]!))
  const originOf = lazily((origin) => builder.originNumber(handed.origins[origin]!))
  const newEntry = lazily((entry) => builder.entryNumber(...tuple(index, 'entry', entry, renumber)))
  const newDetail = lazily((detail) => builder.detailNumber(...tuple(index, 'detail', detail, renumber)))
  const rows = handed.sizes.rows + handed.tailRows
  for (let row = 0; row < rows; row++) {
    const company = columns.company[row]!
    if (company === nobody) continue
    const detail = columns.detail[row]!
    builder.addRow({
      company,
      time: columns.time[row]!,
      confidence: columns.confidence[row]!,
      entry: newEntry(entryOf(columns, row)),
      detail: detail === 0 ? 0 : newDetail(detail),
      origin: originOf(columns.origin[row]!),
      idHigh: columns.idHigh[row]!,
      idLow: columns.idLow[row]!,
    })
  }
  return builder
}

function addCompanies(builder: IndexBuilder, { columns, layout }: IndexMemory, industries: readonly string[]): void {
  for (let ordinal = 0; ordinal < layout.sizes.companies - 1; ordinal++) {
    if (((columns.known[ordinal >>> 5]! >>> (ordinal & 31)) & 1) === 0) continue
    const country = columns.country[ordinal]!
    builder.addCompany({
      ordinal,
      hqCountry: String.fromCharCode(65 + Math.floor(country / 26), 65 + (country % 26)),
      employeeCount: columns.employees[ordinal]!,
      fundingStage: FUNDING_STAGES[columns.stage[ordinal]!] ?? 'unknown',
      industry: industries[columns.industry[ordinal]!] ?? 'unknown',
      heatKey: columns.heat[ordinal]!,
      scoreTenths: columns.score[ordinal]!,
    })
  }
}

function tuple(
  { columns }: IndexMemory,
  group: Group,
  number: number,
  renumber: (value: number) => number,
): [type: number, slots: Uint32Array] {
  const { types, tuples } = groupColumns(columns, group)
  const slots = tuples.slice(number * WIDTH[group], (number + 1) * WIDTH[group]).map((v) => (v === 0 ? 0 : renumber(v)))
  return [types[number]!, slots]
}

/** Looked up once for each number. */
function lazily(look: (number: number) => number): (number: number) => number {
  const known: number[] = []
  return (number) => {
    known[number] ??= look(number)
    return known[number]!
  }
}
