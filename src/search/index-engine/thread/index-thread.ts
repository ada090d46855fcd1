// Owns the index inside the search thread: answers requests from it and follows the log. Only this thread changes the
// index, between searches, so there are no locks and no search sees half a change. A builder thread builds new indexes;
// a new one is brought up to the head of the log and only then replaces the old one. PostgreSQL answers while there is
// no index, while it has no room for the next change, and while the thread restarts.

import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import pg from 'pg'
import { WakeSignal } from '../../../platform/async/wake-signal.ts'
import { RepeatedWarning } from '../../../platform/repeated-warning.ts'
import { type LogEvent, readLog } from '../../../write/log/index.ts'
import { applyEvents, refreshNextRanks } from '../build/apply-events.ts'
import { ChangeGate } from '../build/change-gate.ts'
import { ChangedCompanies } from '../build/changed-companies.ts'
import { IndexFull, LiveIndex } from '../build/live-index.ts'
import { toTransferable } from '../build/merge.ts'
import { wasmKernel } from '../kernel/wasm-kernel.ts'
import { type Checkpoint, checkpointOf, isCheckpointValid } from '../layout/checkpoint.ts'
import { openMemory } from '../layout/memory.ts'
import { estimateWork, MAX_WORK, TooMuchWork } from '../query/estimate-work.ts'
import { type Answer, answerSteps } from './answer-steps.ts'
import { askForHead, type LogContact, monotonicMs, NO_CONTACT } from './freshness.ts'
import {
  type BuilderFailure,
  type BuilderReply,
  type BuilderTask,
  type IndexRequest,
  type Message,
  type NotReadyReason,
  type ThreadOptions,
  YOUNG_GENERATION_MB,
} from './messages.ts'
import { SHORT_WORK, type StartedSearch } from './turns.ts'

/** Events that are read and parsed together, between two searches. */
const PAGE_EVENTS = 500
const COUNTED_ROWS_PER_MICROSECOND = 50
/** Without a notification the log is polled this often. */
const POLL_MS = 500
const RETRY_MS = 1_000
/** The pause between two steps that read the ranks of some companies again. */
const RANKS_PAUSE_MS = 25
/** While a new index catches up, the active one follows the log this often. */
const FOLLOW_MS = 250

/** An index, and how far it has followed the log. */
interface FollowingIndex {
  readonly index: LiveIndex
  readonly changes: ChangedCompanies
  checkpoint: Checkpoint
  /** While the ranks of all companies are read again: the last company done. */
  ranksAfter: number | undefined
}

type BuiltBase = BuilderReply & { readonly ranksAfter: number | undefined }

export class IndexThread {
  readonly #options: ThreadOptions
  readonly #send: (message: Message) => void
  /** The index that answers. */
  #active: FollowingIndex | undefined
  #isDisabled = false
  /** The index that ran out of room, and the log position it had reached. */
  #full: { readonly index: LiveIndex; readonly position: number } | undefined
  /** A merge in progress, and its result. */
  #merging: Promise<void> | undefined
  #merged: BuiltBase | undefined
  #buildStartedAt = 0
  #contact: LogContact = NO_CONTACT
  readonly #waiting = new RepeatedWarning((text) => this.#log('warn', text))
  readonly #notRebuilt = new RepeatedWarning((text) => this.#log('warn', text))
  readonly #wake = new WakeSignal()
  /** Closed while a long search is suspended. */
  readonly gate = new ChangeGate()

  constructor(options: ThreadOptions, send: (message: Message) => void) {
    this.#options = options
    this.#send = send
  }

  /** Throws if the search is too expensive. */
  estimate(request: IndexRequest): StartedSearch<Answer> {
    const active = this.#active
    if (!active) throw new Error('the index is not ready')
    if (request.want === 'values') {
      return {
        work: active.index.rows / COUNTED_ROWS_PER_MICROSECOND,
        steps: (isLong) => answerSteps(active, request, isLong),
      }
    }
    const estimated = estimateWork(active.index, request.search, SHORT_WORK)
    if (request.want === 'page' && estimated.total > MAX_WORK) throw new TooMuchWork(estimated)
    return {
      work: estimated.total,
      steps: (isLong) => answerSteps(active, request, isLong),
      // A slice's query is written by the operator, and its result is cached.
      ...(request.want === 'page' && { overrun: () => new TooMuchWork(estimated) }),
    }
  }

