// The closed sets of saved searches.

/** How often a saved search sends alerts: immediately, or as a digest. */
export const ALERT_INTERVALS = ['now', 'hour', 'day', 'week'] as const
export type AlertInterval = (typeof ALERT_INTERVALS)[number]

/** Where messages are sent. */
export const MESSAGE_DESTINATIONS = ['webhook', 'slack', 'mail'] as const
/** today: no messages are sent. Entries are shown on Today, to every member. */
export const ALERT_DESTINATIONS = [...MESSAGE_DESTINATIONS, 'today'] as const
export type AlertDestination = (typeof ALERT_DESTINATIONS)[number]

/** The hosts of Slack's own incoming webhooks. Other programs, such as Mattermost, accept the same messages. */
export const SLACK_HOSTS: readonly string[] = ['hooks.slack.com', 'hooks.slack-gov.com']

export const SEARCH_ACTIONS = ['entered', 'left'] as const
export type SearchAction = (typeof SEARCH_ACTIONS)[number]

/**
 * Why no alert was sent for an entry. history: imported as history. back_soon: it had left less than the chosen time
 * ago. moved: its signals came from a company that already matched (a merge, a split, a correction). no_access: the
 * team's plan has no API access. unconfirmed: the address hasn't been confirmed yet.
 */
export const SILENCES = ['history', 'back_soon', 'paused', 'muted', 'moved', 'no_access', 'unconfirmed'] as const
export type Silence = (typeof SILENCES)[number]

export const MESSAGE_STATES = ['waiting', 'sent', 'failed'] as const
export type MessageState = (typeof MESSAGE_STATES)[number]

export const MAX_SAVED_SEARCHES = 100

/** Comparisons with all companies. stock: the first one. quiet, loud: later ones, without and with alerts. */
export const SWEEPS = ['stock', 'quiet', 'loud'] as const
export type Sweep = (typeof SWEEPS)[number]

export const SAVED_SEARCH_STATES = [
  'unconfirmed',
  'getting_ready',
  'watching',
  'failing',
  'paused',
  'muted',
  'problem',
] as const
export type SavedSearchState = (typeof SAVED_SEARCH_STATES)[number]
