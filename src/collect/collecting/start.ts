import { setTimeout as sleep } from 'node:timers/promises'
import type { ListMonitoring } from '../../closed-sets/collecting.ts'
import type { Database } from '../../db/index.ts'
import { reasonOf } from '../../platform/app-error.ts'
import type { Logger } from '../../platform/logger.ts'
import { summaryOf, type VisitSummary } from './metrics.ts'
import { followLists, type ListFollower } from './monitoring/follow-lists.ts'
import { CollectingNode, type CollectOptions, type Visit } from './node.ts'
import { entriesOf, failureOf } from './visits/visit.ts'

const RESTART_MS = 10_000
const HELD_MS = 2_000

interface CollectingParts extends Pick<CollectOptions, 'archive' | 'collectors' | 'openAsker' | 'idleMs'> {
  /** Whether lists of teams decide what is watched. Absent: they don't. */
  readonly listMonitoring?: ListMonitoring
  /** No requests are sent while this is a restored copy: the original may send them to the same hosts. */
  readonly isHeld?: () => Promise<boolean>
  /** Calls back when the list of watched companies, or of monitored lists, changes. Returns a function that stops it. */
  readonly listen: (wake: () => void) => Promise<() => Promise<void>>
  /** `pausedMs`: how long requests have waited for their turns, in all. */
  readonly onVisit?: (summary: VisitSummary, pausedMs: number) => void
}

/** Collects continuously. Returns a function that stops it: visits in progress are finished. */
export async function startCollecting(
  db: Database,
  log: Logger,
  { listen, onVisit, listMonitoring, isHeld = async () => false, ...options }: CollectingParts,
): Promise<() => Promise<void>> {
  const stopping = new AbortController()
  let node: CollectingNode | undefined
  let pausedBefore = 0
  const run = async () => {
    while (!stopping.signal.aborted) {
      try {
        if (await isHeld()) {
          await sleep(HELD_MS, undefined, { signal: stopping.signal }).catch(() => {})
          continue
        }
        node = new CollectingNode(db, {
          ...options,
          log,
          onVisit: (visit) => {
            onVisit?.(summaryOf(visit), pausedBefore + (node?.pausedMs ?? 0))
            logFailure(log, visit)
          },
        })
        await node.run(stopping.signal)
      } catch (error) {
        pausedBefore += node?.pausedMs ?? 0
        log.warn(`collecting failed and restarts: ${reasonOf(error)}`)
        await sleep(RESTART_MS, undefined, { signal: stopping.signal }).catch(() => {})
      }
    }
  }
  let lists: ListFollower | undefined
  const stopListening = await listen(() => {
    node?.wake()
    lists?.wake()
  })
  const running = run()
  if (listMonitoring !== undefined)
    lists = followLists(db, log, { collectors: options.collectors, mode: listMonitoring })
  return async () => {
    stopping.abort()
    await stopListening()
    await lists?.stop()
    await running
  }
}

/**
 * One line with all details, also for a partial visit. A changed format was reported for all companies, so its single
 * visits are logged as details.
 */
export function logFailure(log: Logger, { look, result, settled, seconds, isKnownChange }: Visit): void {
  const failure = failureOf(result)
  if (!failure) return
  const level = isKnownChange && entriesOf(result) ? 'debug' : 'warn'
  const { reason, message, retryAfter, url } = failure
  log[level](
    {
      company: look.domain,
      source: look.collector,
      target: look.target,
      reason,
      failures: look.failures + 1,
      visit: look.visits + 1,
      seconds: Math.round(seconds * 100) / 100,
      bytes: result.bytes,
      outcome: settled.outcome,
      ...(settled.dueAt !== undefined && { nextVisitAt: new Date(settled.dueAt * 1_000).toISOString() }),
      ...(url !== undefined && { url }),
      ...(retryAfter !== undefined && { retryAfter }),
    },
    `a visit failed: ${message}`,
  )
}
