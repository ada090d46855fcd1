// The watcher of one process. One node at a time holds the watch (search_watch); the others wait for it. The holder
// reads the log page by page, decides, and commits the result together with its new position, so an entry is recorded
// exactly once, whichever process is killed and when. Between pages it sweeps searches that are due, in bounded steps.

import { randomUUID } from 'node:crypto'
import type { Database, Transaction } from '../../../db/index.ts'
import type { Logger } from '../../../platform/logger.ts'
import type { SearchEngine } from '../../../search/index.ts'
import { readHead, readLog, readPageEnd } from '../../../write/log/index.ts'
import { sweepChangedLists } from '../searches/followed-lists.ts'
import {
  askForSweep,
  leaveWatch,
  moveWatch,
  noteProblem,
  readDueSweeps,
  readNow,
  takeWatch,
  type Watch,
} from '../searches/watcher-queries.ts'
import { changesOf } from './company-changes.ts'
import { CompanyStates } from './company-states.ts'
import { decide } from './decide.ts'
import { Definitions } from './definitions.ts'
import { type Recorded, recordChanges } from './record-changes.ts'
import { sweepSearch } from './sweep.ts'

export interface WatcherOptions {
  readonly db: Database
  readonly log: Logger
  readonly engine: SearchEngine
  /** Unix seconds. The database's clock, unless a test has its own. */
  readonly now?: () => number | Promise<number>
  /** Called after the commit of what was recorded. */
  readonly onRecorded?: (recorded: Recorded) => void
  readonly pageEvents?: number
  readonly leaseSeconds?: number
  /** How long a search that couldn't be swept waits. */
  readonly sweepAgainMs?: number
}

const PAGE_EVENTS = 1_000
const LEASE_SECONDS = 8
const REFRESH_MS = 1_000
const SWEEPS_AT_ONCE = 20
const SWEEP_AGAIN_MS = 60_000

/** Another node has the watch now. The result is dropped: that node will find it itself. */
class WatcherLeaseLost extends Error {}

export class Watcher {
  readonly #options: WatcherOptions
  readonly #holder = randomUUID()
  readonly #definitions = new Definitions()
  readonly #states = new CompanyStates()
  /** When a search that couldn't be swept is retried, on this process's clock. */
  readonly #sweepAgainAt = new Map<number, number>()
  #watch: Watch | undefined
  #renewAt = 0
  #refreshAt = 0

  constructor(options: WatcherOptions) {
    this.#options = options
  }

  get position(): number | undefined {
    return this.#watch?.position
  }

  /** A saved search changed. */
  announceChange(): void {
    this.#refreshAt = 0
  }

