// Whether backups are made, and contain everything needed for a restore.

import { listBackups } from '../../../db/index.ts'
import { reasonOf } from '../../../platform/app-error.ts'
import type { Config } from '../../../platform/config/config.ts'
import { counted } from '../../counted.ts'
import { duration, type Finding, megabytes } from './finding.ts'

type Settings = Pick<Config, 'BACKUP_DIR' | 'BACKUP_EVERY' | 'BACKUP_PASSPHRASE_FILE'>

export function checkBackups({ BACKUP_DIR, BACKUP_EVERY, BACKUP_PASSPHRASE_FILE }: Settings): Finding {
  const check = 'backups'
  if (BACKUP_DIR === undefined) {
    const message = 'none are scheduled here (set BACKUP_DIR, or run bin/pro-signal backup FILE)'
    return { check, verdict: 'ok', message }
  }
  let backups: ReturnType<typeof listBackups>
  try {
    backups = listBackups(BACKUP_DIR)
  } catch (error) {
    return { check, verdict: 'warning', message: `${BACKUP_DIR} can't be read (${reasonOf(error)})` }
  }
  const [newest] = backups
  const keys = BACKUP_PASSPHRASE_FILE === undefined ? '; they have no encryption keys: keep those elsewhere' : ''
  if (!newest) {
    return {
      check,
      verdict: 'warning',
      message: `there is none in ${BACKUP_DIR} yet: the role worker makes them${keys}`,
    }
  }
  const ageSeconds = Math.max(0, Math.round((Date.now() - newest.at.getTime()) / 1_000))
  const isLate = ageSeconds > 2 * BACKUP_EVERY * 3_600
  const details = { folder: BACKUP_DIR, backups: backups.length, newest: newest.file, ageSeconds, bytes: newest.bytes }
  const late = isLate ? ', which is more than two intervals: see the log of the service' : ''
  const message = `${counted(backups.length, 'backup')} in ${BACKUP_DIR}, the newest ${megabytes(newest.bytes)} and ${duration(ageSeconds)} old${late}${keys}`
  return { check, verdict: isLate ? 'warning' : 'ok', message, details }
}
