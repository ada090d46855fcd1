// How companies and signals are encoded as numbers of the columns.

import { FUNDING_STAGES } from '../../../companies/index.ts'
import { DAY_SECONDS } from '../../../query/index.ts'
import type { FieldValue, Signal } from '../../../signals/index.ts'
import type { Columns } from './columns.ts'
import type { IndexMemory } from './memory.ts'

/** The data that the index stores of a company, besides its signals. */
export interface IndexedCompany {
  readonly ordinal: number
  readonly hqCountry: string
  readonly employeeCount: number
  readonly fundingStage: string
  readonly industry: string
  readonly heatKey: number
  readonly scoreTenths: number
}

/** The data that the index stores of a signal. */
export type IndexedSignal = Pick<
  Signal,
  'id' | 'type' | 'label' | 'confidence' | 'status' | 'occurredAt' | 'source' | 'fields'
>

/** The part of an index that is not an array of numbers. Columns refer to these by their position. */
export interface IndexTexts {
  readonly values: readonly FieldValue[]
  /** Sorted, so that words with the same prefix are adjacent. */
  readonly words: readonly string[]
  /** Source and status, in the form that `originText` writes. */
  readonly origins: readonly string[]
  readonly industries: readonly string[]
}

/** A base without a tail, as it is built, saved and handed between threads. */
export interface BuiltIndex {
  readonly memory: IndexMemory
  readonly texts: IndexTexts
}

/** Distinct origins (source and status) that the two bytes of a row can address. A base leaves some for new ones. */
export const MAX_ORIGINS = 65_536
export const MAX_BASE_ORIGINS = 60_000

export function countryNumber(alpha2: string): number {
  return (alpha2.charCodeAt(0) - 65) * 26 + alpha2.charCodeAt(1) - 65
}

export function countryText(number: number): string {
  return String.fromCharCode(65 + Math.floor(number / 26), 65 + (number % 26))
}

export const originText = (source: string, status: string) => `${status} ${source}`
/** 48 bits of an id. They are enough to tell the signals of one company apart. */
export const idHighOf = (id: string) => Number.parseInt(id.slice(0, 8), 16)
export const idLowOf = (id: string) => Number.parseInt(id.slice(-4), 16)

/** From the newest second plus one to the day plus one; both are 0 where there is no signal. */
export const lastDayOf = (recent: number) => (recent === 0 ? 0 : Math.floor((recent - 1) / DAY_SECONDS) + 1)

/** The number of a text, which is the next free one for a new text. */
export function numberIn(known: Map<string, number>, text: string): number {
  const number = known.get(text)
  if (number !== undefined) return number
  known.set(text, known.size)
  return known.size - 1
}

export function companyExists({ existing }: Columns, ordinal: number): boolean {
  return ((existing[ordinal >>> 5]! >>> (ordinal & 31)) & 1) === 1
}

export function eraseCompany({ existing }: Columns, ordinal: number): void {
  existing[ordinal >>> 5]! &= ~(1 << (ordinal & 31))
}

export function writeCompany(
  columns: Columns,
  ordinal: number,
  company: Omit<IndexedCompany, 'ordinal'>,
  industryNumber: (industry: string) => number,
): void {
  columns.existing[ordinal >>> 5]! |= 1 << (ordinal & 31)
  columns.country[ordinal] = countryNumber(company.hqCountry)
  columns.stage[ordinal] = (FUNDING_STAGES as readonly string[]).indexOf(company.fundingStage)
  columns.industry[ordinal] = industryNumber(company.industry)
  columns.employees[ordinal] = company.employeeCount
  columns.employees16[ordinal] = Math.min(65_535, company.employeeCount)
  columns.score[ordinal] = company.scoreTenths
  columns.heat[ordinal] = company.heatKey
}
