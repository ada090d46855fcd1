import type { EmployerKind } from '../../closed-sets/signals.ts'
import { postsOwnJobs } from '../../meaning/companies/index.ts'
import { SIGNAL_DECLARATIONS } from '../../meaning/types/index.ts'
import { type Clause, clausesOf } from '../../query/index.ts'
import type { Slice } from './definition/definition.ts'

/** Jobs of agencies and marketplaces count in no slice, so these companies are in no slice about jobs. */
export function admits({ query }: Slice, kind: EmployerKind): boolean {
  return postsOwnJobs(kind) || !clausesOf(query).some(speaksOfJobs)
}

function speaksOfJobs({ type }: Clause): boolean {
  return type === 'any' || SIGNAL_DECLARATIONS[type].aboutJobs === true
}
