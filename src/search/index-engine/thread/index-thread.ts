// Runs the index inside the search thread: answers requests from it and follows the log. Only this thread changes the
// index, between searches, so there are no locks and no search sees half a change. It owns the first shard and sends
// the others' threads their work, in one order for all (shards.ts, distributed-search.ts). Builder threads build new
// bases, of one shard at a time. PostgreSQL answers while a shard has no index or is behind the others, while one has
// no room for the next change, and while the thread restarts.

import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { one } from '../../../db/index.ts'
import { WakeSignal } from '../../../platform/async/wake-signal.ts'
import { RepeatedWarning } from '../../../platform/repeated-warning.ts'
import { type LogEvent, readLog } from '../../../write/log/index.ts'
import { ChangeGate } from '../build/change-gate.ts'
import { readChanges, readNextRanks } from '../build/changes.ts'
import { type Checkpoint, checkpointOf, isCheckpointValid } from '../layout/checkpoint.ts'
import { IndexTooLarge } from '../layout/memory.ts'
import { removeOtherSnapshots } from '../layout/sharding.ts'
import { type Answer, answerSteps, estimateRequest } from './answer-steps.ts'
import { chooseShards } from './choose-shards.ts'
import { distributedSearch } from './distributed-search.ts'
import { askForHead, isReset, type LogContact, monotonicMs, NO_CONTACT } from './freshness.ts'
import type { IndexRequest, LoadProgress, Message, NotReadyReason, Opened, ThreadOptions } from './messages.ts'
import { ShardFull, Shards } from './shards.ts'
import type { StartedSearch } from './turns.ts'

/** Events that are read and parsed together, between two searches. */
const PAGE_EVENTS = 500
/** Without a notification the log is polled this often. */
const POLL_MS = 500
const RETRY_MS = 1_000
/** The pause between two steps that read the ranks of some companies again. */
const RANKS_PAUSE_MS = 25
/** How often a load from the database reports its progress, in the status and in the log. */
const PROGRESS_MS = { status: 1_000, log: 10_000 }

/** How far all shards have followed the log. */
interface Following {
  checkpoint: Checkpoint
  /** While the ranks of all companies are read again: the last company done. */
  ranksAfter: number | undefined
  /** All shards have read the same events, up to the end of the log. From then on the index answers. */
  isCaughtUp: boolean
}

export class IndexThread {
  readonly #options: ThreadOptions
  readonly #send: (message: Message) => void
  #shards: Shards | undefined
  #following: Following | undefined
  #isDisabled = false
  /** The shard that ran out of space, how often it had been renewed, and the log position it had reached. */
  #full: { readonly shard: number; readonly renewals: number; readonly position: number } | undefined
  /** A shard is being renewed. */
  #renewing: Promise<void> | undefined
  #loading: LoadProgress | undefined
  #openedFrom: Opened[] = []
  #buildStartedAt = 0
  #contact: LogContact = NO_CONTACT
  readonly #waiting = new RepeatedWarning((text) => this.#log('warn', text))
  readonly #notRenewed = new RepeatedWarning((text) => this.#log('warn', text))
  readonly #wake = new WakeSignal()
  /** Closed while a long search is suspended. */
  readonly gate = new ChangeGate()

  constructor(options: ThreadOptions, send: (message: Message) => void) {
    this.#options = options
    this.#send = send
  }

