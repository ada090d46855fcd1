// The rows of a team's feed, made of what is known about their companies: pure functions.

import { createHash } from 'node:crypto'
import { includesOrdinal, type ListSet } from '../../account/lists/index.ts'
import type { RecentEntry } from '../../deliver/alerts/index.ts'
import type { Slice } from '../slices/index.ts'
import { MAX_OF_LISTS } from './candidates.ts'
import type { CompanyNote } from './company-notes.ts'
import { evidenceOfSignals } from './evidence.ts'
import type { FeedRow } from './groups.ts'
import type { KnownCompany } from './queries.ts'

export interface TeamFeed {
  readonly rows: readonly FeedRow[]
  readonly scope: 'accounts' | 'all'
  readonly hasSearches: boolean
  /** Changes exactly when the rows do. */
  readonly stamp: string
  /** Unix seconds. */
  readonly madeAt: number
}

/** What a feed is made from. */
export interface FeedState {
  /** Unix seconds. */
  readonly asOf: number
  readonly slices: readonly Slice[]
  /** Of the log. */
  readonly position: number
  readonly lists: readonly ListSet[]
  /** Of the lists with their companies. */
  readonly listsStamp: string
  /** Of the lists with their domains. */
  readonly listMarks: string
  /** The companies on them, ascending. */
  readonly listed: Int32Array
  /** Changes when a search of the team finds or loses a company. */
  readonly searches: string
}

export function feedOf(rows: readonly FeedRow[], { listed, searches, asOf }: FeedState): TeamFeed {
  // Equal rows have equal stamps.
  const sorted = rows.toSorted((a, b) => a.ordinal - b.ordinal)
  return {
    rows: sorted,
    scope: listed.length > 0 ? 'accounts' : 'all',
    hasSearches: !searches.startsWith('0 '),
    stamp: createHash('sha256').update(JSON.stringify(sorted)).digest('base64url').slice(0, 22),
    madeAt: asOf,
  }
}

/** A company that is neither in a window nor found by a search has no row. */
export function rowsOf(
  companies: readonly KnownCompany[],
  notes: ReadonlyMap<string, CompanyNote>,
  entries: readonly RecentEntry[],
  lists: readonly ListSet[],
): FeedRow[] {
  const entriesOf = Map.groupBy(entries, ({ companyId }) => companyId)
  return companies.flatMap((company): FeedRow[] => {
    const note = notes.get(company.id)
    const entered = entriesOf.get(company.id) ?? []
    if (!note || (note.windows.length === 0 && entered.length === 0)) return []
    return [rowOf(company, note, entered, lists)]
  })
}

/**
 * Of recomputed rows, those that belong to the feed. A company that isn't in it although the windows were scanned was
 * left out in favour of others in its windows: it is added only if it is now newer, stronger or closes sooner than
 * they. Otherwise any event about it would change the feed of every team that has it on a list, without a visible
 * difference.
 */
export function withoutLeftOut(rows: readonly FeedRow[], made: readonly FeedRow[]): readonly FeedRow[] {
  const shown = new Set(rows.map(({ ordinal }) => ordinal))
  if (made.every(({ ordinal }) => shown.has(ordinal))) return made
  const barOf = new Map<string, Bar>()
  const isAhead = (row: FeedRow) =>
    row.windows.some((window) => {
      const bar = barOf.get(window.slug) ?? barFor(window.slug, rows)
      barOf.set(window.slug, bar)
      return row.newAt > bar.newAt || window.score > bar.score || window.windowEndsAt < bar.endsAt
    })
  return made.filter((row) => shown.has(row.ordinal) || row.searches.length > 0 || isAhead(row))
}

/** The thresholds that a company of a window must exceed. */
interface Bar {
  readonly newAt: number
  readonly score: number
  readonly endsAt: number
}

function barFor(slug: string, rows: readonly FeedRow[]): Bar {
  const windows = rows.flatMap(({ newAt, windows }) =>
    windows.filter((window) => window.slug === slug).map((window) => ({ ...window, newAt })),
  )
  const nth = (values: readonly number[]) =>
    values.toSorted((a, b) => b - a)[MAX_OF_LISTS - 1] ?? Number.NEGATIVE_INFINITY
  return {
    newAt: nth(windows.map(({ newAt }) => newAt)),
    score: nth(windows.map(({ score }) => score)),
    endsAt: -nth(windows.map(({ windowEndsAt }) => -windowEndsAt)),
  }
}

/** Whether these rows are also what `rows` has of these companies. */
export function hasSameRows(
  rows: readonly FeedRow[],
  ordinals: ReadonlySet<number>,
  made: readonly FeedRow[],
): boolean {
  const had = rows.filter(({ ordinal }) => ordinals.has(ordinal))
  return had.length === made.length && JSON.stringify(had) === JSON.stringify(made)
}

function rowOf(
  { ordinal, id, name }: KnownCompany,
  note: CompanyNote,
  entries: readonly RecentEntry[],
  lists: readonly ListSet[],
): FeedRow {
  const enteredAt = entries.map((entry) => Math.floor(entry.enteredAt.getTime() / 1_000))
  return {
    ordinal,
    company: { id, name },
    evidence: note.evidence || evidenceOfSignals(entries[0]?.signals ?? []),
    windows: note.windows,
    lists: lists.filter(({ ordinals }) => includesOrdinal(ordinals, ordinal)).map((list) => list.name),
    searches: entries.map(({ searchId, searchName }) => ({ id: searchId, name: searchName })),
    newAt: Math.max(note.newAt, ...enteredAt),
  }
}

/** Ascending. A company on several lists occurs several times. */
export function unionOf(lists: readonly ListSet[]): Int32Array {
  const [first, ...others] = lists
  if (first && others.length === 0) return first.ordinals
  const all = new Int32Array(lists.reduce((sum, { ordinals }) => sum + ordinals.length, 0))
  let end = 0
  for (const { ordinals } of lists) {
    all.set(ordinals, end)
    end += ordinals.length
  }
  return all.sort()
}
