// The closed sets of signals and companies. Sets that both the settings contract and a feature need are declared in
// this folder, once. Its files import nothing, so the screen's build can include them.

export const SIGNAL_TYPES = ['hiring', 'funding', 'funding_ai', 'web', 'tool', 'velocity'] as const
export type SignalType = (typeof SIGNAL_TYPES)[number]

/** What sources report. The other types are computed from these. */
export const REPORTED_TYPES = ['hiring', 'funding', 'web', 'tool'] as const

export const FUNDING_STAGES = [
  'bootstrapped',
  'pre_seed',
  'seed',
  'series_a',
  'series_b',
  'series_c',
  'series_d',
  'series_e_plus',
  'public',
  'acquired',
  'unknown',
] as const
export type FundingStage = (typeof FUNDING_STAGES)[number]

/** The parts of a company that a job can belong to. */
export const JOB_FUNCTIONS = [
  'engineering',
  'data',
  'product',
  'design',
  'research',
  'security',
  'it',
  'sales',
  'marketing',
  'customer_success',
  'support',
  'operations',
  'finance',
  'people',
  'legal',
  'other',
] as const
export type JobFunction = (typeof JOB_FUNCTIONS)[number]

export const SENIORITIES = [
  'intern',
  'junior',
  'mid',
  'senior',
  'lead',
  'manager',
  'director',
  'vp',
  'c_level',
] as const
export type Seniority = (typeof SENIORITIES)[number]

/** The components of the AI adoption score. */
export const SCORE_COMPONENTS = ['intent', 'implementation', 'momentum', 'readiness'] as const
export type ScoreComponent = (typeof SCORE_COMPONENTS)[number]

/** The sort orders of a search. The first is the default. */
export const SORTS = ['match', 'heat', 'score', 'recent'] as const
export type Sort = (typeof SORTS)[number]

/** Whom a company's jobs are for: itself, or its clients. */
export const EMPLOYER_KINDS = ['direct', 'agency', 'marketplace', 'unknown'] as const
export type EmployerKind = (typeof EMPLOYER_KINDS)[number]