  /** Throws if the search is too expensive. */
  estimate(request: IndexRequest): StartedSearch<Answer> {
    const [shards, following] = [this.#shards, this.#following]
    const active = shards?.own.active
    // When one of several shards is full, the others are ahead of it.
    const isUneven = this.#full !== undefined && shards?.count !== 1
    if (!shards || !active || !following?.isCaughtUp || isUneven) throw new Error('the index is not ready')
    const positionNow = () => following.checkpoint.position
    if (shards.count > 1) return distributedSearch(shards, request, positionNow)
    const estimated = estimateRequest(active.index, request)
    return {
      ...estimated,
      steps: (isLong) => answerSteps(shards.own.active ?? active, positionNow(), request, isLong),
    }
  }

  /** Returns only when the index is permanently disabled, or the signal aborts. */
  async run(signal?: AbortSignal): Promise<void> {
    signal?.addEventListener('abort', () => this.#wake.set())
    while (!this.#isDisabled && !signal?.aborted) {
      try {
        await this.#follow(signal)
      } catch (error) {
        const { message } = error as Error
        if (error instanceof IndexTooLarge) this.#disable(message)
        else if (!this.#isDisabled) this.#waiting.warn(`the search index is waiting: ${message}`)
      }
      await sleep(RETRY_MS)
    }
    this.#shards?.end()
  }

  /** Follows the log on one connection until it breaks. */
  async #follow(signal?: AbortSignal): Promise<void> {
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
      while (!broken && !signal?.aborted) {
        if (!(await this.#step(client))) await this.#wake.wait(POLL_MS)
      }
      if (broken) throw broken
    } finally {
      await client.end().catch(() => {})
    }
  }

  /** Opens the shards without an index: all of them if their indexes don't match the log of this database. */
  async #open(client: pg.Client): Promise<void> {
    const following = this.#following
    if (following && !(await isCheckpointValid(client, following.checkpoint))) {
      this.#log('warn', 'the log of the database is not the one that was indexed: rebuilding the search index')
      this.#drop()
    }
    const shards = await this.#chooseShards(client)
    if (this.#following && shards.states.every(({ isOpen }) => isOpen)) return
    this.#buildStartedAt = monotonicMs()
    if (this.#following) this.#following.isCaughtUp = false
    this.#sendStatus()
    const opened = await this.#load(client, shards)
    this.#openedFrom.push(...opened)
    for (const { warning } of opened) if (warning) this.#log('warn', warning)
    const checkpoints = [this.#following, ...opened].flatMap((each) => (each ? [each.checkpoint] : []))
    const [first] = checkpoints.sort((a, b) => a.position - b.position)
    // A snapshot may have been written while ranks were being read.
    const readsRanks = this.#following?.ranksAfter !== undefined || opened.some(({ origin }) => origin === 'snapshot')
    this.#following = { checkpoint: first!, ranksAfter: readsRanks ? -1 : undefined, isCaughtUp: false }
  }

  async #load(client: pg.Client, shards: Shards): Promise<Opened[]> {
    const of = await readSize(client)
    let [statusAt, logAt] = [monotonicMs(), monotonicMs()]
    try {
      return await shards.open(() => {
        this.#loading = { signals: shards.loaded, of: Math.max(of.signals, shards.loaded) }
        const now = monotonicMs()
        if (now - statusAt >= PROGRESS_MS.status) {
          statusAt = now
          this.#sendStatus()
        }
        if (now - logAt < PROGRESS_MS.log) return
        logAt = now
        const [signals, all] = [this.#loading.signals.toLocaleString('en'), this.#loading.of.toLocaleString('en')]
        this.#log('info', `the search index is being loaded: ${signals} of about ${all} signals`)
      })
    } finally {
      this.#loading = undefined
    }
  }

  async #chooseShards(client: pg.Client): Promise<Shards> {
    if (this.#shards) return this.#shards
    const { file } = this.#options
    const count = this.#options.shards ?? chooseShards(await readSize(client), { file })
    if (file !== undefined) removeOtherSnapshots(file, count)
    this.#shards = new Shards(this.#options, count, (shard, reason) => {
      this.#log('warn', `shard ${shard + 1} of the search index is opened again: ${reason}`)
      if (this.#following) this.#following.isCaughtUp = false
      this.#sendStatus()
      this.#wake.set()
    })
    return this.#shards
  }

  /** Everything is loaded again. */
  #drop(): void {
    this.#following = undefined
    this.#shards?.drop()
    this.#sendStatus()
  }

  /** Returns whether there may be more events to read. */
  async #step(client: pg.Client): Promise<boolean> {
    const [shards, following] = [this.#shards, this.#following]
    if (!shards || !following) throw new Error('there is no index')
    if (!shards.states.every(({ isOpen }) => isOpen)) {
      await this.#open(client)
      return true
    }
    try {
      const hasMore = await this.#advance(client, shards, following)
      if (!hasMore) this.gate.rest()
      this.#setFull(undefined)
      if (!hasMore && !following.isCaughtUp) await this.#becomeReady(client, shards, following)
      this.#renewNext(shards, following)
      return (await this.#refreshRanks(client, shards, following)) || hasMore
    } catch (error) {
      if (!(error instanceof ShardFull)) throw error
      await this.#makeRoom(shards, following, error)
      return true
    }
  }

  async #becomeReady(client: pg.Client, shards: Shards, following: Following): Promise<void> {
    const { position } = following.checkpoint
    // A shard that was just loaded may be ahead of the last page read.
    if (shards.positions.some((each) => each !== position)) return
    following.isCaughtUp = true
    await this.#ask(client)
    this.#sendStatus()
    const origin = this.#openedFrom.every((each) => each.origin === 'snapshot') ? 'snapshot' : 'database'
    this.#openedFrom = []
    const all = shards.count > 1 ? `, ${shards.count} shards` : ''
    this.#log(
      'info',
      `the search index is ready, from the ${origin}: ${this.#built(shards)}, log position ${position}${all}`,
    )
  }

  #built({ states }: Pick<Shards, 'states'>): string {
    const signals = states.reduce((sum, each) => sum + each.signals, 0)
    return `${signals} signals in ${((monotonicMs() - this.#buildStartedAt) / 1_000).toFixed(1)} s`
  }

  /**
   * The index can't follow the log until the shard is renewed; PostgreSQL answers until then. If a renewed shard is
   * full at the same position as before, renewing doesn't help. A failed renewal is retried.
   */
  async #makeRoom(shards: Shards, following: Following, { shard, message }: ShardFull): Promise<void> {
    const { position } = following.checkpoint
    const renewals = shards.renewals[shard]!
    const before = this.#full
    if (before?.shard === shard && before.position === position && before.renewals !== renewals) {
      this.#disable(message)
      throw new Error(message)
    }
    this.#setFull({ shard, position, renewals })
    await this.#renewing?.catch(() => {})
    if (shards.renewals[shard] === renewals) this.#renew(shards, following, shard)
    await this.#renewing
  }

