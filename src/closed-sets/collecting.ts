/** What came of a visit, as far as it is kept: one that found nothing new leaves no row. */
export const KEPT_OUTCOMES = ['first', 'changed', 'partial', 'waiting', 'failed'] as const

/** What an operator decided about a board. */
export const MATCH_DECISIONS = ['accepted', 'rejected'] as const
export type MatchDecision = (typeof MATCH_DECISIONS)[number]
