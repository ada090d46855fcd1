/** Where companies have their jobs, if no link says otherwise. */
export const CAREER_PATHS = ['/careers', '/jobs', '/company/careers'] as const
