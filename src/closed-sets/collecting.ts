/** The outcomes of visits that are stored. A visit that found nothing new leaves no row. */
export const STORED_OUTCOMES = ['first', 'changed', 'partial', 'waiting', 'failed'] as const

/** An operator's decision about a board. */
export const MATCH_DECISIONS = ['accepted', 'rejected'] as const
export type MatchDecision = (typeof MATCH_DECISIONS)[number]
