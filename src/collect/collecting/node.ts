// A process that collects: claims looks that are due, visits them and settles the results. Any number of processes may
// run on one database.
//
// Looks wait in lanes: one for each board system, one for all other hosts. A slow or refusing system fills only its own lane.

import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, NodeStopped } from '../../db/index.ts'
import { reasonOf } from '../../platform/app-error.ts'
import { WakeSignal } from '../../platform/async/wake-signal.ts'
import type { Logger } from '../../platform/logger.ts'
import { Stamper } from '../../write/log/index.ts'
import type { Collector } from '../collectors/index.ts'
import { type Fetcher, FetcherClosed, HomePages } from '../fetching/index.ts'
import type { Archive } from './archive/archive.ts'
import { tendArchive } from './archive/tend-archive.ts'
import { readKnown } from './changes/read-known.ts'
import { askFormerBoard } from './changes/renamed-board.ts'
import { type SettledVisit, Settler } from './changes/settle.ts'
import { insertMissingLooks, laneOf } from './companies/watch-queries.ts'
import { runFilings } from './filings/filing-loop.ts'
import { type Readers, readers } from './reader/readers.ts'
import { BegunVisits } from './visits/begun-visits.ts'
import { FormatWatch } from './visits/changed-formats.ts'
import { CollectLease, deleteOldNodes } from './visits/collect-lease.ts'
import { deleteIdleTurns, HostTurns, PAUSES, type TurnPauses, turnsOf } from './visits/host-turns.ts'
import type { Look } from './visits/look.ts'
import { claimLooks, type Release, readTime, releaseLooks } from './visits/look-queries.ts'
import { ReadBoards } from './visits/read-boards.ts'
import { MIN_SECONDS_BETWEEN_VISITS } from './visits/schedule.ts'
import { entriesOf, type OpenFetch, type VisitedLook, type VisitResult, visitLook } from './visits/visit.ts'

export interface Visit {
  readonly look: Look
  readonly result: VisitResult
  readonly settled: SettledVisit
  readonly seconds: number
  /** The source seems to have changed its format, which is reported once for all companies. */
  readonly isKnownChange: boolean
}

export interface CollectOptions {
  readonly collectors: readonly Collector[]
  readonly openAsker: () => Fetcher
  /** Default: the one of this process. */
  readonly readers?: Readers
  /** Absent: answers are not archived. The caller that opened it closes it. */
  readonly archive?: Archive | undefined
  readonly log: Logger
  /** End when nothing is due any more. `all`: also visit what is not due, once. */
  readonly once?: { readonly all: boolean; readonly domain?: string | undefined } | undefined
  readonly onVisit?: (visit: Visit) => void
  readonly pauses?: TurnPauses
  readonly leaseSeconds?: number
  /** The minimum wait before checking again, when nothing was due. */
  readonly idleMs?: number
}

const LEASE_SECONDS = 30
/** A few concurrent visits of a system: while one sends requests, the others are read. */
const SYSTEM_LANE = { visits: 4, room: 200 } as const
const WEB_LANE = { visits: 64, room: 256 } as const
const IDLE_MS = 5_000
const HOUR_MS = 3_600_000
const MAX_SETTLING = 500
/** How long visits in progress may still take after the signal. */
const FINISH_MS = 4_000

interface Lane {
  readonly visits: number
  readonly room: number
  readonly queue: Look[]
  running: number
}

export class CollectingNode {
  readonly #db: Database
  readonly #options: CollectOptions
  readonly #collectors: ReadonlyMap<string, Collector>
  readonly #lease: CollectLease
  readonly #turns: HostTurns
  readonly #settler: Settler
  readonly #stamper: Stamper
  readonly #lanes: ReadonlyMap<string, Lane>
  readonly #visiting = new Set<Promise<void>>()
  /** The looks of visits that are not written yet. */
  readonly #begun: BegunVisits
  /** Visits whose results are being written. */
  readonly #settling = new Set<Promise<void>>()
  /** Domains with a visit in progress in the lane of other hosts. */
  readonly #busy = new Set<string>()
  readonly #readBoards = new ReadBoards()
  readonly #homePages = new HomePages()
  readonly #formats: FormatWatch
  /** Looks that can't be visited in this run. */
  readonly #except = new Set<number>()
  /** Looks that were visited, but the database could not be written. */
  readonly #unstored: Release[] = []
  /** Until the filings are read, if the node runs once. */
  #filings: Promise<void> | undefined
  #asker: Fetcher
  /** Ends the visits in progress. */
  #ending = new AbortController()
  #failure: unknown
  readonly #change = new WakeSignal()

