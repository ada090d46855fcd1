// The closed sets of saved searches.

/** How often a saved search rings: at once, or as a digest. */
export const RING_INTERVALS = ['now', 'hour', 'day', 'week'] as const
export type RingInterval = (typeof RING_INTERVALS)[number]

export const ALERT_DESTINATIONS = ['webhook', 'slack', 'mail'] as const
export type AlertDestination = (typeof ALERT_DESTINATIONS)[number]

/** Of Slack's own incoming webhooks. Other programs, such as Mattermost, take the same messages. */
export const SLACK_HOSTS: readonly string[] = ['hooks.slack.com', 'hooks.slack-gov.com']

export const SEARCH_ACTIONS = ['entered', 'left'] as const
export type SearchAction = (typeof SEARCH_ACTIONS)[number]

/**
 * Why an entry didn't ring. history: imported as history. back_soon: it had left less than the chosen time ago. moved: its
 * signals came from a company that the search had (a merge, a split, a correction). no_access: the team's plan has no API
 * access. unconfirmed: nobody has confirmed yet that the address wants alerts.
 */
export const SILENCES = ['history', 'back_soon', 'paused', 'muted', 'moved', 'no_access', 'unconfirmed'] as const
export type Silence = (typeof SILENCES)[number]

export const MESSAGE_STATES = ['waiting', 'sent', 'failed'] as const
export type MessageState = (typeof MESSAGE_STATES)[number]

export const MAX_SAVED_SEARCHES = 100

/** Comparisons with all companies: the first one, and later ones with or without alerts. */
export const SWEEPS = ['stock', 'quiet', 'loud'] as const
export type Sweep = (typeof SWEEPS)[number]

export const SAVED_SEARCH_STATES = [
  'unconfirmed',
  'taking_stock',
  'watching',
  'failing',
  'paused',
  'muted',
  'problem',
] as const
export type SavedSearchState = (typeof SAVED_SEARCH_STATES)[number]
