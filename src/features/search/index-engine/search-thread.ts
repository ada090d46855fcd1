// The thread that holds the index, answers searches on it and follows the log. It alone changes the index, between
// searches. Making an index is left to a thread of its own; the new one is brought up to the log's head and only then
// takes the place of the old.

import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, Worker, workerData } from 'node:worker_threads'
import pg from 'pg'
import { type LogEvent, readLog } from '../../log/index.ts'
import type { Evidence, Found, Search } from '../engine.ts'
import { applyEvents } from './apply.ts'
import type { BuilderFailure, BuilderReply, BuilderTask } from './builder-thread.ts'
import { Changes } from './changes.ts'
import { evidence } from './evidence.ts'
import { fastestKernel } from './kernel-wasm.ts'
import { IndexFull, LiveIndex } from './live-index.ts'
import { openMemory, YOUNG_MB } from './memory.ts'
import { handOver } from './merge.ts'
import { oneATurn } from './one-a-turn.ts'
import { isStillThere, type Place, placeOf } from './place.ts'
import { search } from './search.ts'

export type ThreadOptions = Omit<BuilderTask, 'from'>

export type Question =
  | { readonly id: number; readonly ask: 'page'; readonly search: Search }
  | { readonly id: number; readonly ask: 'evidence'; readonly search: Pick<Search, 'query' | 'filters' | 'asOf'> }

export interface IndexStatus {
  readonly isReady: boolean
  /** Will never be: the database holds more than the index may. */
  readonly isRefused: boolean
  readonly kernel: string
  readonly position: number
  readonly signals: number
  readonly companies: number
  readonly tail: number
  readonly bytes: number
}

export type Message =
  | { readonly kind: 'answer'; readonly id: number; readonly answer: unknown }
  | { readonly kind: 'failure'; readonly id: number; readonly reason: string }
  | { readonly kind: 'status'; readonly status: IndexStatus }
  | { readonly kind: 'log'; readonly level: 'info' | 'warn'; readonly text: string }

/** Read and parsed in one go, between two searches. */
const PAGE_EVENTS = 500
/** Without a notification the log is looked at this often. */
const LOOK_MS = 500
const RETRY_MS = 1_000
/** While another one takes over, the index that answers follows the log this often. */
const GO_ON_MS = 250

interface Standing {
  readonly index: LiveIndex
  readonly changes: Changes
  place: Place
}

class Keeper {
  readonly #options: ThreadOptions
  readonly #say: (message: Message) => void
  #standing: Standing | undefined
  #isRefused = false
  /** Where the log could not be followed any further for want of room. */
  #fullAt: number | undefined
  /** A merge that is under way, and what it made. */
  #merging: Promise<void> | undefined
  #merged: BuilderReply | undefined
  /** Ends a pause; one that comes before it lets the next pause not begin. */
  #wake: () => void = () => {}
  #isWoken = false

  constructor(options: ThreadOptions, say: (message: Message) => void) {
    this.#options = options
    this.#say = say
  }

  answer({ ask, search: asked }: Question): Found | Evidence {
    const standing = this.#standing
    if (!standing) throw new Error('the index is not ready')
    const { index, changes, place } = standing
    const { position } = place
    if (ask === 'evidence') return { ...evidence(index, asked), position }
    const found = search(index, asked as Search)
    if (!found.shown) return found
    const shown = found.shown.map((each, i) => ({ ...each, changedAt: changes.of(found.ordinals[i] as number) }))
    return { ...found, shown, position }
  }

