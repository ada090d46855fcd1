// Encodes companies and signals as numbers of the columns.

import { EMPLOYER_KINDS, FUNDING_STAGES } from '../../../meaning/companies/index.ts'
import { type Signal, sizeBandOf, surgeDaysOf } from '../../../meaning/signals/index.ts'
import { type FieldValue, isContinuing } from '../../../meaning/types/index.ts'
import { DAY_SECONDS } from '../../../query/index.ts'
import type { Columns } from './columns.ts'
import { SLOTS, type Slot, TYPE_NUMBER } from './fields.ts'
import type { IndexMemory } from './memory.ts'

/** The data that the index stores of a company, besides its signals. */
export interface IndexedCompany {
  readonly ordinal: number
  readonly hqCountry: string
  readonly employeeCount: number
  readonly fundingStage: string
  readonly industry: string
  readonly employerKind: string
  /** The types that the company is monitored for, as bits. */
  readonly looked: number
  readonly heatKey: number
  readonly scoreTenths: number
}

/** The data that the index stores of a signal. */
export type IndexedSignal = Pick<
  Signal,
  'id' | 'type' | 'label' | 'confidence' | 'status' | 'occurredAt' | 'closedAt' | 'source' | 'fields'
> & { readonly sources?: readonly { readonly name: string }[] | null }

/** The part of an index that is not an array of numbers. Columns refer to these by their position. */
export interface IndexTexts {
  readonly values: readonly FieldValue[]
  /** Sorted, so that words with the same prefix are adjacent. */
  readonly words: readonly string[]
  /** Sources and status, in the form that `originText` writes. */
  readonly origins: readonly string[]
  readonly industries: readonly string[]
}

/** A base without a tail, as it is built, saved and handed between threads. */
export interface BuiltIndex {
  readonly memory: IndexMemory
  readonly texts: IndexTexts
}

/** Distinct origins (sources and status) that the two bytes of a row can address. A base leaves some for new ones. */
export const MAX_ORIGINS = 65_536
export const MAX_BASE_ORIGINS = 60_000

export function countryNumber(alpha2: string): number {
  return (alpha2.charCodeAt(0) - 65) * 26 + alpha2.charCodeAt(1) - 65
}

export function countryText(number: number): string {
  return String.fromCharCode(65 + Math.floor(number / 26), 65 + (number % 26))
}

/** All sources of the signal and its status. */
export function originText({ source, sources, status }: Pick<IndexedSignal, 'source' | 'sources' | 'status'>): string {
  const names = sources ? [...new Set(sources.map(({ name }) => name))].sort() : [source.name]
  return `${status} ${names.join(SOURCE_SEPARATOR)}`
}

/** A control character, which no name has. */
const SOURCE_SEPARATOR = '\u001f'

export function readOrigin(origin: string): { readonly status: string; readonly sources: readonly string[] } {
  const space = origin.indexOf(' ')
  return { status: origin.slice(0, space), sources: origin.slice(space + 1).split(SOURCE_SEPARATOR) }
}
/** 48 bits of an id, enough to distinguish the signals of one company. */
export const idHighOf = (id: string) => Number.parseInt(id.slice(0, 8), 16)
export const idLowOf = (id: string) => Number.parseInt(id.slice(-4), 16)

/** From the newest second plus one to the day plus one; both are 0 where there is no signal. */
export const lastDayOf = (recent: number) => (recent === 0 ? 0 : Math.floor((recent - 1) / DAY_SECONDS) + 1)

/** The day of a signal's end plus one; 0 where it has none. */
export const closedDayOf = ({ closedAt }: Pick<IndexedSignal, 'closedAt'>) =>
  closedAt === undefined || closedAt === null ? 0 : lastDayOf(closedAt + 1)

/** Whether the time of a signal says when it began or ended. A tool in use existed before its first visit. */
export const isNews = (change: FieldValue | undefined) => !isContinuing(change)

/** The days by which a surge with such a detail is later. A slot without a value reads as an empty text. */
export function detailSurgeOf(type: number, read: (slot: Slot) => FieldValue | undefined): number {
  if (type !== TYPE_NUMBER.velocity) return 0
  const slots = SLOTS[type]!.filter(({ group }) => group === 'detail')
  const fields = Object.fromEntries(slots.map((slot) => [slot.field, read(slot) || 0]))
  return surgeDaysOf({ type: 'velocity', fields })
}

/** The number of a text. A new text gets the next free number. */
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
  columns.employer[ordinal] = (EMPLOYER_KINDS as readonly string[]).indexOf(company.employerKind)
  columns.looked[ordinal] = company.looked
  columns.industry[ordinal] = industryNumber(company.industry)
  columns.employees[ordinal] = company.employeeCount
  columns.employees16[ordinal] = Math.min(65_535, company.employeeCount)
  columns.sizeBand[ordinal] = sizeBandOf(company.employeeCount)
  columns.score[ordinal] = company.scoreTenths
  columns.heat[ordinal] = company.heatKey
}
