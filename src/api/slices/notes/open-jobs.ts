// Slots about all jobs of a company that are open: how many, for what, the newest, and those of one function.

import { JOB_FUNCTIONS } from '../../../closed-sets/signals.ts'
import { isPassingJob } from '../../../meaning/derived/index.ts'
import type { Signal } from '../../../meaning/signals/index.ts'
import { newestFirst } from '../../../query/index.ts'
import { builds, functionOf, isRevenueOperations, leads, oneOf, sells, titleOf } from './job-choice.ts'
import { timesText } from './job-texts.ts'
import {
  allLasting,
  BESIDES,
  FOCUS,
  HIRES_FOR,
  hasPassing,
  inFunction,
  LASTING_DAYS,
  lastingJobs,
  MAX_SOUGHT_DAYS,
  mainFunction,
  matchedTitles,
  newInWindow,
  openDays,
  otherOpenJobs,
  repeatedJobs,
  SOUGHT_DAYS,
  seekingJob,
  soughtJobs,
  toldTitles,
  VACANT_DAYS,
  vacantJob,
} from './open-job-choice.ts'
import { counted, daysBetween, dayText, listText, monthText, outsideText, slugPhrase } from './phrases.ts'
import { certain, listed, matchOf, presentOf, type SlotContext, type SlotDeclaration } from './slot-context.ts'

const DAYS_PER_MONTH = 365 / 12
/** Below this age, of several jobs of one title the oldest says how long they are sought. */
const FRESH_DAYS = 14
const MAX_PLACE = 40
/** A search that ended longer ago is nothing to ask about. */
const PAST_DAYS = 365
export const ofCompany = (
  description: string,
  example: string,
  fill: (context: SlotContext) => string | undefined,
  subject?: string,
) => ({
  description,
  example,
  fill: (context: SlotContext) => {
    const value = certain(fill(context))
    return value && { ...value, ...(subject !== undefined && { subject }) }
  },
})

/** What else a company hires for is asked once. */
const OTHER_JOBS = 'other jobs'

/** Of one function, a long search, several jobs of one title or the focus of all are one topic. */
export const ofFunction = (
  slot: SlotDeclaration,
  functionFor: (context: SlotContext) => string | undefined,
): SlotDeclaration => ({
  ...slot,
  fill: (context) => {
    const [value, name] = [slot.fill(context), functionFor(context)]
    return value && { ...value, ...(name !== undefined && { topic: `the search for ${name}` }) }
  },
})

