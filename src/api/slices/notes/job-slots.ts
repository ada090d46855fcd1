// Slots about jobs: the one that a clause matched, and all that it matched. open-jobs.ts has what else is open.

import { isPassingJob, PASSING_JOBS } from '../../../meaning/derived/index.ts'
import type { Signal } from '../../../meaning/signals/index.ts'
import { DAY_SECONDS, newestFirst, satisfies, startOfDay } from '../../../query/index.ts'
import {
  builds,
  functionOf,
  jobOf,
  leadOf,
  leads,
  leadsAll,
  oneOf,
  sells,
  titleOf,
  toolCategoriesOf,
  workOf,
} from './job-choice.ts'
import { postOf, titlesOf, whereOf } from './job-texts.ts'
import {
  allLasting,
  anotherText,
  BESIDES,
  FOCUS,
  hasPassing,
  inFunction,
  lastingJobs,
  likeThem,
  MAX_SOUGHT_DAYS,
  matchedTitles,
} from './open-job-choice.ts'
import { agoText, counted, countryPhrase, daysBetween, dayText, listText, monthText, slugPhrase } from './phrases.ts'
import {
  certain,
  matchOf,
  ofSignal,
  presentOf,
  type SlotContext,
  type SlotDeclaration,
  statedBy,
  textOf,
} from './slot-context.ts'
import { toolsFor } from './tool-slots.ts'

/** A job of the last days is news; an older one is still unfilled. */
const NEWS_DAYS = 14
const LONG_DAYS = 30
/** A search of more than a quarter is a subject of its own. */
const OVERDUE_DAYS = 90
const needs = ['hiring'] as const

const ofJob = (...declared: Parameters<ReturnType<typeof ofSignal>>) => ({ ...ofSignal(jobOf)(...declared), needs })

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

