// The rows of Today, made once for all members of a team and kept while nothing of the team's has changed. Open pages wait for
// a change; that costs a few small queries at most every 400 ms for all pages of a team.
//
// When the log touches a company on the team's lists or in its feed, only the rows of such companies are made again, from the
// database and not from the search index, so what was committed is there at once. The windows of all companies on the lists are
// looked through once a minute while the log moves, and when a list, a slice or the day has changed. That takes longest, so a
// node spends a fifth of its time on it and no more: with many teams it is done less often.

import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { includesOrdinal, type ListSet, type ListSets } from '../../account/lists/index.ts'
import type { DatabaseClock, Queryable } from '../../db/index.ts'
import { type RecentEntry, readLastChange, readRecentEntries } from '../../deliver/alerts/index.ts'
import { LruMap } from '../../platform/lru-map.ts'
import { startOfDay } from '../../query/index.ts'
import type { Slice, SliceCache, SlicePages } from '../slices/index.ts'
import { findCandidates } from './candidates.ts'
import { type CompanyNote, CompanyNotes } from './company-notes.ts'
import { evidenceOfSignals } from './evidence.ts'
import type { FeedRow } from './groups.ts'
import { LogPulse } from './log-pulse.ts'
import { type KnownCompany, readCompanies } from './queries.ts'

export interface TodayParts {
  readonly read: Queryable
  readonly slices: SliceCache
  readonly slicePages: SlicePages
  readonly lists: ListSets
  readonly clock: DatabaseClock
}

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
interface State {
  /** Unix seconds. */
  readonly asOf: number
  readonly slices: readonly Slice[]
  /** Of the log. */
  readonly position: number
  readonly lists: readonly ListSet[]
  /** Of the lists. */
  readonly listsStamp: string
  /** The companies on them, ascending. */
  readonly listed: Int32Array
  /** Changes when a search of the team finds or loses a company. */
  readonly searches: string
}

interface CachedFeed extends TeamFeed {
  /** Up to here, what was touched is in the rows. */
  state: State
  checkedMs: number
  readonly entries: readonly RecentEntry[]
  /** What was looked through, and when. */
  readonly found: State
  readonly foundMs: number
  /** The companies that this found. */
  readonly candidates: ReadonlySet<number>
}

/** Of what passes from a commit to a page, most is this. */
const CHECK_MS = 400
/** Between two checks that take longer than that. */
const MIN_PAUSE_MS = 100
/** Windows of companies that no event touched are found after this time. */
const LOOK_THROUGH_MS = 60_000
const LOOK_THROUGH_ALL_MS = 15_000
/** What is looked through lags behind the log by less than this. */
const SETTLED_MS = 20_000
const ENTRY_DAYS = 14
const MAX_ENTRIES = 150
/** Of one change: of a large import, the others are found when the windows are looked through. */
const MAX_TOUCHED = 200
const MAX_TEAMS = 500
/** How long no windows are looked through after some were, in multiples of the time that it took. */
const REST = 4

export class TeamFeeds {
  readonly #parts: TodayParts
  readonly #notes: CompanyNotes
  readonly #pulse: LogPulse
  readonly #feeds = new LruMap<string, CachedFeed>(MAX_TEAMS)
  readonly #checking = new Map<string, Promise<CachedFeed>>()
  readonly #monotonicMs: () => number
  #restUntil = Number.NEGATIVE_INFINITY

  constructor(parts: TodayParts, monotonicMs: () => number = () => performance.now()) {
    this.#parts = parts
    this.#monotonicMs = monotonicMs
    this.#notes = new CompanyNotes(parts.read)
    this.#pulse = new LogPulse(parts.read, monotonicMs)
  }

  /** Concurrent callers of a team share the work. */
  of(teamId: string): Promise<TeamFeed> {
    return this.#current(teamId)
  }

