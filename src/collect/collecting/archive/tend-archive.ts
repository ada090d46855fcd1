import type { Queryable } from '../../../db/index.ts'
import { reasonOf } from '../../../platform/app-error.ts'
import type { Logger } from '../../../platform/logger.ts'
import { deleteReceipts, readGoneReceipts } from '../receipts/receipt-queries.ts'
import type { Archive } from './archive.ts'

const STEP = 100

/** Deletes old files and the answers of deleted companies. A disk that can't be written to is logged and tried again. */
export async function tendArchive(db: Queryable, archive: Archive, log: Logger): Promise<void> {
  try {
    await archive.deleteOld()
    await eraseGoneCompanies(db, archive)
  } catch (error) {
    log.warn(`the archive of answers could not be cleaned up: ${reasonOf(error)}`)
  }
}

/**
 * Takes the answers of companies that were deleted out of the archive, then deletes their receipts. Those whose files are on
 * another machine are left to it. May be repeated.
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
