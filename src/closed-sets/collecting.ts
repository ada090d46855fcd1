/** The outcomes of visits that are stored. A visit that found nothing new leaves no row. */
export const STORED_OUTCOMES = ['first', 'changed', 'partial', 'waiting', 'failed'] as const

/** Whether teams' lists decide what is watched: immediately, after the operator's approval, or not. */
export const LIST_MONITORING = ['on', 'approval', 'off'] as const
export type ListMonitoring = (typeof LIST_MONITORING)[number]

/** An operator's decision about a board. */
export const MATCH_DECISIONS = ['accepted', 'rejected'] as const
export type MatchDecision = (typeof MATCH_DECISIONS)[number]
