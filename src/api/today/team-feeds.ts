// The rows of Today, made once for all members of a team and kept while nothing of the team's has changed. Open pages ask
// every second whether something is new; that costs a few small queries at most every 500 ms for all pages of a team.
//
// When the log touches a company on the team's lists or in its feed, only such companies are read again, from the database
// and not from the search index, so what was committed is there at once. The windows of all companies on the lists are
// looked through once a minute, and when a list, a slice or the day has changed. Making feeds takes a fifth of this
// process's time and no more: under heavy writes, and with many teams, they become older instead.

import { createHash } from 'node:crypto'
import type { ListSet, ListSets } from '../../account/lists/index.ts'
import type { DatabaseClock, Queryable } from '../../db/index.ts'
import { type RecentEntry, readLastChange, readRecentEntries } from '../../deliver/alerts/index.ts'
import { LruMap } from '../../platform/lru-map.ts'
import { startOfDay } from '../../query/index.ts'
import type { Slice, SliceCache, SlicePages } from '../slices/index.ts'
import { type Candidates, findCandidates } from './candidates.ts'
import { CompanyNotes } from './company-notes.ts'
import { evidenceOfSignals } from './evidence.ts'
import type { FeedRow } from './groups.ts'
import { LogPulse } from './log-pulse.ts'
import { readCompanies } from './queries.ts'

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
  /** Changes when a search of the team finds or loses a company. */
  readonly searches: string
}

interface CachedFeed extends TeamFeed {
  state: State
  checkedMs: number
  readonly candidates: Candidates & { readonly foundMs: number }
}

const CHECK_MS = 500
/** Windows of companies that no event touched are found after this time. */
const LOOK_THROUGH_MS = 60_000
const LOOK_THROUGH_ALL_MS = 15_000
const ENTRY_DAYS = 14
const MAX_ENTRIES = 150
/** Of one change: of a large import, the others are found when the windows are looked through. */
const MAX_TOUCHED = 200
const MAX_TEAMS = 500
/** How long nothing is made after something was made, in multiples of the time that it took. */
const REST = 4

export class TeamFeeds {
  readonly #parts: TodayParts
  readonly #notes: CompanyNotes
  readonly #pulse: LogPulse
  readonly #feeds = new LruMap<string, CachedFeed>(MAX_TEAMS)
  readonly #checking = new Map<string, Promise<CachedFeed>>()
  #restUntil = 0

  constructor(parts: TodayParts) {
    this.#parts = parts
    this.#notes = new CompanyNotes(parts.read)
    this.#pulse = new LogPulse(parts.read)
  }

  /** Concurrent callers of a team share the work. */
  async of(teamId: string): Promise<TeamFeed> {
    const cached = this.#feeds.get(teamId)
    if (cached && performance.now() - cached.checkedMs < CHECK_MS) return cached
    const running = this.#checking.get(teamId)
    if (running) return running
    const checking = this.#check(teamId, cached).finally(() => this.#checking.delete(teamId))
    this.#checking.set(teamId, checking)
    return checking
  }

  async #check(teamId: string, cached: CachedFeed | undefined): Promise<CachedFeed> {
    const checkedMs = performance.now()
    if (cached && checkedMs < this.#restUntil) return cached
    // Before the rows: the next check notices what changes in between.
    const state = await this.#readState(teamId)
    const base = cached && this.#isUsable(cached, state) ? cached : undefined
    const touched = cached ? this.#touched(cached, state) : []
    if (base && touched.length === 0 && base.state.searches === state.searches) {
      base.state = state
      base.checkedMs = checkedMs
      return base
    }
    const feed = await this.#make(teamId, state, base, touched, checkedMs)
    const madeMs = performance.now()
    this.#restUntil = madeMs + REST * (madeMs - checkedMs)
    this.#feeds.set(teamId, feed)
    return feed
  }

