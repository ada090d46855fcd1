// Company profiles: how a company's signals are divided among the types, how many are about AI, and which are clustered
// in time. The derivation rules and the slices find companies because of these profiles.

import type { WEB_KINDS } from '../../meaning/types/index.ts'

type WebKind = (typeof WEB_KINDS)[number]

export interface Profile {
  /** How many of twenty companies have this profile. */
  readonly slots: number
  /** Fractions of the company's signals. The rest are jobs. */
  readonly rounds: number
  readonly pages: number
  readonly tools: number
  /** The probability that a job or a tool is about AI. */
  readonly aiJobs: number
  readonly aiTools: number
  /** The fraction of AI jobs that are in sales. */
  readonly aiSales: number
  /** The probability that a tool, a page or an AI job is drawn from the last two months. */
  readonly recent: number
  readonly webKinds: readonly WebKind[]
  /** The company posts no jobs, unless it has more signals than other types have room for. */
  readonly idle?: true
  /** The company has an AI SDR role open. */
  readonly openAiSdr?: true
  /** A fraction of the jobs falls into three weeks that started this many days ago. */
  readonly surge?: { readonly part: number; readonly daysAgo: readonly [number, number] }
  /** The range of days since the latest round. A company with such a profile has investors. */
  readonly latestRound?: readonly [number, number]
}

const QUIET_KINDS = ['ai_crawler_policy', 'llms_txt', 'ai_chat_widget'] as const
const ALL_KINDS = [
  'ai_product_page',
  'ai_product_page',
  'ai_feature',
  'ai_feature',
  'ai_chat_widget',
  'llms_txt',
  'mcp_endpoint',
  'ai_crawler_policy',
] as const

const ORDINARY = { rounds: 0.03, pages: 0.08, tools: 0.2, aiJobs: 0.05, aiTools: 0.15, aiSales: 0.1, recent: 0.1 }

const PROFILES = {
  /** An established company that hires steadily. */
  steady: { ...ORDINARY, slots: 4, webKinds: QUIET_KINDS },
  /** Had a hiring surge in the past and hires at an ordinary pace now. */
  grown: { ...ORDINARY, slots: 4, rounds: 0.06, webKinds: ALL_KINDS, surge: { part: 0.4, daysAgo: [80, 480] } },
  /** AI is the business. */
  aiNative: {
    ...ORDINARY,
    ...{ slots: 2, rounds: 0.08, pages: 0.2, aiJobs: 0.55, aiTools: 0.75, recent: 0.3 },
    webKinds: ALL_KINDS,
    latestRound: [30, 320],
  },
  /** Rebuilds its outbound around AI. */
  outbound: {
    ...ORDINARY,
    ...{ slots: 2, aiJobs: 0.4, aiTools: 0.5, aiSales: 0.75, recent: 0.35, openAiSdr: true },
    webKinds: ALL_KINDS,
  },
  /** Is opening far more jobs than before. */
  surging: { ...ORDINARY, slots: 2, webKinds: QUIET_KINDS, surge: { part: 0.5, daysAgo: [21, 30] } },
  /** Has just raised a round and is hiring. */
  freshRound: {
    ...ORDINARY,
    ...{ slots: 2, rounds: 0.1, aiJobs: 0.35, aiTools: 0.4, recent: 0.25 },
    webKinds: ALL_KINDS,
    surge: { part: 0.35, daysAgo: [21, 25] },
    latestRound: [26, 55],
  },
  /** Adopts AI tools, with little to see on its website yet. */
  toolingUp: { ...ORDINARY, slots: 1, tools: 0.45, aiJobs: 0.35, aiTools: 0.8, recent: 0.6, webKinds: QUIET_KINDS },
  /** Has just added AI to its website. */
  launching: { ...ORDINARY, slots: 1, pages: 0.35, aiJobs: 0.2, aiTools: 0.4, recent: 0.7, webKinds: ALL_KINDS },
  /** Uses tools and has a website, but does not hire. */
  idle: { ...ORDINARY, slots: 2, rounds: 0.05, pages: 0.2, tools: 0.75, webKinds: QUIET_KINDS, idle: true },
} as const satisfies Record<string, Profile>

/** Interleaved, so that the twenty busiest companies include every profile. */
export const PROFILE_CYCLE: readonly Profile[] = interleave(Object.values(PROFILES))

function interleave(profiles: readonly Profile[]): Profile[] {
  const rounds = Math.max(...profiles.map(({ slots }) => slots))
  return Array.from({ length: rounds }, (_, round) => profiles.filter(({ slots }) => slots > round)).flat()
}