export const OPEN_JOB_SLOTS = {
  'hiring.count': {
    description:
      'How many jobs are open in all, those that matched too, without those for beginners, interns and temporary ones. Empty if fewer than three are open besides those that matched.',
    example: '12 open jobs',
    fill: (context) => {
      if (lastingJobs(context).length < FOCUS.minJobs) return undefined
      const isOfMatch = matchOf(context, 'hiring') !== undefined
      // Counted with what was named before: "12 other jobs" leaves open which ones are the others.
      const fact = `${counted(allLasting(context).length, 'open job')}${isOfMatch ? ' in all' : ''}`
      return { text: `${fact}${hasPassing(context) ? ` (${BESIDES})` : ''}`, fact, topic: 'open jobs', confidence: 1 }
    },
  },
  'hiring.area': ofFunction(
    ofCompany(
      'The function of most of these.',
      'engineering',
      (context) => {
        const most = mainFunction(context)
        return most && slugPhrase(most.slug)
      },
      HIRES_FOR,
    ),
    (context) => mainFunction(context)?.slug,
  ),
  'hiring.focus': ofCompany('The function of most of these.', '7 of them in engineering', (context) => {
    const most = mainFunction(context)
    if (!most) return undefined
    return `${most.isAll ? 'every one' : `${most.jobs.length} of them`} in ${inFunction(most.slug, most.jobs)}`
  }),
  'hiring.newest': ofCompany(
    'The titles of the newest two of these. Interns and temporary jobs are left out.',
    '“Data Engineer” and “AI SDR”',
    (context) => listText([...new Set(lastingJobs(context).map(titleOf))].slice(0, 2)),
  ),
  'hiring.rest': ofCompany(
    'The titles of the newest two of these that aren’t about AI.',
    '“Data Engineer” and “Account Executive”',
    (context) => {
      const jobs = lastingJobs(context).filter((job) => job.fields.ai !== true)
      return listText([...new Set(jobs.map(titleOf))].slice(0, 2))
    },
  ),
  'hiring.unlike': {
    description:
      'The titles of two of another function than the job that matched; without one, of those that aren’t about AI. Those that lead come first, then the newest, without that of `{hiring.seeking}`.',
    example: '“Head of Data” and “Office Manager”',
    fill: (context) => {
      const matching = matchOf(context, 'hiring')?.matching
      const functions = new Set(matching?.map((job) => (sells(job) ? 'sales' : functionOf(job))))
      const sought = seekingJob(context)
      const jobs = lastingJobs(context)
        .filter((job) => (matching ? !functions.has(functionOf(job)) : job.fields.ai !== true))
        .filter((job) => !(sought && titleOf(job) === titleOf(sought)))
        .toSorted((a, b) => Number(leads(b)) - Number(leads(a)))
      const byTitle = Map.groupBy(jobs, titleOf)
      const value = listed([...byTitle.keys()], (titles) => {
        const named = titles.slice(0, 2).map((title) => {
          const same = byTitle.get(title) ?? []
          return same.length > 1 ? `${title} (${timesText(same)})` : title
        })
        return listText(named)
      })
      return value && { ...value, topic: 'open jobs' }
    },
  },
  'hiring.seeking': ofFunction(
    ofCompany(
      `The job that has been open longest, of the function of those that matched if there is one, and how long: one that leads from ${SOUGHT_DAYS.leader} days on, another from ${SOUGHT_DAYS.other}. None of more than ${MAX_SOUGHT_DAYS}: it may be evergreen.`,
      'a “Head of Data” for 64 days',
      (context) => {
        const job = seekingJob(context)
        return job && `${oneOf(job)} for ${counted(openDays(job, context), 'day')}`
      },
      'a long search',
    ),
    (context) => nameOfFunction(seekingJob(context)),
  ),
  'hiring.repeated': ofFunction(
    ofCompany(
      `The title that most open jobs have, and for how long these are open: two or more, one of them for ${LASTING_DAYS} days, without that of \`{hiring.vacant}\`. None of more than ${MAX_SOUGHT_DAYS}.`,
      '3 jobs “Support Team Lead”, open for 64 to 87 days',
      (context) => {
        const jobs = repeatedJobs(context)
        if (!jobs[0]) return undefined
        const [from, to] = [openDays(jobs[0], context), openDays(jobs.at(-1), context)]
        if (from < FRESH_DAYS)
          return `${jobs.length} jobs ${titleOf(jobs[0])}, the oldest open for ${counted(to, 'day')}`
        const days =
          from === to ? counted(to, 'day') : `${from} ${jobs.length === 2 ? 'and' : 'to'} ${counted(to, 'day')}`
        return `${jobs.length} jobs ${titleOf(jobs[0])}, open for ${days}`
      },
    ),
    (context) => nameOfFunction(repeatedJobs(context)[0]),
  ),
  'hiring.pair': ofCompany(
    `Two titles of one function that have both been open for ${SOUGHT_DAYS.other} days, and for how long, without those of \`{hiring.vacant}\` and \`{hiring.repeated}\`.`,
    'a “Data Engineer” for 64 days and an “Analytics Engineer” for 117 days',
    (context) => {
      const lasting = soughtJobs(context).filter(
        (job) =>
          openDays(job, context) >= SOUGHT_DAYS.other &&
          functionOf(job) !== 'other' &&
          !repeatedJobs(context).some((each) => titleOf(each) === titleOf(job)),
      )
      for (const jobs of Map.groupBy(lasting.toReversed(), functionOf).values()) {
        const other = jobs.find((job) => jobs[0] && titleOf(job) !== titleOf(jobs[0]))
        const pair = other && jobs[0] ? [jobs[0], other] : []
        const texts = pair.map((job) => `${oneOf(job)} for ${counted(openDays(job, context), 'day')}`)
        if (texts.length > 0) return texts.join(' and ')
      }
      return undefined
    },
    'a long search',
  ),
  'hiring.vacant': ofCompany(
    `The job from a director up that has been open longest, and how long: ${VACANT_DAYS} days or more.`,
    'a “VP of Sales” for 95 days',
    (context) => {
      const job = vacantJob(context)
      return job && `${oneOf(job)} for ${counted(openDays(job, context), 'day')}`
    },
  ),
  'hiring.places': ofCompany(
    'Where they are, the place of most of them first.',
    'Berlin (3 jobs), London and 2 other places',
    (context) => {
      const places = Map.groupBy(lastingJobs(context).flatMap(placesOf), (place) => place)
      const texts = [...places]
        .toSorted(([, a], [, b]) => b.length - a.length)
        .map(([place, { length }]) => (length > 1 ? `${place} (${counted(length, 'job')})` : place))
      return listText(texts.length > 3 ? [...texts.slice(0, 2), `${texts.length - 2} other places`] : texts)
    },
  ),
  'hiring.ai': ofCompany(
    'The titles of those that build AI: no jobs that sell it, no interns.',
    '“Machine Learning Engineer”',
    (context) =>
      listText(
        lastingJobs(context)
          .filter((job) => job.fields.ai === true && builds(job))
          .map(titleOf),
      ),
    OTHER_JOBS,
  ),
  'hiring.sellers': ofCompany(
    'The titles of those that sell: open sales jobs without leaders and without revenue operations.',
    '“Account Executive” and “SDR”',
    (context) =>
      listText(
        lastingJobs(context)
          .filter((job) => functionOf(job) === 'sales' && !leads(job) && !isRevenueOperations(job))
          .map(titleOf),
      ),
    OTHER_JOBS,
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
  'hiring.quiet': ofCompany(
    'The last day on which somebody looked for jobs, if none is open.',
    '17 November 2026',
    (context) =>
      context.coverage.hiring && presentOf(context, 'hiring').length === 0
        ? dayText(context.coverage.hiring.lastLookedAt)
        : undefined,
  ),
  'hiring.known': ofCompany(
    'For how many months all of its jobs are known.',
    '36 months',
    ({ coverage, asOf }) =>
      coverage.hiring && counted(Math.floor(daysBetween(coverage.hiring.since, asOf) / DAYS_PER_MONTH), 'month'),
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
  'hiring.passing': ofCompany(
    'The titles of the open jobs, if all of them are for beginners, interns or temporary.',
    '“Junior Designer”',
    (context) => (lastingJobs(context).length > 0 ? undefined : listText(otherOpenJobs(context).map(titleOf))),
  ),
  'hiring.past': ofCompany(
    'The newest job, with its month, if it was closed and was posted within a year. Interns and temporary jobs are left out.',
    'an “Office Manager” in April 2026',
    ({ signals, asOf }) => {
      const [last] = newestFirst(
        signals.filter((each) => each.type === 'hiring' && each.status !== 'retracted' && !isPassingJob(each)),
      )
      if (last?.status !== 'closed' || daysBetween(last.occurredAt, asOf) > PAST_DAYS) return undefined
      return `${oneOf(last)} in ${monthText(last.occurredAt)}`
    },
  ),
  'hiring.unmonitored': ofCompany(
    '“their jobs”, if nobody looks for them and none is known.',
    'their jobs',
    (context) =>
      context.coverage.hiring || context.signals.some(({ type, status }) => type === 'hiring' && status !== 'retracted')
        ? undefined
        : 'their jobs',
  ),
} as const satisfies Record<string, SlotDeclaration>

/** By the beginning of the slot: `open.sales`, `none.sales` and `lately.sales`, and so on with every function. */
const OF_FUNCTION: Readonly<Record<string, (jobFunction: string) => SlotDeclaration>> = {
  open: (jobFunction) =>
    ofCompany(
      `The open jobs of the function ${jobFunction}, without those that lead and those like the ones that matched.`,
      '“Account Executive” and “SDR”',
      (context) =>
        listText(
          lastingJobs(context)
            .filter((job) => functionOf(job) === jobFunction && !leads(job))
            .map(titleOf)
            .filter((title) => !toldTitles(context).has(title)),
        ),
      OTHER_JOBS,
    ),
  none: (jobFunction) =>
    ofCompany(
      `That no other job of the function ${jobFunction} is open than those that matched.`,
      'no other sales job',
      (context) => {
        const open = presentOf(context, 'hiring').filter((job) => functionOf(job) === jobFunction)
        const isAnother = open.some((job) => !matchedTitles(context).has(titleOf(job)))
        const isMatched =
          open.length > 0 || (jobFunction === 'sales' && matchOf(context, 'hiring')?.matching.some(sells))
        return isAnother ? undefined : `no ${isMatched ? 'other ' : ''}${slugPhrase(jobFunction)} job`
      },
    ),
  lately: (jobFunction) =>
    ofCompany(
      `The open jobs of the function ${jobFunction} that were posted in the window.`,
      '“Account Executive” and “SDR”',
      (context) =>
        listText(
          newInWindow(context)
            .filter((job) => functionOf(job) === jobFunction)
            .map(titleOf),
        ),
    ),
}

export function openSlot(name: string): SlotDeclaration | undefined {
  const [kind = '', jobFunction = ''] = name.split('.', 2)
  return openSlotNames().includes(name) ? OF_FUNCTION[kind]?.(jobFunction) : undefined
}

export function openSlotNames(): string[] {
  const functions = JOB_FUNCTIONS.filter((name) => name !== 'other')
  return Object.keys(OF_FUNCTION).flatMap((kind) => functions.map((name) => `${kind}.${name}`))
}

/** Cities; of a remote job, that it is remote. */
function placesOf({ fields }: Signal): string[] {
  const places = [fields.locations ?? fields.location ?? []]
    .flat()
    .map((place) => outsideText(String(place), MAX_PLACE))
  const cities = places.map((place) => (/\bremote\b/i.test(place) ? 'remote' : (place.split(',')[0] ?? '').trim()))
  return [...new Set(fields.workplaceType === 'remote' ? ['remote'] : cities)].filter((place) => place !== '')
}

export const nameOfFunction = (job: Signal | undefined) => {
  const name = job && functionOf(job)
  return name === 'other' ? undefined : name
}