  async #readState(teamId: string): Promise<State> {
    const { clock, slices, read, lists } = this.#parts
    const names = await lists.names(teamId)
    return {
      asOf: await clock.now(),
      slices: await slices.current(),
      position: await this.#pulse.head(),
      lists: await Promise.all(names.map((name) => lists.find(teamId, name))),
      searches: await readLastChange(read, teamId),
    }
  }

  /** Whether its candidates are still those of the team, but for the companies that were touched. */
  #isUsable({ state: before, candidates, scope }: CachedFeed, state: State): boolean {
    const age = performance.now() - candidates.foundMs
    return (
      before.slices === state.slices &&
      startOfDay(before.asOf) === startOfDay(state.asOf) &&
      stampsOf(before) === stampsOf(state) &&
      (before.position === state.position || age < (scope === 'all' ? LOOK_THROUGH_ALL_MS : LOOK_THROUGH_MS)) &&
      this.#pulse.knows(before.position)
    )
  }

  /** The team's companies that the log has touched since. Those that just came to a list are among them. */
  #touched({ state: before, rows }: CachedFeed, state: State): readonly number[] {
    if (before.position === state.position) return []
    return this.#pulse.touchedSince(companiesOf(state, rows), before.position).slice(0, MAX_TOUCHED)
  }

  async #make(
    teamId: string,
    state: State,
    base: CachedFeed | undefined,
    touched: readonly number[],
    checkedMs: number,
  ): Promise<CachedFeed> {
    const { read } = this.#parts
    const candidates = base?.candidates ?? {
      ...(await findCandidates(this.#parts.slicePages, teamId, state.lists, state.slices, state.asOf)),
      foundMs: checkedMs,
    }
    const entries = await readRecentEntries(read, teamId, { days: ENTRY_DAYS, limit: MAX_ENTRIES })
    const ids = new Set([...entries.map(({ companyId }) => companyId), ...candidates.companyIds])
    const known = await readCompanies(read, [...ids], touched)
    const companyIds = known.map(({ id }) => id)
    const notes = await this.#notes.of(companyIds, state.slices)
    const listed = state.lists.map(({ name, ordinals }) => ({ name, ordinals: new Set(ordinals) }))
    const rows = known.flatMap((company): FeedRow[] => {
      const note = notes.get(company.id)
      const found = entries.filter(({ companyId }) => companyId === company.id)
      if (!note || (note.windows.length === 0 && found.length === 0)) return []
      return [rowOf(company, note, found, listed)]
    })
    const stamp = createHash('sha256').update(JSON.stringify(rows)).digest('base64url').slice(0, 22)
    return {
      rows,
      scope: candidates.scope,
      hasSearches: !state.searches.startsWith('0 '),
      stamp,
      madeAt: state.asOf,
      state,
      checkedMs,
      // A company that was touched stays a candidate until all windows are looked through again.
      candidates: { ...candidates, companyIds },
    }
  }
}

function rowOf(
  { ordinal, id, name }: { readonly ordinal: number; readonly id: string; readonly name: string },
  note: { readonly windows: FeedRow['windows']; readonly evidence: string; readonly newAt: number },
  entries: readonly RecentEntry[],
  lists: readonly { readonly name: string; readonly ordinals: ReadonlySet<number> }[],
): FeedRow {
  const enteredAt = entries.map((entry) => Math.floor(entry.enteredAt.getTime() / 1_000))
  return {
    ordinal,
    company: { id, name },
    evidence: note.evidence || evidenceOfSignals(entries[0]?.signals ?? []),
    windows: note.windows,
    lists: lists.filter(({ ordinals }) => ordinals.has(ordinal)).map((list) => list.name),
    searches: entries.map(({ searchId, searchName }) => ({ id: searchId, name: searchName })),
    newAt: Math.max(note.newAt, ...enteredAt),
  }
}

const stampsOf = ({ lists }: State) => lists.map(({ name, stamp }) => `${name} ${stamp}`).join()

/** On the team's lists, or in its feed. */
function companiesOf({ lists }: State, rows: readonly FeedRow[]): ReadonlySet<number> {
  return new Set([...lists.flatMap(({ ordinals }) => [...ordinals]), ...rows.map(({ ordinal }) => ordinal)])
}
