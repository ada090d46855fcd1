// The AI adoption model as data: what counts, how much, and how fast it decays. docs/scoring.md shows this table to
// customers, and a test compares the two. Raise MODEL_VERSION with every change of a number, so that customers can tell
// scores of different tables apart.

import { INSTRUMENTS, type ScoreComponent } from '../../closed-sets/signals.ts'
import type { FieldValue, SignalType } from '../types/index.ts'

export const MODEL_VERSION = '2'

/** Components that accumulate evidence. Momentum compares two windows instead. */
export type EvidenceComponent = Exclude<ScoreComponent, 'momentum'>

/** Weights in whole percent, so that the score is computed in integers and rounds the same everywhere. */
export const WEIGHT_PERCENT: Readonly<Record<ScoreComponent, number>> = {
  intent: 15,
  implementation: 55,
  momentum: 15,
  readiness: 15,
}

/** Of acts: a job, a round. A state, such as a tool in use, has full strength while it lasts and none afterwards. */
export const HALF_LIFE_DAYS: Readonly<Record<EvidenceComponent, number>> = {
  intent: 60,
  implementation: 365,
  readiness: 365,
}

/**
 * The newest signals of each row of the table below count. A thousand certain signals of a row leave a component less
 * than 0.05 below 100 unless they are several half-lives old, so more of them would not be seen.
 */
export const MAX_SIGNALS_OF_ROW = 1_000

/** A component lists this many contributions, and the rest as one. So they fit into a dossier's 200 signals. */
export const MAX_LISTED = 30

/**
 * momentum = 100 · r / (r + p / 3 + damping), where r is the weight of the AI signals of the last 30 days and p that of
 * the 90 days before. The damping keeps a single signal from looking like a trend: a company without older signals needs
 * r = 0.5, about three AI jobs, to reach 50.
 */
export const MOMENTUM = { recentDays: 30, beforeDays: 90, damping: 0.5 } as const

/** Tools that show that a company manages its data, which AI work builds on. */
export const DATA_TOOL_CATEGORIES = [
  'business_intelligence',
  'customer_data_platform',
  'data_catalog',
  'data_pipeline',
  'data_transformation',
  'data_warehouse',
  'product_analytics',
  'vector_database',
] as const

export interface EvidenceRow {
  readonly component: EvidenceComponent
  /** The text in the table of docs/scoring.md. */
  readonly evidence: string
  readonly type: SignalType
  /** Each of these fields must have one of the values. Without conditions, every signal of the type counts. */
  readonly where?: Readonly<Record<string, readonly FieldValue[]>>
  /** None of these fields may have one of the values. */
  readonly unless?: Readonly<Record<string, readonly FieldValue[]>>
  /** The share that one certain, new signal adds. Below 1, so that no single signal makes a component reach 100. */
  readonly base: number
}

/** A description that mentions AI says little about the job. */
const byTitle = { where: { ai: [true] }, unless: { aiFrom: ['description'] } } as const

/** A signal counts once per component, by the first row that matches, and may count in several components. */
export const EVIDENCE: readonly EvidenceRow[] = [
  {
    component: 'intent',
    evidence: 'AI job at director, vp or c_level',
    type: 'hiring',
    where: { ...byTitle.where, seniority: ['director', 'vp', 'c_level'] },
    unless: byTitle.unless,
    base: 0.35,
  },
  { component: 'intent', evidence: 'AI job', type: 'hiring', ...byTitle, base: 0.2 },
  { component: 'intent', evidence: 'Funding plus AI', type: 'funding_ai', base: 0.4 },
  { component: 'implementation', evidence: 'AI tool in use', type: 'tool', where: { ai: [true] }, base: 0.3 },
  web('AI product page', 'ai_product_page', 0.4),
  web('MCP endpoint', 'mcp_endpoint', 0.4),
  web('AI feature', 'ai_feature', 0.35),
  web('AI chat widget', 'ai_chat_widget', 0.25),
  web('llms.txt', 'llms_txt', 0),
  web('AI crawler policy', 'ai_crawler_policy', 0),
  {
    component: 'readiness',
    evidence: 'Equity round',
    type: 'funding',
    unless: { instrument: INSTRUMENTS.filter((each) => each !== 'equity'), rumour: [true] },
    base: 0.25,
  },
  { component: 'readiness', evidence: 'Data job', type: 'hiring', where: { function: ['data'] }, base: 0.12 },
  {
    component: 'readiness',
    evidence: 'Data tool in use',
    type: 'tool',
    where: { category: DATA_TOOL_CATEGORIES },
    base: 0.2,
  },
]

function web(evidence: string, kind: string, base: number): EvidenceRow {
  return { component: 'implementation', evidence, type: 'web', where: { kind: [kind] }, base }
}
