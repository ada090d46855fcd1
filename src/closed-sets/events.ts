// The closed sets of the event log.

export const EVENT_KINDS = ['signal', 'company', 'ranks'] as const
export type EventKind = (typeof EVENT_KINDS)[number]

export const EVENT_ACTIONS = ['created', 'updated'] as const
export type EventAction = (typeof EVENT_ACTIONS)[number]
