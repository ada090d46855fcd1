// Hiring velocity: a company opens clearly more jobs in the 30 days up to the end of an ISO week than its own baseline of
// the previous 90 days, and than in the same 30 days of the year before or a week earlier or later, as far as a source knew the
// company then. surge-threshold.ts defines "clearly".
//
// No clock is read. A week is judged by the dates of its jobs, as if it were over: later jobs can only raise its count.
// So the same jobs give the same signals today and in a year, and a late job corrects the weeks it affects.
//
// Counted are the different titles in each country: a hundred posts for one title in one country are one. The window and
// each of the three 30 days of the baseline are counted separately, or a company that posts the same ten titles every
// month would seem to open ten instead of thirty in the baseline. openings.ts leaves out moves to another job board. In
// a week only sources count that have known the company for all of the 120 days. Agencies and marketplaces have no surge.
//
// All jobs together are one series (without `function`). Each function is a separate series, except "other", which is
// not a group. A week has a surge if a job was opened in it and its count reaches the threshold. Only the first week
// with a surge after four without gives a signal, so a long surge, or one around the threshold, is one signal and not
// ten.
//
// It occurs when the count reaches the threshold: at the time of that job, or at the start of the week if older jobs are
// enough because the baseline has fallen. In its first week the signal shows the count that reached the threshold. It is
// updated once a week, when the newest job belongs to a later week: then it shows the last full week of the surge, for at
// most eight weeks. So one more job doesn't change it. The confidence is that of the weakest title that is needed: with
// a threshold of 9, the ninth most certain one. One more doubtful job does not make a certain surge doubtful.

import { lowerBound } from '../../platform/binary-search.ts'
import { roundToDecimals } from '../../platform/round-half-up.ts'
import { postsOwnJobs } from '../companies/index.ts'
import type { DeriveContext } from './context.ts'
import { type BaseSignal, DAY_SECONDS, type DerivedSignal, derivedKey, sourcesOf } from './derived-signal.ts'
import { isoWeekName, isoWeekOf, isoWeekStart } from './iso-week.ts'
import { type Opening, openingsOf } from './openings.ts'
import { expectedJobs, jobsAgainstYear, jobsForSurge, SURGE } from './surge-threshold.ts'
import { shiftedWeeks, yearWindowOf } from './year-before.ts'

const ALL_FUNCTIONS = 'all'
const WINDOW_SECONDS = SURGE.windowDays * DAY_SECONDS
/** The window and those of the baseline. */
export const PERIODS = 1 + SURGE.baselineDays / SURGE.windowDays

/** One title of the window. */
interface Counted {
  /** When it was opened first. */
  readonly at: number
  readonly confidence: number
}

interface Week {
  readonly week: number
  /** In the order of time. */
  readonly window: readonly Counted[]
  readonly baselineJobs: number
  /** In the same 30 days of the year before. Undefined: no source knew the company then. */
  readonly yearBefore: number | undefined
  /** The threshold that the window's count has reached. */
  readonly needed: number
}

export function deriveVelocity(company: string, facts: readonly BaseSignal[], context: DeriveContext): DerivedSignal[] {
  if (!postsOwnJobs(context.employerKind)) return []
  if (!mayHaveSurge(facts, context)) return []
  const newestWeek = isoWeekOf(context.newestJobAt)
  return [...seriesOf(openingsOf(facts, context))].flatMap(([name, series]) =>
    surgesIn(series).map((surge) => velocitySignal(company, name, surge, newestWeek)),
  )
}

/** Rules out most companies quickly: they have few jobs, or all their sources are too new. */
function mayHaveSurge(facts: readonly BaseSignal[], { knownSince }: DeriveContext): boolean {
  const sources = new Set<string>()
  let [jobs, newest] = [0, Number.NEGATIVE_INFINITY]
  for (const fact of facts) {
    if (fact.type !== 'hiring' || fact.status === 'retracted') continue
    jobs += 1
    newest = Math.max(newest, fact.occurredAt)
    for (const source of sourcesOf(fact)) sources.add(source)
  }
  if (jobs < SURGE.minJobs) return false
  const lastBaseline = isoWeekStart(isoWeekOf(newest) + 1) - PERIODS * WINDOW_SECONDS
  return [...sources].some((source) => knownSince(source) < lastBaseline)
}

/** All jobs, and those of each function. */
export function seriesOf(openings: readonly Opening[]): Map<string, readonly Opening[]> {
  const byFunction = new Map<string, readonly Opening[]>(Map.groupBy(openings, ({ jobFunction }) => jobFunction))
  byFunction.delete('other')
  return byFunction.set(ALL_FUNCTIONS, openings)
}

/** The weeks of each surge, with gaps of at most `quietWeeks`. */
type Surge = readonly [first: Week, ...Week[]]

