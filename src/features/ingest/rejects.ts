import { createWriteStream, type WriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { AppError, reasonOf } from '../../platform/app-error.ts'

/** A rejected line: where it is, why, and its beginning. */
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

/** One JSON object per line, written as soon as the batch is written. An existing file is replaced. */
export class RejectsFile {
  readonly #stream: WriteStream
  #failure: Error | undefined
  #failureThrown = false

  private constructor(stream: WriteStream) {
    this.#stream = stream
    // Without a listener, a full disk would end the process. The next write throws the error.
    stream.on('error', (error) => {
      this.#failure = error
    })
  }

  static async create(path: string): Promise<RejectsFile> {
    const handle = await open(path, 'w').catch((error) => {
      throw new AppError('invalid', `The rejects file ${path} cannot be written (${reasonOf(error)}).`)
    })
    return new RejectsFile(createWriteStream(path, { fd: handle }))
  }

  readonly take: TakeRejects = async (rejects) => {
    if (rejects.length === 0) return
    await this.#finished((done) =>
      this.#stream.write(rejects.map((reject) => `${JSON.stringify(reject)}\n`).join(''), done),
    )
  }

  /** Does not throw an error that was thrown before, which would replace the first one. */
  async close(): Promise<void> {
    if (this.#failureThrown) return
    await this.#finished((done) => this.#stream.end(done))
  }

  async #finished(act: (done: (error?: Error | null) => void) => void): Promise<void> {
    try {
      if (this.#failure) throw this.#failure
      await new Promise<void>((resolve, reject) => act((error) => (error ? reject(error) : resolve())))
    } catch (error) {
      this.#failureThrown = true
      throw new AppError('unavailable', `The rejects file cannot be written (${reasonOf(this.#failure ?? error)}).`, {
        cause: error,
      })
    }
  }
}
