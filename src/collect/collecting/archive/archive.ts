// Stores the answers that receipts refer to, as WARC files. They are on disk before the receipt is written, so none points
// to a record that was never there. A record without a receipt, because the process ended in between, does no harm.
//
// A full or missing disk doesn't stop collecting: receipts then state that their answers were not archived.

import { type FileHandle, mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import { reasonOf } from '../../../platform/app-error.ts'
import type { Config } from '../../../platform/config/config.ts'
import type { Logger } from '../../../platform/logger.ts'
import type { BodyRoom, VisitAnswers } from '../receipts/visit-answers.ts'
import { dayOf, type WarcPlace } from '../receipts/warc-place.ts'
import { deleteOldFiles, eraseRecords, hasFile, isOlderThan, newFileName } from './archive-files.ts'
import { answerRecord, fileRecord } from './warc-record.ts'

export interface ArchiveOptions {
  readonly folder: string
  readonly keepDays: number
  /** After this size, a new file is started. */
  readonly maxFileBytes?: number
  /** How long to wait after a failure. */
  readonly pauseMs?: number
}

const MIB = 1_024 * 1_024
const MAX_FILE_BYTES = 256 * MIB
/** Total size of the bodies of visits that may have to be archived. Those that don't fit are not. */
const MAX_HELD_BYTES = 128 * MIB
const PAUSE_MS = 30_000

interface OpenFile {
  readonly name: string
  readonly handle: FileHandle
  /** The offset of the next record. */
  end: number
}

/** Undefined: answers are not archived. */
export function openArchive(
  {
    COLLECT_ARCHIVE_DIR: folder,
    COLLECT_ARCHIVE_KEEP: keepDays,
  }: Pick<Config, 'COLLECT_ARCHIVE_DIR' | 'COLLECT_ARCHIVE_KEEP'>,
  log: Logger,
): Archive | undefined {
  return folder === undefined ? undefined : new Archive({ folder, keepDays }, log)
}

export class Archive implements BodyRoom {
  readonly #options: Required<ArchiveOptions>
  readonly #log: Logger
  #file: OpenFile | undefined
  #writing: Promise<void> = Promise.resolve()
  #held = 0
  #isFailing = false
  #triedAt = Number.NEGATIVE_INFINITY

  constructor(options: ArchiveOptions, log: Logger) {
    this.#options = { maxFileBytes: MAX_FILE_BYTES, pauseMs: PAUSE_MS, ...options }
    this.#log = log
  }

  take(bytes: number): boolean {
    if (this.#held + bytes > MAX_HELD_BYTES) return false
    this.#held += bytes
    return true
  }

  give(bytes: number): void {
    this.#held -= bytes
  }

  /** Resolves when the answers are on disk, or can't be written. Never throws. */
  keep(visits: readonly VisitAnswers[]): Promise<void> {
    this.#writing = this.#writing.then(() => this.#keep(visits))
    return this.#writing
  }

  /** Whether a record will be kept long enough for another receipt to point to it. */
  async lasts({ file }: WarcPlace): Promise<boolean> {
    const { folder, keepDays } = this.#options
    return !isOlderThan(file, keepDays / 2, new Date()) && hasFile(folder, file)
  }

  /** False: another machine has some of them. */
  erase(places: readonly WarcPlace[]): Promise<boolean> {
    return eraseRecords(this.#options.folder, places, new Date())
  }

  async deleteOld(): Promise<void> {
    const { folder, keepDays } = this.#options
    const deleted = await deleteOldFiles(folder, keepDays, new Date())
    if (deleted > 0) this.#log.info(`deleted ${deleted} files of the archive that are older than ${keepDays} days`)
  }

  async close(): Promise<void> {
    await this.#writing
    await this.#closeFile()
  }

  async #keep(visits: readonly VisitAnswers[]): Promise<void> {
    const held = visits.flatMap((visit) => visit.held)
    if (held.length === 0 || performance.now() - this.#triedAt < (this.#isFailing ? this.#options.pauseMs : 0)) return
    this.#triedAt = performance.now()
    try {
      const records = await Promise.all(held.map(({ answer, body }) => answerRecord(answer, body)))
      const file = await this.#currentFile()
      const start = file.end
      await this.#append(file, Buffer.concat(records))
      let offset = start
      for (const [i, { place }] of held.entries()) {
        const { length } = records[i] as Buffer
        place({ file: file.name, offset, length })
        offset += length
      }
      if (this.#isFailing) this.#log.info('answers are archived again')
      this.#isFailing = false
    } catch (error) {
      if (!this.#isFailing)
        this.#log.warn(
          `answers can't be archived in ${this.#options.folder}: ${reasonOf(error)}. Collecting continues.`,
        )
      this.#isFailing = true
    }
  }

  /** Writes and syncs everything, or throws and leaves the file as it was. */
  async #append(file: OpenFile, bytes: Buffer): Promise<void> {
    try {
      for (let at = 0; at < bytes.length; ) {
        const { bytesWritten } = await file.handle.write(bytes, at, bytes.length - at, file.end + at)
        at += bytesWritten
      }
      await file.handle.datasync()
      file.end += bytes.length
    } catch (error) {
      await file.handle.truncate(file.end).catch(() => this.#closeFile())
      throw error
    }
  }

  async #currentFile(): Promise<OpenFile> {
    const { folder, maxFileBytes } = this.#options
    const now = new Date()
    const today = now.toISOString().slice(0, 10)
    const { name = '', end = 0 } = this.#file ?? {}
    // If the file was removed, records appended to it would be lost.
    if (this.#file && end < maxFileBytes && dayOf(name) === today && (await hasFile(folder, name))) return this.#file
    await this.#closeFile()
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const next = newFileName(now)
    const handle = await open(join(folder, next), 'wx', 0o600)
    const file = { name: next, handle, end: 0 }
    this.#file = file
    await this.#append(file, await fileRecord(next, now))
    await using entries = await open(folder, 'r')
    await entries.sync()
    return file
  }

  async #closeFile(): Promise<void> {
    const file = this.#file
    this.#file = undefined
    await file?.handle.close().catch(() => {})
  }
}
