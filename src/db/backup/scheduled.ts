// Scheduled backups in BACKUP_DIR: made when the newest one is old enough, and the oldest ones are deleted.
//
// Invariant: one process of all nodes makes one at a time. It holds an advisory lock and checks the folder under that
// lock, by the database's clock: nodes that share a folder make one backup between them, and a node with a wrong clock
// can't date one in the future, which would delay the next for long. A backup is deleted only when a newer one is
// complete.

import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { AppError, reasonOf } from '../../platform/app-error.ts'
import type { Config } from '../../platform/config/config.ts'
import { makeFolders } from '../../platform/config/make-folders.ts'
import { findSecretKeys, formatSecretKeys } from '../../platform/config/secret-keys.ts'
import { ADVISORY_LOCKS } from '../advisory-locks.ts'
import type { Database } from '../database.ts'
import { one } from '../sql.ts'
import { PARTIAL_SUFFIX, writeBackup } from './write-backup.ts'

const NAME = /^pro-signal-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.backup$/
const HOUR_MS = 3_600_000
/** Leftovers of a killed backup. */
const LEFTOVER_MS = 24 * HOUR_MS

export interface StoredBackup {
  readonly file: string
  readonly at: Date
  readonly bytes: number
}

export type BackupSettings = Pick<
  Config,
  'BACKUP_DIR' | 'BACKUP_EVERY' | 'BACKUP_KEEP' | 'BACKUP_PASSPHRASE_FILE' | 'SECRET_KEYS' | 'DATABASE_URL' | 'DATA_DIR'
>

/** The scheduled backups in a folder, newest first. None if there is no folder yet. */
export function listBackups(folder: string): StoredBackup[] {
  const names = statSync(folder, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(folder) : []
  return names
    .flatMap((name) => {
      const [, year, month, day, hour, minute, second] = NAME.exec(name) ?? []
      const file = join(folder, name)
      const stats = statSync(file, { throwIfNoEntry: false })
      if (year === undefined || !stats) return []
      return [{ file, at: new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`), bytes: stats.size }]
    })
    .toSorted((a, b) => b.at.getTime() - a.at.getTime())
}

/** Makes a backup if one is due. Returns it, or undefined. */
export async function backUpIfDue(
  db: Pick<Database, 'direct' | 'connectDirect'>,
  settings: BackupSettings,
  signal?: AbortSignal,
): Promise<StoredBackup | undefined> {
  const folder = settings.BACKUP_DIR
  if (folder === undefined || !isDue(folder, settings, new Date())) return undefined
  const client = await db.connectDirect()
  try {
    const { locked, now } = await one<{ locked: boolean; now: Date }>(
      client,
      'select pg_try_advisory_lock($1) as locked, clock_timestamp() as now',
      [ADVISORY_LOCKS.scheduledBackup],
    )
    if (!locked || !isDue(folder, settings, now)) return undefined
    makeFolders(folder, 0o700)
    const stamp = now.toISOString().replaceAll(/[-:]|\.\d+/g, '')
    const file = join(folder, `pro-signal-${stamp}.backup`)
    const passphrase = passphraseOf(settings)
    const secretKeys = passphrase === undefined ? undefined : keysOf(settings)
    await writeBackup(db, { file, passphrase, secretKeys, signal })
    deleteOld(folder, settings.BACKUP_KEEP, now)
    return listBackups(folder)[0]
  } finally {
    await client.end()
  }
}

function isDue(folder: string, { BACKUP_EVERY }: BackupSettings, now: Date): boolean {
  const newest = listBackups(folder)[0]
  return newest === undefined || now.getTime() - newest.at.getTime() >= BACKUP_EVERY * HOUR_MS
}

function passphraseOf({ BACKUP_PASSPHRASE_FILE: path }: BackupSettings): string | undefined {
  if (path === undefined) return undefined
  try {
    const [line = ''] = readFileSync(path, 'utf8').split(/\r?\n/, 1)
    if (line !== '') return line
  } catch (error) {
    throw new AppError('unavailable', `BACKUP_PASSPHRASE_FILE can't be read (${reasonOf(error)}).`, { cause: error })
  }
  throw new AppError('invalid', `BACKUP_PASSPHRASE_FILE: the first line of ${path} is empty.`)
}

/** A node without SECRET_KEYS makes a backup without them. */
function keysOf(settings: BackupSettings): string | undefined {
  if (settings.SECRET_KEYS.length === 0 && settings.DATABASE_URL !== undefined) return undefined
  const keys = findSecretKeys(settings)
  return keys && formatSecretKeys(keys)
}

function deleteOld(folder: string, keep: number, now: Date): void {
  for (const { file } of listBackups(folder).slice(keep)) rmSync(file, { force: true })
  for (const name of readdirSync(folder)) {
    if (!name.startsWith('.pro-signal-') || !name.endsWith(PARTIAL_SUFFIX)) continue
    const file = join(folder, name)
    const stats = statSync(file, { throwIfNoEntry: false })
    if (stats && now.getTime() - stats.mtimeMs > LEFTOVER_MS) rmSync(file, { force: true })
  }
}
