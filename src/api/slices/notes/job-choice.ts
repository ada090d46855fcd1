// Which of the jobs that matched the notes speak of, and what kind of work it is.

import { SENIORITIES } from '../../../closed-sets/signals.ts'
import type { Signal } from '../../../meaning/signals/index.ts'
import { newestFirst } from '../../../query/index.ts'
import { articleOf, quotedText, slugPhrase } from './phrases.ts'
import { matchOf, type SlotContext, textOf } from './slot-context.ts'

const MAX_TITLE = 80

export function titleOf(job: Signal): string {
  return quotedText(textOf(job, 'jobTitle') ?? job.label, MAX_TITLE)
}

/** "Account Executives" and "Sales Operations" have no article, "Head of Sales" has one. */
export function oneOf(job: Signal): string {
  const title = titleOf(job)
  const [name = ''] = title.slice(1, -1).split(/ (?:of|for|in|to|-|–)\b|[,(|/]/)
  return /s$/i.test(name.trim()) ? title : `${articleOf(title.slice(1))} ${title}`
}

/** Their AI jobs sell or explain with AI; those of other functions build it. */
const SELLING: ReadonlySet<string> = new Set(['sales', 'marketing', 'customer_success', 'support'])

/** A GTM engineer sells, whatever the function of engineers is. */
const SELLING_TITLE = /\b(?:gtm|go[- ]to[- ]market|sdr|bdr|outbound)\b/i

export const sells = (job: Signal) =>
  SELLING.has(textOf(job, 'function') ?? '') || SELLING_TITLE.test(textOf(job, 'jobTitle') ?? '')

/** A counsel or a recruiter for AI neither sells nor builds it. */
const BESIDE: ReadonlySet<string> = new Set(['legal', 'people', 'finance'])

export const builds = (job: Signal) => !sells(job) && !BESIDE.has(textOf(job, 'function') ?? '')

const levelOf = (job: Signal) => (SENIORITIES as readonly string[]).indexOf(textOf(job, 'seniority') ?? '')

export const leads = (job: Signal) => levelOf(job) >= SENIORITIES.indexOf('director')

/** The most senior, from a director up; of two on one level, the newer one. */
export function leadOf(jobs: readonly Signal[]): Signal | undefined {
  const [lead] = newestFirst(jobs).toSorted((a, b) => levelOf(b) - levelOf(a))
  return lead && leads(lead) ? lead : undefined
}

/**
 * A leader is more informative than the newest of many. Of jobs about AI, those that build it say more about a
 * company's plans than those that sell with it.
 */
export function jobOf(context: SlotContext): Signal | undefined {
  const match = matchOf(context, 'hiring')
  if (!match) return undefined
  const { clause, best, matching } = match
  const builders = clause.conditions.some(({ field }) => field === 'ai') ? matching.filter(builds) : []
  const jobs = builders.length > 0 ? builders : matching
  return leadOf(jobs) ?? newestFirst(jobs).find(leadsCountry) ?? (jobs.includes(best) ? best : newestFirst(jobs)[0])
}

export const leadsCountry = (job: Signal) => /\b(?:country|general) manager\b/i.test(textOf(job, 'jobTitle') ?? '')

const WHOLE =
  /^(?:(?:global|group|senior|interim|svp|evp|vp|vice|president|head|director|chief|officer|cro|sales|revenue|commercial|of|the|and|&)(?:[\s,]+|$))+$/i

/** "VP of Sales" leads all of it, "Head of Sales DACH" a part. */
export const leadsAll = (job: Signal) =>
  leads(job) && WHOLE.test((textOf(job, 'jobTitle') ?? '').replace(/\([^()]*\)/g, '').trim())

const REVENUE_OPERATIONS = /\b(?:rev ?ops|revenue operations|sales operations|gtm operations)\b/i

export const isRevenueOperations = (job: Signal) => REVENUE_OPERATIONS.test(textOf(job, 'jobTitle') ?? '')

/** The function that a job counts with, in every text: GTM engineers and revenue operations count with sales. */
export function functionOf(job: Signal): string {
  const name = textOf(job, 'function') ?? 'other'
  return isRevenueOperations(job) || (name === 'engineering' && sells(job)) ? 'sales' : name
}

/** "sales", "revenue operations". Undefined for a function without a name. */
export function workOf(job: Signal): string | undefined {
  if (isRevenueOperations(job)) return 'revenue operations'
  const name = functionOf(job)
  return name === 'other' ? undefined : slugPhrase(name)
}

const SALES = ['crm', 'sales_engagement', 'cpq', 'revenue_intelligence']
/** By function: what people in it work with first. Where one of these is in use, the tools aren't chosen from nothing. */
const TOOLS_OF: Readonly<Record<string, readonly string[]>> = {
  engineering: ['source_control', 'devops', 'observability'],
  data: ['data_warehouse', 'business_intelligence', 'data_pipeline', 'data_transformation'],
  product: ['product_analytics', 'project_management'],
  design: ['design'],
  security: ['security', 'identity', 'endpoint_management'],
  it: ['identity', 'endpoint_management', 'it_service_management'],
  sales: SALES,
  marketing: ['marketing_automation', 'advertising', 'seo', 'email_delivery'],
  customer_success: ['customer_success', 'customer_support'],
  support: ['customer_support', 'ai_support', 'contact_center', 'live_chat'],
  operations: ['erp', 'project_management'],
  finance: ['accounting', 'erp', 'spend_management', 'financial_planning', 'billing'],
  people: ['hr', 'applicant_tracking', 'performance_management', 'learning'],
  legal: ['contract_management', 'e_signature', 'privacy'],
}

/** The function that works with tools of this category most: a support desk is of support before customer success. */
export function functionWorkingWith(category: string): string | undefined {
  if (SALES.includes(category)) return 'sales'
  const rankIn = (name: string) => TOOLS_OF[name]?.indexOf(category) ?? -1
  return Object.keys(TOOLS_OF)
    .filter((name) => rankIn(name) >= 0)
    .toSorted((a, b) => rankIn(a) - rankIn(b))[0]
}

export function toolCategoriesOf(job: Signal): readonly string[] {
  return isRevenueOperations(job) ? SALES : (TOOLS_OF[textOf(job, 'function') ?? ''] ?? [])
}
