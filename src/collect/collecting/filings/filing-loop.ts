import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, NodeStopped } from '../../../db/index.ts'
import { reasonOf } from '../../../platform/app-error.ts'
import { type Collector, secFormD } from '../../collectors/index.ts'
import { FetcherClosed } from '../../fetching/index.ts'
import { type FilingParts, readFilings } from './read-filings.ts'

/** How often issuers are matched to companies. The index itself is read once a day. */
const EVERY_MS = 15 * 60_000

type LoopParts = Omit<FilingParts, 'collector' | 'isStopping'> & {
  readonly collectors: ReadonlyMap<string, Collector>
}

/** Reads filings alongside the visits until the signal, or `once`. Throws only then. */
export async function runFilings(db: Database, parts: LoopParts, signal: AbortSignal, once: boolean): Promise<void> {
  const collector = parts.collectors.get(secFormD.name)
  if (!collector) return
  while (!signal.aborted) {
    try {
      await readFilings(db, { ...parts, collector, isStopping: () => signal.aborted })
    } catch (error) {
      const isStop = error instanceof NodeStopped || error instanceof FetcherClosed
      if (once && !isStop) throw error
      if (!isStop) parts.log.warn(`filings can't be read: ${reasonOf(error)}`)
    }
    if (once) return
    await sleep(EVERY_MS, undefined, { signal }).catch(() => {})
  }
}
