// The closed sets of signals and companies. Sets that both the settings contract and a feature need are declared in
// this folder, once. Its files import nothing, so the screen's build can include them.

/**
 * The signal types, in the order in which customers see them. The number is stored (a bit of company_ranks.looked): a
 * new type takes the next free one, and a number is never changed or used again. Parts of a type that only the service
 * uses are in src/meaning/types.
 */
export const SIGNAL_TYPE_TABLE = {
  hiring: { number: 0, label: 'Hiring' },
  funding: { number: 1, label: 'Funding' },
  funding_ai: { number: 2, label: 'Funding plus AI', derivedFrom: 'funding' },
  web: { number: 3, label: 'Website AI' },
  tool: { number: 4, label: 'Tool adoption' },
  velocity: { number: 5, label: 'Hiring velocity', derivedFrom: 'hiring' },
} as const

type SignalTypeTable = typeof SIGNAL_TYPE_TABLE
export type SignalType = keyof SignalTypeTable
export const SIGNAL_TYPES = Object.keys(SIGNAL_TYPE_TABLE) as readonly SignalType[]

/** The service derives these from the other types. A derived signal never triggers a derivation. */
export type DerivedType = {
  [Type in SignalType]: SignalTypeTable[Type] extends { readonly derivedFrom: string } ? Type : never
}[SignalType]
export const DERIVED_TYPES: readonly DerivedType[] = SIGNAL_TYPES.filter(isDerivedType)

/** What sources report. */
export type ReportedType = Exclude<SignalType, DerivedType>
export const REPORTED_TYPES: readonly ReportedType[] = SIGNAL_TYPES.filter((type) => !isDerivedType(type))

export function isDerivedType(type: SignalType): type is DerivedType {
  return 'derivedFrom' in SIGNAL_TYPE_TABLE[type]
}

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

/** The kinds of money that a funding signal can be about. Only equity counts as a round. */
export const INSTRUMENTS = ['equity', 'debt', 'grant', 'secondary', 'acquisition', 'unknown'] as const
export type Instrument = (typeof INSTRUMENTS)[number]

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

/** Who a company's jobs are for: itself, or its clients. */
export const EMPLOYER_KINDS = ['direct', 'agency', 'marketplace', 'unknown'] as const
export type EmployerKind = (typeof EMPLOYER_KINDS)[number]
