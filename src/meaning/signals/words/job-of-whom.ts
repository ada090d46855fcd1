import { employerInTitle, isTitleForClient } from '../../descriptions/index.ts'
import type { FieldValue } from '../../types/index.ts'

type Fields = Readonly<Record<string, FieldValue>>

const MAX_QUOTED = 300

/**
 * The fields of a job with the employer that its title and label name: a client of the company, or another employer.
 * Expects a title without the company's own name.
 */
export function jobOfWhom(fields: Fields, label: string): Fields {
  const title = typeof fields.jobTitle === 'string' ? fields.jobTitle : ''
  const forClient = fields.forClient ?? [title, label].find(isTitleForClient)
  const employer = fields.employer ?? employerInTitle(title)
  if (forClient === fields.forClient && employer === fields.employer) return fields
  return {
    ...fields,
    ...(forClient !== undefined && { forClient: `${forClient}`.slice(0, MAX_QUOTED) }),
    ...(employer !== undefined && { employer }),
  }
}
