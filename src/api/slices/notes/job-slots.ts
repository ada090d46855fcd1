// Slots about jobs: the one that a clause matched, all that it matched, and what else the company has open.

import type { Signal } from '../../../meaning/signals/index.ts'
import { DAY_SECONDS, newestFirst, satisfies, startOfDay } from '../../../query/index.ts'
import {
  counted,
  countryPhrase,
  daysBetween,
  dayText,
  listText,
  outsideText,
  quotedText,
  slugPhrase,
} from './phrases.ts'
import { certain, matchOf, ofMatch, presentOf, type SlotContext, type SlotDeclaration, textOf } from './slot-context.ts'

const MAX_TITLE = 80
const MAX_PLACE = 60
/** A function is the focus of the open jobs if at least this share of at least three belongs to it. */
const FOCUS = { share: 0.4, minJobs: 3 } as const

const needs = ['hiring'] as const

const ofJob = ofMatch('hiring')

const ofJobs = (
  description: string,
  example: string,
  read: (jobs: readonly Signal[], context: SlotContext) => string | undefined,
) => ({
  description,
  example,
  needs,
  fill: (context: SlotContext) => {
    const jobs = matchOf(context, 'hiring')?.matching
    return jobs && certain(read(jobs, context))
  },
})

const ofCompany = (description: string, example: string, fill: (context: SlotContext) => string | undefined) => ({
  description,
  example,
  fill: (context: SlotContext) => certain(fill(context)),
})

export const JOB_SLOTS = {
  'job.title': ofJob('The title of the strongest job, in quotation marks.', '“AI SDR”', titleOf),
  'job.where': ofJob('Its place.', 'in Berlin', whereOf),
  'job.open': ofJob('How long it has been open, with a verb.', 'has been open for 12 days', (job, { asOf }) => {
    const days = daysBetween(job.occurredAt, asOf)
    return days < 1 ? 'was posted today' : `has been open for ${counted(days, 'day')}`
  }),
  'job.posted': ofJob('The day on which it was posted.', '3 November 2026', ({ occurredAt }) => dayText(occurredAt)),
  'job.function': ofJob('Its function. Empty for “other”.', 'sales', (job) => {
    const name = textOf(job, 'function')
    return name === undefined || name === 'other' ? undefined : slugPhrase(name)
  }),
  'job.only': ofJob(
    'That no other job of its function is open. Empty if one is.',
    'the only open sales job',
    (job, context) => {
      const name = textOf(job, 'function')
      if (name === undefined || name === 'other') return undefined
      const open = presentOf(context, 'hiring').filter((each) => textOf(each, 'function') === name)
      return open.every(({ id }) => id === job.id) ? `the only open ${slugPhrase(name)} job` : undefined
    },
  ),
  'job.aiBasis': ofJob('What says that it is about AI: its title or its description.', 'title', (job) =>
    job.fields.ai === true ? (textOf(job, 'aiFrom') ?? 'title') : undefined,
  ),
  'jobs.count': ofJobs('How many jobs match. Empty for one.', '3', (jobs) =>
    jobs.length > 1 ? jobs.length.toLocaleString('en') : undefined,
  ),
  'jobs.others': ofJobs('How many match besides the strongest. Empty if none does.', '2 more', (jobs) =>
    jobs.length > 1 ? `${(jobs.length - 1).toLocaleString('en')} more` : undefined,
  ),
  'jobs.titles': ofJobs('The titles of those that match, the newest first.', '“AI SDR”, “AI BDR” and 2 more', titlesOf),
  'jobs.countries': ofJobs('The countries that they are in.', 'Poland', (jobs) => {
    const codes = newestFirst(jobs).map((job) => textOf(job, 'country') ?? 'ZZ')
    return codes.includes('ZZ') ? undefined : listText(codes.map(countryPhrase))
  }),
  'jobs.lastClosed': ofJobs('The day on which the last of them was closed.', '14 November 2026', (jobs) => {
    const days = jobs.flatMap(({ closedAt }) => closedAt ?? [])
    return days.length === 0 ? undefined : dayText(Math.max(...days))
  }),
  'jobs.posted': ofJobs('How many like them were posted in the window, open or closed.', '5', (_, context) =>
    postedIn(context, 0)?.toLocaleString('en'),
  ),
  'jobs.postedBefore': ofJobs(
    'How many like them were posted in the same time before. Empty if the company was not monitored for all of it.',
    'none',
    (_, context) => {
      const count = postedIn(context, 1)
      return count === 0 ? 'none' : count?.toLocaleString('en')
    },
  ),
  'hiring.count': ofCompany(
    'How many jobs are open besides those that matched. Empty for none.',
    '12 open jobs',
    (context) => {
      const count = otherOpenJobs(context).length
      const isRest = matchOf(context, 'hiring') !== undefined
      return count === 0 ? undefined : counted(count, isRest ? 'other open job' : 'open job')
    },
  ),
  'hiring.focus': ofCompany('The function of most of these.', '7 of them in engineering', (context) => {
    const jobs = otherOpenJobs(context)
    const functions = Map.groupBy(jobs, (job) => textOf(job, 'function') ?? 'other')
    functions.delete('other')
    const [name, largest] = [...functions].sort(([, a], [, b]) => b.length - a.length)[0] ?? []
    if (name === undefined || !largest || jobs.length < FOCUS.minJobs) return undefined
    if (largest.length === jobs.length) return `all in ${slugPhrase(name)}`
    return largest.length >= FOCUS.share * jobs.length ? `${largest.length} of them in ${slugPhrase(name)}` : undefined
  }),
  'hiring.sameFunction': ofCompany(
    'How many of these are of the function of the job that matched.',
    '4 other sales jobs',
    (context) => {
      const name = textOf(matchOf(context, 'hiring')?.best, 'function')
      const count = otherOpenJobs(context).filter((job) => textOf(job, 'function') === name).length
      return name === undefined || name === 'other' || count === 0
        ? undefined
        : counted(count, `other ${slugPhrase(name)} job`)
    },
  ),
  'hiring.newest': ofCompany('The titles of the newest two of these.', '“Data Engineer” and “AI SDR”', (context) =>
    listText([...new Set(otherOpenJobs(context).map(titleOf))].slice(0, 2)),
  ),
  'hiring.ai': ofCompany('The titles of those about AI.', '“Machine Learning Engineer”', (context) =>
    listText(
      otherOpenJobs(context)
        .filter(({ fields }) => fields.ai === true)
        .map(titleOf),
    ),
  ),
  'hiring.last': ofCompany(
    'The newest job, open or closed, and its day.',
    '“Office Manager”, posted on 8 April 2026',
    (context) => {
      const [last] = newestFirst(
        context.signals.filter(({ type, status }) => type === 'hiring' && status !== 'retracted'),
      )
      return last && `${titleOf(last)}, posted on ${dayText(last.occurredAt)}`
    },
  ),
  'hiring.since': ofCompany(
    'The day since which all of its jobs are known.',
    '18 November 2023',
    ({ coverage }) => coverage.hiring && dayText(coverage.hiring.since),
  ),
  'hiring.lookedOn': ofCompany(
    'The last day on which somebody looked for jobs.',
    '17 November 2026',
    ({ coverage }) => coverage.hiring && dayText(coverage.hiring.lastLookedAt),
  ),
} as const satisfies Record<string, SlotDeclaration>

