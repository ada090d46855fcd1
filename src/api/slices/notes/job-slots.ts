// Slots about jobs: the one that a clause matched, and all that it matched. open-jobs.ts has what else is open.

import { isPassingJob, PASSING_JOBS } from '../../../meaning/derived/index.ts'
import type { Signal } from '../../../meaning/signals/index.ts'
import { DAY_SECONDS, newestFirst, satisfies, startOfDay } from '../../../query/index.ts'
import {
  builds,
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
import { BESIDES, FOCUS, hasPassing, lastingJobs, MAX_SOUGHT_DAYS, matchedTitles } from './open-jobs.ts'
import {
  agoText,
  counted,
  countryPhrase,
  daysBetween,
  dayText,
  listText,
  monthText,
  outsideText,
  slugPhrase,
} from './phrases.ts'
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

const MAX_PLACE = 60
/** A job of the last days is news; an older one is a job that nobody has taken. */
const NEWS_DAYS = 14
const LONG_DAYS = 30
/** A search of more than a quarter is a subject of its own. */
const OVERDUE_DAYS = 90
/** Where a remote job may be done: said as the source writes it. */
const REMOTE_AREA =
  /^(?:EU|EEA|EMEA|Europe|European Union|DACH|Benelux|Nordics|LATAM|Latin America|APAC|MENA|Americas|North America|Worldwide|Global|Anywhere)$/i
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
    `How long it has been open. Empty for less than ${LONG_DAYS} days.`,
    '41 days',
    ({ occurredAt }, { asOf }) => {
      const days = daysBetween(occurredAt, asOf)
      return days < LONG_DAYS ? undefined : counted(days, 'day')
    },
  ),
  'job.overdue': ofJob(`The same, from ${OVERDUE_DAYS} days on.`, '101 days', ({ occurredAt }, { asOf }) => {
    const days = daysBetween(occurredAt, asOf)
    return days < OVERDUE_DAYS ? undefined : counted(days, 'day')
  }),
  'job.recent': ofJob(
    `The same as \`{job.one}\`, if it has been open for less than ${LONG_DAYS} days.`,
    'an “AI SDR”',
    (job, { asOf }) => (daysBetween(job.occurredAt, asOf) < LONG_DAYS ? oneOf(job) : undefined),
  ),
  'job.posted': ofJob('The day on which it was posted.', '3 November 2026', ({ occurredAt }) => dayText(occurredAt)),
  'job.function': ofJob('Its function, or “revenue operations”. Empty for “other”.', 'sales', workOf),
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
      const name = textOf(job, 'function')
      if (name === undefined || name === 'other') return undefined
      const open = presentOf(context, 'hiring').filter((each) => textOf(each, 'function') === name)
      return open.every(({ id }) => id === job.id) ? `the only open ${slugPhrase(name)} job` : undefined
    },
  ),
  'job.team': ofJob(
    `How many of the other open jobs are of its function, without beginners and interns, if that is at least ${FOCUS.minJobs} and ${100 * FOCUS.share} percent.`,
    '4 of 9 other open jobs are in sales',
    (job, context) => {
      const name = textOf(job, 'function')
      const open = lastingJobs(context).filter((each) => !matchedTitles(context).has(titleOf(each)))
      const team = open.filter((each) => textOf(each, 'function') === name)
      if (name === undefined || name === 'other') return undefined
      if (team.length < FOCUS.minJobs || team.length < FOCUS.share * open.length) return undefined
      const [some, all] = [team, open].map(({ length }) => length.toLocaleString('en'))
      const of = some === all ? `all ${all}` : `${some} of ${all}`
      return `${of} other open jobs are in ${slugPhrase(name)}${hasPassing(context) ? `, ${BESIDES}` : ''}`
    },
  ),
  'job.previous': ofJob(
    'The last job of its function before it, if that is closed, and its month. Interns and temporary jobs are left out.',
    '“Sales Manager”, posted in March 2025',
    (job, { signals }) => {
      const before = newestFirst(signals).find(
        (each) =>
          each.type === 'hiring' &&
          each.status !== 'retracted' &&
          each.occurredAt < job.occurredAt &&
          workOf(job) !== undefined &&
          workOf(each) === workOf(job) &&
          !isPassingJob(each),
      )
      return before?.status === 'closed' ? `${titleOf(before)}, posted in ${monthText(before.occurredAt)}` : undefined
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
    (jobs, context) => {
      const job = jobOf(context)
      return titlesOf(job ? jobs.filter((each) => titleOf(each) !== titleOf(job)) : [], 2)
    },
  ),
  'jobs.same': ofJobs(
    'How many of those that match have the title of `{job.title}`, if that are several.',
    '2',
    (jobs, context) => {
      const job = jobOf(context)
      const same = jobs.filter((each) => job && titleOf(each) === titleOf(job))
      return same.length > 1 ? same.length.toLocaleString('en') : undefined
    },
  ),
  'jobs.longer': ofJobs(
    `That others like it, of the window or older, have been open for longer, at least ${LONG_DAYS} days.`,
    'another “AI SDR” in London has been open for 60 days',
    (_, context) => {
      const job = jobOf(context)
      const longer = job ? likeThem(context).filter((each) => each.occurredAt < job.occurredAt) : []
      const lasting = longer.filter((each) => daysBetween(each.occurredAt, context.asOf) >= LONG_DAYS)
      const oldest = lasting.at(-1)
      if (!job || !oldest) return undefined
      const days = counted(daysBetween(oldest.occurredAt, context.asOf), 'day')
      if (lasting.length > 1) return `${lasting.length} more like it have been open for longer, one of them for ${days}`
      const name = titleOf(oldest) === titleOf(job) ? `another ${titleOf(job)}` : titleOf(oldest)
      const where = whereOf(oldest)
      return `${name}${where === undefined ? '' : ` ${where}`} has been open for ${days}`
    },
  ),
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
        ? `${titleOf(oldest)} has been open for ${days}`
        : `${older.length} more have been open for longer, one of them for ${days}`
    },
  ),
  'jobs.titles': ofJobs(
    'The titles of those that match, the newest first, with how often if a title was posted more than once: what is named and what is “more” are as many as match.',
    '“AI SDR”, “AI BDR” (2 places) and 2 more',
    (jobs) => titlesOf(jobs),
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
    'The title of one that leads a country, or from a director up: in the country of `{jobs.country}`, if there is one.',
    '“Country Manager”',
    (jobs) => {
      const country = mainCountry(jobs)
      const there = country === undefined ? jobs : jobs.filter((job) => textOf(job, 'country') === country)
      const head = newestFirst(there).find((job) => /\b(?:country|regional|general|managing)\b/i.test(titleOf(job)))
      const lead = head ?? leadOf(there)
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

function mainCountry(jobs: readonly Signal[]): string | undefined {
  const byCountry = Map.groupBy(newestFirst(jobs), (job) => textOf(job, 'country') ?? 'ZZ')
  byCountry.delete('ZZ')
  const [country, most] = [...byCountry].sort(([, a], [, b]) => b.length - a.length)[0] ?? []
  return most && most.length > 1 ? country : undefined
}

/** As many as are given: each title says how often it was posted, and those without a name are counted, not their titles. */
function titlesOf(jobs: readonly Signal[], maxTitles = 3): string {
  const byTitle = [...Map.groupBy(newestFirst(jobs), titleOf)]
  const named = byTitle.slice(0, byTitle.length > maxTitles ? maxTitles - 1 : maxTitles)
  const more = byTitle.slice(named.length).reduce((sum, [, same]) => sum + same.length, 0)
  const texts = named.map(([title, same]) => {
    if (same.length === 1) return title
    return `${title} (${same.length} ${new Set(same.map(postOf)).size === same.length ? 'places' : 'posts'})`
  })
  return listText(more > 0 ? [...texts, `${more.toLocaleString('en')} more`] : texts, maxTitles)
}

/** The title and the place: of two posts that are the same, one is not "another job". */
function postOf(job: Signal): string {
  return JSON.stringify([titleOf(job), job.fields.locations ?? job.fields.location ?? '', job.fields.country ?? ''])
}

/** "in Berlin", "in Utrecht (Netherlands)", "in Berlin and London", "in Germany", "(remote)", "(remote, Germany)". */
function whereOf(job: Signal): string | undefined {
  const places = [job.fields.locations ?? textOf(job, 'location') ?? []]
    .flat()
    .map((place) => outsideText(String(place), MAX_PLACE))
  const isRemote = textOf(job, 'workplaceType') === 'remote' || places.some((place) => /\bremote\b/i.test(place))
  const named = places.filter((place) => place !== '' && !/\bremote\b/i.test(place))
  const country = textOf(job, 'country')
  const inText = isRemote ? named : named.map((place) => place.replace(/^([^,()]+), ([^()]+)$/, '$1 ($2)'))
  const area = places
    .flatMap((place) => place.replace(/\bremote\b/i, '').split(/[,()|–—-]/))
    .map((part) => part.trim())
    .find((part) => part !== '')
  const isKnown = country !== undefined && country !== 'ZZ'
  const vague = isKnown ? countryPhrase(country) : isRemote && area && REMOTE_AREA.test(area) ? area : ''
  const where = named.length > 0 ? listText(inText) : vague
  if (where === '') return isRemote ? '(remote)' : undefined
  return isRemote ? `(remote, ${where})` : `in ${where}`
}

/**
 * Open jobs that the clause asks for whenever they were posted, newest first. One that has been open for too long may be evergreen.
 */
function likeThem(context: SlotContext): Signal[] {
  const clause = matchOf(context, 'hiring')?.clause
  if (!clause) return []
  const { withinDays: _within, ...conditions } = clause
  return presentOf(context, 'hiring').filter(
    (job) => daysBetween(job.occurredAt, context.asOf) <= MAX_SOUGHT_DAYS && satisfies(conditions, job, context.asOf),
  )
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
