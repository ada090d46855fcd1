// The rows of Today, made once for all members of a team and cached until something of the team changes.
//
// When the log touches a company on the team's lists or in its feed, only those companies' rows are recomputed, from
// the database and not from the search index, so committed changes are visible immediately. For the pages that wait for
// a change, that is done in rounds for all teams of the node together: a company that is on many lists is read once.
//
// The windows of all companies on the lists are scanned once a minute while the log moves, and when a list, a slice or
// the day has changed. That takes longest, so a node spends a fifth of its time on it and no more: with many teams it
// is done less often. Pages that wait get their rows meanwhile.

import { includesOrdinal, type ListSets, listsOf, markOfList, readListMarks } from '../../account/lists/index.ts'
import type { DatabaseClock, Queryable } from '../../db/index.ts'
import { type RecentEntry, readLastChanges, readRecentEntries } from '../../deliver/alerts/index.ts'
import { LruMap } from '../../platform/lru-map.ts'
import { startOfDay } from '../../query/index.ts'
import type { Slice, SliceCache, SlicePages } from '../slices/index.ts'
import { findCandidates } from './candidates.ts'
import { CompanyNotes } from './company-notes.ts'
import { FeedRounds } from './feed-rounds.ts'
import { type FeedState, feedOf, hasSameRows, rowsOf, type TeamFeed, unionOf, withoutLeftOut } from './feed-rows.ts'
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

interface Asking {
  readonly maxAgeMs: number
  /** A waiting page gets its rows first, and the results of the scan afterwards. */
  readonly mayLookThrough: boolean
}

interface CachedFeed extends TeamFeed {
  /** Touched companies up to here are in the rows. */
  state: FeedState
  checkedMs: number
  readonly entries: readonly RecentEntry[]
  /** What was scanned, and when. */
  readonly found: FeedState
  readonly foundMs: number
  /** The companies that this found. */
  readonly candidates: ReadonlySet<number>
}

/** A round's data about all teams. */
interface Round {
  readonly asOf: number
  readonly slices: readonly Slice[]
  readonly position: number
  readonly listMarks: ReadonlyMap<string, readonly string[]>
  readonly searches: ReadonlyMap<string, string>
  /** Teams with a list that contains a company changed since the team's rows were computed. */
  readonly otherLists: ReadonlySet<string>
}

/** A team with touched companies, and no other change to its rows' inputs. */
interface Follower {
  readonly teamId: string
  readonly cached: CachedFeed
  readonly touched: ReadonlySet<number>
}

/** A newly opened page gets results up to this old. */
const CHECK_MS = 800
/** For a page that was woken. */
const WOKEN_CHECK_MS = 100
/** Windows of companies that no event touched are found after this time. */
const LOOK_THROUGH_MS = 60_000
const LOOK_THROUGH_ALL_MS = 15_000
/** Scans lag behind the log by less than this. */
const SETTLED_MS = 20_000
const ENTRY_DAYS = 14
const MAX_ENTRIES = 150
/** Per change: in a large import, the others are found when the windows are scanned. */
const MAX_TOUCHED = 200
/** In one round. With more, the teams are checked one by one. */
const MAX_CHANGED = 1_000
const MAX_TEAMS = 500
/** The pause after a scan of windows, as a multiple of the time it took. */
const REST = 4

