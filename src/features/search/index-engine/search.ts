// A page of a search: the bitset of the query, narrowed by the company filters, counted, and its best companies taken in
// order without sorting the rest.

import { firstFrom } from '../../../platform/sorted.ts'
import { FUNDING_STAGES } from '../../companies/index.ts'
import { clausesOf } from '../../query/index.ts'
import type { CompanyFilters, Found, Search, Sort } from '../engine.ts'
import { countryCode } from './build.ts'
import { Clauses } from './clauses.ts'
import { Evaluation } from './evaluate.ts'
import type { LiveIndex } from './live-index.ts'
import { MOVED_COLUMN } from './live-index.ts'
import { byHeat, byRecent, byScore, type Order } from './orders.ts'
import { shownOf } from './shown.ts'

const ORDERS: Readonly<Record<Sort, Order>> = { heat: byHeat, score: byScore, recent: byRecent }
const GREATEST = 0xffffffff
const GREATEST_16 = 0xffff

export function search(index: LiveIndex, asked: Search): Found {
  const clauses = new Clauses(index, asked.query, asked.asOf)
  const found = find(index, clauses, asked)
  return asked.show ? { ...found, shown: shownOf(index, clauses, asked, found.ordinals) } : found
}

function find(index: LiveIndex, ready: Clauses, { query, filters, sort, offset, limit, explain }: Search): Found {
  const evaluation = new Evaluation(index, ready)
  const bits = evaluation.bitsOf(query)
  const total = narrow(evaluation, bits, filters)
  const ordinals = best(evaluation, bits, total, ORDERS[sort], offset + limit).slice(offset)
  evaluation.give(bits)
  if (!explain) return { total, ordinals }
  const clauses = clausesOf(query).map((clause) => {
    const alone = evaluation.bitsOf(clause)
    const total = narrow(evaluation, alone, filters)
    evaluation.give(alone)
    return total
  })
  return { total, ordinals, clauses }
}

/** Leaves only companies that exist and meet the filters; returns how many. */
export function narrow(evaluation: Evaluation, bits: number, filters: CompanyFilters): number {
  const { kernel, memory, industries } = evaluation.index
  const { at, layout, columns } = memory
  const { companies } = layout.sizes
  const listed = (values: readonly number[]) => {
    columns.list.set(values)
    return values.length
  }
  const { countries, countriesNot, fundingStages, employeesMin, employeesMax, scoreTenthsMin } = filters
  if (countries?.length) {
    kernel.keepAnyU16(at.country, at.list, listed(countries.map(countryCode)), 0, bits, companies)
  }
  if (countriesNot?.length) {
    kernel.keepAnyU16(at.country, at.list, listed(countriesNot.map(countryCode)), 1, bits, companies)
  }
  if (fundingStages?.length) {
    const stages = fundingStages.map((stage) => FUNDING_STAGES.indexOf(stage))
    kernel.keepAnyU16(at.stage, at.list, listed(stages), 0, bits, companies)
  }
  if (filters.industries?.length) {
    const known = filters.industries.flatMap((industry) => industries.get(industry) ?? [])
    kernel.keepAnyU32(at.industry, at.list, listed(known), 0, bits, companies)
  }
  if (employeesMin !== undefined || employeesMax !== undefined) {
    // Unknown employees are 0 and fit no bound.
    const least = Math.min(GREATEST, Math.max(1, employeesMin ?? 1))
    const most = Math.min(GREATEST, Math.max(0, employeesMax ?? GREATEST))
    if (least <= GREATEST_16 && (most < GREATEST_16 || most === GREATEST)) {
      kernel.keepRangeU16(at.employees16, least, Math.min(GREATEST_16, most), bits, companies)
    } else {
      kernel.keepRangeU32(at.employees, least, most, bits, companies)
    }
  }
  if (scoreTenthsMin !== undefined) {
    kernel.keepRangeU16(at.score, Math.min(GREATEST_16, Math.max(0, scoreTenthsMin)), GREATEST_16, bits, companies)
  }
  return kernel.andCount(bits, at.known, evaluation.length)
}

/** Looking at a hit's key, which lies anywhere in memory, is worth so many steps of the order. */
const LOOK_COST = 16
/** Up to here each hit finds its place among those before it. */
const MOST_AT_ONCE = 256

/** The first `most` of the result. */
function best(evaluation: Evaluation, bits: number, total: number, order: Order, most: number): number[] {
  if (total === 0 || most === 0) return []
  const { index } = evaluation
  const { columns, layout } = index.memory
  const compare = (a: number, b: number) => order.keyOf(columns, b) - order.keyOf(columns, a) || a - b
  // Going through the order meets a hit every companies / total; otherwise each hit is looked at.
  if (LOOK_COST * total * total < most * layout.sizes.companies) {
    if (most > MOST_AT_ONCE) return listed(evaluation, bits).sort(compare).slice(0, most)
    const { at } = index.memory
    // So few hits that there is room for twice as many, however small the index.
    const wanted = Math.min(most, total)
    const count = index.kernel.best(bits, evaluation.length, at[order.keys], order.kind, wanted, at.counters)
    return [...columns.counters.subarray(0, count)]
  }
  const moved = index.moved(order).settle()
  const walked = index.kernel.walk(
    index.memory.at[order.name],
    layout.sizes.companies,
    bits,
    index.memory.at[MOVED_COLUMN[order.name]],
    most,
    index.memory.at.counters,
  )
  const page = [...columns.counters.subarray(0, walked)]
  // The latest first: signals that come in make a company newer and hotter.
  const others = moved.filter((ordinal) => isIn(evaluation, bits, ordinal)).reverse()
  return merged(page, others, most, compare)
}

/** The best of a page, which is in order, and of others, which are not. Most of those lie behind it: one comparison. */
function merged(
  page: number[],
  others: readonly number[],
  most: number,
  compare: (a: number, b: number) => number,
): number[] {
  for (const ordinal of others) {
    if (page.length === most) {
      if (compare(page[most - 1]!, ordinal) < 0) continue
      page.pop()
    }
    const place = firstFrom(page, 0, (other) => compare(other, ordinal))
    page.splice(place, 0, ordinal)
  }
  return page
}

function isIn({ index }: Evaluation, bits: number, ordinal: number): boolean {
  const words = index.memory.columns.bitsets
  const first = (bits - index.memory.at.bitsets) >>> 2
  return ((words[first + (ordinal >>> 5)]! >>> (ordinal & 31)) & 1) === 1
}

/** All companies of a bitset, by ordinal. */
export function listed({ index, length }: Evaluation, bits: number): number[] {
  const count = index.kernel.list(bits, length, index.memory.at.counters)
  return [...index.memory.columns.counters.subarray(0, count)]
}
