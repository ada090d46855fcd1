// Whether changed jobs change a hiring surge, and the counts of openings after the change.

import type { Transaction } from '../../../db/index.ts'
import { postsOwnJobs } from '../../../meaning/companies/index.ts'
import {
  type BaseSignal,
  countsInWeek,
  countTitle,
  type DeriveContext,
  differingOpenings,
  followsNewestWeek,
  isSurge,
  NO_COUNTS,
  type Opening,
  type OpeningCounts,
  openingsOf,
  shiftedWeeks,
  sourcesOf,
  TITLE_REACH_SECONDS,
  type WeekCounts,
} from '../../../meaning/derived/index.ts'
import type { SourceState } from '../../sources/index.ts'
import { completeSinceOf } from '../plan/derive-company.ts'
import type { StoredSignal } from '../store/stored-signal.ts'
import { type ChangedFact, type Digest, newestJobOf, sinceOf } from './digest.ts'
import { entriesOfSignal, entryChanges, jobOfEntry, jobOfTitle, titleListOf } from './digest-entries.ts'
import { type ListedEntry, readEntries, readOpenings, type WantedList } from './digest-queries.ts'
import type { NearCompany } from './near-company.ts'

export interface ChangedOpenings {
  readonly near: NearCompany
  readonly facts: readonly ChangedFact[]
  /** The digest after the change. */
  readonly after: Digest
}

/** What the changed titles add to the counts, and the openings that differ. */
interface Difference {
  readonly counts: OpeningCounts
  readonly openings: readonly Opening[]
}

/** The changed counts by series. Without the companies whose surges may change. */
export async function changeOpenings(
  tx: Transaction,
  changed: readonly ChangedOpenings[],
  sourceState: SourceState,
): Promise<Map<ChangedOpenings, OpeningCounts>> {
  const completeSince = completeSinceOf(sourceState)
  const counted = changed.filter(({ after }) => postsOwnJobs(after.context.employerKind))
  const steady = counted.filter((each) => isKnownSinceTheSame(each, completeSince) && !isOtherWeekShown(each))
  const wanted = steady.flatMap(({ near, facts }) => titleListsOf(near, facts))
  const entries = Map.groupBy(await readEntries(tx, wanted), ({ ordinal }) => ordinal)
  const differences = new Map(
    steady.map((each) => {
      const of = entries.get(each.near.company.ordinal) ?? []
      return [each, differenceOf(each, of, completeSince)] as const
    }),
  )
  const series = [...differences].flatMap(([{ near }, { counts }]) =>
    [...counts.keys()].map((name) => ({ ordinal: near.company.ordinal, series: name })),
  )
  const stored = await readOpenings(tx, series)
  const result = new Map<ChangedOpenings, OpeningCounts>()
  for (const each of changed) {
    const difference = differences.get(each)
    // Nobody counts the openings of an agency.
    if (!postsOwnJobs(each.after.context.employerKind)) result.set(each, new Map())
    if (!difference || isShownInSurge(each.after, difference.openings)) continue
    const counts = addedUp(stored.get(each.near.company.ordinal) ?? new Map(), difference.counts)
    if (counts) result.set(each, counts)
  }
  return result
}

/** A source that is known since another time counts from other weeks on. One that is new has no other jobs. */
function isKnownSinceTheSame(
  { near, facts, after }: ChangedOpenings,
  completeSince: ReadonlyMap<string, number>,
): boolean {
  const jobs = facts.flatMap((fact) => [fact.before, fact.after]).filter((fact) => fact?.type === 'hiring')
  const names = new Set(jobs.flatMap((fact) => (fact ? sourcesOf(fact) : [])))
  return [...names].every((name) => {
    const [was, is] = [sinceOf(near.stored.digest, name), sinceOf(after, name)]
    return completeSince.has(name) || was === undefined || is === undefined || was === is
  })
}

function isOtherWeekShown({ near, after }: ChangedOpenings): boolean {
  const newest = [newestJobOf(near.stored.digest), newestJobOf(after)] as const
  return [...after.surges.values()].flat().some((week) => followsNewestWeek(week, newest))
}

