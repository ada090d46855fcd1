import type { Logger } from '../platform/logger.ts'

/** Logs when searches switch to PostgreSQL and when they switch back. An engine's first start has a line of its own. */
export class FallbackLog {
  readonly #log: Logger
  readonly #engine: string
  #wasReady = false
  #hasFallenBack = false

  constructor(log: Logger, engine: string) {
    this.#log = log
    this.#engine = engine
  }

  note(isReady: boolean, reason: () => string | undefined): void {
    if (isReady === this.#wasReady) return
    this.#wasReady = isReady
    if (!isReady) this.#log.warn(`searches are answered by PostgreSQL: ${reason()}`)
    else if (this.#hasFallenBack) this.#log.info(`searches are answered by ${this.#engine} again`)
    this.#hasFallenBack ||= !isReady
  }
}
