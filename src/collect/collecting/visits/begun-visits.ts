// The visits that a node has begun. They are stored a moment later, so that a source that crashes the process can be
// identified.

import { setTimeout as sleep } from 'node:timers/promises'
import type { CollectLease } from './collect-lease.ts'
import type { Look } from './look.ts'

/** Most visits take longer. */
const STORE_MS = 200

export class BegunVisits {
  readonly #lease: CollectLease
  readonly #ids = new Set<number>()
  #storing: Promise<void> | undefined

  constructor(lease: CollectLease) {
    this.#lease = lease
  }

  add({ id }: Look): void {
    this.#ids.add(id)
    this.#store()
  }

  delete({ id }: Look): void {
    this.#ids.delete(id)
    this.#store()
  }

  async whenStored(): Promise<void> {
    await this.#storing
  }

  #store(): void {
    this.#storing ??= sleep(STORE_MS)
      .then(() => this.#lease.noteVisiting(this.#ids))
      .catch(() => {})
      .finally(() => {
        this.#storing = undefined
      })
  }
}