  constructor(db: Database, options: CollectOptions) {
    const { collectors, once, pauses = PAUSES, leaseSeconds = LEASE_SECONDS } = options
    this.#db = db
    this.#options = options
    this.#collectors = new Map(collectors.map((collector) => [collector.name, collector]))
    this.#lease = new CollectLease(db, { name: `${hostname()} ${process.pid}`, leaseSeconds })
    this.#begun = new BegunVisits(this.#lease)
    this.#turns = new HostTurns(db, this.#lease, pauses)
    this.#stamper = new Stamper(db)
    this.#settler = new Settler(db, this.#stamper, this.#lease, {
      collectors: this.#collectors,
      archive: options.archive,
      anyDistance: once?.all ?? false,
    })
    this.#lanes = new Map(
      collectors.map((collector) => {
        const size = collector.system === undefined ? WEB_LANE : SYSTEM_LANE
        return [laneOf(collector), { ...size, queue: [], running: 0 }]
      }),
    )
    this.#asker = options.openAsker()
    this.#formats = new FormatWatch(db.pool('ingest'), options.log)
  }

  /** Milliseconds that requests have waited for their turns. */
  get pausedMs(): number {
    return this.#turns.pausedMs
  }

  /** Something may have become due: checks immediately. */
  wake(): void {
    this.#change.set()
  }

  /** Runs until the signal, or with `once` until nothing is left to do. Visits in progress are finished. */
  async run(signal: AbortSignal): Promise<void> {
    const wake = () => this.wake()
    signal.addEventListener('abort', wake)
    await this.#lease.renew(() => {})
    const heart = new AbortController()
    const beating = this.#beat(heart.signal)
    try {
      await insertMissingLooks(this.#db.pool('ingest'), this.#options.collectors)
      this.#readFilings(signal)
      await this.#formats.check()
      await this.#loop(signal)
    } finally {
      signal.removeEventListener('abort', wake)
      await this.#release()
      await this.#finishVisits()
      heart.abort()
      await beating
      await this.#turns.close().catch(() => {})
      await this.#lease.leave().catch(() => {})
      await this.#asker.close()
    }
    await this.#stamper.stamp()
    if (this.#options.once) await this.#formats.check()
    if (this.#failure !== undefined) throw this.#failure
  }

  async #loop(signal: AbortSignal): Promise<void> {
    const { once, log, idleMs = IDLE_MS } = this.#options
    const allBefore = once?.all ? await readTime(this.#db.pool('ingest')) : undefined
    while (!signal.aborted && this.#failure === undefined) {
      let claimed: Look[] = []
      try {
        await this.#releaseUnstored()
        claimed = await this.#claim(allBefore)
      } catch (error) {
        if (once) throw error
        log.warn(`collecting can't read what is due: ${reasonOf(error)}`)
      }
      this.#start()
      const isIdle = this.#visiting.size + this.#settling.size === 0 && claimed.length === 0
      if (isIdle && once && !this.#filings) return
      await this.#change.wait(isIdle ? idleMs * (1 + Math.random()) : 1_000)
    }
  }

  #readFilings(signal: AbortSignal): void {
    const { once, log, readers: reader = readers } = this.#options
    if (once?.domain !== undefined) return
    const parts = { lease: this.#lease, collectors: this.#collectors, openFetch: this.#openFetch, readers: reader, log }
    const asking = { dns: () => this.#asker.dns, signal: () => this.#ending.signal }
    this.#filings = runFilings(this.#db, { ...parts, ...asking }, signal, once !== undefined)
      .catch((error: unknown) => {
        this.#failure ??= error
      })
      .finally(() => {
        this.#filings = undefined
        this.wake()
      })
  }

  async #claim(allBefore: number | undefined): Promise<Look[]> {
    const rooms = new Map<string, number>()
    for (const [name, { room, queue }] of this.#lanes)
      if (queue.length <= room / 2) rooms.set(name, room - queue.length)
    const looks = await claimLooks(this.#db, this.#lease.id, {
      rooms,
      allBefore,
      domain: this.#options.once?.domain,
      except: this.#except,
    })
    for (const look of looks) {
      // A lane of a collector that this version does not have.
      if (this.#collectors.has(look.collector)) this.#lanes.get(look.lane)?.queue.push(look)
    }
    return looks
  }

  #start(): void {
    for (const [name, lane] of this.#lanes) {
      while (lane.running < lane.visits) {
        const at = name === 'web' ? lane.queue.findIndex(({ domain }) => !this.#busy.has(domain)) : 0
        const [look] = at < 0 ? [] : lane.queue.splice(at, 1)
        if (!look) break
        if (name === 'web') this.#busy.add(look.domain)
        lane.running++
        const visiting = this.#visit(look).finally(() => {
          lane.running--
          if (name === 'web') this.#busy.delete(look.domain)
          this.#visiting.delete(visiting)
          this.#start()
          if (lane.queue.length <= lane.room / 2) this.wake()
        })
        this.#visiting.add(visiting)
      }
    }
  }

  async #visit(look: Look): Promise<void> {
    const collector = this.#collectors.get(look.collector) as Collector
    const startedAt = performance.now()
    this.#begun.add(look)
    try {
      const now = this.#lease.nowSeconds()
      const visited = this.#readBefore(look) ?? { at: now, result: await this.#ask(look, collector, now) }
      const ask = (former: Look) => this.#ask(former, collector, now)
      const { at, result, former } = await askFormerBoard(this.#db.pool('ingest'), look, visited, ask)
      // A service visits it when it is due again.
      if (result.kind === 'postponed' && this.#options.once) this.#except.add(look.id)
      if (result.kind === 'snapshot' && result.snapshot.read && result.answers) {
        const added = this.#readBoards.add(result.snapshot, result.answers, at)
        await this.#options.archive?.keep(added)
      }
      const settling = this.#settle({ look, collector, result, at, former }, startedAt).finally(() => {
        this.#settling.delete(settling)
        if (this.#settling.size === 0) this.wake()
      })
      this.#settling.add(settling)
      // The next visit begins while this one is written, unless the database is far behind.
      if (this.#settling.size > MAX_SETTLING) await settling
    } catch (error) {
      this.#begun.delete(look)
      this.#fail(look, error)
    }
  }

  #ask(look: Look, collector: Collector, now: number): Promise<VisitResult> {
    const { signal } = this.#ending
    const { readers: reader = readers } = this.#options
    return visitLook(look, collector, {
      openFetch: this.#openFetch,
      dns: this.#asker.dns,
      now,
      readKnown: (of) => readKnown(this.#db.pool('ingest'), of, now),
      readers: reader,
      room: this.#options.archive,
      signal,
    })
  }

  #readBefore(look: Look): Pick<VisitedLook, 'at' | 'result'> | undefined {
    const read = this.#readBoards.take(look)
    if (!read) return undefined
    const { at, snapshot, answers } = read
    return { at, result: { kind: 'snapshot', snapshot, answers, answer: undefined, bytes: 0 } }
  }

  async #settle(visited: VisitedLook, startedAt: number): Promise<void> {
    const { look, result } = visited
    try {
      const settled = await this.#settler.settle(visited)
      if (entriesOf(result)?.unreadable || settled.isEmptied) this.#formats.hurry()
      const isKnownChange = this.#formats.has(look.collector)
      const seconds = (performance.now() - startedAt) / 1_000
      this.#options.onVisit?.({ look, result, settled, seconds, isKnownChange })
    } catch (error) {
      this.#fail(look, error)
    } finally {
      if (result.kind === 'snapshot') result.answers?.release()
      this.#begun.delete(look)
    }
  }

  /** The database can't be written. The website was already fetched, so the look is visited again in an hour. */
  #fail(look: Look, error: unknown): void {
    if (error instanceof NodeStopped || error instanceof FetcherClosed) return
    if (this.#options.once) this.#failure = error
    else {
      this.#options.log.warn(`a visit of ${look.collector} ${look.target} was not stored: ${reasonOf(error)}`)
      this.#unstored.push({ look, dueAt: this.#lease.nowSeconds() + MIN_SECONDS_BETWEEN_VISITS })
    }
  }

  async #releaseUnstored(): Promise<void> {
    const unstored = [...this.#unstored]
    if (unstored.length === 0) return
    await releaseLooks(this.#db.pool('ingest'), this.#lease.id, unstored)
    this.#unstored.splice(0, unstored.length)
  }

  readonly #openFetch: OpenFetch = ({ system, domain, validators, keepValidators, countBytes }) =>
    this.#asker.fetch({
      system,
      validators,
      keepValidators,
      homePages: system === undefined ? this.#homePages : undefined,
      turn: async (host, asked) => {
        const end = await this.#turns.take(turnsOf(host, asked, domain))
        return (report) => {
          countBytes(report.bytes)
          return end(report).catch((error: unknown) =>
            this.#options.log.debug(`a turn was not stored: ${reasonOf(error)}`),
          )
        }
      },
    })

  /** Keeps the lease. When it is about to expire, requests in flight are aborted: another node may send them now. */
  async #beat(signal: AbortSignal): Promise<void> {
    const { leaseSeconds = LEASE_SECONDS, log, openAsker, archive, once } = this.#options
    let renewAt = performance.now()
    let cleanAt = performance.now()
    while (!signal.aborted) {
      await sleep(Math.min(1_000, leaseSeconds * 100), undefined, { signal }).catch(() => {})
      const now = performance.now()
      try {
        if (now >= renewAt) {
          renewAt = now + (leaseSeconds * 1_000) / 6
          await this.#lease.renew((isNew) => isNew && this.#forget())
        }
        await this.#turns.tend()
        await this.#formats.checkIfDue()
        if (now >= cleanAt) {
          cleanAt = now + HOUR_MS
          // Hosts that were closed may be open again.
          this.#except.clear()
          await deleteIdleTurns(this.#db)
          await deleteOldNodes(this.#db)
          if (archive && !once) await tendArchive(this.#db.pool('ingest'), archive, log)
        }
      } catch (error) {
        if (!(error instanceof NodeStopped)) log.debug(`collecting could not renew its lease: ${reasonOf(error)}`)
      }
      if (!this.#lease.isEnding || signal.aborted) continue
      this.#lease.giveUp()
      this.#ending.abort(new NodeStopped('The lease of this node is over.'))
      this.#ending = new AbortController()
      const old = this.#asker
      this.#asker = openAsker()
      await old.close()
      this.#forget()
    }
  }

  /** The node has another number now: others own what it held. */
  #forget(): void {
    for (const { queue } of this.#lanes.values()) queue.length = 0
  }

  /** Visits that take too long are aborted as if they had not begun: the node's leases end when it leaves. */
  async #finishVisits(): Promise<void> {
    const timer = setTimeout(() => {
      this.#ending.abort(new NodeStopped('This node stops.'))
      this.#turns.stop()
      void this.#asker.close()
    }, FINISH_MS)
    await this.#filings
    await Promise.all(this.#visiting)
    await Promise.all(this.#settling)
    clearTimeout(timer)
    await this.#begun.whenStored()
  }

  async #release(): Promise<void> {
    const waiting = [...this.#lanes.values()].flatMap(({ queue }) => queue.splice(0)).map((look) => ({ look }))
    if (waiting.length === 0 || !this.#lease.isValid) return
    await releaseLooks(this.#db.pool('ingest'), this.#lease.id, waiting).catch(() => {})
  }
}
