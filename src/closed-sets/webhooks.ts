// The closed sets of webhooks and their delivery.

/** The states that the database stores. Customers see WEBHOOK_STATES. */
export const STORED_WEBHOOK_STATES = ['enabled', 'paused'] as const
export type StoredWebhookState = (typeof STORED_WEBHOOK_STATES)[number]

/** The states of an enabled webhook. The process that delivers to it determines them. */
export const DELIVERY_STATES = ['healthy', 'falling_behind', 'retrying', 'held', 'key_unreadable'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

/** Changes to these states are announced. */
export const ANNOUNCED_STATES = [...DELIVERY_STATES, 'paused'] as const
export type AnnouncedWebhookState = (typeof ANNOUNCED_STATES)[number]

/** events_failed: it delivers, but all attempts for some events of the last days have failed. */
export const WEBHOOK_STATES = [...ANNOUNCED_STATES, 'events_failed'] as const
export type WebhookState = (typeof WEBHOOK_STATES)[number]

export const PAUSE_REASONS = ['owner', 'operator', 'gone', 'failing', 'api_access'] as const
export type PauseReason = (typeof PAUSE_REASONS)[number]

/** Why it was paused, what was lost, or its current state. */
export const NOTICE_KINDS = ['gone', 'failing', 'api_access', 'gap', 'paused', ...DELIVERY_STATES] as const
export type NoticeKind = (typeof NOTICE_KINDS)[number]

/** first: in the order of the log. late: a retry. replay: sent again by an operator. */
export const LANES = ['first', 'late', 'replay'] as const
export type Lane = (typeof LANES)[number]

/** The lanes in the log of attempts, which includes test events. */
export const LOGGED_LANES = [...LANES, 'test'] as const
export type LoggedLane = (typeof LOGGED_LANES)[number]

/** The state of one event for one webhook. */
export const EVENT_STATES = ['delivered', 'waiting', 'exhausted', 'unknown'] as const
export type EventState = (typeof EVENT_STATES)[number]

/** The states that the delivery log can be filtered by. */
export const LISTED_EVENT_STATES = ['delivered', 'waiting', 'exhausted'] as const satisfies readonly EventState[]
export type ListedEventState = (typeof LISTED_EVENT_STATES)[number]

export const ATTEMPT_OUTCOMES = ['succeeded', 'failed'] as const
export type AttemptOutcome = (typeof ATTEMPT_OUTCOMES)[number]

/**
 * How long the previous auth key is retried once if the endpoint rejects the new one, and how long requests are also
 * signed with the previous signing secret.
 */
export const OVERLAPS = ['now', '1h', '24h', '7d'] as const
export type Overlap = (typeof OVERLAPS)[number]
export const OVERLAP_SECONDS: Readonly<Record<Overlap, number>> = { now: 0, '1h': 3_600, '24h': 86_400, '7d': 604_800 }
