// The slots that the texts of slices can use. docs/slices.md lists them.

import { isPassingJob, SURGE } from '../../../meaning/derived/index.ts'
import type { Signal } from '../../../meaning/signals/index.ts'
import { nearest } from '../../../platform/text/edit-distance.ts'
import { DAY_SECONDS, startOfDay } from '../../../query/index.ts'
import { titleOf } from './job-choice.ts'
import { JOB_SLOTS } from './job-slots.ts'
import { NEWS_SLOTS } from './news-slots.ts'
import { OPEN_JOB_SLOTS, openSlot, openSlotNames } from './open-jobs.ts'
import { OWNER_SLOTS } from './owner-slots.ts'
import { PAGE_SLOTS } from './page-slots.ts'
import { counted, daysBetween, dayText, listText, slugPhrase } from './phrases.ts'
import { RECENT_JOB_SLOTS } from './recent-job-slots.ts'
import { ROUND_SLOTS } from './round-slots.ts'
import { SEARCH_SLOTS } from './search-questions.ts'
import { certain, ofMatch, presentOf, type SlotDeclaration } from './slot-context.ts'
import { categorySlot, categorySlotNames, TOOL_SLOTS } from './tool-slots.ts'
import { whoAsked } from './tool-texts.ts'

/** The end of a window that is further away is no reason to call this week. */
const CLOSING_DAYS = 14

/** A surge that lasts is written once a week. The days of an older one have to be said. */
const SURGE_NOW_DAYS = 7

/** Fewer jobs don't show a pace. */
const MIN_FOR_PACE = 3

/** So many jobs in a month are more than what a company does every month. */
const STRAIN = { share: 0.05, jobs: 10 } as const

const ofSurge = ofMatch('velocity')
const SURGE_SLOTS = {
  'surge.opened': ofSurge(
    `How many jobs were opened, and in which time: with its last day, if that is more than ${SURGE_NOW_DAYS} days ago.`,
    '14 sales jobs in 30 days',
    (surge, { asOf }) => {
      const jobs = surgeJobs(surge)
      const isOver = daysBetween(surge.occurredAt, asOf) > SURGE_NOW_DAYS
      return jobs && `${jobs} in ${isOver ? surgeDays(surge) : counted(Number(surge.fields.windowDays ?? 30), 'day')}`
    },
  ),
  'surge.jobs': ofSurge('How many jobs were opened.', '14 sales jobs', surgeJobs),
  'surge.strain': ofSurge(
    `The same, if that is much for the company: at least ${100 * STRAIN.share} percent of its people, or ${STRAIN.jobs} where it isn't known how many work there.`,
    '14 sales jobs',
    (surge, { employeeCount }) => {
      const most = employeeCount > 0 ? STRAIN.share * employeeCount : STRAIN.jobs
      return Number(surge.fields.opened) >= most ? surgeJobs(surge) : undefined
    },
  ),
  'surge.before': ofSurge(
    `How many in the ${SURGE.baselineDays} days before that.`,
    'after 13 in the 90 days before',
    (surge) => {
      const before = jobsBefore(surge)
      if (before === undefined) return undefined
      return `after ${before === 0 ? 'none' : before.toLocaleString('en')} in the ${SURGE.baselineDays} days before`
    },
  ),
  'surge.ratio': ofSurge(
    `How many times as many a day. Empty if there were fewer than ${MIN_FOR_PACE} before: "30 times the pace" of one job says nothing.`,
    '3.2',
    (surge) => {
      const { ratio } = surge.fields
      return typeof ratio === 'number' && (jobsBefore(surge) ?? 0) >= MIN_FOR_PACE
        ? ratio.toLocaleString('en')
        : undefined
    },
  ),
  'surge.year': ofSurge('How many in the same days of the year before, if that is known.', '2', ({ fields }) =>
    typeof fields.yearBefore === 'number' ? fields.yearBefore.toLocaleString('en') : undefined,
  ),
  'surge.window': ofSurge('In which days.', 'the 30 days to 9 November 2026', surgeDays),
  'surge.date': ofSurge('The day on which it was one.', '9 November 2026', ({ occurredAt }) => dayText(occurredAt)),
  'surge.titles': ofSurge(
    'The newest open jobs of its kind, none from before its days, at most three. Interns and temporary jobs are left out.',
    '“Account Executive” and “AI SDR”',
    (surge, context) => {
      const from = startOfDay(surge.occurredAt) - Number(surge.fields.windowDays ?? 30) * DAY_SECONDS
      const jobFunction = surge.fields.function
      const jobs = presentOf(context, 'hiring').filter(
        (job) =>
          job.occurredAt >= from &&
          (jobFunction === undefined || job.fields.function === jobFunction) &&
          !isPassingJob(job),
      )
      return listText([...new Set(jobs.map(titleOf))].slice(0, 3))
    },
  ),
} as const satisfies Record<string, SlotDeclaration>

