import type { Queryable } from '../../../db/index.ts'
import { reasonOf } from '../../../platform/app-error.ts'
import type { Logger } from '../../../platform/logger.ts'
import { deleteReceipts, readGoneReceipts } from '../receipts/receipt-queries.ts'
import type { Archive } from './archive.ts'

const STEP = 100

/**
 * Deletes old files and the answers of deleted companies. If the disk can't be written to, logs it and retries later.
 */
export async function tendArchive(db: Queryable, archive: Archive, log: Logger): Promise<void> {
  try {
    await archive.deleteOld()
    await eraseGoneCompanies(db, archive)
  } catch (error) {
    log.warn(`the archive of answers could not be cleaned up: ${reasonOf(error)}`)
  }
}

/**
 * Removes the answers of deleted companies from the archive, then deletes their receipts. Files on another machine are
 * left to that machine. Idempotent.
 */
async function eraseGoneCompanies(db: Queryable, archive: Archive): Promise<void> {
  let after = 0
  for (;;) {
    const gone = await readGoneReceipts(db, STEP, after)
    const erased: number[] = []
    for (const { id, answers } of gone) {
      if (await archive.erase(answers.flatMap(({ warc }) => warc ?? []))) erased.push(id)
    }
    await deleteReceipts(db, erased)
    after = gone.at(-1)?.id ?? after
    if (gone.length < STEP) return
  }
}
