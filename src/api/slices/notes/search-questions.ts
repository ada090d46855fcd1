// What to ask about a long search: what waits while the work of that function isn't done.

import type { Signal } from '../../../meaning/signals/index.ts'
import { functionOf, isRevenueOperations, leads, sells, titleOf } from './job-choice.ts'
import { lastingJobs, seekingJob } from './open-job-choice.ts'
import { certain, matchOf, type SlotContext, type SlotDeclaration, textOf } from './slot-context.ts'

const OF_LEADERS = 'who decides in the meantime, and what waits'
const OF_ANY = 'who does that work today, and what waits for it'
const OF_GTM_ENGINEERS = 'what is still done by hand in sales'
const OF_REVENUE_OPERATIONS = 'who keeps the data and the reports in order today'
const OF_FUNCTIONS: Readonly<Record<string, string>> = {
  engineering: 'which part of the plan waits for it',
  data: 'which figures does nobody have until then',
  research: 'which part of the plan waits for it',
  product: 'who decides what is built next, and what waits',
  design: 'who draws what is built today',
  security: 'which findings and questionnaires wait',
  it: 'how long do people wait for help today',
  sales: 'which leads and accounts does nobody follow up on until then',
  marketing: 'which campaigns wait for it',
  customer_success: 'which customers have nobody who looks after them',
  support: 'how long do customers wait for an answer today',
  operations: 'who does that work today, and what is left undone',
  finance: 'how long does the close of a month take without it',
  people: 'who does that work today, and which jobs stay open longer',
  legal: 'who reads the contracts today, and how long does it take',
}

/** The newest that isn't about AI: what these are for is asked by another question. */
const newestJob = (context: SlotContext) => lastingJobs(context).find((job) => job.fields.ai !== true)

function questionAbout(job: Signal): string {
  if (leads(job)) return OF_LEADERS
  if (isRevenueOperations(job)) return OF_REVENUE_OPERATIONS
  if (textOf(job, 'function') === 'engineering' && sells(job)) return OF_GTM_ENGINEERS
  return OF_FUNCTIONS[functionOf(job)] ?? OF_ANY
}

export const SEARCH_SLOTS = {
  'hiring.one': {
    description: 'The title of the newest open job that isn’t about AI.',
    example: '“Account Executive”',
    fill: (context: SlotContext) => {
      const job = newestJob(context)
      return job && certain(titleOf(job))
    },
  },
  'hiring.oneQuestion': {
    description: 'What to ask about that job, by its function, without the question mark.',
    example: 'which leads and accounts does nobody follow up on until then',
    fill: (context: SlotContext) => {
      const job = newestJob(context)
      return job && certain(questionAbout(job))
    },
  },
  'hiring.question': {
    description:
      'What to ask about the search of `{hiring.seeking}`, by its function, without the question mark. Empty if it leads nothing and is of another function than the jobs that matched.',
    example: 'which leads and accounts does nobody follow up on until then',
    fill: (context: SlotContext) => {
      const job = seekingJob(context)
      if (!job) return undefined
      if (leads(job)) return certain(questionAbout(job))
      const matched = matchOf(context, 'hiring')?.matching
      if (matched && !matched.some((each) => functionOf(each) === functionOf(job))) return undefined
      return certain(questionAbout(job))
    },
  },
} as const satisfies Record<string, SlotDeclaration>
