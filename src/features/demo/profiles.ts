// What happens to a company, as data: how its signals divide over the types, how much of it is about AI, and what is
// bunched in time. The derived rules and the slices find their companies because these profiles are dictionaryFields.

import type { WEB_KINDS } from '../signals/index.ts'

type WebKind = (typeof WEB_KINDS)[number]

export interface Profile {
  /** Of twenty companies, so many. */
  readonly slots: number
  /** Parts of the company's signals; jobs are the rest. */
  readonly rounds: number
  readonly pages: number
  readonly tools: number
  /** How likely a job, or a tool, is about AI. */
  readonly aiJobs: number
  readonly aiTools: number
  /** Of the AI jobs, those in sales. */
  readonly aiSales: number
  /** How likely a tool, a page or an AI job is of the last two months. */
  readonly recent: number
  readonly webKinds: readonly WebKind[]
  /** A part of the jobs falls into three weeks that began so many days ago. */
  readonly surge?: { readonly part: number; readonly daysAgo: readonly [number, number] }
  /** When the latest round was. A company with such a profile has investors. */
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

export const PROFILES = {
  /** An established company at its own pace. */
  steady: { ...ORDINARY, slots: 6, webKinds: QUIET_KINDS },
  /** Grew in bursts before, at an ordinary pace now. */
  grown: { ...ORDINARY, slots: 4, rounds: 0.06, webKinds: ALL_KINDS, surge: { part: 0.4, daysAgo: [80, 480] } },
  /** AI is the business. */
  aiNative: {
    ...ORDINARY,
    ...{ slots: 2, rounds: 0.08, pages: 0.2, aiJobs: 0.55, aiTools: 0.75, recent: 0.3 },
    webKinds: ALL_KINDS,
    latestRound: [30, 320],
  },
  /** Rebuilds its outbound around AI. */
  outbound: { ...ORDINARY, slots: 2, aiJobs: 0.4, aiTools: 0.5, aiSales: 0.75, recent: 0.35, webKinds: ALL_KINDS },
  /** Opens far more jobs than it used to, now. */
  surging: { ...ORDINARY, slots: 2, webKinds: QUIET_KINDS, surge: { part: 0.5, daysAgo: [21, 30] } },
  /** Has just raised, and hires for what it raised for. */
  freshRound: {
    ...ORDINARY,
    ...{ slots: 2, rounds: 0.1, aiJobs: 0.35, aiTools: 0.4, recent: 0.25 },
    webKinds: ALL_KINDS,
    surge: { part: 0.35, daysAgo: [21, 25] },
    latestRound: [26, 55],
  },
  /** Takes up AI tools and has nothing to show yet. */
  toolingUp: { ...ORDINARY, slots: 1, tools: 0.45, aiJobs: 0.35, aiTools: 0.8, recent: 0.6, webKinds: QUIET_KINDS },
  /** Has just brought AI to its website. */
  launching: { ...ORDINARY, slots: 1, pages: 0.35, aiJobs: 0.2, aiTools: 0.4, recent: 0.7, webKinds: ALL_KINDS },
} as const satisfies Record<string, Profile>

/** The profiles in turns, so that even among the twenty busiest companies every one is dictionaryFields. */
export const PROFILE_CYCLE: readonly Profile[] = inTurns(Object.values(PROFILES))

function inTurns(profiles: readonly Profile[]): Profile[] {
  const most = Math.max(...profiles.map(({ slots }) => slots))
  return Array.from({ length: most }, (_, turn) => profiles.filter(({ slots }) => slots > turn)).flat()
}
