// Which companies can be in a team's feed because of a window. If the team has lists, these are the companies on them;
// otherwise the strongest of all, so that the first visit shows something.

import type { ListSet } from '../../account/lists/index.ts'
import type { Slice, SlicePages } from '../slices/index.ts'

export interface Candidates {
  readonly scope: 'accounts' | 'all'
  readonly companyIds: readonly string[]
}

/** Of each window: the strongest, those that entered last, and those that close first. */
const MAX_OF_LISTS = 40
const MAX_OF_ALL = 5
/** Of each window in all: the companies of longer lists are judged by their scores first. */
const MAX_READ = 500
const MAX_COMPANIES = 300

export async function findCandidates(
  slicePages: SlicePages,
  teamId: string,
  lists: readonly ListSet[],
  slices: readonly Slice[],
  asOf: number,
): Promise<Candidates> {
  const listed = new Set(lists.flatMap(({ ordinals }) => [...ordinals]))
  const scope = listed.size > 0 ? 'accounts' : 'all'
  const only = scope === 'accounts' ? { only: [...listed].sort((a, b) => a - b) } : {}
  const companyIds = new Set<string>()
  // Sequential: a team has one turn at a time for expensive work.
  for (const slice of slices.filter(({ definition }) => !definition.parameter)) {
    const window = { asOf, offset: 0, limit: scope === 'all' ? MAX_OF_ALL : MAX_READ }
    const { rows } = await slicePages.page(slice, { ...only, withoutAgencies: true }, window, { team: teamId })
    const chosen =
      rows.length <= MAX_OF_LISTS
        ? rows
        : [
            ...rows.slice(0, MAX_OF_LISTS),
            ...rows.toSorted((a, b) => b.enteredAt - a.enteredAt).slice(0, MAX_OF_LISTS),
            ...rows.toSorted((a, b) => a.windowEndsAt - b.windowEndsAt).slice(0, MAX_OF_LISTS),
          ]
    for (const { companyId } of chosen) if (companyIds.size < MAX_COMPANIES) companyIds.add(companyId)
  }
  return { scope, companyIds: [...companyIds] }
}
