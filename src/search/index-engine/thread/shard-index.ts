// The index of one shard, or of all companies: opened in a builder thread, changed in order, and renewed. While a
// builder merges base and tail into a new base, the old one keeps answering and changing. Changes made meanwhile are
// repeated on the new one before it takes over, between two searches: it then equals the old one.

import { setImmediate as nextTick } from 'node:timers/promises'
import { ChangedCompanies } from '../build/changed-companies.ts'
import { applyChange, type Change } from '../build/changes.ts'
import { LiveIndex } from '../build/live-index.ts'
import { toTransferable } from '../build/merge.ts'
import { wasmKernel } from '../kernel/wasm-kernel.ts'
import type { Checkpoint } from '../layout/checkpoint.ts'
import { openMemory } from '../layout/memory.ts'
import type { AnsweringIndex } from './answer-steps.ts'
import { buildBase } from './build-base.ts'
import type { BuilderReply, Opened, RecordedChanges, Renewed, ShardOptions, ShardState } from './messages.ts'

/** How long changes are applied before yielding to the event loop, so that searches are answered in between. */
export const SLICE_MS = 2

export const NOT_OPEN: ShardState = {
  isOpen: false,
  signals: 0,
  companies: 0,
  tail: 0,
  bytes: 0,
  needsRenewal: false,
}

/** The changes to the old index since its merge began. */
interface Renewal {
  missed: Change[]
  hasMissedRanks: boolean
}

export class ShardIndex {
  readonly #options: ShardOptions
  #active: AnsweringIndex | undefined
  #renewal: Renewal | undefined
  /** Only the last opening counts: an earlier, abandoned one may finish later. */
  #openings = 0

  constructor(options: ShardOptions) {
    this.#options = options
  }

  get active(): AnsweringIndex | undefined {
    return this.#active
  }

  get state(): ShardState {
    if (!this.#active) return NOT_OPEN
    const { index } = this.#active
    const { sizes, bytes } = index.memory.layout
    return {
      isOpen: true,
      signals: index.rows,
      companies: sizes.companies,
      tail: index.tail.rows,
      bytes,
      needsRenewal: needsRenewal(index),
    }
  }

  /** Opens the snapshot, or loads from the database. */
  async open(onLoaded?: (signals: number) => void): Promise<Opened> {
    const opening = ++this.#openings
    const built = await buildBase(this.#options, undefined, onLoaded)
    if (opening !== this.#openings) throw new Error('the index is opened again')
    const { checkpoint, warning } = built
    this.#active = { index: openBase(built), changes: new ChangedCompanies(checkpoint.position) }
    return { checkpoint, origin: built.origin === 'snapshot' ? 'snapshot' : 'database', warning }
  }

  drop(): void {
    this.#openings++
    this.#active = undefined
    this.#renewal = undefined
  }

  /** Call this before the changes become visible. */
  record({ ordinals, position }: RecordedChanges): void {
    const changes = this.#active?.changes
    if (ordinals === 'all') changes?.recordAll(position)
    else changes?.record(ordinals, position)
  }

  /** Throws IndexFull if it doesn't fit. */
  change(change: Change): void {
    const { index } = this.#active ?? notOpen()
    applyChange(index, change)
    if (!this.#renewal) return
    // All companies have ranks: reading them again is cheaper.
    if (change.kind === 'ranks') this.#renewal.hasMissedRanks = true
    else this.#renewal.missed.push(change)
  }

  /** Replaces the index by a new base. `checkpoint`: a position up to which it has everything. */
  async renew(checkpoint: Checkpoint): Promise<Renewed> {
    const active = this.#active ?? notOpen()
    const renewal: Renewal = { missed: [], hasMissedRanks: false }
    this.#renewal = renewal
    try {
      const built = await buildBase(this.#options, { index: toTransferable(active.index), checkpoint })
      const next = openBase(built)
      await this.#catchUp(next, renewal, () => {
        // It may have been dropped meanwhile.
        if (this.#active === active) this.#active = { index: next, changes: active.changes }
      })
      return { warning: built.warning, hasMissedRanks: renewal.hasMissedRanks }
    } finally {
      if (this.#renewal === renewal) this.#renewal = undefined
    }
  }

  /** `takeOver` is called in the tick in which nothing is missing any more. */
  async #catchUp(next: LiveIndex, renewal: Renewal, takeOver: () => void): Promise<void> {
    while (renewal.missed.length > 0) {
      const missed = renewal.missed
      renewal.missed = []
      let start = performance.now()
      for (const change of missed) {
        applyChange(next, change)
        if (performance.now() - start < SLICE_MS) continue
        await nextTick()
        start = performance.now()
      }
    }
    takeOver()
  }
}

function openBase({ memory, sizes, texts }: BuilderReply): LiveIndex {
  return new LiveIndex({ memory: openMemory(memory, sizes), texts }, wasmKernel)
}

function notOpen(): never {
  throw new Error('the index is not open')
}

/**
 * When half of the space for signals or companies is used, so that the other half lasts until the new base is built.
 */
function needsRenewal({ memory, tail, companiesLeft, companiesRoom }: LiveIndex): boolean {
  return tail.rows > memory.layout.sizes.tail / 2 || companiesLeft < companiesRoom / 2
}
