// Hiring velocity: a company opens clearly more jobs in the 30 days to the end of an ISO week than its own baseline of
// the 90 days before. surge-bound.ts says what "clearly" is.
//
// No clock is read. A week is judged by the jobs' own dates, as if it were over: jobs that are still to come can only
// add to it. So the same jobs give the same signals today and in a year, and a late job corrects the weeks it touches.
//
// All jobs together are one series (no `function`), and each function is one of its own, except "other", which is no
// group. A week surges when it opened a job and its count reaches the bound; the signal stands for the first such week
// after four without, so that a long surge, or one that hovers around the bound, is one signal and not ten.
//
// It occurs when the count reached the bound: at the job that made it, or at the start of the week when older jobs were
// enough because the baseline came down. Closed jobs count, because they were opened. Its confidence is that of the
// weakest job it needs: with a bound of 9, the ninth most certain job of the window. One doubtful job more does not
// make a certain surge doubtful.

import { type BaseSignal, byTime, DAY_SECONDS, type DerivedSignal, derivedKey, indexAtOrAfter } from './derived-signal.ts'
import { isoWeekName, isoWeekOf, isoWeekStart } from './iso-week.ts'
import { expectedJobs, jobsForSurge, SURGE } from './surge-threshold.ts'

const ALL_FUNCTIONS = 'all'

interface Week {
  readonly week: number
  readonly window: readonly BaseSignal[]
  readonly baselineJobs: number
  /** The bound that the window's count has reached. */
  readonly needed: number
}

export function deriveVelocity(company: string, signals: readonly BaseSignal[]): DerivedSignal[] {
  const jobs = signals.filter((signal) => signal.type === 'hiring' && signal.status !== 'retracted').sort(byTime)
  const knownSince = jobs[0]?.occurredAt ?? 0
  return [...seriesOf(jobs)].flatMap(([name, series]) =>
    firstSurges(series, knownSince).map((surge) => velocitySignal(company, name, surge)),
  )
}

function seriesOf(jobs: readonly BaseSignal[]): Map<string, BaseSignal[]> {
  const byFunction = Map.groupBy(jobs, (job) => String(job.fields.function ?? 'other'))
  byFunction.delete('other')
  return byFunction.set(ALL_FUNCTIONS, [...jobs])
}

function firstSurges(jobs: readonly BaseSignal[], knownSince: number): Week[] {
  const surges: Week[] = []
  let lastSurge = Number.NEGATIVE_INFINITY
  for (const week of new Set(jobs.map((job) => isoWeekOf(job.occurredAt)))) {
    const surge = surgeIn(week, jobs, knownSince)
    if (!surge) continue
    if (week - lastSurge > SURGE.quietWeeks) surges.push(surge)
    lastSurge = week
  }
  return surges
}

function surgeIn(week: number, jobs: readonly BaseSignal[], knownSince: number): Week | undefined {
  const weekEnd = isoWeekStart(week + 1)
  const windowStart = weekEnd - SURGE.windowDays * DAY_SECONDS
  const baselineStart = windowStart - SURGE.baselineDays * DAY_SECONDS
  if (knownSince >= baselineStart) return undefined
  const start = indexAtOrAfter(jobs, windowStart)
  const end = indexAtOrAfter(jobs, weekEnd)
  const baselineJobs = start - indexAtOrAfter(jobs, baselineStart)
  const needed = jobsForSurge(baselineJobs)
  return end - start < needed ? undefined : { week, window: jobs.slice(start, end), baselineJobs, needed }
}

function velocitySignal(company: string, series: string, { week, window, baselineJobs, needed }: Week): DerivedSignal {
  const confidences = window.map((job) => job.confidence).sort((a, b) => b - a)
  const opened = window.length
  // A baseline of none would make the ratio infinite: it is taken against one job in the 90 days.
  const ratio = oneDecimal(opened / expectedJobs(Math.max(baselineJobs, 1)))
  const jobsName = series === ALL_FUNCTIONS ? 'jobs' : `${series.replaceAll('_', ' ')} jobs`
  const comparison =
    baselineJobs === 0 ? `none in the ${SURGE.baselineDays} days before` : `${ratio} times its own baseline`
  return {
    key: derivedKey('velocity', company, series, isoWeekName(week)),
    type: 'velocity',
    label: `Opened ${opened} ${jobsName} in ${SURGE.windowDays} days, ${comparison}`,
    confidence: confidences[needed - 1] ?? 0,
    occurredAt: Math.max(window[needed - 1]?.occurredAt ?? 0, isoWeekStart(week)),
    fields: {
      windowDays: SURGE.windowDays,
      opened,
      baseline: oneDecimal(expectedJobs(baselineJobs)),
      ratio,
      ...(series !== ALL_FUNCTIONS && { function: series }),
    },
  }
}

function oneDecimal(value: number): number {
  return Math.round(value * 10) / 10
}