  #setFull(full: { readonly shard: number; readonly renewals: number; readonly position: number } | undefined): void {
    const hasChanged = (this.#full === undefined) !== (full === undefined)
    this.#full = full
    if (hasChanged) this.#sendStatus()
  }

  #disable(reason: string): void {
    if (this.#isDisabled) return
    this.#isDisabled = true
    this.#log('warn', `the search index is disabled: ${reason}`)
    this.#drop()
    this.#shards?.end()
  }

  /** Applies the changes of the next page of the log; returns whether there may be more. */
  async #advance(client: pg.Client, shards: Shards, following: Following): Promise<boolean> {
    await this.#ask(client)
    const { events, gap } = await readLog(client, following.checkpoint.position, PAGE_EVENTS)
    if (gap) {
      this.#drop()
      throw new Error('the log no longer contains the events after the position of the search index')
    }
    if (events.some(isReset)) {
      this.#drop()
      throw new Error('companies were removed, so it is built again')
    }
    if (events.length > 0) {
      const { companies, steps, ranksHaveChanged } = await readChanges(client, events)
      const checkpoint = checkpointOf(events.at(-1) as LogEvent)
      const { position } = checkpoint
      await shards.change(steps, { companies: ranksHaveChanged ? 'all' : companies, position }, this.gate)
      if (ranksHaveChanged) following.ranksAfter = -1
      following.checkpoint = checkpoint
      for (const [shard, each] of shards.positions.entries()) shards.positions[shard] = Math.max(each, position)
      this.#sendStatus()
    }
    return events.length === PAGE_EVENTS
  }

  /**
   * One step, between two pages of the log and after a pause, so that neither events nor searches wait for all steps.
   */
  async #refreshRanks(client: pg.Client, shards: Shards, following: Following): Promise<boolean> {
    if (following.ranksAfter === undefined) return false
    await sleep(RANKS_PAUSE_MS)
    const { steps, last } = await readNextRanks(client, following.ranksAfter)
    await shards.change(steps, undefined, this.gate)
    following.ranksAfter = last
    this.gate.rest()
    return last !== undefined
  }

  /** Checks how far the index is behind the log. */
  async #ask(client: pg.Client): Promise<void> {
    if (!this.#following?.isCaughtUp) return
    const contact = await askForHead(client, this.#following.checkpoint.position, this.#contact)
    if (contact === this.#contact) return
    this.#contact = contact
    this.#sendStatus()
  }

  /** One shard at a time, so that the memory for a second base is that of one shard. */
  #renewNext(shards: Shards, following: Following): void {
    if (this.#renewing) return
    const shard = shards.states.findIndex(({ needsRenewal }) => needsRenewal)
    if (shard !== -1) this.#renew(shards, following, shard)
  }

  #renew(shards: Shards, following: Following, shard: number): void {
    this.#buildStartedAt = monotonicMs()
    this.#renewing = shards
      .renew(shard, following.checkpoint)
      .then(({ warning, hasMissedRanks }) => {
        if (warning) this.#log('warn', warning)
        if (hasMissedRanks && this.#following) this.#following.ranksAfter = -1
        const [states, { position }] = [[shards.states[shard]!], following.checkpoint]
        const name =
          shards.count === 1 ? 'the search index' : `shard ${shard + 1} of ${shards.count} of the search index`
        this.#log('info', `${name} was rebuilt: ${this.#built({ states })}, log position ${position}`)
        this.#sendStatus()
      })
      .finally(() => {
        this.#renewing = undefined
        this.#wake.set()
      })
    this.#renewing.catch((error: Error) => {
      if (error instanceof IndexTooLarge) this.#disable(error.message)
      else this.#notRenewed.warn(`the search index could not be rebuilt: ${error.message}`)
    })
  }

  #log(level: 'info' | 'warn', text: string): void {
    this.#send({ kind: 'log', level, text })
  }

  #notReadyReason(): NotReadyReason | undefined {
    if (this.#isDisabled) return 'disabled'
    if (!this.#following?.isCaughtUp) return this.#full ? 'full' : 'starting'
    if (this.#full) return 'full'
    return this.#contact.isBehind ? 'behind' : undefined
  }

  #sendStatus(): void {
    const shards = this.#shards?.states ?? []
    const reason = this.#notReadyReason()
    const sum = (read: (state: (typeof shards)[number]) => number) => shards.reduce((all, each) => all + read(each), 0)
    this.#send({
      kind: 'status',
      status: {
        isReady: reason === undefined,
        reason,
        isDisabled: this.#isDisabled,
        position: this.#following?.checkpoint.position ?? 0,
        contact: this.#contact,
        signals: sum(({ signals }) => signals),
        companies: sum(({ companies }) => companies),
        tail: sum(({ tail }) => tail),
        bytes: sum(({ bytes }) => bytes),
        shards,
        ...(this.#loading && { loading: this.#loading }),
      },
    })
  }
}

/** The approximate size of the database. Tables that PostgreSQL hasn't analyzed yet count as empty. */
async function readSize(client: pg.Client): Promise<{ readonly signals: number; readonly companies: number }> {
  return one<{ signals: number; companies: number }>(
    client,
    `select (select greatest(reltuples, 0)::bigint from pg_class where oid = 'signals'::regclass) as signals,
            (select greatest(reltuples, 0)::bigint from pg_class where oid = 'companies'::regclass) as companies`,
  )
}