export class TeamFeeds {
  readonly #parts: TodayParts
  readonly #notes: CompanyNotes
  readonly #pulse: LogPulse
  readonly #rounds = new FeedRounds({
    run: (teamIds) =>
      this.#runRound(teamIds).catch((error: unknown) => {
        // Every page queries on its own and gets the error.
        for (const teamId of teamIds) this.#needsCheck.add(teamId)
        throw error
      }),
    stampOf: (teamId) => this.#feeds.get(teamId)?.stamp,
  })
  readonly #feeds = new LruMap<string, CachedFeed>(MAX_TEAMS)
  /** Teams that the last round couldn't follow. */
  readonly #needsCheck = new Set<string>()
  readonly #checking = new Map<string, Promise<CachedFeed>>()
  /** The team whose windows are scanned while its pages wait. */
  #lookingThrough: string | undefined
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
    return this.#current(teamId, { maxAgeMs: CHECK_MS, mayLookThrough: true })
  }

  /** The stamp as soon as it differs from `known`, otherwise when the time is up or the signal aborts. */
  async stampAfter(teamId: string, known: string, maxMs: number, signal: AbortSignal): Promise<string> {
    const until = this.#monotonicMs() + maxMs
    for (;;) {
      const cached = this.#feeds.get(teamId)
      // Rounds follow what they can for all teams together: a page queries on its own only if they can't.
      const isFollowed = cached !== undefined && (cached.stamp !== known || !this.#needsCheck.has(teamId))
      const { stamp } = isFollowed
        ? cached
        : await this.#current(teamId, { maxAgeMs: WOKEN_CHECK_MS, mayLookThrough: false })
      const left = until - this.#monotonicMs()
      if (stamp !== known || left <= 0 || signal.aborted) return stamp
      await this.#rounds.wait({ teamId, known, signal }, left)
    }
  }

  async #current(teamId: string, { maxAgeMs, mayLookThrough }: Asking): Promise<CachedFeed> {
    const cached = this.#feeds.get(teamId)
    if (cached && this.#monotonicMs() - cached.checkedMs < maxAgeMs) return cached
    const running = this.#checking.get(teamId)
    if (running) return running
    const checking = this.#check(teamId, cached, mayLookThrough).finally(() => this.#checking.delete(teamId))
    this.#checking.set(teamId, checking)
    return checking
  }

  async #check(teamId: string, cached: CachedFeed | undefined, mayLookThrough: boolean): Promise<CachedFeed> {
    const checkedMs = this.#monotonicMs()
    this.#needsCheck.delete(teamId)
    // Before the rows: the next check detects changes in between.
    const state = await this.#readState(teamId, cached?.state)
    const isDue = mayLookThrough && checkedMs >= this.#restUntil
    if (!cached || (isDue && !this.#isCurrent(cached, state))) {
      return this.#lookThrough(teamId, state, cached, checkedMs)
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

  async #readState(teamId: string, before: FeedState | undefined): Promise<FeedState> {
    const { clock, slices, read } = this.#parts
    const [asOf, current, position] = [await clock.now(), await slices.current(), await this.#pulse.head()]
    const lists = await this.#parts.lists.all(teamId)
    const listsStamp = lists.map(({ name, stamp }) => `${name} ${stamp}`).join()
    const listed = before?.listsStamp === listsStamp ? before.listed : unionOf(lists)
    const searches = (await readLastChanges(read, [teamId])).get(teamId) ?? ''
    const listMarks = lists.map(markOfList).sort().join()
    return { asOf, slices: current, position, lists, listsStamp, listMarks, listed, searches }
  }

  /**
   * Follows the log for these teams. Returns those that need a check of their own: more than some companies may have changed.
   */
  async #runRound(teamIds: ReadonlySet<string>): Promise<ReadonlySet<string>> {
    const startedMs = this.#monotonicMs()
    const round = await this.#readRound([...teamIds])
    const others = new Set<string>()
    const followers: Follower[] = []
    for (const teamId of teamIds) {
      if (this.#checking.has(teamId)) continue
      const cached = this.#feeds.get(teamId)
      // Its windows are scanned soon.
      if (cached && !this.#canFollow(cached, round)) continue
      if (!cached || round.otherLists.has(teamId) || !this.#hasSameMarks(teamId, cached, round)) {
        others.add(teamId)
        this.#needsCheck.add(teamId)
        continue
      }
      const touched = this.#touched(cached, { ...cached.state, position: round.position })
      if (touched.size > 0) followers.push({ teamId, cached, touched })
      else this.#advance(cached, round, startedMs)
    }
    await this.#followAll(followers, round, startedMs)
    this.#lookThroughOne(teamIds, round)
    return others
  }

  async #readRound(teamIds: readonly string[]): Promise<Round> {
    const { clock, slices, read } = this.#parts
    const [asOf, current, position] = [await clock.now(), await slices.current(), await this.#pulse.head()]
    const [listMarks, searches] = await Promise.all([readListMarks(read, teamIds), readLastChanges(read, teamIds)])
    const otherLists = await this.#findOtherLists(teamIds)
    return { asOf, slices: current, position, listMarks, searches, otherLists }
  }

  async #findOtherLists(teamIds: readonly string[]): Promise<ReadonlySet<string>> {
    const since = teamIds.flatMap((teamId) => {
      const cached = this.#feeds.get(teamId)
      const changed = cached ? this.#pulse.changedSince(cached.state.position) : new Set<number>()
      return cached && changed.size > 0 ? [{ teamId, cached, changed }] : []
    })
    const changed = new Set(since.flatMap((each) => [...each.changed]))
    if (changed.size > MAX_CHANGED) return new Set(teamIds)
    const listIds = since.flatMap(({ cached }) => cached.state.lists.map(({ id }) => id))
    const lists = await listsOf(this.#parts.read, listIds, [...changed])
    const hasOthers = ({ cached, changed: ordinals }: (typeof since)[number]) =>
      this.#ours(ordinals, cached, cached.state).size > 0 ||
      [...ordinals].some((ordinal) => cached.state.lists.some(({ id }) => lists.get(ordinal)?.has(id)))
    return new Set(since.filter(hasOthers).map(({ teamId }) => teamId))
  }

  #hasSameMarks(teamId: string, { state }: CachedFeed, { listMarks, searches }: Round): boolean {
    return state.listMarks === (listMarks.get(teamId) ?? []).join() && state.searches === searches.get(teamId)
  }

  #advance(cached: CachedFeed, { position, asOf }: Round, checkedMs: number): void {
    if (position >= cached.state.position) cached.state = { ...cached.state, position, asOf }
    cached.checkedMs = checkedMs
  }

  async #followAll(followers: readonly Follower[], round: Round, checkedMs: number): Promise<void> {
    if (followers.length === 0) return
    const { read } = this.#parts
    const wanted = new Set(followers.flatMap(({ touched }) => [...touched]))
    const companies = await readCompanies(read, [...wanted])
    const notes = await this.#notes.of(companies, round, () => round.position)
    for (const { teamId, cached, touched } of followers) {
      // A later computation has newer rows.
      if (this.#feeds.get(teamId) !== cached || this.#checking.has(teamId)) continue
      const own = companies.filter(({ ordinal }) => touched.has(ordinal))
      const made = withoutLeftOut(cached.rows, rowsOf(own, notes, cached.entries, cached.state.lists))
      this.#advance(cached, round, checkedMs)
      if (hasSameRows(cached.rows, touched, made)) continue
      const kept = cached.rows.filter(({ ordinal }) => !touched.has(ordinal))
      this.#feeds.set(teamId, { ...cached, ...feedOf([...kept, ...made], cached.state) })
    }
  }

  /** Starts scanning the windows of the team that has waited longest, if it is time. */
  #lookThroughOne(teamIds: ReadonlySet<string>, { asOf, slices, position }: Round): void {
    if (this.#lookingThrough !== undefined || this.#monotonicMs() < this.#restUntil) return
    const due = [...teamIds].flatMap((teamId) => {
      const cached = this.#feeds.get(teamId)
      if (!cached || this.#checking.has(teamId)) return []
      const state = { ...cached.state, asOf, slices, position }
      return this.#isCurrent(cached, state) ? [] : [{ teamId, cached }]
    })
    const [first] = due.sort((a, b) => a.cached.foundMs - b.cached.foundMs)
    if (!first) return
    this.#lookingThrough = first.teamId
    // If it fails, it is retried in the next round. Companies touched meanwhile are followed from its state.
    void this.#renew(first.teamId, first.cached)
      .catch(() => {})
      .finally(() => {
        this.#lookingThrough = undefined
      })
  }

  async #renew(teamId: string, cached: CachedFeed): Promise<void> {
    const checkedMs = this.#monotonicMs()
    // Not the lists of the feed with the position of the round: a company added to a list in between would be lost.
    await this.#lookThrough(teamId, await this.#readState(teamId, cached.state), cached, checkedMs)
  }

  /** Whether its candidates are still those of the team, apart from touched companies. */
  #isCurrent(cached: CachedFeed, state: FeedState): boolean {
    const { found, foundMs, scope } = cached
    const isSettled = foundMs - this.#pulse.movedAt >= SETTLED_MS
    const maxAgeMs = scope === 'all' ? LOOK_THROUGH_ALL_MS : LOOK_THROUGH_MS
    return (
      found.listsStamp === state.listsStamp &&
      (isSettled || this.#monotonicMs() - foundMs < maxAgeMs) &&
      this.#canFollow(cached, state)
    )
  }

  /** Whether only rows of companies touched since then can differ. */
  #canFollow({ state: before }: CachedFeed, { asOf, slices }: Pick<FeedState, 'asOf' | 'slices'>): boolean {
    const isSameDay = startOfDay(before.asOf) === startOfDay(asOf)
    return before.slices === slices && isSameDay && this.#pulse.knows(before.position)
  }

  /** The team's companies that the log has touched since. Includes those just added to a list. */
  #touched(cached: CachedFeed, state: FeedState): ReadonlySet<number> {
    if (cached.state.position === state.position) return new Set()
    return this.#ours(this.#pulse.touchedSince(cached.state.position), cached, state)
  }

  #ours(touched: ReadonlySet<number>, cached: CachedFeed | undefined, { listed }: FeedState): ReadonlySet<number> {
    const shown = new Set(cached?.rows.map(({ ordinal }) => ordinal))
    const isOurs = (ordinal: number) =>
      shown.has(ordinal) || cached?.candidates.has(ordinal) || includesOrdinal(listed, ordinal)
    return new Set([...touched].filter(isOurs).slice(0, MAX_TOUCHED))
  }

  async #lookThrough(
    teamId: string,
    state: FeedState,
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
    const looked = {
      ...feedOf(rows, state),
      ...{ state, checkedMs, entries, found: state, foundMs: checkedMs },
      candidates: new Set(companies.map(({ ordinal }) => ordinal)),
    }
    // A person who was shown a row never gets an older feed without it.
    const newest = this.#feeds.get(teamId)?.state ?? state
    const feed = newest.position > state.position ? await this.#follow(teamId, looked, newest) : looked
    if (feed !== looked) feed.state = newest
    const madeMs = this.#monotonicMs()
    this.#restUntil = madeMs + REST * (madeMs - checkedMs)
    this.#feeds.set(teamId, feed)
    return feed
  }

  /** The same feed if none of its rows changed. */
  async #follow(teamId: string, cached: CachedFeed, state: FeedState): Promise<CachedFeed> {
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
    const feed = feedOf([...kept, ...withoutLeftOut(cached.rows, rows)], state)
    return feed.stamp === cached.stamp ? { ...cached, entries } : { ...cached, ...feed, entries }
  }

  #entriesOf(teamId: string): Promise<RecentEntry[]> {
    return readRecentEntries(this.#parts.read, teamId, { days: ENTRY_DAYS, limit: MAX_ENTRIES })
  }

  async #rowsOf(
    companies: readonly KnownCompany[],
    state: FeedState,
    entries: readonly RecentEntry[],
    minPosition: (ordinal: number) => number,
  ): Promise<FeedRow[]> {
    const notes = await this.#notes.of(companies, state, minPosition)
    return rowsOf(companies, notes, entries, state.lists)
  }
}
