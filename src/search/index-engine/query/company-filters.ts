import { EMPLOYER_KINDS, FUNDING_STAGES, postsOwnJobs } from '../../../meaning/companies/index.ts'
import { LOOKED_SETS, lookedBits } from '../../../write/sources/index.ts'
import type { CompanyFilters, Ordinals } from '../../engine.ts'
import { countryNumber } from '../layout/encoding.ts'
import type { SearchedIndex } from './clauses/searched-index.ts'

const MAX_U32 = 0xffffffff
const MAX_U16 = 0xffff

/** Keeps only companies that exist and meet the filters. */
export function applyFilters(index: SearchedIndex, bits: number, filters: CompanyFilters): Kept {
  const { kernel, memory, industries } = index
  const { at, layout, columns } = memory
  const { companies } = layout.sizes
  const writeList = (values: readonly number[]) => {
    columns.list.set(values)
    return values.length
  }
  const { countries, countriesNot, fundingStages, employeesMin, employeesMax, scoreTenthsMin } = filters
  if (countries?.length) {
    kernel.keepAnyU16(at.country, at.list, writeList(countries.map(countryNumber)), 0, bits, companies)
  }
  if (countriesNot?.length) {
    kernel.keepAnyU16(at.country, at.list, writeList(countriesNot.map(countryNumber)), 1, bits, companies)
  }
  if (fundingStages?.length) {
    const stages = fundingStages.map((stage) => FUNDING_STAGES.indexOf(stage))
    kernel.keepAnyU16(at.stage, at.list, writeList(stages), 0, bits, companies)
  }
  if (filters.employerKind?.length) {
    const kinds = filters.employerKind.map((kind) => EMPLOYER_KINDS.indexOf(kind))
    kernel.keepAnyU16(at.employer, at.list, writeList(kinds), 0, bits, companies)
  }
  if (filters.watched?.length) {
    kernel.keepAnyU16(at.looked, at.list, writeList(bitsWith(lookedBits(filters.watched))), 0, bits, companies)
  }
  if (filters.industries?.length) {
    const known = filters.industries.flatMap((industry) => industries.get(industry) ?? [])
    kernel.keepAnyU32(at.industry, at.list, writeList(known), 0, bits, companies)
  }
  if (employeesMin !== undefined || employeesMax !== undefined) {
    // An unknown number of employees is 0 and never matches.
    const min = Math.min(MAX_U32, Math.max(1, employeesMin ?? 1))
    const max = Math.min(MAX_U32, Math.max(0, employeesMax ?? MAX_U32))
    if (min <= MAX_U16 && (max < MAX_U16 || max === MAX_U32)) {
      kernel.keepRangeU16(at.employees16, min, Math.min(MAX_U16, max), bits, companies)
    } else {
      kernel.keepRangeU32(at.employees, min, max, bits, companies)
    }
  }
  if (scoreTenthsMin !== undefined) {
    kernel.keepRangeU16(at.score, Math.min(MAX_U16, Math.max(0, scoreTenthsMin)), MAX_U16, bits, companies)
  }
  if (filters.only) keepOnly(index, bits, filters.only)
  if (filters.except) clearBits(index, bits, filters.except)
  const total = kernel.andCount(bits, at.existing, companies / 8)
  if (!filters.withoutAgencies || total === 0) return { total, leftOut: 0 }
  kernel.keepAnyU16(at.employer, at.list, writeList(LEFT_OUT), 1, bits, companies)
  const kept = kernel.andCount(bits, at.existing, companies / 8)
  return { total: kept, leftOut: total - kept }
}

interface Kept {
  readonly total: number
  /** How many agencies and marketplaces `withoutAgencies` removed. */
  readonly leftOut: number
}

const LEFT_OUT = EMPLOYER_KINDS.flatMap((kind, number) => (postsOwnJobs(kind) ? [] : [number]))

/** All sets of types that contain these. */
function bitsWith(wanted: number): number[] {
  return Array.from({ length: LOOKED_SETS }, (_, bits) => bits).filter((bits) => (bits & wanted) === wanted)
}

function keepOnly({ kernel, memory }: SearchedIndex, bits: number, ordinals: Ordinals): void {
  const words = bitsetAt(memory, bits)
  const kept: number[] = []
  for (const ordinal of ordinals) if (((words[ordinal >>> 5] ?? 0) >>> (ordinal & 31)) & 1) kept.push(ordinal)
  kernel.clear(bits, memory.layout.sizes.companies / 8)
  for (const ordinal of kept) words[ordinal >>> 5]! |= 1 << (ordinal & 31)
}

function clearBits({ memory }: SearchedIndex, bits: number, ordinals: Ordinals): void {
  const words = bitsetAt(memory, bits)
  // A company added after the index was built has no bit: writing outside a typed array does nothing.
  for (const ordinal of ordinals) words[ordinal >>> 5]! &= ~(1 << (ordinal & 31))
}

function bitsetAt({ columns, at, layout }: SearchedIndex['memory'], bits: number): Uint32Array {
  const start = (bits - at.bitsets) >>> 2
  return columns.bitsets.subarray(start, start + layout.sizes.companies / 32)
}
