// How many shards an index has, unless SEARCH_SHARDS sets it. A search has a fixed cost per shard, so a small database
// has one. A shard can't be larger than 4 GiB, so a large database may have more shards than the machine has cores.

import { availableParallelism } from 'node:os'
import { MAX_MEMORY_BYTES } from '../layout/memory.ts'
import { savedShards } from '../layout/sharding.ts'

/** With fewer signals than this in a shard, its search costs more than it saves. */
const MIN_SIGNALS = 1_000_000
/** As measured by `bench search`, with the space for changes. */
const BYTES = { signal: 48, company: 160 }
/** Room to grow until the next start. */
const MAX_SHARE = 0.6

interface WorldSize {
  readonly signals: number
  readonly companies: number
}

/**
 * Snapshots belong to a number of shards, so a number that still works is kept: otherwise the database would be read
 * again at startup just because it has grown a little.
 */
export function chooseShards(
  size: WorldSize,
  { file, cores = availableParallelism() }: { readonly file: string | undefined; readonly cores?: number },
): number {
  const least = Math.ceil(
    (size.signals * BYTES.signal + size.companies * BYTES.company) / (MAX_SHARE * MAX_MEMORY_BYTES),
  )
  const most = Math.max(1, cores - 1)
  const wanted = Math.max(1, least, Math.min(most, Math.floor(size.signals / MIN_SIGNALS)))
  const saved = file === undefined ? [] : savedShards(file)
  const kept = saved.find((shards) => {
    return shards >= least && shards <= Math.max(most, least) && shards <= 2 * wanted && wanted <= 2 * shards
  })
  return kept ?? wanted
}
