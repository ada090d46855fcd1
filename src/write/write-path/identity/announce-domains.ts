import type { Transaction } from '../../../db/index.ts'
import type { Company } from '../../../meaning/companies/index.ts'
import { insertEvents } from '../../log/index.ts'
import { companyEvent } from '../plan/events.ts'
import { nextBatch, readBatchTime } from '../store/batch-queries.ts'

/** Writes events for these locked companies: their domains changed, although no report moved. */
export async function announceDomains(tx: Transaction, companies: readonly Company[], quiet: boolean): Promise<void> {
  const { now, day } = await readBatchTime(tx)
  const events = companies.map((company) => companyEvent(company, false, now))
  await insertEvents(tx, { batch: await nextBatch(tx), day, quiet, events })
}