  /** Returns only when the index is permanently disabled. */
  async run(): Promise<void> {
    while (!this.#isDisabled) {
      try {
        await this.#follow()
      } catch (error) {
        const { message } = error as Error
        if (this.#isDisabled) this.#log('warn', `the search index is disabled: ${message}`)
        else this.#waiting.warn(`the search index is waiting: ${message}`)
      }
      await sleep(RETRY_MS)
    }
  }

  /** Follows the log on one connection until it breaks. */
  async #follow(): Promise<void> {
    const client = new pg.Client({
      ...this.#options.direct,
      application_name: 'pro-signal index follower',
      connectionTimeoutMillis: 5_000,
      query_timeout: 60_000,
      keepAlive: true,
    })
    let broken: Error | undefined
    client.on('error', (error) => {
      broken = error
      this.#wake.set()
    })
    client.on('end', () => {
      broken ??= new Error('the connection ended')
      this.#wake.set()
    })
    client.on('notification', () => this.#wake.set())
    await client.connect()
    try {
      await client.query('listen log')
      await this.#open(client)
      while (!broken) {
        if (!(await this.#step(client))) await this.#wake.wait(POLL_MS)
      }
      throw broken
    } finally {
      await client.end().catch(() => {})
    }
  }

  /** Builds an index, unless there is one that still matches the log of this database. */
  async #open(client: pg.Client): Promise<void> {
    if (this.#active && !(await isCheckpointValid(client, this.#active.checkpoint))) {
      this.#log('warn', 'the log of the database is not the one that was indexed: rebuilding the search index')
      this.#active = undefined
      this.#sendStatus()
    }
    if (this.#active) return
    const built = await this.#build({})
    // A snapshot may have been written while ranks were being read.
    await this.#adopt(client, { ...built, ranksAfter: built.origin === 'snapshot' ? -1 : undefined })
  }

  /** Returns whether there may be more events to read. */
  async #step(client: pg.Client): Promise<boolean> {
    const merged = this.#merged
    if (merged) {
      this.#merged = undefined
      await this.#adopt(client, merged)
    }
    const active = this.#active
    if (!active) throw new Error('there is no index')
    try {
      const hasMore = await this.#advance(client, active)
      if (!hasMore) this.gate.rest()
      this.#setFull(undefined)
      if (needsMerge(active.index)) this.#merge(active)
      return (await this.#refreshRanks(client, active)) || hasMore
    } catch (error) {
      if (!(error instanceof IndexFull)) throw error
      await this.#makeRoom(active, error)
      return true
    }
  }

  /**
   * The index can't follow the log until it is merged; PostgreSQL answers until then. If a merged index is full at the
   * same position as the one before, merging gains no room and never will. A failed merge is repeated.
   */
  async #makeRoom(active: FollowingIndex, error: IndexFull): Promise<void> {
    const full = fullOf(active)
    if (this.#full?.position === full.position && this.#full.index !== full.index) {
      this.#disable()
      throw error
    }
    this.#setFull(full)
    this.#merge(active)
    await this.#merging
  }

  #setFull(full: { readonly index: LiveIndex; readonly position: number } | undefined): void {
    const hasChanged = (this.#full === undefined) !== (full === undefined)
    this.#full = full
    if (hasChanged) this.#sendStatus()
  }

  #disable(): void {
    this.#isDisabled = true
    this.#active = undefined
    this.#sendStatus()
  }

  /** Applies the next page of the log; returns whether there may be more. */
  async #advance(client: pg.Client, following: FollowingIndex): Promise<boolean> {
    await this.#ask(client)
    const { events, gap } = await readLog(client, following.checkpoint.position, PAGE_EVENTS)
    if (gap) {
      this.#active = undefined
      throw new Error('the log no longer contains the events after the position of the search index')
    }
    if (events.some(isReset)) {
      this.#active = undefined
      this.#sendStatus()
      throw new Error('companies were removed, so it is built again')
    }
    if (events.length > 0) {
      if (await applyEvents(following.index, following.changes, client, events, this.gate)) following.ranksAfter = -1
      following.checkpoint = checkpointOf(events.at(-1) as LogEvent)
      this.#sendStatus()
    }
    return events.length === PAGE_EVENTS
  }

