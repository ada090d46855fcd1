import { type Database, one, type Transaction } from '../../../db/index.ts'

/**
 * Runs `step` in one transaction after another until it returns 0. The lock makes one node do the work: another node
 * that starts at the same time stops. Returns the sum of the steps.
 */
export async function runInSteps(
  db: Database,
  advisoryLock: number,
  step: (tx: Transaction) => Promise<number>,
  signal: AbortSignal | undefined,
): Promise<number> {
  let total = 0
  while (!signal?.aborted) {
    const count = await db.transaction('ingest', async (tx) => {
      const { locked } = await one<{ locked: boolean }>(tx, 'select pg_try_advisory_xact_lock($1) as locked', [
        advisoryLock,
      ])
      return locked ? step(tx) : 0
    })
    if (count === 0) break
    total += count
  }
  return total
}
