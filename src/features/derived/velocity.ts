// Hiring velocity: a company opens clearly more jobs in the 30 days up to the end of an ISO week than its own baseline of
// the previous 90 days. surge-threshold.ts defines "clearly".
//
// No clock is read. A week is judged by the dates of its jobs, as if it were over: jobs that are still to come can only
// raise its count. So the same jobs give the same signals today and in a year, and a late job corrects the weeks it
// affects.
//
// All jobs together are one series (without `function`). Each function is a separate series, except "other", which is
// not a group. A week has a surge if a job was opened in it and its count reaches the threshold. Only the first such week
// after four without gives a signal, so a long surge, or one around the threshold, is one signal and not ten.
//
// It occurs when the count reaches the threshold: at the time of that job, or at the start of the week if older jobs are
// enough because the baseline has fallen. Closed jobs count, because they were opened. The confidence is that of the
// weakest job that is needed: with a threshold of 9, the ninth most certain job of the window. One more doubtful job does
// not make a certain surge doubtful.

import {
  type BaseSignal,
  byTime,
  DAY_SECONDS,
  type DerivedSignal,
  derivedKey,
  indexAtOrAfter,
} from './derived-signal.ts'
import { isoWeekName, isoWeekOf, isoWeekStart } from './iso-week.ts'
import { expectedJobs, jobsForSurge, SURGE } from './surge-threshold.ts'

const ALL_FUNCTIONS = 'all'

interface Week {
  readonly week: number
  readonly window: readonly BaseSignal[]
  readonly baselineJobs: number
  /** The threshold that the window's count has reached. */
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
  // An empty baseline would make the ratio infinite, so one job in the 90 days is assumed.
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