export const JOB_SLOTS = {
  'job.title': ofJob(
    'The title of the job that says most, in quotation marks: one that leads, or else the strongest.',
    '“AI SDR”',
    titleOf,
  ),
  'job.one': ofJob('The same with an article, if it is no plural.', 'an “AI SDR”', oneOf),
  'job.where': {
    description: 'Its place.',
    example: 'in Berlin',
    needs,
    fill: (context) => {
      const job = jobOf(context)
      const value = job && statedBy(job, whereOf(job))
      return value && { ...value, fact: `${titleOf(job)} ${value.text}` }
    },
  },
  'job.open': ofJob(
    'When it was posted, or how long it has been open, with a verb.',
    'was posted 3 days ago',
    (job, context) => {
      const days = daysBetween(job.occurredAt, context.asOf)
      return days <= NEWS_DAYS ? `was posted ${agoText(days)}` : `has been open for ${counted(days, 'day')}`
    },
  ),
  'job.long': ofJob(
    `How long it has been looked for: since the oldest open post with its title. Empty for less than ${LONG_DAYS} days.`,
    '41 days',
    (job, context) => {
      const days = soughtDays(job, context)
      return days < LONG_DAYS ? undefined : counted(days, 'day')
    },
  ),
  'job.overdue': ofJob(`The same, from ${OVERDUE_DAYS} days on.`, '101 days', (job, context) => {
    const days = soughtDays(job, context)
    return days < OVERDUE_DAYS ? undefined : counted(days, 'day')
  }),
  'job.recent': ofJob(
    `The same as \`{job.one}\`, if no open post with its title is ${LONG_DAYS} days old.`,
    'an “AI SDR”',
    (job, context) => (soughtDays(job, context) < LONG_DAYS ? oneOf(job) : undefined),
  ),
  'job.posted': ofJob('The day on which it was posted.', '3 November 2026', ({ occurredAt }) => dayText(occurredAt)),
  'job.function': ofJob('Its function, or “revenue operations”. Empty for “other”.', 'sales', workOf),
  'job.kind': ofJob(
    'Its function as it is searched, by which it is the first: of a GTM engineer, engineering. Empty for “other”.',
    'sales',
    (job) => {
      const name = textOf(job, 'function') ?? 'other'
      return name === 'other' ? undefined : slugPhrase(name)
    },
  ),
  'job.besides': ofJob(
    'That beginners, interns and temporary jobs are not counted, if one of its function came before it.',
    BESIDES,
    (job, { signals }) => {
      const isBefore = (each: Signal) =>
        each.type === 'hiring' && each.status !== 'retracted' && each.occurredAt < job.occurredAt && isPassingJob(each)
      return signals.some((each) => isBefore(each) && textOf(each, 'function') === textOf(job, 'function'))
        ? BESIDES
        : undefined
    },
  ),
  'job.tools': ofJob('The tools in use for work of its function.', 'Zendesk Support', (job, context) =>
    toolsFor(context, toolCategoriesOf(job)),
  ),
  'job.unequipped': ofJob('Its function, if no tool for it is known to be in use.', 'support', (job, context) =>
    toolsFor(context, toolCategoriesOf(job)) === undefined ? workOf(job) : undefined,
  ),
  'job.only': ofJob(
    'That no other job of its function is open. Empty if one is.',
    'the only open sales job',
    (job, context) => {
      const name = functionOf(job)
      if (name === 'other') return undefined
      const open = presentOf(context, 'hiring').filter((each) => functionOf(each) === name)
      return open.every(({ id }) => id === job.id) ? `the only open ${slugPhrase(name)} job` : undefined
    },
  ),
  'job.team': {
    description: `How many of all open jobs are of its function, without beginners and interns, if at least ${FOCUS.minJobs} and ${100 * FOCUS.share} percent of the others are.`,
    example: '5 of 10 open jobs are in sales',
    needs,
    fill: (context) => {
      const job = jobOf(context)
      const value = job && statedBy(job, teamOf(job, context))
      return value && { ...value, topic: 'open jobs' }
    },
  },
  'job.previous': ofJob(
    'The last job of its function before it, if that is closed, and its month. Where one of an intern, a beginner or for a time came later, it is said that these are left out.',
    '“Sales Manager”, posted in March 2025',
    (job, { signals }) => {
      const past = newestFirst(signals).filter(
        (each) =>
          each.type === 'hiring' &&
          each.status !== 'retracted' &&
          each.occurredAt < job.occurredAt &&
          workOf(job) !== undefined &&
          (workOf(each) === workOf(job) || functionOf(each) === workOf(job)),
      )
      const before = past.find((each) => !isPassingJob(each))
      if (before?.status !== 'closed') return undefined
      const text = `${titleOf(before)}, posted in ${monthText(before.occurredAt)}`
      return before === past[0] ? text : `${text} (${BESIDES})`
    },
  ),
  'job.whole': ofJob('Its function, if it leads all of it: no region, no product.', 'sales', (job) =>
    leadsAll(job) ? workOf(job) : undefined,
  ),
  'job.led': ofJob('What it leads: its function, or else “that team”.', 'sales', (job) =>
    leadsAll(job) ? (workOf(job) ?? 'that team') : 'that team',
  ),
  'job.builds': ofJob('Its title, if it builds AI and doesn’t sell with it.', '“ML Engineer”', (job) =>
    job.fields.ai === true && builds(job) ? titleOf(job) : undefined,
  ),
  'job.sells': ofJob('Its title, if it is about AI and sells or serves customers.', '“AI SDR”', (job) =>
    job.fields.ai === true && sells(job) ? titleOf(job) : undefined,
  ),
  'jobs.count': ofJobs('How many jobs match, counted as the query counts them. Empty for one.', '3', (jobs) =>
    jobs.length > 1 ? jobs.length.toLocaleString('en') : undefined,
  ),
  'jobs.seats': ofJobs(
    'The same, if it is more than one search: a leader whose job was posted twice is one.',
    '3',
    (jobs) => {
      const isOne = new Set(jobs.map(titleOf)).size === 1 && jobs.some(leads)
      return jobs.length > 1 && !isOne ? jobs.length.toLocaleString('en') : undefined
    },
  ),
  'jobs.besides': ofJobs(
    'That beginners, interns and temporary jobs are not counted. Empty if there are none like those that match, and for one job.',
    BESIDES,
    (jobs, { matches, signals, asOf }) => {
      const clause = matches.find(({ best }) => best.type === 'hiring')?.clause
      if (!clause || jobs.length < 2) return undefined
      const all = { ...clause, conditions: clause.conditions.filter(({ field }) => !(field in PASSING_JOBS)) }
      const isLeftOut = (each: Signal) =>
        isPassingJob(each) && satisfies(all, each, asOf) && !satisfies(clause, each, asOf)
      return signals.some(isLeftOut) ? BESIDES : undefined
    },
  ),
  'jobs.others': ofJobs(
    'Other titles of those that match. Empty if there are none.',
    '“AI BDR” and 2 more',
    (jobs, context) => titlesOf(othersOf(jobs, context), 2),
  ),
  'jobs.aged': ofJobs(
    `When the newest of these was posted, if that is news beside an older \`{job.title}\`, and how long the oldest has been open: at least ${LONG_DAYS} days.`,
    'one of them open for 66 days',
    agedText,
  ),
  'jobs.same': ofJobs(
    'How many of those that match have the title of `{job.title}`, if that are several and `{jobs.longer}` tells of none of them.',
    '2',
    (jobs, context) => {
      const job = jobOf(context)
      const same = jobs.filter((each) => job && titleOf(each) === titleOf(job))
      return same.length > 1 && longerOpen(context).length === 0 ? same.length.toLocaleString('en') : undefined
    },
  ),
  'jobs.longer': ofJobs(
    `That others like it, of the window or older, have been open for longer, at least ${LONG_DAYS} days, without those that \`{jobs.others}\` counts.`,
    'another “AI SDR” in London has been open for 60 days',
    (_, context) => {
      const job = jobOf(context)
      const lasting = longerOpen(context)
      const oldest = lasting.at(-1)
      if (!job || !oldest) return undefined
      const days = counted(daysBetween(oldest.occurredAt, context.asOf), 'day')
      if (lasting.length > 1) return `${lasting.length} more like it have been open for longer, one of them for ${days}`
      if (postOf(oldest) === postOf(job)) return `an older post of the same job has been open for ${days}`
      const where = whereOf(oldest)
      return `${anotherText(oldest, context)}${where === undefined ? '' : ` ${where}`} has been open for ${days}`
    },
  ),
  'jobs.sought': ofJobs(
    `The one with another title than \`{job.title}\` that has been open longest, of the window or older, and for how long: at least ${LONG_DAYS} days.`,
    'a “GTM Engineer” for 66 days',
    (_, context) => {
      const job = jobOf(context)
      const oldest = likeThem(context).findLast((each) => job && titleOf(each) !== titleOf(job))
      const days = oldest ? daysBetween(oldest.occurredAt, context.asOf) : 0
      return oldest && days >= LONG_DAYS ? `${oneOf(oldest)} for ${counted(days, 'day')}` : undefined
    },
  ),
  'jobs.open': ofJobs('How many like them are open, whenever they were posted. Empty for one.', '4', (_, context) => {
    const { length } = likeThem(context, Number.POSITIVE_INFINITY)
    return length > 1 ? length.toLocaleString('en') : undefined
  }),
  'jobs.older': ofJobs(
    'How many like them are open since before the window, and for how long at most.',
    '2 more have been open for longer, one of them for 118 days',
    (_, context) => {
      const start = startOfDay(context.asOf) - context.windowDays * DAY_SECONDS
      const older = likeThem(context).filter(({ occurredAt }) => occurredAt < start)
      const oldest = older.at(-1)
      if (!oldest) return undefined
      const days = counted(daysBetween(oldest.occurredAt, context.asOf), 'day')
      return older.length === 1
        ? `${anotherText(oldest, context)} has been open for ${days}`
        : `${older.length} more have been open for longer, one of them for ${days}`
    },
  ),
  'jobs.titles': ofJobs(
    'The titles of those that match, the newest first, with how often if a title was posted more than once: what is named and what is “more” are as many as match.',
    '“AI SDR”, “AI BDR” (2 places) and 2 more',
    (jobs) => titlesOf(jobs),
  ),
  'jobs.named': ofJobs('The same as one would say it: each title once.', '“AI SDR”, “AI BDR” and 2 more', (jobs) =>
    listText(newestFirst(jobs).map(titleOf)),
  ),
  'jobs.newest': ofJobs('How long ago the newest of them was posted.', '3 days ago', (jobs, { asOf }) =>
    agoText(daysBetween(Math.max(...jobs.map(({ occurredAt }) => occurredAt)), asOf)),
  ),
  'jobs.lead': ofJobs(
    'The title of the most senior that matches, from a director up.',
    '“Head of Security”',
    (jobs) => {
      const lead = leadOf(jobs)
      return lead && titleOf(lead)
    },
  ),
  'jobs.head': ofJobs(
    'The title of one that leads a country, or sales or operations from a director up: in the country of `{jobs.country}`, if there is one.',
    '“Country Manager”',
    (jobs) => {
      const country = mainCountry(jobs)
      const there = country === undefined ? jobs : jobs.filter((job) => textOf(job, 'country') === country)
      const head = newestFirst(there).find((job) => /\b(?:country|regional|general|managing)\b/i.test(titleOf(job)))
      // A "Chief AI Officer" who sits there opens no market.
      const lead = head ?? leadOf(there.filter((job) => ['sales', 'operations'].includes(functionOf(job))))
      return lead && titleOf(lead)
    },
  ),
  'jobs.country': ofJobs('The country of most of them, if at least two are there.', 'Poland', (jobs) => {
    const country = mainCountry(jobs)
    return country && countryPhrase(country)
  }),
  'jobs.countries': ofJobs('The countries that they are in.', 'Poland', (jobs) => {
    const codes = newestFirst(jobs).map((job) => textOf(job, 'country') ?? 'ZZ')
    return codes.includes('ZZ') ? undefined : listText(codes.map(countryPhrase))
  }),
  'jobs.lastClosed': ofJobs('The day on which the last of them was closed.', '14 November 2026', (jobs) => {
    const days = jobs.flatMap(({ closedAt }) => closedAt ?? [])
    return days.length === 0 ? undefined : dayText(Math.max(...days))
  }),
  'jobs.change': ofJobs(
    'How many like them were posted in the window, open or closed, and in the same time before. Empty if the company was not monitored for all of it.',
    '5 posted in 90 days, none in the 90 days before',
    (_, context) => {
      const [now, before] = [postedIn(context, 0), postedIn(context, 1)]
      const days = counted(context.windowDays, 'day')
      if (now === undefined || before === undefined) return undefined
      return `${now.toLocaleString('en')} posted in ${days}, ${before === 0 ? 'none' : before.toLocaleString('en')} in the ${days} before`
    },
  ),
} as const satisfies Record<string, SlotDeclaration>

