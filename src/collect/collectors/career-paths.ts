/** Where companies have their jobs, unless a link shows otherwise. */
export const CAREER_PATHS = ['/careers', '/jobs', '/company/careers'] as const
