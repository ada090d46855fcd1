// Which companies can be in a team's feed because of a window. If the team has lists, these are the companies on them;
// otherwise the strongest of all, so that the first visit shows something.

import { setImmediate } from 'node:timers/promises'
import { includesOrdinal } from '../../account/lists/index.ts'
import { postsOwnJobs } from '../../meaning/companies/index.ts'
import type { Slice, SliceMembers, SlicePages } from '../slices/index.ts'

/** Per window: the strongest, those that entered last, and those that close first. */
export const MAX_OF_LISTS = 40
const MAX_OF_ALL = 5
/** Per window in total: longer lists are cut by score first. */
const MAX_LOOKED_AT = 500
const MAX_COMPANIES = 300
/** Under steady writes, the members of a slice are computed again at most this often for all teams. */
const MAX_AGE_MS = 10_000

/**
 * Their ordinals. `listed`: the companies on the team's lists, ascending; empty without lists. Agencies and marketplaces are
 * left out, as in a search, unless they are on a list.
 */
export async function findCandidates(
  slicePages: SlicePages,
  teamId: string,
  listed: Int32Array,
  slices: readonly Slice[],
  asOf: number,
): Promise<readonly number[]> {
  const ofLists = listed.length > 0
  const ordinals = new Set<number>()
  // Sequential: a team has one turn at a time for expensive work.
  for (const slice of slices.filter(({ definition }) => !definition.parameter)) {
    const members = await slicePages.members(slice, asOf, { team: teamId }, MAX_AGE_MS)
    const places = ofLists
      ? firstPlaces(members, MAX_LOOKED_AT, (at) => includesOrdinal(listed, members.ordinals[at] ?? -1))
      : firstPlaces(members, MAX_OF_ALL, (at) => postsOwnJobs(members.facts[at]?.employerKind ?? 'unknown'))
    for (const at of chosen(places, members)) {
      const ordinal = members.ordinals[at]
      if (ordinal !== undefined && ordinals.size < MAX_COMPANIES) ordinals.add(ordinal)
    }
    // Members that are cached don't wait, and there may be hundreds of thousands.
    await setImmediate()
  }
  return [...ordinals]
}

function firstPlaces({ ordinals }: SliceMembers, limit: number, passes: (at: number) => boolean): number[] {
  const places: number[] = []
  for (let at = 0; at < ordinals.length && places.length < limit; at++) if (passes(at)) places.push(at)
  return places
}

/** `places`: highest score first. */
function chosen(places: readonly number[], { enteredAt, windowEndsAt }: SliceMembers): readonly number[] {
  if (places.length <= MAX_OF_LISTS) return places
  return [
    ...places.slice(0, MAX_OF_LISTS),
    ...places.toSorted((a, b) => (enteredAt[b] ?? 0) - (enteredAt[a] ?? 0)).slice(0, MAX_OF_LISTS),
    ...places.toSorted((a, b) => (windowEndsAt[a] ?? 0) - (windowEndsAt[b] ?? 0)).slice(0, MAX_OF_LISTS),
  ]
}
