// Merges the shards' answers to one request. They are all at one log position, so counts add up, and the first
// companies overall are among the first of each.

import { SIGNAL_TYPES, type SignalType } from '../../../meaning/types/index.ts'
import type { Evidence, Search, SearchResult, ShownCompany } from '../../engine.ts'
import { type CountedList, countedList, type ValueCounts } from '../../values/value-counts.ts'
import { globalOrdinal } from '../layout/sharding.ts'
import { STEP_ROWS, type Steps } from '../query/clauses/steps.ts'
import { compareRanked, type RankedCompany } from '../query/pages/rank-page.ts'
import type { PagePart } from '../query/search.ts'
import type { ShownRange } from './messages.ts'

/** By how many standard deviations a shard's part of a page's companies may differ from its share. */
const SPREAD = 3

/**
 * The places in each shard's part of the companies that the page may show. Ordinals decide the shard, so of the first n
 * companies a shard has about n / shards, binomially distributed: less than one company in 300 is outside this range,
 * and then the page is requested again with all.
 */
export function shownRange({ offset, limit }: Pick<Search, 'offset' | 'limit'>, shards: number): ShownRange {
  const spread = (companies: number) => SPREAD * Math.sqrt((companies / shards) * (1 - 1 / shards))
  const [first, end] = [offset, offset + limit]
  return {
    from: Math.max(0, Math.floor(first / shards - spread(first))),
    to: Math.min(end, Math.ceil(end / shards + spread(end))),
  }
}

interface PlacedCompany extends RankedCompany {
  readonly part: PagePart
  readonly place: number
}

/** Undefined if a part lacks what the page shows of one of its companies. */
export function mergePages(
  { offset, limit, show }: Pick<Search, 'offset' | 'limit' | 'show'>,
  parts: readonly PagePart[],
  position: number,
): SearchResult | undefined {
  const [{ leftOut, clauses }] = parts as [PagePart]
  const companies = parts
    .flatMap((part, number) =>
      part.companies.map(({ ordinal, key, heat }, place): PlacedCompany => {
        return { ordinal: globalOrdinal(ordinal, { number, of: parts.length }), key, heat, part, place }
      }),
    )
    .sort(compareRanked)
    .slice(offset, offset + limit)
  const result: SearchResult = {
    total: sum(parts.map(({ total }) => total)),
    ordinals: companies.map(({ ordinal }) => ordinal),
    ...(leftOut !== undefined && { leftOut: sum(parts.map((part) => part.leftOut ?? 0)) }),
    ...(clauses && { clauses: clauses.map((_, i) => sum(parts.map((part) => part.clauses?.[i] ?? 0))) }),
  }
  if (!show) return result
  const shown: ShownCompany[] = []
  for (const { part, place } of companies) {
    const company = part.shown?.[place - part.shownFrom]
    if (!company) return undefined
    shown.push(company)
  }
  return { ...result, shown, position }
}

type EvidencePart = Omit<Evidence, 'position'>

/** By ordinal, as a single index returns it. */
export function* mergeEvidence(parts: readonly EvidencePart[], position: number): Steps<Evidence> {
  const companies = sum(parts.map(({ ordinals }) => ordinals.length))
  const signals = sum(parts.map(({ clauses }) => clauses.length))
  const merged = {
    ordinals: new Int32Array(companies),
    starts: new Uint32Array(companies + 1),
    occurredAt: new Float64Array(signals),
    confidence: new Uint8Array(signals),
    closedDay: new Uint16Array(signals),
    clauses: new Uint32Array(signals),
  }
  const next = parts.map(() => 0)
  const head = (number: number) => {
    const local = parts[number]!.ordinals[next[number]!]
    return local === undefined ? Number.POSITIVE_INFINITY : globalOrdinal(local, { number, of: parts.length })
  }
  let at = 0
  for (let i = 0; i < companies; i++) {
    let first = 0
    for (let number = 1; number < parts.length; number++) if (head(number) < head(first)) first = number
    const part = parts[first]!
    merged.ordinals[i] = head(first)
    const [start, end] = [part.starts[next[first]!]!, part.starts[next[first]! + 1]!]
    for (let row = start; row < end; row++, at++) {
      merged.occurredAt[at] = part.occurredAt[row]!
      merged.confidence[at] = part.confidence[row]!
      merged.closedDay[at] = part.closedDay[row]!
      merged.clauses[at] = part.clauses[row]!
      if (at % STEP_ROWS === STEP_ROWS - 1) yield
    }
    next[first]!++
    merged.starts[i + 1] = at
    if (i % STEP_ROWS === STEP_ROWS - 1) yield
  }
  return { ...merged, position }
}

type ValuesPart = Omit<ValueCounts, 'position'>

/** The parts contain all their values. */
export function* mergeValues(parts: readonly ValuesPart[], position: number): Steps<ValueCounts> {
  const lists: Record<string, CountedList> = {}
  for (const name of new Set(parts.flatMap((part) => Object.keys(part.lists)))) {
    const counts = new Map<string, number>()
    let done = 0
    for (const part of parts) {
      for (const [value, count] of part.lists[name]?.values ?? []) {
        counts.set(value, (counts.get(value) ?? 0) + count)
        if (++done % STEP_ROWS === 0) yield
      }
    }
    lists[name] = countedList(counts)
    yield
  }
  const types = SIGNAL_TYPES.map((type) => [type, sum(parts.map((part) => part.types?.[type] ?? 0))])
  return { position, types: Object.fromEntries(types) as Record<SignalType, number>, lists }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0)
