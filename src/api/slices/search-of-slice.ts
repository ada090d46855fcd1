import { EMPLOYER_KINDS } from '../../meaning/companies/index.ts'
import { printQuery } from '../../query/index.ts'
import { admits } from './admits.ts'
import type { Slice } from './definition/definition.ts'

/** The search that finds the companies of a slice: its query within its window, and the filters that it implies. */
export function searchOfSlice(slice: Slice): { query: string; filters: Record<string, string[]> } {
  const { looked } = slice.needs
  const admitted = EMPLOYER_KINDS.filter((kind) => admits(slice, kind))
  return {
    query: printQuery(slice.query),
    filters: {
      ...(looked.length > 0 && { watched: [...looked] }),
      ...(admitted.length < EMPLOYER_KINDS.length && { employerKind: admitted }),
    },
  }
}
