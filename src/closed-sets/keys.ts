// The closed sets of API keys.

export const KEY_STATES = ['active', 'replaced', 'expired', 'revoked'] as const
export type KeyState = (typeof KEY_STATES)[number]

/** How long a rotated key keeps working after its successor is created. */
export const GRACES = ['now', '15m', '1h', '24h', '7d'] as const
export type Grace = (typeof GRACES)[number]

/** Groups of endpoints that a key may be limited to. Health and stats are in none: every key may call them. */
export const KEY_SCOPES = ['search', 'slices', 'dossiers', 'mcp'] as const
export type KeyScope = (typeof KEY_SCOPES)[number]
