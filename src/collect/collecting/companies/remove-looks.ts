import type { Database, Transaction } from '../../../db/index.ts'
import { Stamper } from '../../../write/log/index.ts'
import { writeRecords } from '../../../write/write-path/index.ts'

/**
 * Runs `remove`, which removes looks of these companies, and re-derives and ranks the companies in the same
 * transaction: searches, slices and dossiers then agree on what is no longer monitored. Writers of the companies wait,
 * and no events are sent. `remove` may run again after a lost race. A domain that no company has yet is allowed.
 */
export async function removingLooks<T>(
  db: Database,
  domains: readonly string[],
  remove: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const stamper = new Stamper(db)
  const removed: T[] = []
  const lines = [...new Set(domains)].map((domain) => ({ record: 'company' as const, company: { domain } }))
  await writeRecords(db, stamper, lines, {
    quiet: true,
    inSameTransaction: async (tx) => {
      removed.push(await remove(tx))
      return domains
    },
  })
  await stamper.stamp()
  return removed.at(-1) as T
}