/** The lists of the titles whose jobs changed. */
function titleListsOf({ company: { ordinal } }: NearCompany, facts: readonly ChangedFact[]): WantedList[] {
  const times = new Map<string, { readonly from: number; readonly to: number }>()
  for (const { before, after } of facts) {
    const { removed, added } = entryChanges(titleEntry(before), titleEntry(after))
    for (const { list, place } of [...removed, ...added]) {
      const { from, to } = times.get(list) ?? { from: place, to: place }
      times.set(list, { from: Math.min(from, place), to: Math.max(to, place) })
    }
  }
  return [...times].map(([list, { from, to }]) => {
    return { ordinal, list, from: from - TITLE_REACH_SECONDS, to: to + TITLE_REACH_SECONDS }
  })
}

function titleEntry(fact: StoredSignal | undefined) {
  const list = fact && titleListOf(fact)
  return fact && list !== undefined ? entriesOfSignal(fact).filter((entry) => entry.list === list) : []
}

function differenceOf(
  { near, facts, after }: ChangedOpenings,
  entries: readonly ListedEntry[],
  completeSince: ReadonlyMap<string, number>,
): Difference {
  const changedIds = new Set(facts.map((fact) => (fact.after ?? fact.before)?.id))
  const byList = Map.groupBy(entries, ({ list }) => list)
  const changedJobs = Map.groupBy(
    facts.flatMap((fact) => fact.after ?? []),
    titleListOf,
  )
  const counts: OpeningCounts = new Map()
  const differing: Opening[] = []
  for (const { list } of titleListsOf(near, facts)) {
    const stored = byList.get(list) ?? []
    const kept = stored.filter(({ id }) => !changedIds.has(id)).map(jobOfEntry)
    const now = (changedJobs.get(list) ?? []).map(jobOfTitle)
    const openingsBefore = openings(stored.map(jobOfEntry), near.stored.digest, completeSince)
    const openingsAfter = openings([...kept, ...now], after, completeSince)
    countTitle(counts, openingsBefore, -1)
    countTitle(counts, openingsAfter, 1)
    differing.push(...differingOpenings(openingsBefore, openingsAfter))
  }
  return { counts, openings: differing }
}

function openings(jobs: readonly BaseSignal[], digest: Digest, completeSince: ReadonlyMap<string, number>): Opening[] {
  const knownSince = (source: string) =>
    completeSince.get(source) ?? sinceOf(digest, source) ?? Number.POSITIVE_INFINITY
  const context: DeriveContext = { knownSince, lookedSince: undefined, employerKind: 'unknown', newestJobAt: 0 }
  return openingsOf(jobs, context)
}

/** Whether a surge may be shown with other numbers. */
function isShownInSurge({ surges }: Digest, differing: readonly Opening[]): boolean {
  return [...surges].some(([series, weeks]) =>
    differing.some(
      ({ at, jobFunction }) =>
        (series === ALL || series === jobFunction) && weeks.some((week) => countsInWeek(at, week)),
    ),
  )
}

const ALL = 'all'

/** Undefined if a week has a surge now, or no longer. */
function addedUp(stored: OpeningCounts, difference: OpeningCounts): OpeningCounts | undefined {
  const sum: OpeningCounts = new Map()
  for (const [series, changes] of difference) {
    const storedWeeks = stored.get(series) ?? new Map<number, WeekCounts>()
    const weeks = new Map(storedWeeks)
    for (const [week, { opened, window, baseline, yearBefore }] of changes) {
      const before = weeks.get(week) ?? NO_COUNTS
      weeks.set(week, {
        opened: before.opened + opened,
        window: before.window + window,
        baseline: before.baseline + baseline,
        yearBefore: before.yearBefore + yearBefore,
      })
    }
    const judged = new Set([...changes.keys()].flatMap(shiftedWeeks))
    for (const week of judged) if (isSurge(storedWeeks, week) !== isSurge(weeks, week)) return undefined
    sum.set(series, weeks)
  }
  return sum
}
