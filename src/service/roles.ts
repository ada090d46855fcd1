export const PROCESS_ROLES = ['api', 'settings', 'worker', 'firehose'] as const
export type ProcessRole = (typeof PROCESS_ROLES)[number]
