import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../../db/index.ts'
import { reasonOf } from '../../../platform/app-error.ts'
import { WakeSignal } from '../../../platform/async/wake-signal.ts'
import type { Logger } from '../../../platform/logger.ts'
import { RepeatedWarning } from '../../../platform/repeated-warning.ts'
import { type ReconcileOptions, reconcileLists } from './reconcile.ts'

/** Changed limits and plans and deleted teams are found by polling. */
const IDLE_MS = 10_000
const WAIT_MS = 2_000
const STEP_MS = 100

export interface ListFollower {
  /** Lists may have changed. */
  wake(): void
  stop(): Promise<void>
}

/** Follows the monitored lists until it is stopped. */
export function followLists(db: Database, log: Logger, options: ReconcileOptions): ListFollower {
  const stopping = new AbortController()
  const change = new WakeSignal()
  const cannotFollow = new RepeatedWarning((text) => log.warn(text))
  const run = async () => {
    while (!stopping.signal.aborted) {
      const did = await reconcileLists(db, options).catch((error: unknown) => {
        cannotFollow.warn(`monitored lists can't be followed: ${reasonOf(error)}`)
        return 'settled' as const
      })
      if (did === 'changed') await sleep(STEP_MS, undefined, { signal: stopping.signal }).catch(() => {})
      else await change.wait(did === 'waits' ? WAIT_MS : IDLE_MS)
    }
  }
  const running = run()
  return {
    wake: () => change.set(),
    stop: async () => {
      stopping.abort()
      change.set()
      await running
    },
  }
}