  /** One piece of work. Returns whether there may be more to do immediately. */
  async step(): Promise<boolean> {
    const { db, leaseSeconds = LEASE_SECONDS } = this.#options
    const pool = db.pool('firehose')
    if (performance.now() >= this.#renewAt) {
      const taken = await takeWatch(pool, this.#holder, leaseSeconds)
      if (!taken || taken.epoch !== this.#watch?.epoch) this.#forget()
      this.#watch = taken
      this.#renewAt = performance.now() + (leaseSeconds * 1_000) / 3
    }
    if (!this.#watch) return false
    try {
      const now = (await this.#options.now?.()) ?? (await readNow(pool))
      let swept = false
      if (performance.now() >= this.#refreshAt) {
        this.#refreshAt = performance.now() + REFRESH_MS
        await this.#definitions.refresh(pool)
        if (this.#definitions.hasLists) await this.#write((tx) => sweepChangedLists(tx))
        swept = await this.#sweep(now)
      }
      return (await this.#readPage(now)) || swept
    } catch (error) {
      this.#states.clear()
      if (!(error instanceof WatcherLeaseLost)) throw error
      this.#forget()
      return false
    }
  }

  async leave(): Promise<void> {
    this.#forget()
    await leaveWatch(this.#options.db.pool('firehose'), this.#holder)
  }

  #forget(): void {
    this.#watch = undefined
    this.#renewAt = 0
    this.#refreshAt = 0
    this.#definitions.clear()
    this.#states.clear()
  }

  async #readPage(now: number): Promise<boolean> {
    const { db, pageEvents = PAGE_EVENTS } = this.#options
    const pool = db.pool('firehose')
    const { position } = this.#watch as Watch
    if (this.#definitions.size === 0) {
      const head = await readHead(pool)
      if (head > position) await this.#write(async (_, move) => move(head))
      return false
    }
    const end = await readPageEnd(pool, position, pageEvents)
    if (end === undefined) return false
    const page = await readLog(pool, position, end - position)
    if (page.gap) this.#states.clear()
    const { companies, hasRanks, hasReset } = changesOf(page.events, this.#states, this.#definitions.index)
    const whole = [...companies].filter(([, { isWhole }]) => isWhole).map(([ordinal]) => ordinal)
    await this.#definitions.follow(pool, whole)
    const moment = { asOf: now, position: page.position }
    const decisions = await decide(pool, this.#definitions, this.#states, companies, moment)
    if (page.gap) {
      this.#options.log.warn(
        'events were deleted before saved searches were evaluated on them: the searches are compared with all companies',
      )
    }
    const recorded = await this.#write(async (tx, move) => {
      if (page.gap || hasReset) await askForSweep(tx, 'quiet', undefined)
      if (hasRanks) await askForSweep(tx, 'loud', this.#ranked())
      move(page.position)
      return recordChanges(tx, decisions, now)
    })
    this.#states.forgetMembers(decisions.map(({ company }) => company))
    this.#options.onRecorded?.(recorded)
    if (page.gap || hasReset || hasRanks) this.#refreshAt = 0
    return true
  }

  #ranked(): number[] {
    return [...this.#definitions.definitions.values()].filter(({ followsRanks }) => followsRanks).map(({ n }) => n)
  }

  /** Returns whether more are due. */
  async #sweep(now: number): Promise<boolean> {
    const { db, engine, sweepAgainMs = SWEEP_AGAIN_MS } = this.#options
    const pool = db.pool('firehose')
    const due = await readDueSweeps(pool, now, SWEEPS_AT_ONCE + this.#sweepAgainAt.size)
    let done = 0
    for (const each of due) {
      const definition = this.#definitions.find(each.n)
      if (!definition || definition.version !== each.version) continue
      if (performance.now() < (this.#sweepAgainAt.get(each.n) ?? 0)) continue
      if (done >= SWEEPS_AT_ONCE) break
      const parts = {
        db,
        engine,
        definitions: this.#definitions,
        position: (this.#watch as Watch).position,
        asOf: now,
        write: <T>(work: (tx: Transaction) => Promise<T>) => this.#write(work),
      }
      const outcome = await sweepSearch(parts, each, definition)
      this.#states.forgetMembers()
      if (outcome.done) {
        this.#options.onRecorded?.(outcome.recorded)
        this.#sweepAgainAt.delete(each.n)
        done++
      } else if (outcome.problem !== undefined || outcome.failure !== undefined) {
        const { problem = this.#sweepAgainAt.has(each.n) ? outcome.failure : undefined } = outcome
        this.#sweepAgainAt.set(each.n, performance.now() + sweepAgainMs)
        if (problem !== undefined) await noteProblem(pool, each.n, problem)
      }
    }
    if (done > 0) this.#refreshAt = 0
    return done > 0
  }

  /** A transaction that only the holder of the watch commits. */
  async #write<T>(work: (tx: Transaction, move: (position: number) => void) => Promise<T>): Promise<T> {
    const watch = this.#watch as Watch
    const { db, leaseSeconds = LEASE_SECONDS } = this.#options
    let position = watch.position
    const result = await db.transaction('firehose', async (tx) => {
      const done = await work(tx, (to) => {
        position = to
      })
      if (!(await moveWatch(tx, watch, position, leaseSeconds))) throw new WatcherLeaseLost()
      return done
    })
    this.#watch = { ...watch, position }
    this.#renewAt = performance.now() + (leaseSeconds * 1_000) / 3
    return result
  }
}
