export const PROCESS_ROLES = ['api', 'settings', 'worker', 'firehose', 'collect'] as const
export type ProcessRole = (typeof PROCESS_ROLES)[number]
