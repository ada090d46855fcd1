// Companies that are in the same buying windows as another one: who to call next, for the same reason. Computed from the lists
// of the slices, which are in memory.

import { postsOwnJobs } from '../../meaning/companies/index.ts'
import type { SliceList } from './window-order.ts'

/** How many of a slice's strongest companies are considered. The lists can have hundreds of thousands. */
const MAX_LOOKS = 20_000

interface Similar {
  readonly ordinal: number
  /** The windows that both are in. */
  readonly slugs: readonly string[]
  /** Of all these windows. */
  readonly score: number
}

interface SimilarOptions {
  readonly limit: number
  /** Agencies and marketplaces are always left out. */
  readonly passes: (ordinal: number) => boolean
}

/**
 * Those that share the most windows, then those with the highest scores. `lists` are the slices that the company is in.
 */
export function similarCompanies(
  lists: readonly SliceList[],
  ordinal: number,
  { limit, passes }: SimilarOptions,
): Similar[] {
  const found = new Map<number, { slugs: string[]; score: number }>()
  for (const { slug, members } of lists) {
    const looks = Math.min(members.ordinals.length, MAX_LOOKS)
    for (let at = 0; at < looks; at++) {
      const other = members.ordinals[at] ?? 0
      if (other === ordinal || !postsOwnJobs(members.facts[at]?.employerKind ?? 'unknown')) continue
      const shared = found.get(other) ?? { slugs: [], score: 0 }
      shared.slugs.push(slug)
      shared.score += members.scores[at] ?? 0
      found.set(other, shared)
    }
  }
  return [...found]
    .filter(([other]) => passes(other))
    .sort(([a, one], [b, two]) => two.slugs.length - one.slugs.length || two.score - one.score || a - b)
    .slice(0, limit)
    .map(([other, shared]) => ({ ordinal: other, ...shared }))
}
