import type { Transaction } from '../../db/index.ts'
import type { IncomingSource } from '../../meaning/signals/index.ts'
import { requestRebuild, upsertSources } from './queries.ts'

/** Returns how many made a change. */
export async function declareSources(tx: Transaction, sources: readonly IncomingSource[]): Promise<number> {
  const changed = await upsertSources(tx, oncePerSource(sources))
  if (changed.length > 0) await requestRebuild(tx)
  return changed.length
}

/** A later declaration of the same source adds to an earlier one, and its fields win. */
export function oncePerSource(sources: readonly IncomingSource[]): IncomingSource[] {
  const byName = new Map<string, IncomingSource>()
  for (const source of sources) byName.set(source.source, { ...byName.get(source.source), ...source })
  return [...byName.values()]
}
