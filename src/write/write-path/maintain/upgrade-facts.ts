// Makes facts of what version 0.1 stored: goes over all companies once, in small transactions with pauses in between,
// while reads and writes continue. Every step commits its progress, so a later run continues there. All events are silent
// and in quiet batches: no customer hears of them, not even from a node of version 0.1.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Database, Transaction } from '../../../db/index.ts'
import { needsAllImages, type Stamper } from '../../log/index.ts'
import { reviseFields } from '../plan/revise-fields.ts'
import { rebuildCompanies } from './rebuild-companies.ts'
import {
  countUpgraded,
  findNextCompanies,
  lockUpgradeState,
  readUpgradeState,
  writeUpgradeState,
} from './upgrade-queries.ts'

const STEP = { companies: 100, signals: 5_000 } as const
/** The pause after a step, by the time of the step. */
const PAUSE_RATIO = 1
const MAX_PAUSE_MS = 5_000
const REPORT_EVERY_MS = 10_000

export interface UpgradeProgress {
  readonly companies: number
  readonly done: number
}

interface UpgradeOptions {
  readonly signal?: AbortSignal
  /** Called every few seconds. */
  readonly report?: (progress: UpgradeProgress) => void
  /** How many companies a step takes at most. */
  readonly step?: { readonly companies: number; readonly signals: number }
}

/**
 * Returns how many companies were processed. While a node of version 0.1 is running, it may still write signals that are
 * no facts, so the work only counts as finished when none is left. Until then each run goes over the companies again.
 */
export async function upgradeFacts(db: Database, stamper: Stamper, options: UpgradeOptions = {}): Promise<number> {
  const { signal, report, step = STEP } = options
  let total = 0
  let reported = performance.now()
  while (!signal?.aborted) {
    if ((await readUpgradeState(db.pool('ingest'))).isFinished) break
    const start = performance.now()
    const { done, isOver } = await db.transaction('ingest', (tx) => upgradeNext(tx, step))
    total += done
    if (isOver) break
    if (report && performance.now() - reported > REPORT_EVERY_MS) {
      report(await countUpgraded(db.pool('ingest')))
      reported = performance.now()
    }
    const pause = Math.min(MAX_PAUSE_MS, PAUSE_RATIO * (performance.now() - start))
    await sleep(pause, undefined, { signal }).catch(() => {})
  }
  if (total > 0) await stamper.stamp()
  return total
}

async function upgradeNext(tx: Transaction, step: NonNullable<UpgradeOptions['step']>) {
  const { doneTo, isFinished } = await lockUpgradeState(tx)
  if (isFinished) return { done: 0, isOver: true }
  const ordinals = await findNextCompanies(tx, doneTo, step)
  const last = ordinals.at(-1)
  if (last === undefined) {
    await writeUpgradeState(tx, { doneTo: -1, isFinished: !(await needsAllImages(tx)) })
    return { done: 0, isOver: true }
  }
  await rebuildCompanies(tx, ordinals, {
    silent: true,
    // The stage and the employer kind that are shown are computed for the first time.
    companiesChanged: true,
    revise: (report) => {
      const fields = reviseFields(report.type, report.fields)
      if (fields === report.fields) return report
      const { givenHash: _, ...revised } = report
      return { ...revised, fields }
    },
  })
  await writeUpgradeState(tx, { doneTo: last, isFinished: false })
  return { done: ordinals.length, isOver: false }
}

/** For the operator. */
export async function readUpgradeProgress(db: Database): Promise<UpgradeProgress & { readonly isFinished: boolean }> {
  const { isFinished } = await readUpgradeState(db.pool('settings'))
  return { ...(await countUpgraded(db.pool('settings'))), isFinished }
}