  /**
   * One step, between two pages of the log and after a pause, so that neither events nor searches wait for all steps.
   */
  async #refreshRanks(client: pg.Client, following: FollowingIndex): Promise<boolean> {
    if (following.ranksAfter === undefined) return false
    await sleep(RANKS_PAUSE_MS)
    following.ranksAfter = await refreshNextRanks(following.index, client, following.ranksAfter, this.gate)
    this.gate.rest()
    return following.ranksAfter !== undefined
  }

  /** Asks how far the active index is behind the log. */
  async #ask(client: pg.Client): Promise<void> {
    if (!this.#active) return
    const contact = await askForHead(client, this.#active.checkpoint.position, this.#contact)
    if (contact === this.#contact) return
    this.#contact = contact
    this.#sendStatus()
  }

  async #adopt(client: pg.Client, built: BuiltBase): Promise<void> {
    const { memory, sizes, texts, checkpoint, origin, warning, ranksAfter } = built
    const index = new LiveIndex({ memory: openMemory(memory, sizes), texts }, wasmKernel)
    const next: FollowingIndex = { index, checkpoint, changes: new ChangedCompanies(checkpoint.position), ranksAfter }
    if (warning) this.#log('warn', warning)
    // Until the switch, the active index also follows the log, so that new signals are found with little delay. It does
    // so only now and then, because the new index must read faster than the log grows. If the active index is full, it
    // must stop answering: PostgreSQL answers until the switch.
    let followedAt = performance.now()
    while (await this.#advanceUnlessFull(client, next)) {
      if (!this.#active || this.#full || performance.now() - followedAt < FOLLOW_MS) continue
      while (await this.#advanceUnlessFull(client, this.#active));
      followedAt = performance.now()
    }
    this.#active = next
    await this.#ask(client)
    this.#sendStatus()
    const state = origin === 'merge' ? 'was rebuilt' : `is ready, from the ${origin}`
    const seconds = ((monotonicMs() - this.#buildStartedAt) / 1_000).toFixed(1)
    const { position } = next.checkpoint
    this.#log('info', `the search index ${state}: ${index.rows} signals in ${seconds} s, log position ${position}`)
  }

  /**
   * A new index that is already full takes over anyway; the next step merges it immediately. Until then, neither
   * answers.
   */
  async #advanceUnlessFull(client: pg.Client, following: FollowingIndex): Promise<boolean> {
    try {
      return await this.#advance(client, following)
    } catch (error) {
      if (!(error instanceof IndexFull)) throw error
      if (!this.#full) this.#setFull(fullOf(following))
      return false
    }
  }

  #merge({ index, checkpoint, ranksAfter }: FollowingIndex): void {
    this.#merging ??= this.#build({ from: { index: toTransferable(index), checkpoint } })
      .then((merged) => {
        this.#merged = { ...merged, ranksAfter: ranksAfter === undefined ? undefined : -1 }
      })
      .finally(() => {
        this.#merging = undefined
        this.#wake.set()
      })
    this.#merging.catch((error: Error) =>
      this.#notRebuilt.warn(`the search index could not be rebuilt: ${error.message}`),
    )
  }

  #build(part: Pick<BuilderTask, 'from'>): Promise<BuilderReply> {
    this.#buildStartedAt = monotonicMs()
    const { promise, resolve, reject } = Promise.withResolvers<BuilderReply>()
    const worker = new Worker(new URL('./builder-thread.ts', import.meta.url), {
      workerData: { ...this.#options, ...part },
      resourceLimits: { maxOldGenerationSizeMb: 8_192, maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
    })
    worker.once('message', (reply: BuilderReply | BuilderFailure) => {
      if (!('failed' in reply)) return resolve(reply)
      if (reply.isTooLarge) this.#disable()
      reject(new Error(reply.failed))
    })
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('the builder thread ended without a result')))
    return promise
  }

  #log(level: 'info' | 'warn', text: string): void {
    this.#send({ kind: 'log', level, text })
  }

  #notReadyReason(): NotReadyReason | undefined {
    if (this.#isDisabled) return 'disabled'
    if (!this.#active) return 'starting'
    if (this.#full) return 'full'
    return this.#contact.isBehind ? 'behind' : undefined
  }

  #sendStatus(): void {
    const index = this.#active?.index
    const reason = this.#notReadyReason()
    this.#send({
      kind: 'status',
      status: {
        isReady: reason === undefined,
        reason,
        isDisabled: this.#isDisabled,
        position: this.#active?.checkpoint.position ?? 0,
        contact: this.#contact,
        signals: index?.rows ?? 0,
        companies: index?.memory.layout.sizes.companies ?? 0,
        tail: index?.tail.rows ?? 0,
        bytes: index?.memory.layout.bytes ?? 0,
      },
    })
  }
}

/** Whether the event invalidates everything indexed. */
function isReset({ kind, image }: LogEvent): boolean {
  return kind === 'ranks' && (image as { reset?: boolean } | null)?.reset === true
}

function fullOf({ index, checkpoint: { position } }: FollowingIndex): { index: LiveIndex; position: number } {
  return { index, position }
}

/**
 * Merges when half of the room for signals or companies is used, so that the other half lasts until the new base is
 * built.
 */
function needsMerge({ memory, tail, companiesLeft, companiesRoom }: LiveIndex): boolean {
  return tail.rows > memory.layout.sizes.tail / 2 || companiesLeft < companiesRoom / 2
}
