import { createWriteStream, type WriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { AppError, reasonOf } from '../../platform/app-error.ts'

/** A line that was not taken: where it stands, why, and how it begins. */
export interface Reject {
  readonly file: string
  readonly line: number
  readonly reason: string
  readonly text: string
}

/** Takes rejects in the order of the input. Waiting for the promise is what keeps memory bounded. */
export type TakeRejects = (rejects: readonly Reject[]) => Promise<void>

const MOST_CHARACTERS = 1_000

/** The beginning of a line, cut between two characters. */
export function excerpt(text: string): string {
  if (text.length <= MOST_CHARACTERS) return text
  const last = text.charCodeAt(MOST_CHARACTERS - 1)
  const splitsPair = last >= 0xd800 && last <= 0xdbff
  return text.slice(0, splitsPair ? MOST_CHARACTERS - 1 : MOST_CHARACTERS)
}

/** One JSON object per line, each as soon as its batch is written; a file that was there is replaced. */
export class RejectsFile {
  readonly #stream: WriteStream
  #failure: Error | undefined
  #told = false

  private constructor(stream: WriteStream) {
    this.#stream = stream
    // Without a listener a full disk would end the process; the next write reports it.
    stream.on('error', (error) => {
      this.#failure = error
    })
  }

  static async create(path: string): Promise<RejectsFile> {
    const handle = await open(path, 'w').catch((error) => {
      throw new AppError('invalid', `the rejects cannot be written to ${path} (${reasonOf(error)}).`)
    })
    return new RejectsFile(createWriteStream(path, { fd: handle }))
  }

  readonly take: TakeRejects = async (rejects) => {
    if (rejects.length === 0) return
    await this.#finished((done) =>
      this.#stream.write(rejects.map((reject) => `${JSON.stringify(reject)}\n`).join(''), done),
    )
  }

  /** A failure that was told already is not told again, over the first telling. */
  async close(): Promise<void> {
    if (this.#told) return
    await this.#finished((done) => this.#stream.end(done))
  }

  async #finished(act: (done: (error?: Error | null) => void) => void): Promise<void> {
    try {
      if (this.#failure) throw this.#failure
      await new Promise<void>((resolve, reject) => act((error) => (error ? reject(error) : resolve())))
    } catch (error) {
      this.#told = true
      throw new AppError('unavailable', `the rejects cannot be written (${reasonOf(this.#failure ?? error)}).`, {
        cause: error,
      })
    }
  }
}
