import type { Database } from '../../db/index.ts'
import { reasonOf } from '../../platform/app-error.ts'
import type { Logger } from '../../platform/log.ts'
import { hasOutbox, stampLog } from './queries.ts'

/**
 * Stamps after a commit. Calls that come while one stamp runs share the next one: it begins after all of their commits.
 */
export class Stamper {
  readonly #db: Database
  #running: Promise<number> | undefined
  #next: Promise<number> | undefined

  constructor(db: Database) {
    this.#db = db
  }

  stamp(): Promise<number> {
    if (!this.#running) return this.#start()
    this.#next ??= this.#running.then(
      () => this.#start(),
      () => this.#start(),
    )
    return this.#next
  }

  #start(): Promise<number> {
    this.#next = undefined
    this.#running = stampLog(this.#db.pool('ingest')).finally(() => {
      this.#running = undefined
    })
    return this.#running
  }
}

const EVERY_MS = 1_000

/**
 * The backstop for writers that died between their commit and their stamp: once a second, whatever waits is stamped.
 * Returns how to stop it.
 */
export function startBackstop(db: Database, log: Logger): () => Promise<void> {
  let round = Promise.resolve()
  const timer = setInterval(() => {
    round = round.then(async () => {
      try {
        if (await hasOutbox(db.pool('ingest'))) await stampLog(db.pool('ingest'))
      } catch (error) {
        log.debug(`the log's backstop waits: ${reasonOf(error)}`)
      }
    })
  }, EVERY_MS)
  return async () => {
    clearInterval(timer)
    await round
  }
}
