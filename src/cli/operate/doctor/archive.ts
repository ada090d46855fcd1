// Whether the answers behind signals are archived.

import { readArchiving } from '../../../collect/collecting/index.ts'
import type { Database } from '../../../db/index.ts'
import type { Config } from '../../../platform/config/config.ts'
import { freeBytes } from '../../../platform/free-bytes.ts'
import { count, counted } from '../../counted.ts'
import { type Finding, megabytes } from './finding.ts'

const MIN_FREE_BYTES = 200 * 2 ** 20

/** Nothing to report if archiving is off. */
export async function checkArchive(db: Database, config: Pick<Config, 'COLLECT_ARCHIVE_DIR'>): Promise<Finding[]> {
  const { COLLECT_ARCHIVE_DIR: folder } = config
  if (folder === undefined) return []
  const state = await readArchiving(db.pool('settings'))
  const free = freeIn(folder)
  const details = { ...state, folder, freeBytes: free ?? null }
  const { receipts, unarchived } = state
  const troubles = [
    unarchived > 0
      ? `answers of ${count(unarchived)} of ${counted(receipts, 'visit')} of the last day were not archived: see the log of the service`
      : '',
    free !== undefined && free < MIN_FREE_BYTES ? `only ${megabytes(free)} are free` : '',
  ].filter(Boolean)
  const message = [`answers are archived in ${folder}`, ...troubles].join('; ')
  return [{ check: 'archive', verdict: troubles.length > 0 ? 'warning' : 'ok', message, details }]
}

/** Undefined: it doesn't exist yet, or is on another machine. */
function freeIn(folder: string): number | undefined {
  try {
    return freeBytes(folder)
  } catch {
    return undefined
  }
}