  /**
   * The stamp as soon as it is another one than `known`, and else when the time is over or the signal aborts. All who wait
   * for a team wake together, when its next check is due, and share it.
   */
  async stampAfter(teamId: string, known: string, maxMs: number, signal: AbortSignal): Promise<string> {
    const until = this.#monotonicMs() + maxMs
    for (;;) {
      const { stamp, checkedMs } = await this.#current(teamId)
      const now = this.#monotonicMs()
      if (stamp !== known || now >= until || signal.aborted) return stamp
      const dueMs = Math.max(checkedMs + CHECK_MS - now, MIN_PAUSE_MS)
      await sleep(Math.min(dueMs, until - now), undefined, { signal }).catch(() => {})
    }
  }

  async #current(teamId: string): Promise<CachedFeed> {
    const cached = this.#feeds.get(teamId)
    if (cached && this.#monotonicMs() - cached.checkedMs < CHECK_MS) return cached
    const running = this.#checking.get(teamId)
    if (running) return running
    const checking = this.#check(teamId, cached).finally(() => this.#checking.delete(teamId))
    this.#checking.set(teamId, checking)
    return checking
  }

  async #check(teamId: string, cached: CachedFeed | undefined): Promise<CachedFeed> {
    const checkedMs = this.#monotonicMs()
    // Before the rows: the next check notices what changes in between.
    const state = await this.#readState(teamId, cached?.state)
    if (!cached || (!this.#isCurrent(cached, state) && checkedMs >= this.#restUntil)) {
      const feed = await this.#lookThrough(teamId, state, cached, checkedMs)
      const madeMs = this.#monotonicMs()
      this.#restUntil = madeMs + REST * (madeMs - checkedMs)
      this.#feeds.set(teamId, feed)
      return feed
    }
    if (!this.#canFollow(cached, state)) {
      cached.checkedMs = checkedMs
      return cached
    }
    const feed = await this.#follow(teamId, cached, state)
    feed.state = state
    feed.checkedMs = checkedMs
    this.#feeds.set(teamId, feed)
    return feed
  }

  async #readState(teamId: string, before: State | undefined): Promise<State> {
    const { clock, slices, read } = this.#parts
    const [asOf, current, position] = [await clock.now(), await slices.current(), await this.#pulse.head()]
    const lists = await this.#parts.lists.all(teamId)
    const listsStamp = lists.map(({ name, stamp }) => `${name} ${stamp}`).join()
    const listed = before?.listsStamp === listsStamp ? before.listed : unionOf(lists)
    const searches = await readLastChange(read, teamId)
    return { asOf, slices: current, position, lists, listsStamp, listed, searches }
  }

  /** Whether its candidates are still those of the team, but for the companies that were touched. */
  #isCurrent(cached: CachedFeed, state: State): boolean {
    const { found, foundMs, scope } = cached
    const isSettled = foundMs - this.#pulse.movedAt >= SETTLED_MS
    const maxAgeMs = scope === 'all' ? LOOK_THROUGH_ALL_MS : LOOK_THROUGH_MS
    return (
      found.listsStamp === state.listsStamp &&
      (isSettled || this.#monotonicMs() - foundMs < maxAgeMs) &&
      this.#canFollow(cached, state)
    )
  }

