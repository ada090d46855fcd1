// Which of the jobs that are open the notes speak of: how old they are, how many of one title or function there are, and which of them
// matched.

import { isPassingJob } from '../../../meaning/derived/index.ts'
import type { Signal } from '../../../meaning/signals/index.ts'
import { satisfies } from '../../../query/index.ts'
import { functionOf, leads, titleOf } from './job-choice.ts'
import { daysBetween, listText, slugPhrase } from './phrases.ts'
import { matchOf, presentOf, type SlotContext, textOf } from './slot-context.ts'

/** A function is the focus of the open jobs if at least this share of at least three belongs to it. */
export const FOCUS = { share: 0.5, minJobs: 3 } as const
/** A count leaves out passing jobs, and says so where there are some. */
export const BESIDES = 'not counting interns, juniors and temporary jobs'
/** What the open jobs are for is asked once, be it by their function or by their titles. */
export const HIRES_FOR = 'what they hire for'
/** A search that lasts so long is a subject of a call. */
export const SOUGHT_DAYS = { leader: 30, other: 60 } as const
/** A leader who is missing for so long is the first thing to say of a company. */
export const VACANT_DAYS = 60
export const MAX_SOUGHT_DAYS = 180
/** From how many days on several jobs of one title are worth a question. */
export const LASTING_DAYS = 60

export function mainFunction(
  context: SlotContext,
): { slug: string; jobs: readonly Signal[]; isAll: boolean } | undefined {
  const jobs = allLasting(context)
  const functions = Map.groupBy(jobs, functionOf)
  functions.delete('other')
  const [[name, largest] = [], [, second] = []] = [...functions].sort(([, a], [, b]) => b.length - a.length)
  if (name === undefined || !largest || jobs.length < FOCUS.minJobs) return undefined
  // Of two that are alike none is the focus.
  if (second?.length === largest.length) return undefined
  if (largest.length < FOCUS.minJobs || largest.length < FOCUS.share * jobs.length) return undefined
  return { slug: name, jobs: largest, isAll: largest.length === jobs.length }
}

/** "sales", or "sales, counting “GTM Engineer”": a number has to be found among the jobs, which are of another function. */
export function inFunction(slug: string, jobs: readonly Signal[]): string {
  const others = jobs.filter((job) => textOf(job, 'function') !== slug).map(titleOf)
  return `${slugPhrase(slug)}${others.length > 0 ? `, counting ${listText(others)}` : ''}`
}

export function matchedTitles(context: SlotContext): ReadonlySet<string> {
  return new Set(matchOf(context, 'hiring')?.matching.map(titleOf))
}

/**
 * Open jobs that the clause asks for whenever they were posted, newest first. One that has been open for too long may be
 * evergreen.
 */
export function likeThem(context: SlotContext, maxDays = MAX_SOUGHT_DAYS): Signal[] {
  const clause = matchOf(context, 'hiring')?.clause
  if (!clause) return []
  const { withinDays: _within, ...conditions } = clause
  return presentOf(context, 'hiring').filter(
    (job) => daysBetween(job.occurredAt, context.asOf) <= maxDays && satisfies(conditions, job, context.asOf),
  )
}

/** Of a title that matched, another post is said to be another one. */
export function anotherText(job: Signal, context: SlotContext): string {
  return `${matchedTitles(context).has(titleOf(job)) ? 'another ' : ''}${titleOf(job)}`
}

/** What matched, and what is like it: `{jobs.longer}` tells of these. */
export function toldTitles(context: SlotContext): ReadonlySet<string> {
  return new Set([...matchedTitles(context), ...likeThem(context).map(titleOf)])
}

/** All that are open, those that matched too. */
export function allLasting(context: SlotContext): Signal[] {
  return presentOf(context, 'hiring').filter((job) => !isPassingJob(job))
}

export const openDays = (job: Signal | undefined, { asOf }: SlotContext) =>
  job ? daysBetween(job.occurredAt, asOf) : 0

export function vacantJob(context: SlotContext): Signal | undefined {
  return lastingJobs(context).findLast(
    (job) => leads(job) && openDays(job, context) >= VACANT_DAYS && openDays(job, context) <= MAX_SOUGHT_DAYS,
  )
}

/** Of the function of those that matched if there is one, else one that leads, else the oldest. */
export function seekingJob(context: SlotContext): Signal | undefined {
  const days = (job: Signal) => openDays(job, context)
  const areas = new Set(matchOf(context, 'hiring')?.matching.map(functionOf))
  const rank = (job: Signal) => (areas.has(functionOf(job)) ? 2 : leads(job) ? 1 : 0)
  return lastingJobs(context)
    .filter((each) => days(each) <= MAX_SOUGHT_DAYS && !toldTitles(context).has(titleOf(each)))
    .filter((each) => days(each) >= (leads(each) ? SOUGHT_DAYS.leader : SOUGHT_DAYS.other))
    .toSorted((a, b) => rank(b) - rank(a) || days(b) - days(a))[0]
}

export function soughtJobs(context: SlotContext): Signal[] {
  const vacant = vacantJob(context)
  return lastingJobs(context).filter(
    (job) => openDays(job, context) <= MAX_SOUGHT_DAYS && !(vacant && titleOf(job) === titleOf(vacant)),
  )
}

/** Newest first: the open jobs of the title that has most of them. */
export function repeatedJobs(context: SlotContext): readonly Signal[] {
  const [most] = [...Map.groupBy(soughtJobs(context), titleOf).values()]
    .filter((jobs) => jobs.length > 1 && openDays(jobs.at(-1), context) >= LASTING_DAYS)
    .toSorted((a, b) => b.length - a.length || openDays(b.at(-1), context) - openDays(a.at(-1), context))
  return most ?? []
}

export function lastingJobs(context: SlotContext): Signal[] {
  return otherOpenJobs(context).filter((job) => !isPassingJob(job))
}

export function hasPassing(context: SlotContext): boolean {
  return presentOf(context, 'hiring').some(isPassingJob)
}

/** Newest first. */
export function otherOpenJobs(context: SlotContext): Signal[] {
  const matched = new Set((matchOf(context, 'hiring')?.matching ?? []).map(({ id }) => id))
  return presentOf(context, 'hiring').filter(({ id }) => !matched.has(id))
}

/** The jobs that a clause of a slice would count. */
export function newInWindow(context: SlotContext): Signal[] {
  return lastingJobs(context).filter((job) => daysBetween(job.occurredAt, context.asOf) < context.windowDays)
}
