import type { Queryable } from '../../../db/index.ts'
import { isLongUnseen, type Look } from '../visits/look.ts'
import { readSnapshots } from '../visits/look-queries.ts'
import { keysByStamp, readEntries } from './snapshot.ts'

/** What the visits before this one have read, for a collector that asks for each job once. */
export async function readKnown(
  db: Queryable,
  { id, seenThrough }: Pick<Look, 'id' | 'seenThrough'>,
  now: number,
): Promise<Map<string, string[]>> {
  const stored = await readSnapshots(db, [id])
  return keysByStamp(readEntries(stored.get(id) ?? null), ({ firstSeenAt }) =>
    isLongUnseen({ seenThrough: Math.max(seenThrough ?? 0, firstSeenAt) }, now),
  )
}