  /** Whether only rows of companies that were touched since can be others. */
  #canFollow({ state: before }: CachedFeed, state: State): boolean {
    const isSameDay = startOfDay(before.asOf) === startOfDay(state.asOf)
    return before.slices === state.slices && isSameDay && this.#pulse.knows(before.position)
  }

  /** The team's companies that the log has touched since. Those that just came to a list are among them. */
  #touched(cached: CachedFeed, state: State): ReadonlySet<number> {
    if (cached.state.position === state.position) return new Set()
    return this.#ours(this.#pulse.touchedSince(cached.state.position), cached, state)
  }

  #ours(touched: ReadonlySet<number>, cached: CachedFeed | undefined, { listed }: State): ReadonlySet<number> {
    const shown = new Set(cached?.rows.map(({ ordinal }) => ordinal))
    const isOurs = (ordinal: number) =>
      shown.has(ordinal) || cached?.candidates.has(ordinal) || includesOrdinal(listed, ordinal)
    return new Set([...touched].filter(isOurs).slice(0, MAX_TOUCHED))
  }

  async #lookThrough(
    teamId: string,
    state: State,
    cached: CachedFeed | undefined,
    checkedMs: number,
  ): Promise<CachedFeed> {
    const { read, slicePages } = this.#parts
    const { listed, slices, asOf } = state
    const found = await findCandidates(slicePages, teamId, listed, slices, asOf)
    const entries = await this.#entriesOf(teamId)
    // What it doesn't have yet. Rows of an earlier change may be of this kind too.
    const touched = this.#ours(this.#pulse.touchedWithin(SETTLED_MS), cached, state)
    const ordinals = [...found, ...touched, ...entries.map(({ ordinal }) => ordinal)]
    const companies = await readCompanies(read, ordinals)
    const rows = await this.#rowsOf(companies, state, entries, () => Number.POSITIVE_INFINITY)
    return {
      ...feedOf(rows, state),
      ...{ state, checkedMs, entries, found: state, foundMs: checkedMs },
      candidates: new Set(companies.map(({ ordinal }) => ordinal)),
    }
  }

  /** The same feed if nothing of its rows has changed. */
  async #follow(teamId: string, cached: CachedFeed, state: State): Promise<CachedFeed> {
    const { read } = this.#parts
    const touched = this.#touched(cached, state)
    const hasOtherEntries = cached.state.searches !== state.searches
    if (touched.size === 0 && !hasOtherEntries) return cached
    const entries = hasOtherEntries ? await this.#entriesOf(teamId) : cached.entries
    const shown = cached.rows.map(({ ordinal }) => ordinal)
    const others = hasOtherEntries ? [...shown, ...cached.candidates, ...entries.map(({ ordinal }) => ordinal)] : []
    const wanted = new Set([...touched, ...others])
    const companies = await readCompanies(read, [...wanted])
    // The notes of rows were followed up to now. A company that enters a search wasn't.
    const followed = new Set(shown)
    const rows = await this.#rowsOf(companies, state, entries, (ordinal) =>
      followed.has(ordinal) && !touched.has(ordinal) ? 0 : state.position,
    )
    const made = new Set(companies.map(({ ordinal }) => ordinal))
    const kept = cached.rows.filter(({ ordinal }) => !wanted.has(ordinal) && !made.has(ordinal))
    const feed = feedOf(
      [...kept, ...rows].sort((a, b) => a.ordinal - b.ordinal),
      state,
    )
    return feed.stamp === cached.stamp ? { ...cached, entries } : { ...cached, ...feed, entries }
  }

  #entriesOf(teamId: string): Promise<RecentEntry[]> {
    return readRecentEntries(this.#parts.read, teamId, { days: ENTRY_DAYS, limit: MAX_ENTRIES })
  }

  async #rowsOf(
    companies: readonly KnownCompany[],
    state: State,
    entries: readonly RecentEntry[],
    minPosition: (ordinal: number) => number,
  ): Promise<FeedRow[]> {
    const notes = await this.#notes.of(companies, state, minPosition)
    const entriesOf = Map.groupBy(entries, ({ companyId }) => companyId)
    return companies.flatMap((company): FeedRow[] => {
      const note = notes.get(company.id)
      const entered = entriesOf.get(company.id) ?? []
      if (!note || (note.windows.length === 0 && entered.length === 0)) return []
      return [rowOf(company, note, entered, state.lists)]
    })
  }
}

/** `rows`: by ordinal, so that equal rows have equal stamps. */
function feedOf(rows: readonly FeedRow[], { listed, searches, asOf }: State): TeamFeed {
  return {
    rows,
    scope: listed.length > 0 ? 'accounts' : 'all',
    hasSearches: !searches.startsWith('0 '),
    stamp: createHash('sha256').update(JSON.stringify(rows)).digest('base64url').slice(0, 22),
    madeAt: asOf,
  }
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

/** Ascending. A company on several lists is there several times. */
function unionOf(lists: readonly ListSet[]): Int32Array {
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