const COMPANY_SLOTS = {
  'company.who': {
    description: '“which team”, or “who” in a company of fewer than 30 people.',
    example: 'which team',
    fill: ({ employeeCount }) => certain(whoAsked(employeeCount)),
  },
  'company.staff': {
    description: 'How many people work there, if that is known.',
    example: '180 people',
    fill: ({ employeeCount }) =>
      employeeCount > 0
        ? certain(`${employeeCount.toLocaleString('en')} ${employeeCount === 1 ? 'person' : 'people'}`)
        : undefined,
  },
} as const satisfies Record<string, SlotDeclaration>

const WINDOW_SLOTS = {
  'window.days': {
    description: 'How long a signal counts in the slice.',
    example: '60 days',
    fill: ({ windowDays }) => certain(counted(windowDays, 'day')),
  },
  'window.ends': {
    description: 'When the company leaves the slice unless something new happens.',
    example: 'in 12 days, on 30 November 2026',
    fill: ({ windowEndsAt, asOf }) => {
      const days = daysBetween(asOf, windowEndsAt)
      if (days < 0) return undefined
      return certain(days === 0 ? 'today' : `in ${counted(days, 'day')}, on ${dayText(windowEndsAt)}`)
    },
  },
  'window.closing': {
    description: `The same, if that is within ${CLOSING_DAYS} days.`,
    example: 'in 6 days',
    fill: ({ windowEndsAt, asOf }) => {
      const days = daysBetween(asOf, windowEndsAt)
      if (days < 0 || days > CLOSING_DAYS) return undefined
      return certain(days === 0 ? 'today' : days === 1 ? 'tomorrow' : `in ${counted(days, 'day')}`)
    },
  },
} as const satisfies Record<string, SlotDeclaration>

/** By name, besides those of a category of tools (`uses.crm`) and of a function (`open.sales`). */
export const SLOTS: Readonly<Record<string, SlotDeclaration>> = {
  ...JOB_SLOTS,
  ...OPEN_JOB_SLOTS,
  ...RECENT_JOB_SLOTS,
  ...SEARCH_SLOTS,
  ...ROUND_SLOTS,
  ...TOOL_SLOTS,
  ...SURGE_SLOTS,
  ...PAGE_SLOTS,
  ...NEWS_SLOTS,
  ...COMPANY_SLOTS,
  ...OWNER_SLOTS,
  ...WINDOW_SLOTS,
}

/** The field is rounded to one decimal, which is less than a job. */
function jobsBefore({ fields: { baseline, windowDays } }: Signal): number | undefined {
  if (typeof baseline !== 'number') return undefined
  return Math.round((baseline * SURGE.baselineDays) / Number(windowDays ?? SURGE.windowDays))
}

function surgeDays({ occurredAt, fields }: Signal): string {
  return `the ${counted(Number(fields.windowDays ?? 30), 'day')} to ${dayText(occurredAt)}`
}

function surgeJobs({ fields }: Signal): string | undefined {
  if (typeof fields.opened !== 'number') return undefined
  return counted(fields.opened, typeof fields.function === 'string' ? `${slugPhrase(fields.function)} job` : 'job')
}

export function slotNamed(name: string): SlotDeclaration | undefined {
  return Object.hasOwn(SLOTS, name) ? SLOTS[name] : (openSlot(name) ?? categorySlot(name))
}

/** What is wrong with a slot in a slice with clauses of these types. Undefined: nothing. */
export function slotProblem(name: string, types: readonly string[]): string | undefined {
  const slot = slotNamed(name)
  if (!slot) {
    const [guess] = nearest(name, [...Object.keys(SLOTS), ...openSlotNames(), ...categorySlotNames()], 1)
    return `has no such slot as {${name}}${guess ? `: did you mean {${guess}}?` : '. docs/slices.md lists them.'}`
  }
  const isOfMatch = slot.needs === undefined || types.includes('any') || slot.needs.some((type) => types.includes(type))
  return isOfMatch ? undefined : `uses {${name}}, but the query has no clause of ${slot.needs?.join(' or ')}`
}
