// Dossiers as they were sent, so that one that many ask for is composed once. Nothing old is ever given: the caller looks
// whether the mark is still the database's, in one small question that takes the place of reading everything.

import type { Slice } from '../slices/index.ts'

const MOST_BYTES = 32 * 2 ** 20
/** Larger ones are rare, and would push out many. */
const LARGEST_BYTES = 256 * 1024

export interface Kept {
  readonly body: Buffer
  readonly mark: string
  /** Scores and windows count whole UTC days: within one day, the same facts give the same dossier. */
  readonly day: number
  readonly slices: readonly Slice[]
}

export class DossierCache {
  readonly #kept = new Map<string, Kept>()
  #bytes = 0

  get bytes(): number {
    return this.#bytes
  }

  get(id: string): Kept | undefined {
    const kept = this.#kept.get(id)
    if (!kept) return undefined
    // A Map keeps the order of insertion: put last, it is forgotten last.
    this.#kept.delete(id)
    this.#kept.set(id, kept)
    return kept
  }

  set(id: string, kept: Kept): void {
    this.#forget(id)
    if (kept.body.length > LARGEST_BYTES) return
    this.#kept.set(id, kept)
    this.#bytes += kept.body.length
    while (this.#bytes > MOST_BYTES) this.#forget(this.#kept.keys().next().value as string)
  }

  #forget(id: string): void {
    const kept = this.#kept.get(id)
    if (!kept) return
    this.#bytes -= kept.body.length
    this.#kept.delete(id)
  }
}

export const dayOf = (unixSeconds: number) => Math.floor(unixSeconds / 86_400)
