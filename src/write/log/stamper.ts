import type { Database } from '../../db/index.ts'
import { reasonOf } from '../../platform/app-error.ts'
import type { Logger } from '../../platform/logger.ts'
import { hasOutbox, stampLog } from './queries.ts'

/**
 * Stamps the log after a commit. Calls during a running stamp share the next one, which starts after all their commits.
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

const INTERVAL_MS = 1_000

/**
 * Once a second, stamps what is still in the outbox: a writer may die between its commit and its stamp. While a stamp
 * waits for the lock, no other is started. Returns a function that stops it.
 */
export function startPeriodicStamping(db: Database, log: Logger): () => Promise<void> {
  const pool = db.pool('ingest')
  let running: Promise<void> | undefined
  const stampOnce = async () => {
    try {
      if (await hasOutbox(pool)) await stampLog(pool)
    } catch (error) {
      log.debug(`could not stamp the log, retrying in a second: ${reasonOf(error)}`)
    }
  }
  const timer = setInterval(() => {
    running ??= stampOnce().finally(() => {
      running = undefined
    })
  }, INTERVAL_MS)
  return async () => {
    clearInterval(timer)
    await running
  }
}