/** If a title was posted more than once, the oldest open post gives the length of the search. */
function soughtDays(job: Signal, context: SlotContext): number {
  const days = daysBetween(job.occurredAt, context.asOf)
  const posts =
    job.status === 'active' ? presentOf(context, 'hiring').filter((each) => titleOf(each) === titleOf(job)) : []
  const all = posts.map(({ occurredAt }) => daysBetween(occurredAt, context.asOf))
  return Math.max(days, ...all.filter((each) => each <= MAX_SOUGHT_DAYS))
}

function teamOf(job: Signal, context: SlotContext): string | undefined {
  const name = functionOf(job)
  const others = lastingJobs(context).filter((each) => !matchedTitles(context).has(titleOf(each)))
  const { length: team } = others.filter((each) => functionOf(each) === name)
  if (name === 'other' || team < FOCUS.minJobs || team < FOCUS.share * others.length) return undefined
  const open = allLasting(context)
  const some = open.filter((each) => functionOf(each) === name)
  const [part, all] = [some, open].map(({ length }) => length.toLocaleString('en'))
  const of = part === all ? `all ${all}` : `${part} of ${all}`
  return `${of} open jobs are in ${inFunction(name, some)}${hasPassing(context) ? `, ${BESIDES}` : ''}`
}

function othersOf(jobs: readonly Signal[], context: SlotContext): readonly Signal[] {
  const job = jobOf(context)
  return job ? jobs.filter((each) => titleOf(each) !== titleOf(job)) : []
}

