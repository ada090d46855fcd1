import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { AppError, errorCode, reasonOf } from '../platform/app-error.ts'
import { LOCK_FLAGS, lockFile } from './file-lock.ts'

/** A rejected line: its place, the reason, and its beginning. */
export interface Reject {
  readonly file: string
  readonly line: number
  readonly reason: string
  readonly text: string
}

/** Receives the rejects in the order of the input. The caller must await it to keep memory bounded. */
export type TakeRejects = (rejects: readonly Reject[]) => Promise<void>

const MAX_CHARACTERS = 1_000

/** The beginning of a line. A surrogate pair is never split. */
export function excerpt(text: string): string {
  if (text.length <= MAX_CHARACTERS) return text
  const last = text.charCodeAt(MAX_CHARACTERS - 1)
  const splitsPair = last >= 0xd800 && last <= 0xdbff
  return text.slice(0, splitsPair ? MAX_CHARACTERS - 1 : MAX_CHARACTERS)
}

/**
 * One JSON object per line, written as soon as the batch is written. An existing file is replaced, unless another ingest
 * is writing it. If the disk is full, the file ends with the last complete line.
 */
export class RejectsFile {
  readonly #handle: FileHandle
  /** Undefined for a device or a pipe: those can't be truncated, and several processes may write to them. */
  readonly #lock: Disposable | undefined
  #bytes = 0
  #failed = false

  private constructor(handle: FileHandle, lock: Disposable | undefined) {
    this.#handle = handle
    this.#lock = lock
  }

  static async create(path: string): Promise<RejectsFile> {
    const cannotWrite = (error: unknown) => {
      if (error instanceof AppError) throw error
      if (errorCode(error) === 'EAGAIN') throw inUse(path)
      throw new AppError('invalid', `The rejects file ${path} cannot be written (${reasonOf(error)}).`)
    }
    const handle = await open(path, constants.O_WRONLY | constants.O_CREAT | LOCK_FLAGS).catch(cannotWrite)
    try {
      const stats = await handle.stat()
      if (!stats.isFile()) return new RejectsFile(handle, undefined)
      const lock = await lockFile(stats)
      if (!lock) throw inUse(path)
      await handle.truncate(0)
      return new RejectsFile(handle, lock)
    } catch (error) {
      await handle.close()
      return cannotWrite(error)
    }
  }

  readonly take: TakeRejects = async (rejects) => {
    if (rejects.length === 0) return
    const bytes = Buffer.from(rejects.map((reject) => `${JSON.stringify(reject)}\n`).join(''))
    let written = 0
    try {
      while (written < bytes.length) written += (await this.#handle.write(bytes, written)).bytesWritten
      this.#bytes += written
    } catch (error) {
      const complete = written === 0 ? 0 : bytes.lastIndexOf(NEWLINE, written - 1) + 1
      if (this.#lock) await this.#handle.truncate(this.#bytes + complete).catch(() => {})
      throw this.#failure(error)
    }
  }

  /** Does not throw after an earlier error, so that it doesn't replace that one. */
  async close(): Promise<void> {
    try {
      await this.#handle.close()
    } catch (error) {
      if (!this.#failed) throw this.#failure(error)
    } finally {
      this.#lock?.[Symbol.dispose]()
    }
  }

  #failure(error: unknown): AppError {
    this.#failed = true
    return new AppError('unavailable', `The rejects file cannot be written (${reasonOf(error)}).`, { cause: error })
  }
}

const NEWLINE = 0x0a

function inUse(path: string): AppError {
  return new AppError('conflict', `The rejects file ${path} is being written by another ingest: choose another file.`)
}
