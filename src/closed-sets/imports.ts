/** Whose owners may import files on the settings screen: those of the only team, those of every team, or none. */
export const TEAM_IMPORTS = ['one-team', 'on', 'off'] as const
export type TeamImports = (typeof TEAM_IMPORTS)[number]

export const IMPORT_STATES = ['uploading', 'running', 'done', 'failed', 'cancelled'] as const
export type ImportState = (typeof IMPORT_STATES)[number]
