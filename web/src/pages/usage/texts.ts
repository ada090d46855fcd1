// All strings of the usage page.

import type { ReactNode } from 'react'
import type { BucketReply } from '../../contract.ts'
import { formatNumber, pluralize } from '../../parts/words/format.ts'
import { rich } from '../../parts/words/rich-text.ts'

const limitDetails: Readonly<Record<BucketReply['bucket'], string>> = {
  perMinute: 'Any 60 seconds',
  dailyRequests: 'UTC day',
  monthlyRequests: 'One per successful request',
  monthlyRecords: 'One per row in a list, one per dossier',
  monthlyPageTurns: 'Every page after the first',
  dailyCompanyDetail: 'Distinct dossiers per UTC day',
}

/** By the endpoint's name in the usage reply. */
const endpointNames: Readonly<Record<string, string>> = {
  search: 'POST /api/v1/companies',
  dossier: 'GET /api/v1/companies/{id}',
  slices: 'GET /api/v1/slices',
  filters: 'GET /api/v1/filters',
  explore: 'Explore page',
}

export const texts = {
  title: 'Usage',
  billingMonth: (from: string, to: string) => `Billing month: ${from} to ${to}.`,
  lead: 'Your team’s usage in this billing month.',
  loadError: 'Can’t load the usage',
  limits: {
    title: 'Limits',
    details: limitDetails,
    of: (limit: number) => `of ${formatNumber(limit)}`,
    used: (used: number, limit: number) => `${formatNumber(used)} of ${formatNumber(limit)} used`,
    left: (remaining: number) => `${formatNumber(remaining)} left.`,
    usedUp: (day: string) => `At this rate, used up on ${day}.`,
    reached: 'Limit reached. Requests return 429.',
    resets: (time: ReactNode) => rich`Resets ${time}.`,
    resetsAt: (time: ReactNode, exact: string) => rich`Resets ${time}: ${exact}.`,
  },
  days: {
    title: 'Daily usage',
    lead: 'UTC days of this billing month. The first day is counted in full, including usage from before the month began.',
    requests: 'Requests',
    records: 'Records',
  },
  endpoints: {
    title: 'Top endpoints',
    lead: 'For the same days, most requests first.',
    empty: 'No requests yet',
    emptyHint: 'Call the API with one of your keys. The endpoints you call appear here.',
    endpoint: 'Endpoint',
    names: endpointNames,
    requests: 'Requests',
    records: 'Records',
  },
  people: {
    title: 'People',
    lead: 'Companies that people see in Explore, apart from the API. A company counts once a day, for whoever on the team sees it first.',
    loadError: 'Can’t load the usage of people',
    you: 'You, today',
    team: 'Your team, today',
    meter: (name: string) => `Companies: ${name}`,
    of: (limit: number) => `of ${pluralize(limit, 'company', 'companies')}`,
    usedUp: 'Used up. Companies seen today stay free.',
    byDay: 'Companies',
    members: 'Companies by member, today',
    member: 'Member',
    isYou: '(you)',
    hasLeft: '(left the team)',
    deleted: 'Deleted account',
    used: 'Used today',
    left: 'Left today',
  },
  rules: {
    title: 'How limits work',
    rejected: (code: (text: string) => ReactNode) =>
      rich`A request that would exceed a limit is rejected with ${code('429')} and ${code('rate_limit_exceeded')}. ${code('limitType')} names the limit, and ${code('Retry-After')} says when to try again. Rejected requests aren’t charged, and results are never cut short.`,
    counted: 'Only successful requests count. Errors, rejected requests, health, stats and webhooks are free.',
    otherLimits: (pageSizeMax: number, querySetRecordsMax: number) =>
      `Other limits: a page has at most ${pluralize(pageSizeMax, 'row')}, and a search can be paged up to row ${formatNumber(querySetRecordsMax)}.`,
  },
}
