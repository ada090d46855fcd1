// The jobs that count in a hiring surge, each with the title that it is counted by. A job counts once it is opened,
// whether or not it is still open. Interns, beginners, temporary and seasonal jobs don't count. A move to another job board is no opening: the same title in the same country that
// another source had until then.

import { normaliseTitle } from '../facts/index.ts'
import { isTemporaryTitle } from '../titles/index.ts'
import type { DeriveContext } from './context.ts'
import { type BaseSignal, byTime, DAY_SECONDS, sourcesOf } from './derived-signal.ts'
import { isPassingJob } from './passing-jobs.ts'

export const BOARD_MOVE = {
  /** The old job may have been closed this long before. */
  closedDays: 45,
  /** Older jobs are not considered. */
  openedDays: 180,
} as const

export interface Opening {
  readonly at: number
  readonly jobFunction: string
  /** A number for the normalised title and the country. */
  readonly title: number
  readonly confidence: number
  /** Since when one of its sources knows the company. */
  readonly knownSince: number
}

/** A job that can count in a surge, with the data needed for that. */
export interface CountedJob {
  readonly at: number
  /** When it was closed. Infinity: it is open. */
  readonly until: number
  readonly jobFunction: string
  readonly confidence: number
  readonly sources: readonly string[]
  /** See Opening. */
  readonly title: number
}

/** In the order of time. */
export function openingsOf(facts: readonly BaseSignal[], { knownSince }: DeriveContext): Opening[] {
  const numbers = new Map<string, number>()
  const jobs = facts
    .filter(countsAsOpening)
    .sort(byTime)
    .map((job) => countedJob(job, numberOf(titleOf(job), numbers)))
  return openingsAmong(jobs, knownSince)
}

export function countedJob(job: BaseSignal, title: number): CountedJob {
  const jobFunction = String(job.fields.function ?? 'other')
  const { occurredAt: at, confidence } = job
  return { at, until: endOf(job), jobFunction, confidence, sources: sourcesOf(job), title }
}

/** The jobs are in the order of time, and so are the openings. */
export function openingsAmong(jobs: readonly CountedJob[], knownSince: DeriveContext['knownSince']): Opening[] {
  const known: EarlierJobs[] = []
  const openings: Opening[] = []
  for (let start = 0; start < jobs.length; ) {
    const { at } = jobs[start] as CountedJob
    let end = start
    for (; jobs[end]?.at === at; end++) {
      const { jobFunction, confidence, title, sources } = jobs[end] as CountedJob
      if (known[title]?.hasOther(sources, at)) continue
      openings.push({ at, jobFunction, title, confidence, knownSince: Math.min(...sources.map(knownSince)) })
    }
    for (; start < end; start++) {
      const { title, sources, until } = jobs[start] as CountedJob
      known[title] ??= new EarlierJobs()
      known[title].add(sources, at, until)
    }
  }
  return openings
}

/** Whether it can count in a surge. */
export function countsAsOpening(fact: Pick<BaseSignal, 'type' | 'status' | 'fields'>): boolean {
  if (fact.type !== 'hiring' || fact.status === 'retracted' || isPassingJob(fact)) return false
  return !isTemporaryTitle(String(fact.fields.jobTitle ?? ''))
}

function endOf({ status, closedAt, lastSeenAt }: BaseSignal): number {
  return status === 'closed' ? (closedAt ?? lastSeenAt) : Number.POSITIVE_INFINITY
}

function numberOf(title: string, numbers: Map<string, number>): number {
  let number = numbers.get(title)
  if (number === undefined) {
    number = numbers.size
    numbers.set(title, number)
  }
  return number
}

/** The normalised title and the country. */
export function titleOf({ fields, label }: BaseSignal): string {
  const [location, country] = [String(fields.location ?? ''), String(fields.country ?? '')]
  return `${normaliseTitle(String(fields.jobTitle ?? label), { location, country })}\n${country}`
}

interface Earlier {
  readonly at: number
  readonly until: number
}

/** By source, the jobs of one title in the order of time, without those that a later one outlasts. */
class EarlierJobs {
  readonly #bySource = new Map<string, { jobs: Earlier[]; from: number }>()

  add(sources: readonly string[], at: number, until: number): void {
    for (const source of sources) {
      let own = this.#bySource.get(source)
      if (!own) {
        own = { jobs: [], from: 0 }
        this.#bySource.set(source, own)
      }
      while (own.jobs.length > own.from && (own.jobs.at(-1) as Earlier).until <= until) own.jobs.pop()
      own.jobs.push({ at, until })
    }
  }

  /** Whether another source had the job until shortly before. Times never go back. */
  hasOther(sources: readonly string[], at: number): boolean {
    for (const [source, own] of this.#bySource) {
      while ((own.jobs[own.from]?.at ?? at) < at - BOARD_MOVE.openedDays * DAY_SECONDS) own.from += 1
      const longest = own.jobs[own.from]
      if (!longest || sources.includes(source)) continue
      if (longest.until >= at - BOARD_MOVE.closedDays * DAY_SECONDS) return true
    }
    return false
  }
}