function surgesIn(openings: readonly Opening[]): Surge[] {
  const surges: [Week, ...Week[]][] = []
  for (const number of new Set(openings.map(({ at }) => isoWeekOf(at)))) {
    const week = surgeIn(number, openings)
    if (!week) continue
    const last = surges.at(-1)
    if (last && week.week - (last.at(-1) as Week).week <= SURGE.quietWeeks) last.push(week)
    else surges.push([week])
  }
  return surges
}

function surgeIn(week: number, openings: readonly Opening[]): Week | undefined {
  const weekEnd = isoWeekStart(week + 1)
  const baselineStart = weekEnd - PERIODS * WINDOW_SECONDS
  const end = lowerBound(openings, weekEnd, ({ at }) => at)
  if (end - lowerBound(openings, weekEnd - WINDOW_SECONDS, ({ at }) => at) < SURGE.minJobs) return undefined
  const window = new Map<number, Counted>()
  const baseline = Array.from({ length: PERIODS - 1 }, () => new Set<number>())
  for (let i = lowerBound(openings, baselineStart, ({ at }) => at); i < end; i++) {
    const { at, title, confidence, knownSince } = openings[i] as Opening
    if (knownSince >= baselineStart) continue
    const period = Math.floor((weekEnd - 1 - at) / WINDOW_SECONDS)
    if (period > 0) {
      baseline[period - 1]?.add(title)
      continue
    }
    const before = window.get(title)
    if (!before) window.set(title, { at, confidence })
    else if (confidence > before.confidence) window.set(title, { at: before.at, confidence })
  }
  const baselineJobs = baseline.reduce((sum, { size }) => sum + size, 0)
  const forBaseline = jobsForSurge(baselineJobs)
  if (window.size < forBaseline) return undefined
  const years = shiftedWeeks(week).map((each) => openedYearBefore(each, openings, end) ?? 0)
  const needed = Math.max(forBaseline, jobsAgainstYear(Math.max(...years)))
  if (window.size < needed) return undefined
  const yearBefore = openedYearBefore(week, openings, end)
  return { week, window: [...window.values()].sort((a, b) => a.at - b.at), baselineJobs, yearBefore, needed }
}

/** How many titles were opened in the same 30 days of the year before. Only openings before `end` are considered. */
function openedYearBefore(week: number, openings: readonly Opening[], end: number): number | undefined {
  const { from, to } = yearWindowOf(week)
  const titles = new Set<number>()
  const first = lowerBound(openings, from, ({ at }) => at)
  for (let i = first; i < end; i++) {
    const { at, title, knownSince } = openings[i] as Opening
    if (at >= to) break
    if (knownSince < from) titles.add(title)
  }
  const isKnown = titles.size > 0 || openings.slice(first, end).some(({ knownSince }) => knownSince < from)
  return isKnown ? titles.size : undefined
}

function velocitySignal(company: string, series: string, surge: Surge, newestWeek: number): DerivedSignal {
  const [first] = surge
  const { week, window, needed } = first
  const start = isoWeekStart(week)
  const lastShown = Math.min(newestWeek - 1, week + SURGE.updatedWeeks)
  const shown = surge.findLast((each) => each.week <= lastShown)
  const { baselineJobs, yearBefore } = shown ?? first
  const counted = shown?.window ?? window.slice(0, Math.max(needed, window.filter(({ at }) => at < start).length))
  const opened = counted.length
  // An empty baseline would make the ratio infinite, so one job in the 90 days is assumed.
  const ratio = roundToDecimals(opened / expectedJobs(Math.max(baselineJobs, 1)), 1)
  const jobsName = series === ALL_FUNCTIONS ? 'jobs' : `${series.replaceAll('_', ' ')} jobs`
  const comparison =
    baselineJobs === 0 ? `none in the ${SURGE.baselineDays} days before` : `${ratio} times its own baseline`
  const confidences = counted.map(({ confidence }) => confidence).sort((a, b) => b - a)
  return {
    key: derivedKey('velocity', company, series, isoWeekName(week)),
    type: 'velocity',
    label: `Opened ${opened} ${jobsName} in ${SURGE.windowDays} days, ${comparison}${againstYear(yearBefore)}`,
    confidence: confidences[(shown ?? first).needed - 1] ?? 0,
    occurredAt: Math.max(window[needed - 1]?.at ?? 0, start),
    fields: {
      windowDays: SURGE.windowDays,
      opened,
      baseline: roundToDecimals(expectedJobs(baselineJobs), 1),
      ratio,
      ...(yearBefore !== undefined && { yearBefore }),
      ...(series !== ALL_FUNCTIONS && { function: series }),
    },
  }
}

function againstYear(yearBefore: number | undefined): string {
  return yearBefore === undefined ? '' : `, ${yearBefore || 'none'} in the same days of the year before`
}
