// Rebuilds all companies when a source declares since when it is complete (see requestRebuild), or when a migration asks for it
// because a rule changed: in small transactions with pauses in between, while reads and writes continue. Every step commits its progress, so a later run continues there. All
// events are silent and in quiet batches, so nothing is sent to customers.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Database, Transaction } from '../../../db/index.ts'
import type { Stamper } from '../../log/index.ts'
import { rebuildCompanies } from './rebuild-companies.ts'
import {
  countRebuilt,
  findNextCompanies,
  lockRebuildState,
  readRebuildState,
  writeRebuildState,
} from './rebuild-queries.ts'

const STEP = { companies: 100, signals: 5_000 } as const
/** The pause after a step, by the time of the step. */
const PAUSE_RATIO = 1
const MAX_PAUSE_MS = 5_000
const REPORT_EVERY_MS = 10_000

export interface RebuildProgress {
  readonly companies: number
  readonly done: number
}

interface RebuildOptions {
  readonly signal?: AbortSignal
  /** Called every few seconds. */
  readonly report?: (progress: RebuildProgress) => void
  /** How many companies a step takes at most. */
  readonly step?: { readonly companies: number; readonly signals: number }
}

/** Returns how many companies were rebuilt: 0 if no rebuild is requested. */
export async function rebuildAll(db: Database, stamper: Stamper, options: RebuildOptions = {}): Promise<number> {
  const { signal, report, step = STEP } = options
  let total = 0
  let reported = performance.now()
  while (!signal?.aborted) {
    if ((await readRebuildState(db.pool('ingest'))).isFinished) break
    const start = performance.now()
    const done = await db.transaction('ingest', (tx) => rebuildNext(tx, step))
    total += done
    if (done === 0) break
    if (report && performance.now() - reported > REPORT_EVERY_MS) {
      report(await countRebuilt(db.pool('ingest')))
      reported = performance.now()
    }
    const pause = Math.min(MAX_PAUSE_MS, PAUSE_RATIO * (performance.now() - start))
    await sleep(pause, undefined, { signal }).catch(() => {})
  }
  if (total > 0) await stamper.stamp()
  return total
}

/** Returns how many companies were rebuilt; 0 when the last one is done. */
async function rebuildNext(tx: Transaction, step: NonNullable<RebuildOptions['step']>): Promise<number> {
  const { doneTo, isFinished } = await lockRebuildState(tx)
  if (isFinished) return 0
  const ordinals = await findNextCompanies(tx, doneTo, step)
  const last = ordinals.at(-1)
  if (last === undefined) {
    await writeRebuildState(tx, { doneTo: -1, isFinished: true })
    return 0
  }
  await rebuildCompanies(tx, ordinals)
  await writeRebuildState(tx, { doneTo: last, isFinished: false })
  return ordinals.length
}

/** For the operator. */
export async function readRebuildProgress(db: Database): Promise<RebuildProgress & { readonly isFinished: boolean }> {
  const { isFinished } = await readRebuildState(db.pool('settings'))
  return { ...(await countRebuilt(db.pool('settings'))), isFinished }
}
