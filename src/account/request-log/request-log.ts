// The log of API requests, as one process keeps it: a bounded buffer that is written once a second, in one statement of its
// own. No request waits for it, and charging doesn't depend on it. So a crash loses the last second, and so does a write
// that fails: it isn't repeated, because a commit whose answer was lost would count twice.
//
// Requests that were charged are bounded by the budgets of their team. The others, such as 429 replies to a program
// that doesn't wait, have a burst and a rate per team. Requests beyond that are left out of the log, but still counted
// by key and endpoint.

import { randomInt } from 'node:crypto'
import type { Counter, Registry } from 'prom-client'
import { LruMap } from '../../platform/lru-map.ts'
import { counter } from '../../platform/metrics.ts'
import type { Charged } from '../budgets/index.ts'

const FLUSH_MS = 1_000
const MAX_ROWS = 5_000
const MAX_COUNTS = 10_000
const FREE_BURST = 100
const FREE_PER_SECOND = 2
/** As many teams as the hints of the budgets. */
const MAX_TEAMS = 50_000

export interface LoggedRequest {
  readonly teamId: string
  readonly keyId: string
  readonly endpoint: string
  readonly method: string
  readonly path: string
  readonly status: number
  readonly ms: number
  readonly charged: Charged | null
  readonly requestId: string
  readonly error?: { readonly code: string; readonly message: string } | undefined
}

export interface RequestRow extends LoggedRequest {
  readonly id: number
  /** How long ago it was, by a monotonic clock. The database counts back from its own. */
  readonly ageMs: number
}

/** Of one key at one endpoint. */
export interface RequestCount {
  readonly teamId: string
  readonly keyId: string
  readonly endpoint: string
  requests: number
  records: number
  failed: number
}

export interface RequestBatch {
  readonly rows: readonly RequestRow[]
  readonly counts: readonly RequestCount[]
}

interface RequestLogOptions {
  readonly registry?: Registry
  /** False: requests are only counted. */
  readonly keepsRows?: boolean
  readonly monotonicMs?: () => number
}

export class RequestLog {
  readonly #write: (batch: RequestBatch) => Promise<void>
  readonly #keepsRows: boolean
  readonly #monotonicMs: () => number
  readonly #lost: Counter<'reason'>
  readonly #free = new LruMap<string, { left: number; at: number }>(MAX_TEAMS)
  #nextId = randomInt(2 ** 47)
  #rows: { readonly request: LoggedRequest; readonly id: number; readonly at: number }[] = []
  #counts = new Map<string, RequestCount>()
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined

  constructor(
    write: (batch: RequestBatch) => Promise<void>,
    { registry, keepsRows = true, monotonicMs = () => performance.now() }: RequestLogOptions = {},
  ) {
    this.#write = write
    this.#keepsRows = keepsRows
    this.#monotonicMs = monotonicMs
    this.#lost = counter({
      name: 'pro_signal_request_log_lost_total',
      help: 'API requests that are not in the log of requests.',
      labelNames: ['reason'],
      registers: registry ? [registry] : [],
    })
    for (const reason of ['too_many', 'full', 'failed']) this.#lost.inc({ reason }, 0)
  }

  note(request: LoggedRequest): void {
    this.#count(request)
    if (this.#keepsRows) this.#keep(request)
    this.#timer ??= setTimeout(() => void this.flush(), FLUSH_MS).unref()
  }

  /** Writes what was recorded so far. One write runs at a time: while the database is slow, the buffer fills up. */
  async flush(): Promise<void> {
    while (this.#running) await this.#running
    clearTimeout(this.#timer)
    this.#timer = undefined
    const now = this.#monotonicMs()
    const rows = this.#rows.map(({ request, id, at }) => ({ ...request, id, ageMs: now - at }))
    const counts = [...this.#counts.values()]
    if (counts.length === 0) return
    this.#rows = []
    this.#counts = new Map()
    this.#running = this.#write({ rows, counts })
      .catch(() => this.#lost.inc({ reason: 'failed' }, rows.length))
      .finally(() => {
        this.#running = undefined
      })
    await this.#running
  }

  #keep(request: LoggedRequest): void {
    if (request.charged === null && !this.#hasRoom(request.teamId)) this.#lost.inc({ reason: 'too_many' })
    else if (this.#rows.length >= MAX_ROWS) this.#lost.inc({ reason: 'full' })
    else this.#rows.push({ request, id: this.#nextId++, at: this.#monotonicMs() })
  }

  #count({ teamId, keyId, endpoint, status, charged }: LoggedRequest): void {
    const key = `${keyId} ${endpoint}`
    let count = this.#counts.get(key)
    if (!count) {
      if (this.#counts.size >= MAX_COUNTS) return
      count = { teamId, keyId, endpoint, requests: 0, records: 0, failed: 0 }
      this.#counts.set(key, count)
    }
    if (charged) count.requests++
    count.records += charged?.records ?? 0
    if (status >= 400) count.failed++
  }

  #hasRoom(teamId: string): boolean {
    const now = this.#monotonicMs()
    const room = this.#free.get(teamId) ?? { left: FREE_BURST, at: now }
    room.left = Math.min(FREE_BURST, room.left + ((now - room.at) / 1_000) * FREE_PER_SECOND)
    room.at = now
    this.#free.set(teamId, room)
    if (room.left < 1) return false
    room.left--
    return true
  }
}
