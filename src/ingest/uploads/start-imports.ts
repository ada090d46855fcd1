// Works on uploaded files, on every node with the role worker: the oldest first, a few at a time.

import type { Database } from '../../db/index.ts'
import { reasonOf } from '../../platform/app-error.ts'
import { ClaimLoop } from '../../platform/async/claim-loop.ts'
import type { Logger } from '../../platform/logger.ts'
import { RepeatedWarning } from '../../platform/repeated-warning.ts'
import { Stamper } from '../../write/log/index.ts'
import { UnreadableFile } from '../formats/unreadable-file.ts'
import { type Claim, claimImports, cleanImports, forgetOldImports, settleImport } from './queries.ts'
import { LEASE_SECONDS, runImport } from './run-import.ts'

const CLEAN_MS = 15_000
/** One team's imports can't delay another's for long, and requests have most of the connections. */
const MAX_RUNNING = 2

/** Returns a function that stops it. Imports in progress continue after the next start, or on another node. */
export function startImports(
  db: Database,
  log: Logger,
  { leaseSeconds = LEASE_SECONDS }: { readonly leaseSeconds?: number } = {},
): () => Promise<void> {
  const stamper = new Stamper(db)
  const warning = new RepeatedWarning((text) => log.warn(text))
  const pool = db.pool('settings')
  let cleanedAt = Number.NEGATIVE_INFINITY

  async function clean(): Promise<void> {
    if (performance.now() - cleanedAt < CLEAN_MS) return
    cleanedAt = performance.now()
    await cleanImports(pool)
    await forgetOldImports(pool)
  }

  async function work(claim: Claim, stopping: AbortSignal): Promise<void> {
    try {
      await runImport(db, stamper, claim, { stopping, leaseSeconds })
      await stamper.stamp()
    } catch (error) {
      if (error instanceof UnreadableFile)
        return void (await settleImport(pool, claim, claim, { state: 'failed', message: error.message }))
      // The lease expires, and the import is retried.
      log.warn(`an import failed and will be retried: ${reasonOf(error)}`)
    }
  }

  const loop = new ClaimLoop<Claim>({
    claim: async (underWay) => {
      await clean()
      const room = MAX_RUNNING - underWay
      const items = room > 0 ? await claimImports(pool, leaseSeconds, room) : []
      return { items, hasMore: items.length === room }
    },
    work,
    onError: (error) => warning.warn(`imports cannot be worked on: ${reasonOf(error)}`),
    stopMs: 0,
  })
  loop.start()
  return () => loop.stop()
}
