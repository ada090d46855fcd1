import type { EmployerKind } from '../../closed-sets/signals.ts'
import { postsOwnJobs } from '../../meaning/companies/index.ts'
import { clausesOf } from '../../query/index.ts'
import type { Slice } from './definition/definition.ts'

/** Jobs of agencies and marketplaces count in no slice, so these companies are in no slice about jobs. */
export function admits({ query }: Slice, kind: EmployerKind): boolean {
  return postsOwnJobs(kind) || clausesOf(query).every(({ type }) => !SPEAKS_OF_JOBS.has(type))
}

const SPEAKS_OF_JOBS: ReadonlySet<string> = new Set(['hiring', 'velocity', 'any'])
