// The lists that the table of windows and similar companies are read from: one for each slice.

import { sliceNotFound } from '../../http/index.ts'
import type { Caller } from '../../search/index.ts'
import type { WindowSort } from '../../settings-contract/index.ts'
import type { Slice, SliceCache, SlicePages } from '../slices/index.ts'
import { orderOf, type SliceList } from './window-order.ts'

/**
 * Windows last for weeks. Under steady writes, a list is recomputed at most this often, however many people view it.
 */
export const MAX_AGE_MS = 15_000

/** All slices but templates, or the one with this slug. */
export async function wantedSlices(slices: SliceCache, slug: string | undefined): Promise<readonly Slice[]> {
  if (!slug) return (await slices.current()).filter(({ definition }) => !definition.parameter)
  const slice = await slices.find(slug)
  if (!slice) throw sliceNotFound(slug, [])
  return slice.definition.parameter ? [] : [slice]
}

/** One after the other: a team has one turn at a time for expensive work. */
export async function listsOf(
  pages: SlicePages,
  slices: readonly Slice[],
  sort: WindowSort,
  asOf: number,
  caller: Caller,
): Promise<readonly SliceList[]> {
  const lists: SliceList[] = []
  for (const slice of slices) {
    const members = await pages.members(slice, asOf, caller, MAX_AGE_MS)
    orderOf(members, sort)
    lists.push({ slug: slice.definition.slug, members })
  }
  return lists
}
