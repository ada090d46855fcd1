// Slots about the jobs that were posted last: how many within days, of which titles, and those in a country that is new.

import type { Signal } from '../../../meaning/signals/index.ts'
import { titleOf } from './job-choice.ts'
import { timesText } from './job-texts.ts'
import { allLasting, lastingJobs, newInWindow, openDays } from './open-job-choice.ts'
import { nameOfFunction, ofCompany, ofFunction } from './open-jobs.ts'
import { agoText, counted, countryPhrase, listText } from './phrases.ts'
import { type SlotContext, type SlotDeclaration, textOf } from './slot-context.ts'
import { LATELY_DAYS } from './tool-slots.ts'

/** So many jobs within days are the first thing to say about them. */
const BURST = { days: 7, jobs: 3 } as const
const BATCH_DAYS = 14

export const RECENT_JOB_SLOTS = {
  'hiring.latest': ofCompany(
    `The same with how many are open of a title, and when the newest of them was posted. The second is at most ${LATELY_DAYS} days old.`,
    '“Data Engineer” (3 places, the newest posted today) and “AI SDR” (posted 12 days ago)',
    (context) => {
      const [newest, ...others] = [...Map.groupBy(lastingJobs(context), titleOf)]
      const recent = others.filter(([, [job]]) => openDays(job, context) <= LATELY_DAYS)
      const byTitle = newest ? [newest, ...recent].slice(0, 2) : []
      return listText(
        byTitle.map(([title, same]) => {
          const ago = `posted ${agoText(openDays(same[0], context))}`
          return `${title} (${same.length > 1 ? `${timesText(same)}, the newest ${ago}` : ago})`
        }),
      )
    },
  ),
  'hiring.burst': ofCompany(
    `How many of all that are open were posted in the last ${BURST.days} days: at least ${BURST.jobs}.`,
    '5 of them posted in the last 7 days',
    (context) => {
      const all = allLasting(context)
      const { length } = all.filter((job) => openDays(job, context) < BURST.days)
      if (length < BURST.jobs) return undefined
      return `${length === all.length ? 'all' : length} of them posted in the last ${counted(BURST.days, 'day')}`
    },
  ),
  'hiring.batch': ofFunction(
    ofCompany(
      `The title that was posted most often in the last ${BATCH_DAYS} days: at least ${BURST.jobs} times, all of them open.`,
      '3 jobs “Support Agent” in the last 4 days',
      (context) => {
        const same = batchOf(context)
        if (!same[0]) return undefined
        return `${same.length} jobs ${titleOf(same[0])} in the last ${counted(openDays(same.at(-1), context) + 1, 'day')}`
      },
    ),
    (context) => nameOfFunction(batchOf(context)[0]),
  ),
  'country.new': ofCompany(
    `Open jobs of the last ${LATELY_DAYS} days that are among the first in their country, where these don’t open it.`,
    '“Account Executive” in Poland',
    (context) => {
      const jobs = allLasting(context).filter(
        (job) =>
          openDays(job, context) <= LATELY_DAYS && job.fields.newCountry === true && job.fields.opensCountry !== true,
      )
      return listText(jobs.flatMap((job) => titleInCountry(job) ?? []))
    },
    'a new country',
  ),
  'country.first': ofCompany(
    'A job of the window that is among the first in its country.',
    '“Account Executive” in Poland',
    (context) => {
      const job = newInWindow(context).find(({ fields }) => fields.newCountry === true)
      return job && titleInCountry(job)
    },
  ),
} as const satisfies Record<string, SlotDeclaration>

function titleInCountry(job: Signal): string | undefined {
  const country = textOf(job, 'country')
  return country && country !== 'ZZ' ? `${titleOf(job)} in ${countryPhrase(country)}` : undefined
}

/** Newest first. */
function batchOf(context: SlotContext): readonly Signal[] {
  const lately = lastingJobs(context).filter((job) => openDays(job, context) < BATCH_DAYS)
  const [most = []] = [...Map.groupBy(lately, titleOf).values()].toSorted((a, b) => b.length - a.length)
  return most.length < BURST.jobs ? [] : most
}
