// The files of an archive. Each is written by one process, and named after the day and the machine.

import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { access, open, readdir, unlink } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { errorCode } from '../../../platform/app-error.ts'
import { dayOf, type WarcPlace } from '../receipts/warc-place.ts'
import { readRecord, removedRecord } from './warc-record.ts'

const DAY_MS = 86_400_000

/** In UTC. */
export function newFileName(now: Date): string {
  const day = now.toISOString().slice(0, 10).replaceAll('-', '')
  const host = hostname()
    .toLowerCase()
    .replaceAll(/[^a-z0-9.-]/g, '-')
    .slice(0, 60)
  return `pro-signal-${day}-${host}-${randomBytes(4).toString('hex')}.warc.gz`
}

/** Whether a file's day is more than this many days ago. */
export function isOlderThan(file: string, days: number, now: Date): boolean {
  const day = dayOf(file)
  return day !== undefined && now.getTime() - Date.parse(day) > (days + 1) * DAY_MS
}

export async function hasFile(folder: string, file: string): Promise<boolean> {
  if (dayOf(file) === undefined) return false
  try {
    await access(join(folder, file), constants.R_OK)
    return true
  } catch {
    return false
  }
}

/** Deletes files older than this many days. Returns how many. */
export async function deleteOldFiles(folder: string, days: number, now: Date): Promise<number> {
  const old = (await readdir(folder).catch(() => [])).filter((file) => isOlderThan(file, days, now))
  for (const file of old) await unlink(join(folder, file))
  return old.length
}

/** `missing`: this machine doesn't have the file, or it ends before the record. `removed`: deleted with its company. */
export type ReadAnswer = { readonly body: Buffer } | { readonly trouble: 'missing' | 'damaged' | 'removed' }

export async function readAnswer(folder: string, { file, offset, length }: WarcPlace): Promise<ReadAnswer> {
  if (dayOf(file) === undefined) return { trouble: 'missing' }
  const member = await readPart(join(folder, file), offset, length)
  if (!member) return { trouble: 'missing' }
  try {
    const body = await readRecord(member)
    return body ? { body } : { trouble: 'removed' }
  } catch {
    return { trouble: 'damaged' }
  }
}

async function readPart(path: string, offset: number, length: number): Promise<Buffer | undefined> {
  try {
    await using handle = await open(path, 'r')
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, offset)
    return bytesRead === length ? buffer : undefined
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return undefined
    throw error
  }
}

/** Blanks records in place. Returns false if this machine doesn't have a file: another one may. */
export async function eraseRecords(folder: string, places: readonly WarcPlace[], now: Date): Promise<boolean> {
  let isHere = true
  for (const [file, inFile] of Map.groupBy(places, (place) => place.file)) {
    if (!(await hasFile(folder, file))) {
      isHere = false
      continue
    }
    await using handle = await open(join(folder, file), 'r+')
    const { size } = await handle.stat()
    for (const { offset, length } of inFile)
      if (offset + length <= size) await handle.write(removedRecord(length, now), 0, length, offset)
    await handle.sync()
  }
  return isHere
}
