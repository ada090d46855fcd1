// Whether changed jobs change a hiring surge, and the counts of openings after the change.

import type { Transaction } from '../../../db/index.ts'
import { postsOwnJobs } from '../../../meaning/companies/index.ts'
import {
  type CountedJob,
  countedJob,
  countsInWeek,
  countTitle,
  differingOpenings,
  followsNewestWeek,
  isSurge,
  NO_COUNTS,
  type Opening,
  type OpeningCounts,
  openingsAmong,
  shiftedWeeks,
  sourcesOf,
  TITLE_REACH_SECONDS,
  type WeekCounts,
} from '../../../meaning/derived/index.ts'
import type { SourceState } from '../../sources/index.ts'
import { completeSinceOf } from '../plan/derive-company.ts'
import { type ChangedFact, type Digest, jobSourcesOf, newestJobOf, sinceOf } from './digest.ts'
import { type DigestEntry, jobOfEntry, titleEntryIn } from './digest-entries.ts'
import { type ListedEntry, readEntries, readOpenings, type WantedList } from './digest-queries.ts'
import type { NearCompany } from './near-company.ts'

/** A changed fact with its entries. */
export interface ListedFact extends ChangedFact {
  readonly entriesBefore: readonly DigestEntry[]
  readonly entriesAfter: readonly DigestEntry[]
}

export interface ChangedOpenings {
  readonly near: NearCompany
  readonly facts: readonly ListedFact[]
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
  const titles = new Map(steady.map((each) => [each, changedTitlesOf(each.facts)] as const))
  const wanted = [...titles].flatMap(([each, ofEach]) => titleListsOf(each, ofEach))
  const entries = Map.groupBy(await readEntries(tx, wanted), ({ ordinal }) => ordinal)
  const differences = new Map(
    [...titles].map(([each, ofEach]) => {
      const of = entries.get(each.near.company.ordinal) ?? []
      return [each, differenceOf(each, ofEach, of, completeSince)] as const
    }),
  )
  const series = [...differences].flatMap(([{ near }, { counts }]) =>
    [...counts.keys()].map((name) => ({ ordinal: near.company.ordinal, series: name })),
  )
  const stored = await readOpenings(tx, series)
  const result = new Map<ChangedOpenings, OpeningCounts>()
  for (const each of changed) {
    const difference = differences.get(each)
    // Openings of an agency aren't counted.
    if (!postsOwnJobs(each.after.context.employerKind)) result.set(each, new Map())
    if (!difference || isShownInSurge(each.after, difference.openings)) continue
    const counts = addedUp(stored.get(each.near.company.ordinal) ?? new Map(), difference.counts)
    if (counts) result.set(each, counts)
  }
  return result
}

/** If the time since which a source is known changes, it counts from other weeks. A new source has no other jobs. */
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

/** The parts of the titles' lists that the changed jobs concern. */
function titleListsOf({ near, after }: ChangedOpenings, titles: ReadonlyMap<string, ChangedTitle>): WantedList[] {
  const { ordinal } = near.company
  const sources = new Set([...jobSourcesOf(near.stored.digest), ...jobSourcesOf(after)])
  const reach = sources.size > 1 ? TITLE_REACH_SECONDS.severalSources : TITLE_REACH_SECONDS.oneSource
  return [...titles].flatMap(([list, { times }]) =>
    rangesAround(times, reach).map((range) => ({ ordinal, list, ...range })),
  )
}

/** What changes in a title. */
interface ChangedTitle {
  /** When the jobs were opened. */
  readonly times: number[]
  /** The ids of the changed jobs. */
  readonly gone: Set<string>
  readonly now: CountedJob[]
}

/** By the title's list. Without jobs that count as before: the part of the list that is read may not contain them. */
function changedTitlesOf(facts: readonly ListedFact[]): Map<string, ChangedTitle> {
  const titles = new Map<string, ChangedTitle>()
  const titleOf = (list: string) => {
    const title = titles.get(list) ?? { times: [], gone: new Set(), now: [] }
    titles.set(list, title)
    return title
  }
  for (const { after, entriesBefore, entriesAfter } of facts) {
    const [was, is] = [titleEntryIn(entriesBefore), titleEntryIn(entriesAfter)]
    if (was && is && was.list === is.list && was.place === is.place && was.data === is.data) continue
    if (was) {
      const { times, gone } = titleOf(was.list)
      times.push(was.place)
      gone.add(was.id)
    }
    if (is && after) {
      const { times, now } = titleOf(is.list)
      times.push(is.place)
      now.push(countedJob(after, 0))
    }
  }
  return titles
}

/** Without overlaps. */
function rangesAround(times: number[], reach: number): { from: number; to: number }[] {
  const ranges: { from: number; to: number }[] = []
  for (const time of times.sort((a, b) => a - b)) {
    const last = ranges.at(-1)
    if (last && time - reach <= last.to) last.to = time + reach
    else ranges.push({ from: time - reach, to: time + reach })
  }
  return ranges
}

function differenceOf(
  { near, after }: ChangedOpenings,
  titles: ReadonlyMap<string, ChangedTitle>,
  entries: readonly ListedEntry[],
  completeSince: ReadonlyMap<string, number>,
): Difference {
  const byList = Map.groupBy(entries, ({ list }) => list)
  const counts: OpeningCounts = new Map()
  const differing: Opening[] = []
  for (const [list, { gone, now }] of titles) {
    const stored = byList.get(list) ?? []
    const kept = stored.filter(({ id }) => !gone.has(id)).map(jobOfEntry)
    const openingsBefore = openings(stored.map(jobOfEntry), near.stored.digest, completeSince)
    const openingsAfter = openings([...kept, ...now], after, completeSince)
    countTitle(counts, openingsBefore, -1)
    countTitle(counts, openingsAfter, 1)
    differing.push(...differingOpenings(openingsBefore, openingsAfter))
  }
  return { counts, openings: differing }
}

/** The openings of jobs of one title. */
function openings(jobs: CountedJob[], digest: Digest, completeSince: ReadonlyMap<string, number>): Opening[] {
  const knownSince = (source: string) =>
    completeSince.get(source) ?? sinceOf(digest, source) ?? Number.POSITIVE_INFINITY
  return openingsAmong(
    jobs.sort((a, b) => a.at - b.at),
    knownSince,
  )
}

/** Whether the numbers of a shown surge may change. */
function isShownInSurge({ surges }: Digest, differing: readonly Opening[]): boolean {
  return [...surges].some(([series, weeks]) =>
    differing.some(
      ({ at, jobFunction }) =>
        (series === ALL || series === jobFunction) && weeks.some((week) => countsInWeek(at, week)),
    ),
  )
}

const ALL = 'all'

/** Undefined if a surge appears or disappears in some week. */
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