function agedText(jobs: readonly Signal[], context: SlotContext): string | undefined {
  const others = newestFirst(othersOf(jobs, context)).filter(({ status }) => status === 'active')
  const age = (job: Signal | undefined) => (job ? daysBetween(job.occurredAt, context.asOf) : 0)
  const [newest, oldest] = [age(others[0]), age(others.at(-1))]
  const isNews = others.length > 0 && newest <= NEWS_DAYS && age(jobOf(context)) > NEWS_DAYS
  const ages = [
    isNews ? `posted ${agoText(newest)}` : undefined,
    oldest >= LONG_DAYS ? `open for ${counted(oldest, 'day')}` : undefined,
  ].filter((text) => text !== undefined)
  if (ages.length === 0) return undefined
  return `${others.length > 1 ? 'one of them ' : ''}${ages.join(', one ')}`
}

/** Newest first. What matched with another title is counted by `{jobs.others}`. */
function longerOpen(context: SlotContext): Signal[] {
  const job = jobOf(context)
  const matched = new Set(matchOf(context, 'hiring')?.matching.map(({ id }) => id))
  return likeThem(context).filter(
    (each) =>
      job !== undefined &&
      each.occurredAt < job.occurredAt &&
      daysBetween(each.occurredAt, context.asOf) >= LONG_DAYS &&
      (titleOf(each) === titleOf(job) || !matched.has(each.id)),
  )
}

function mainCountry(jobs: readonly Signal[]): string | undefined {
  const byCountry = Map.groupBy(newestFirst(jobs), (job) => textOf(job, 'country') ?? 'ZZ')
  byCountry.delete('ZZ')
  const [country, most] = [...byCountry].sort(([, a], [, b]) => b.length - a.length)[0] ?? []
  return most && most.length > 1 ? country : undefined
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
