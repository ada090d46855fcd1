// Works on uploaded files, on every node with the role worker: the oldest first, a few at a time.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../db/index.ts'
import { reasonOf } from '../../platform/app-error.ts'
import type { Logger } from '../../platform/logger.ts'
import { RepeatedWarning } from '../../platform/repeated-warning.ts'
import { Stamper } from '../../write/log/index.ts'
import { UnreadableFile } from '../formats/unreadable-file.ts'
import { claimImport, cleanImports, forgetOldImports, settleImport } from './queries.ts'
import { LEASE_SECONDS, runImport } from './run-import.ts'

const LOOK_MS = 1_000
const CLEAN_MS = 15_000
/** Those of one team can't delay the other one for long, and requests have most of the connections. */
const MAX_RUNNING = 2

/** Returns a function that stops it. What is being imported goes on with the next start, or on another node. */
export function startImports(
  db: Database,
  log: Logger,
  { leaseSeconds = LEASE_SECONDS }: { readonly leaseSeconds?: number } = {},
): () => Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping
  const stamper = new Stamper(db)
  const warning = new RepeatedWarning((text) => log.warn(text))
  const running = new Set<Promise<void>>()
  const pool = db.pool('settings')

  async function look(): Promise<void> {
    while (running.size < MAX_RUNNING) {
      const claim = await claimImport(pool, leaseSeconds)
      if (!claim) return
      const work = runImport(db, stamper, claim, { stopping: signal, leaseSeconds })
        .then(() => stamper.stamp().then(() => {}))
        .catch(async (error: unknown) => {
          if (error instanceof UnreadableFile)
            return void (await settleImport(pool, claim, claim, { state: 'failed', message: error.message }))
          // The lease expires, and the import is tried again.
          log.warn(`an import stopped and is tried again: ${reasonOf(error)}`)
        })
        .catch((error: unknown) => warning.warn(`an import can't be settled: ${reasonOf(error)}`))
        .finally(() => running.delete(work))
      running.add(work)
    }
  }

  async function run(): Promise<void> {
    let cleanedAt = Number.NEGATIVE_INFINITY
    while (!signal.aborted) {
      try {
        await look()
        if (performance.now() - cleanedAt > CLEAN_MS) {
          cleanedAt = performance.now()
          await cleanImports(pool)
          await forgetOldImports(pool)
        }
      } catch (error) {
        warning.warn(`imports cannot be looked for: ${reasonOf(error)}`)
      }
      await sleep(LOOK_MS, undefined, { signal }).catch(() => {})
    }
  }

  const looking = run()
  return async () => {
    stopping.abort()
    await looking
    await Promise.all(running)
  }
}