export function titleOf(job: Signal): string {
  return quotedText(textOf(job, 'jobTitle') ?? job.label, MAX_TITLE)
}

export function titlesOf(jobs: readonly Signal[]): string {
  return listText(newestFirst(jobs).map(titleOf))
}

/** Newest first. */
function otherOpenJobs(context: SlotContext): Signal[] {
  const matched = new Set((matchOf(context, 'hiring')?.matching ?? []).map(({ id }) => id))
  return presentOf(context, 'hiring').filter(({ id }) => !matched.has(id))
}

/** "in Berlin", "in Berlin and London", "in Germany", "(remote)", "(remote, Germany)". */
function whereOf(job: Signal): string | undefined {
  const places = [job.fields.locations ?? textOf(job, 'location') ?? []]
    .flat()
    .map((place) => outsideText(String(place), MAX_PLACE))
  const isRemote = textOf(job, 'workplaceType') === 'remote' || places.some((place) => /\bremote\b/i.test(place))
  const named = places.filter((place) => place !== '' && !/\bremote\b/i.test(place))
  const country = textOf(job, 'country')
  const where =
    named.length > 0 ? listText(named) : country === undefined || country === 'ZZ' ? '' : countryPhrase(country)
  if (where === '') return isRemote ? '(remote)' : undefined
  return isRemote ? `(remote, ${where})` : `in ${where}`
}

/**
 * Jobs that meet the conditions of the clause and were posted in the slice's window (0) or in the one before it (1).
 * Undefined if some of them may be unknown.
 */
function postedIn(context: SlotContext, windowsBack: 0 | 1): number | undefined {
  const { asOf, windowDays, signals, coverage } = context
  const clause = matchOf(context, 'hiring')?.clause
  const start = startOfDay(asOf) - (windowsBack + 1) * windowDays * DAY_SECONDS
  if (!clause || coverage.hiring === undefined || coverage.hiring.since > start) return undefined
  const { presence: _presence, withinDays: _within, closedDays: _closed, ...conditions } = clause
  const end = start + windowDays * DAY_SECONDS
  const isCounted = (signal: Signal) =>
    signal.occurredAt >= start && (windowsBack === 0 || signal.occurredAt < end) && satisfies(conditions, signal, asOf)
  return signals.filter(isCounted).length
}
