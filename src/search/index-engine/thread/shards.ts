// The shards of an index, coordinated by the search thread. Its own shard is the first; every other has a thread. All
// changes go through here, in slices: the search thread applies those of its own shard and posts the others in one
// tick, so no search sees a slice in one shard and not in another, and each shard has the log up to the same event.

import { availableParallelism } from 'node:os'
import { setImmediate as nextTick } from 'node:timers/promises'
import type { ChangeGate } from '../build/change-gate.ts'
import type { Change, ChangeStep } from '../build/changes.ts'
import { IndexFull } from '../build/live-index.ts'
import type { Checkpoint } from '../layout/checkpoint.ts'
import { sharedBudget } from '../layout/memory-budget.ts'
import { localOrdinal, shardOf } from '../layout/sharding.ts'
import type {
  LoadProgress,
  Opened,
  RecordedChanges,
  Renewed,
  ShardOptions,
  ShardState,
  ThreadOptions,
} from './messages.ts'
import { RemoteShard } from './remote-shard.ts'
import { ShardIndex, SLICE_MS } from './shard-index.ts'

/** The events of a slice, so that another shard doesn't get more than it can apply in about the same time. */
const SLICE_STEPS = 32

/** A shard has no space for a change; some of its changes are applied. */
export class ShardFull extends IndexFull {
  readonly shard: number

  constructor(shard: number, { message }: Error) {
    super(message)
    this.shard = shard
  }
}

/** The companies that change up to a log position, in all shards. */
export interface Recorded {
  readonly companies: ReadonlySet<number> | 'all'
  readonly position: number
}

export class Shards {
  readonly own: ShardIndex
  readonly others: readonly RemoteShard[]
  /** By shard: the log position up to which it has everything. They differ only while some are behind. */
  readonly positions: number[]
  /** By shard: how often it was renewed. */
  readonly renewals: number[]
  readonly #loaded: number[]

  constructor(
    { shards: _, ...options }: ThreadOptions & Pick<ShardOptions, 'builder'>,
    count: number,
    onLost: (shard: number, reason: string) => void,
  ) {
    const budget = sharedBudget(options.maxBytes, count)
    const optionsOf = (number: number) => ({ ...options, budget, shard: { number, of: count } })
    this.own = new ShardIndex(optionsOf(0))
    this.others = Array.from(
      { length: count - 1 },
      (_, i) => new RemoteShard(optionsOf(i + 1), (reason) => onLost(i + 1, reason)),
    )
    this.positions = Array.from({ length: count }, () => 0)
    this.renewals = Array.from({ length: count }, () => 0)
    this.#loaded = Array.from({ length: count }, () => 0)
  }

  get count(): number {
    return this.positions.length
  }

  get states(): ShardState[] {
    return [this.own.state, ...this.others.map(({ state }) => state)]
  }

  get loaded(): LoadProgress['signals'] {
    return this.#loaded.reduce((sum, each) => sum + each, 0)
  }

  /** Opens the shards that have no index, as many at a time as the machine has cores. */
  async open(onLoaded: () => void): Promise<Opened[]> {
    const missing = this.states.flatMap(({ isOpen }, shard) => (isOpen ? [] : [shard]))
    const opened: Opened[] = []
    this.#loaded.fill(0)
    const openNext = async () => {
      for (let shard = missing.shift(); shard !== undefined; shard = missing.shift()) {
        const number = shard
        const each = await this.#shard(number).open((signals) => {
          this.#loaded[number] = signals
          onLoaded()
        })
        this.positions[number] = each.checkpoint.position
        opened.push(each)
      }
    }
    await Promise.all(Array.from({ length: availableParallelism() }, openNext))
    return opened
  }

  /** All indexes. */
  drop(): void {
    this.own.drop()
    for (const shard of this.others) shard.drop()
  }

  /** They will not be used again. */
  end(): void {
    this.own.drop()
    for (const shard of this.others) shard.end()
  }

  async renew(shard: number, checkpoint: Checkpoint): Promise<Renewed> {
    const renewed = await this.#shard(shard).renew(checkpoint)
    this.renewals[shard]!++
    return renewed
  }

  /**
   * Applies changes, between searches. A shard that is ahead of an event skips it. Throws ShardFull if one has no
   * space: all the changes must then be applied again, after that shard was renewed.
   */
  async change(steps: readonly ChangeStep[], recorded: Recorded | undefined, gate: ChangeGate): Promise<void> {
    let slice = this.#newSlice(recorded)
    await gate.pass()
    let start = performance.now()
    for (const [i, step] of steps.entries()) {
      this.#make(step, slice)
      if (performance.now() - start < SLICE_MS && (this.count === 1 || i % SLICE_STEPS < SLICE_STEPS - 1)) continue
      await this.#send(slice)
      await nextTick()
      slice = this.#newSlice()
      await gate.pass()
      start = performance.now()
    }
    await this.#send(slice)
  }

  #shard(number: number): ShardIndex | RemoteShard {
    return number === 0 ? this.own : this.others[number - 1]!
  }

  #newSlice(recorded?: Recorded): Slice {
    const of = this.count
    return this.positions.map((_, shard) => ({ changes: [], recorded: recorded && recordedIn(recorded, shard, of) }))
  }

  #make({ position, changes }: ChangeStep, slice: Slice): void {
    for (const change of changes) {
      const shard = shardOf(change.ordinal, this.count)
      if (position !== undefined && position <= this.positions[shard]!) continue
      const local = this.count === 1 ? change : { ...change, ordinal: localOrdinal(change.ordinal, this.count) }
      if (shard === 0) this.#makeOwn(local, slice[0]!)
      else slice[shard]!.changes.push(local)
    }
  }

  #makeOwn(change: Change, own: ShardSlice): void {
    try {
      this.#recordOwn(own)
      this.own.change(change)
    } catch (error) {
      throw error instanceof IndexFull ? new ShardFull(0, error) : error
    }
  }

  #recordOwn(own: ShardSlice): void {
    if (own.recorded) this.own.record(own.recorded)
    own.recorded = undefined
  }

  /** Posts the changes of the other shards, and only then waits until they are applied. */
  async #send(slice: Slice): Promise<void> {
    this.#recordOwn(slice[0]!)
    await Promise.all(
      this.others.map((shard, i) => {
        const { changes, recorded } = slice[i + 1]!
        if (changes.length === 0 && !recorded) return undefined
        return shard.change(changes, recorded).catch((error: Error) => {
          throw error instanceof IndexFull ? new ShardFull(i + 1, error) : error
        })
      }),
    )
  }
}

interface ShardSlice {
  readonly changes: Change[]
  recorded: RecordedChanges | undefined
}
type Slice = readonly ShardSlice[]

function recordedIn({ companies, position }: Recorded, shard: number, of: number): RecordedChanges | undefined {
  if (companies === 'all') return { ordinals: 'all', position }
  const ordinals: number[] = []
  for (const ordinal of companies) if (shardOf(ordinal, of) === shard) ordinals.push(localOrdinal(ordinal, of))
  return ordinals.length === 0 ? undefined : { ordinals, position }
}
