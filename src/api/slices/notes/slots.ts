// The slots that the texts of slices can use. docs/slices.md lists them.

import { isPassingJob } from '../../../meaning/derived/index.ts'
import type { Signal } from '../../../meaning/signals/index.ts'
import { nearest } from '../../../platform/text/edit-distance.ts'
import { DAY_SECONDS, startOfDay } from '../../../query/index.ts'
import { JOB_SLOTS, titleOf } from './job-slots.ts'
import { counted, daysBetween, dayText, listText, outsideText, quotedText, slugPhrase } from './phrases.ts'
import { ROUND_SLOTS } from './round-slots.ts'
import { certain, matchOf, ofMatch, presentOf, type SlotDeclaration, statedBy, textOf } from './slot-context.ts'
import { TOOL_SLOTS, usesSlot, usesSlotNames } from './tool-slots.ts'

const MAX_PAGE = 100

const ofSurge = ofMatch('velocity')
const ofPage = ofMatch('web')

const SURGE_SLOTS = {
  'surge.opened': ofSurge('How many jobs were opened, and in which time.', '14 sales jobs in 30 days', (surge) => {
    const jobs = surgeJobs(surge)
    return jobs && `${jobs} in ${counted(Number(surge.fields.windowDays ?? 30), 'day')}`
  }),
  'surge.jobs': ofSurge('How many jobs were opened.', '14 sales jobs', surgeJobs),
  'surge.before': ofSurge(
    'How many in the same time before.',
    'against 4.3 in 30 days before, on average',
    ({ fields: { baseline, windowDays } }) => {
      if (typeof baseline !== 'number') return undefined
      const before = `${counted(Number(windowDays ?? 30), 'day')} before`
      if (baseline === 0) return 'against none before'
      if (baseline < 1) return `against fewer than one in ${before}, on average`
      return `against ${baseline.toLocaleString('en')} in ${before}, on average`
    },
  ),
  'surge.ratio': ofSurge('How many times as many. Empty if there were hardly any before.', '3.2', ({ fields }) =>
    typeof fields.ratio === 'number' && Number(fields.baseline) >= 1 ? fields.ratio.toLocaleString('en') : undefined,
  ),
  'surge.function': ofSurge('The function whose jobs surge. Empty for all.', 'sales', (surge) => {
    const name = textOf(surge, 'function')
    return name && slugPhrase(name)
  }),
  'surge.date': ofSurge('The day on which it was one.', '9 November 2026', ({ occurredAt }) => dayText(occurredAt)),
  'surge.titles': ofSurge(
    'The newest jobs that were opened since it began and are open, at most three. Interns and temporary jobs are left out.',
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

const PAGE_SLOTS = {
  'page.what': ofPage('What was seen, in the words of the source.', '“Product page of an AI assistant”', ({ label }) =>
    quotedText(label, MAX_PAGE),
  ),
  'page.url': ofPage('Its address.', 'northwind.example/ai', (page) => {
    const url = textOf(page, 'pageUrl')
    return url && outsideText(url.replace(/^https?:\/\//, ''), MAX_PAGE)
  }),
  'page.since': ofPage('The day since which it is up.', '2 November 2026', ({ occurredAt }) => dayText(occurredAt)),
  'pages.lookedOn': {
    description: 'The last day on which somebody looked at the website.',
    example: '17 November 2026',
    fill: ({ coverage }) => certain(coverage.web && dayText(coverage.web.lastLookedAt)),
  },
  'pages.newest': {
    description: 'What else is up on the website, the newest.',
    example: '“MCP endpoint live”',
    fill: (context) => {
      const matched = new Set((matchOf(context, 'web')?.matching ?? []).map(({ id }) => id))
      const [page] = presentOf(context, 'web').filter(({ id }) => !matched.has(id))
      return page && statedBy(page, quotedText(page.label, MAX_PAGE))
    },
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
} as const satisfies Record<string, SlotDeclaration>

/** By name, besides `uses.` and a category of tools. */
export const SLOTS: Readonly<Record<string, SlotDeclaration>> = {
  ...JOB_SLOTS,
  ...ROUND_SLOTS,
  ...TOOL_SLOTS,
  ...SURGE_SLOTS,
  ...PAGE_SLOTS,
  ...WINDOW_SLOTS,
}

function surgeJobs({ fields }: Signal): string | undefined {
  if (typeof fields.opened !== 'number') return undefined
  return counted(fields.opened, typeof fields.function === 'string' ? `${slugPhrase(fields.function)} job` : 'job')
}

export function slotNamed(name: string): SlotDeclaration | undefined {
  return Object.hasOwn(SLOTS, name) ? SLOTS[name] : usesSlot(name)
}

/** What is wrong with a slot in a slice with clauses of these types. Undefined: nothing. */
export function slotProblem(name: string, types: readonly string[]): string | undefined {
  const slot = slotNamed(name)
  if (!slot) {
    const [guess] = nearest(name, [...Object.keys(SLOTS), ...usesSlotNames()], 1)
    return `has no such slot as {${name}}${guess ? `: did you mean {${guess}}?` : '. docs/slices.md lists them.'}`
  }
  const isOfMatch = slot.needs === undefined || types.includes('any') || slot.needs.some((type) => types.includes(type))
  return isOfMatch ? undefined : `uses {${name}}, but the query has no clause of ${slot.needs?.join(' or ')}`
}
