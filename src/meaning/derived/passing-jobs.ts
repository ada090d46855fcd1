// Jobs that say little about what a company is about to buy: they are filled by beginners, or end on their own. They
// open no window, and never count as the first of a function.

import type { BaseSignal } from './derived-signal.ts'

/** By field, the values that mark such a job. Without these fields a job is an ordinary one. */
export const PASSING_JOBS = {
  seniority: ['intern', 'junior'],
  employmentType: ['internship', 'temporary'],
} as const satisfies Readonly<Record<string, readonly string[]>>

export function isPassingJob({ fields }: Pick<BaseSignal, 'fields'>): boolean {
  return Object.entries(PASSING_JOBS).some(([field, values]) => values.some((value) => value === fields[field]))
}