  /** Until the index is refused for good. */
  async run(): Promise<void> {
    // A database that is away for long is one line, not one a second.
    let told = ''
    while (!this.#isRefused) {
      try {
        await this.#follow(() => {
          told = ''
        })
      } catch (error) {
        const text = `the search index ${this.#isRefused ? 'is not used' : 'waits'}: ${(error as Error).message}`
        if (text !== told) this.#say({ kind: 'log', level: 'warn', text })
        told = text
      }
      await sleep(RETRY_MS)
    }
  }

  /** For as long as one connection lasts. `onBegin` when the index stands and follows. */
  async #follow(onBegin: () => void): Promise<void> {
    const client = new pg.Client({
      ...this.#options.direct,
      application_name: 'pro-signal follower',
      connectionTimeoutMillis: 5_000,
      query_timeout: 60_000,
      keepAlive: true,
    })
    let broken: Error | undefined
    client.on('error', (error) => {
      broken = error
      this.#rouse()
    })
    client.on('end', () => {
      broken ??= new Error('the connection ended')
      this.#rouse()
    })
    client.on('notification', () => this.#rouse())
    await client.connect()
    try {
      await client.query('listen log')
      await this.#settle(client)
      onBegin()
      while (!broken) {
        if (!(await this.#step(client))) await this.#pause()
      }
      throw broken
    } finally {
      await client.end().catch(() => {})
    }
  }

  /** What we hold is what this database says, or it is made anew. */
  async #settle(client: pg.Client): Promise<void> {
    if (this.#standing && !(await isStillThere(client, this.#standing.place))) {
      this.#say({
        kind: 'log',
        level: 'warn',
        text: 'the log is another one than it was: the search index is made anew',
      })
      this.#standing = undefined
      this.#status()
    }
    if (!this.#standing) await this.#adopt(client, await this.#build({}))
  }

  async #step(client: pg.Client): Promise<boolean> {
    const merged = this.#merged
    if (merged) {
      this.#merged = undefined
      await this.#adopt(client, merged)
    }
    const standing = this.#standing
    if (!standing) throw new Error('there is no index')
    try {
      const isBehind = await this.#advance(client, standing)
      this.#setFullAt(undefined)
      this.#mergeInTime(standing)
      return isBehind
    } catch (error) {
      if (!(error instanceof IndexFull)) throw error
      await this.#makeRoom(standing, error)
      return true
    }
  }

  /**
   * The index cannot follow before it is renewed: until then PostgreSQL answers. One that is full again at the very same
   * place has gained nothing by it and never will.
   */
  async #makeRoom(standing: Standing, full: IndexFull): Promise<void> {
    const { position } = standing.place
    if (this.#fullAt === position) {
      this.#refuse()
      throw full
    }
    this.#setFullAt(position)
    this.#merge(standing)
    await this.#merging
  }

  #setFullAt(position: number | undefined): void {
    const hasChanged = (this.#fullAt === undefined) !== (position === undefined)
    this.#fullAt = position
    if (hasChanged) this.#status()
  }

  #refuse(): void {
    this.#isRefused = true
    this.#standing = undefined
    this.#status()
  }

  /** Applies the next page of the log; true when there may be more. */
  async #advance(client: pg.Client, standing: Standing): Promise<boolean> {
    const { events, gap } = await readLog(client, standing.place.position, PAGE_EVENTS)
    if (gap) {
      this.#standing = undefined
      throw new Error('the log no longer reaches back to where the search index stood')
    }
    if (events.length === 0) return false
    await applyEvents(standing.index, standing.changes, client, events)
    standing.place = placeOf(events.at(-1) as LogEvent)
    this.#status()
    return events.length === PAGE_EVENTS
  }

  async #adopt(client: pg.Client, { memory, sizes, texts, place, how, problem }: BuilderReply): Promise<void> {
    const index = new LiveIndex({ memory: openMemory(memory, sizes), texts }, fastestKernel)
    const standing: Standing = { index, place, changes: new Changes(place.position) }
    if (problem) this.#say({ kind: 'log', level: 'warn', text: problem })
    // Until it takes over, the one that answers goes on too: what comes in is found not much later. Now and then only, for
    // the new one must read faster than the log grows.
    let wentOn = performance.now()
    while (await this.#advanceQuietly(client, standing)) {
      if (!this.#standing || performance.now() - wentOn < GO_ON_MS) continue
      while (await this.#advanceQuietly(client, this.#standing));
      wentOn = performance.now()
    }
    this.#standing = standing
    this.#status()
    if (how !== 'merge') this.#say({ kind: 'log', level: 'info', text: `the search index is ready, from the ${how}` })
  }

  /** While one takes over from another. Full already: it answers as it is, and the next merge is due at once. */
  async #advanceQuietly(client: pg.Client, standing: Standing): Promise<boolean> {
    try {
      return await this.#advance(client, standing)
    } catch (error) {
      if (error instanceof IndexFull) return false
      throw error
    }
  }

  #mergeInTime(standing: Standing): void {
    const { index } = standing
    const { sizes } = index.memory.layout
    if (index.tail.rows > sizes.tail / 2 || index.companiesLeft < index.companiesRoom / 2) this.#merge(standing)
  }

  #merge({ index, place }: Standing): void {
    this.#merging ??= this.#build({ from: { index: handOver(index), place } })
      .then((merged) => {
        this.#merged = merged
      })
      .finally(() => {
        this.#merging = undefined
        this.#rouse()
      })
    this.#merging.catch((error: Error) =>
      this.#say({ kind: 'log', level: 'warn', text: `the search index could not be renewed: ${error.message}` }),
    )
  }

  #build(part: Pick<BuilderTask, 'from'>): Promise<BuilderReply> {
    const { promise, resolve, reject } = Promise.withResolvers<BuilderReply>()
    const worker = new Worker(new URL('./builder-thread.ts', import.meta.url), {
      workerData: { ...this.#options, ...part },
      resourceLimits: { maxOldGenerationSizeMb: 8_192, maxYoungGenerationSizeMb: YOUNG_MB },
    })
    worker.once('message', (reply: BuilderReply | BuilderFailure) => {
      if (!('failed' in reply)) return resolve(reply)
      if (reply.isTooLarge) this.#refuse()
      reject(new Error(reply.failed))
    })
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('the thread that makes the index ended')))
    return promise
  }

  #rouse(): void {
    this.#isWoken = true
    this.#wake()
  }

  async #pause(): Promise<void> {
    if (!this.#isWoken) {
      const { promise, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, LOOK_MS)
      this.#wake = resolve
      await promise
      clearTimeout(timer)
    }
    this.#isWoken = false
  }

  #status(): void {
    const index = this.#standing?.index
    this.#say({
      kind: 'status',
      status: {
        isReady: index !== undefined && this.#fullAt === undefined,
        isRefused: this.#isRefused,
        kernel: index?.kernel.name ?? '',
        position: this.#standing?.place.position ?? 0,
        signals: index?.rows ?? 0,
        companies: index?.memory.layout.sizes.companies ?? 0,
        tail: index?.tail.rows ?? 0,
        bytes: index?.memory.layout.bytes ?? 0,
      },
    })
  }
}

/** Long columns change hands; a copy of them would hold up whoever asked. */
function buffersOf(answer: object): ArrayBuffer[] {
  return Object.values(answer).flatMap((part) => (ArrayBuffer.isView(part) ? [part.buffer as ArrayBuffer] : []))
}

if (parentPort) {
  const port = parentPort
  const keeper = new Keeper(workerData as ThreadOptions, (message) => port.postMessage(message))
  // A port gives all messages that wait before the loop goes on, and while there is always one more it never does.
  const answer = oneATurn((question: Question) => {
    try {
      const answer = keeper.answer(question)
      port.postMessage({ kind: 'answer', id: question.id, answer } satisfies Message, buffersOf(answer))
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      port.postMessage({ kind: 'failure', id: question.id, reason } satisfies Message)
    }
  })
  port.on('message', answer)
  void keeper.run()
}
