// The search thread's handle to a further shard, which has a thread of its own. Requests are posted immediately and
// arrive in order.

import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads'
import type { Change } from '../build/changes.ts'
import { IndexFull } from '../build/live-index.ts'
import type { Checkpoint } from '../layout/checkpoint.ts'
import type { Part } from './answer-steps.ts'
import { DoesNotFit } from './build-base.ts'
import {
  type IndexRequest,
  type Opened,
  type RecordedChanges,
  type Renewed,
  type ShardFailure,
  type ShardOptions,
  type ShardReply,
  type ShardRequest,
  type ShardState,
  type ShownRange,
  YOUNG_GENERATION_MB,
} from './messages.ts'
import { NOT_OPEN } from './shard-index.ts'
import type { ShardThreadData } from './shard-thread.ts'

/** A shard's reply for its part of a search. */
export type PartReply = { readonly ms: number } & ({ readonly part: Part } | { readonly failure: ShardFailure })

type OneRequest = {
  [Want in ShardRequest['want']]: Omit<Extract<ShardRequest, { want: Want }>, 'id'>
}[ShardRequest['want']]
type Settled = Exclude<ShardReply, { readonly loaded: number }>

export class RemoteShard {
  readonly #options: ShardOptions
  readonly #pending = new Map<number, (reply: Settled) => void>()
  readonly #onLost: (reason: string) => void
  #thread: Worker | undefined
  #port: MessagePort | undefined
  #nextId = 0
  #onLoaded: (signals: number) => void = () => {}
  #state = NOT_OPEN
  #isOpen = false

  /** `onLost`: its thread ended. All its requests have failed, and it must be opened again. */
  constructor(options: ShardOptions, onLost: (reason: string) => void) {
    this.#options = options
    this.#onLost = onLost
  }

  /** As it was last reported. */
  get state(): ShardState {
    return this.#isOpen ? this.#state : NOT_OPEN
  }

  async open(onLoaded: (signals: number) => void): Promise<Opened> {
    this.#onLoaded = onLoaded
    const opened = (await this.#ask({ want: 'open' })) as Opened
    this.#isOpen = true
    return opened
  }

  /** Its index, if any, is opened again before it is used. */
  drop(): void {
    this.#isOpen = false
  }

  /** Ends its thread, and with it the memory of its index. */
  end(): void {
    const thread = this.#thread
    this.#forget('it is not used any more')
    void thread?.terminate()
  }

  renew(checkpoint: Checkpoint): Promise<Renewed> {
    return this.#ask({ want: 'renew', checkpoint }) as Promise<Renewed>
  }

  change(changes: readonly Change[], recorded: RecordedChanges | undefined): Promise<void> {
    return this.#ask({ want: 'change', changes, recorded }) as Promise<void>
  }

  /** Returns a function that ends the part; `onReply` is called in any case. */
  part(request: IndexRequest, isLong: boolean, range: ShownRange, onReply: (reply: PartReply) => void): () => void {
    const id = this.#post({ want: 'part', request, isLong, range }, (reply) => {
      const { ms } = reply
      onReply('failure' in reply ? { ms, failure: reply.failure } : { ms, part: reply.value as Part })
    })
    return () => {
      if (this.#pending.has(id)) this.#port?.postMessage({ id, want: 'nothing' } satisfies ShardRequest)
    }
  }

  async #ask(request: OneRequest): Promise<unknown> {
    const { promise, resolve } = Promise.withResolvers<Settled>()
    this.#post(request, resolve)
    const reply = await promise
    if (!('failure' in reply)) return reply.value
    const { failure } = reply
    const reason = 'reason' in failure ? failure.reason : failure.kind
    if (failure.kind === 'full') throw new IndexFull(reason)
    throw failure.kind === 'too large' ? new DoesNotFit(reason) : new Error(reason)
  }

  #post(request: OneRequest, onReply: (reply: Settled) => void): number {
    const port = this.#port ?? this.#start()
    const id = this.#nextId++
    this.#pending.set(id, onReply)
    port.postMessage({ ...request, id })
    return id
  }

  #start(): MessagePort {
    const { port1, port2 } = new MessageChannel()
    const thread = new Worker(new URL('./shard-thread.ts', import.meta.url), {
      name: `search shard ${this.#options.shard.number + 1}`,
      workerData: { options: this.#options, port: port2 } satisfies ShardThreadData,
      transferList: [port2],
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
    })
    let reason = 'its thread ended'
    thread.on('error', (error) => {
      reason = error.message
    })
    thread.on('exit', () => {
      if (this.#thread === thread) this.#lose(reason)
    })
    port1.on('message', (reply: ShardReply) => this.#receive(reply))
    this.#thread = thread
    this.#port = port1
    return port1
  }

  #receive(reply: ShardReply): void {
    if ('loaded' in reply) {
      this.#onLoaded(reply.loaded)
      return
    }
    const settle = this.#pending.get(reply.id)
    this.#pending.delete(reply.id)
    this.#state = reply.state
    settle?.(reply)
  }

  #lose(reason: string): void {
    this.#forget(reason)
    this.#onLost(reason)
  }

  #forget(reason: string): void {
    this.#port?.close()
    this.#port = undefined
    this.#thread = undefined
    this.#isOpen = false
    const pending = [...this.#pending.entries()]
    this.#pending.clear()
    for (const [id, settle] of pending) settle({ id, state: NOT_OPEN, ms: 0, failure: { kind: 'failed', reason } })
  }
}
