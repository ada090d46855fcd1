// One request at a time for a board system, or for any other host, over all nodes, and a pause after each.
//
// A node takes the host's row before a request, and keeps it while it has requests for the host, for five seconds at
// most if another node waits. So a busy board system costs a few statements a minute, not one for every request. The
// row of a dead node is free when the node's lease expires.

import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, many, maybeOne, NodeStopped } from '../../../db/index.ts'
import { registrableDomain } from '../../../meaning/companies/index.ts'
import { type HostReport, isLimit } from '../../fetching/index.ts'
import { type CollectLease, isFree } from './collect-lease.ts'
import { closedSeconds } from './schedule.ts'

export interface TurnPauses {
  readonly systemMs: number
  readonly hostMs: number
}

export const PAUSES: TurnPauses = { systemMs: 500, hostMs: 2_000 }

/** The host asked for a pause, or failed too often. `until` in milliseconds. */
export class HostClosed extends Error {
  readonly host: string
  readonly until: number

  constructor(host: string, until: number) {
    super(`${host} is not asked before ${new Date(until).toISOString()}`)
    this.host = host
    this.until = until
  }
}

const MAX_HOLD_MS = 5_000
const POLL_MS = 250
const IDLE_MS = 1_000

/** Without a report, nothing was requested. */
type EndTurn = (report?: HostReport) => Promise<void>

interface Slot {
  readonly host: string
  /** Ends when the request before this one is over. */
  tail: Promise<void>
  waiting: number
  /** The number of the node that holds the row, if this process does. */
  holder: number | undefined
  /** Times of performance.now(). */
  heldSince: number
  nextAt: number
  usedAt: number
  /** Also of performance.now(): this machine's clock may be set meanwhile. */
  closedUntil: number
  failures: number
  isWanted: boolean
}

export class HostTurns {
  readonly #db: Database
  readonly #lease: CollectLease
  readonly #pauses: TurnPauses
  readonly #slots = new Map<string, Slot>()
  #pausedMs = 0
  #isStopped = false

  constructor(db: Database, lease: CollectLease, pauses: TurnPauses = PAUSES) {
    this.#db = db
    this.#lease = lease
    this.#pauses = pauses
  }

  /** Milliseconds that requests have waited for their turns. */
  get pausedMs(): number {
    return this.#pausedMs
  }

  /** Waits for the turns at all of `hosts`, in their order. Returns the function to call when the host has answered. */
  async take(hosts: readonly { readonly host: string; readonly isSystem: boolean }[]) {
    const startedAt = performance.now()
    const ends: EndTurn[] = []
    try {
      for (const { host, isSystem } of hosts) {
        ends.push(await this.#takeOne(host, isSystem ? this.#pauses.systemMs : this.#pauses.hostMs))
      }
    } catch (error) {
      for (const end of ends) await end()
      throw error
    }
    this.#pausedMs += performance.now() - startedAt
    return async (report: HostReport) => {
      for (const end of ends) await end(report)
    }
  }

  /** Frees the hosts without requests, and those that other nodes wait for. Call it about once a second. */
  async tend(): Promise<void> {
    const held = [...this.#slots.values()].filter(({ holder }) => holder !== undefined)
    if (held.length === 0) return this.#forgetIdle()
    const now = performance.now()
    const wanted = await many<{ host: string }>(
      this.#db.pool('ingest'),
      `select host from host_turns where holder = $1 and wanted and host = any($2)`,
      [this.#lease.id, held.filter(({ heldSince }) => now - heldSince > MAX_HOLD_MS).map(({ host }) => host)],
    )
    for (const { host } of wanted) {
      const slot = this.#slots.get(host)
      if (slot) slot.isWanted = true
    }
    const idle = held.filter(({ waiting, usedAt }) => waiting === 0 && now - usedAt > IDLE_MS)
    await this.#release(idle)
    this.#forgetIdle()
  }

  /** Callers that wait for a turn no longer get one. */
  stop(): void {
    this.#isStopped = true
  }

  /** Frees all of them, for a node that stops. No request may be in flight. */
  async close(): Promise<void> {
    if (this.#lease.isValid) await this.#release([...this.#slots.values()].filter(({ holder }) => holder !== undefined))
    this.#slots.clear()
  }

  async #takeOne(host: string, pauseMs: number): Promise<EndTurn> {
    const slot = this.#slotOf(host)
    const before = slot.tail
    let end = () => {}
    slot.tail = new Promise((resolve) => {
      end = resolve
    })
    slot.waiting++
    try {
      await before
      await this.#hold(slot)
      const closedMs = slot.closedUntil - performance.now()
      if (closedMs > 0) throw new HostClosed(host, Date.now() + closedMs)
      const waitMs = slot.nextAt - performance.now()
      // A timer may end up to a millisecond early.
      if (waitMs > 0) await sleep(Math.ceil(waitMs) + 1)
      // The lease may have ended meanwhile.
      await this.#hold(slot)
    } catch (error) {
      slot.waiting--
      end()
      throw error
    }
    return async (report) => {
      slot.usedAt = performance.now()
      if (report) slot.nextAt = slot.usedAt + pauseMs
      try {
        if (report && !report.isEndedHere) await this.#note(slot, report)
        if (slot.isWanted) await this.#release([slot])
      } finally {
        slot.waiting--
        end()
      }
    }
  }

  #slotOf(host: string): Slot {
    const known = this.#slots.get(host)
    if (known) return known
    const slot: Slot = {
      host,
      tail: Promise.resolve(),
      waiting: 0,
      holder: undefined,
      heldSince: 0,
      nextAt: 0,
      usedAt: performance.now(),
      failures: 0,
      closedUntil: 0,
      isWanted: false,
    }
    this.#slots.set(host, slot)
    return slot
  }

  /** Waits until this node holds the row, even while the database doesn't answer: without it, nothing may be requested. */
  async #hold(slot: Slot): Promise<void> {
    for (;;) {
      if (this.#isStopped) throw new NodeStopped('The node is stopping.')
      const node = this.#lease.id
      if (slot.holder === node && this.#lease.isFresh) return
      if (this.#lease.isFresh) {
        const row = await this.#take(slot.host, node).catch(() => undefined)
        if (row) {
          slot.holder = node
          slot.heldSince = performance.now()
          slot.nextAt = Math.max(slot.nextAt, performance.now() + row.waitMs)
          slot.closedUntil = performance.now() + row.closedMs
          slot.failures = row.failures
          slot.isWanted = false
          return
        }
      }
      await sleep(POLL_MS * (1 + Math.random()))
    }
  }

  /** Undefined: another node holds it. Marks the row as wanted each time: the next holder can't see who else waits. */
  async #take(host: string, node: number): Promise<TurnRow | undefined> {
    const pool = this.#db.pool('ingest')
    const row = await maybeOne<TurnRow>(pool, TAKE, [host, node])
    if (!row) await pool.query(`update host_turns set wanted = true where host = $1 and not wanted`, [host])
    return row
  }

  /** Consecutive failures close the host for a while, and so does its own request. Only that is written immediately. */
  async #note(slot: Slot, { status, retryAfter }: HostReport): Promise<void> {
    const isFailure = status === undefined || status >= 500 || isLimit(status, retryAfter)
    const failures = isFailure ? Math.min(slot.failures + 1, 1_000) : 0
    const seconds = isFailure ? closedSeconds(failures, retryAfter) : undefined
    const wasFailing = slot.failures > 0
    slot.failures = failures
    slot.closedUntil = seconds === undefined ? 0 : performance.now() + seconds * 1_000
    if (!isFailure && !wasFailing) return
    await this.#db.pool('ingest').query(
      `update host_turns set failures = $3, closed_until = clock_timestamp() + make_interval(secs => $4)
        where host = $1 and holder = $2`,
      [slot.host, slot.holder, failures, seconds ?? null],
    )
  }

  async #release(slots: readonly Slot[]): Promise<void> {
    if (slots.length === 0) return
    const now = performance.now()
    const rows = slots.map(({ host, holder, nextAt }) => ({ host, holder, waitMs: Math.max(0, nextAt - now) }))
    // First here, so that a request that arrives meanwhile takes the row again.
    for (const slot of slots) {
      slot.holder = undefined
      // The other node polls, so it gets the turn.
      if (slot.isWanted) slot.nextAt = Math.max(slot.nextAt, now + 2 * POLL_MS)
      slot.isWanted = false
    }
    await this.#db.pool('ingest').query(
      `update host_turns t set holder = null, wanted = false, next_at = clock_timestamp() + make_interval(secs => r.wait_ms / 1000)
         from unnest($1::text[], $2::int[], $3::float8[]) as r (host, holder, wait_ms)
        where t.host = r.host and t.holder = r.holder`,
      [rows.map(({ host }) => host), rows.map(({ holder }) => holder), rows.map(({ waitMs }) => waitMs)],
    )
  }

  #forgetIdle(): void {
    const now = performance.now()
    for (const [host, { holder, waiting, nextAt }] of this.#slots) {
      if (holder === undefined && waiting === 0 && nextAt < now) this.#slots.delete(host)
    }
  }
}

interface TurnRow {
  waitMs: number
  closedMs: number
  failures: number
  [column: string]: unknown
}

const TAKE = `
  insert into host_turns as t (host, holder) values ($1, $2)
  on conflict (host) do update set holder = $2, wanted = false
   where t.holder = $2 or ${isFree('t.holder')}
  returning greatest(0, extract(epoch from t.next_at - clock_timestamp()) * 1000)::float8 as "waitMs",
            coalesce(greatest(0, extract(epoch from t.closed_until - clock_timestamp()) * 1000), 0)::float8 as "closedMs",
            t.failures`

/** Rows of hosts without a request for a day are meaningless. */
export async function deleteIdleTurns(db: Database): Promise<void> {
  await db.pool('ingest').query(
    `delete from host_turns t where t.next_at < now() - interval '1 day' and coalesce(t.closed_until, '-infinity') < now()
      and ${isFree('t.holder')}`,
  )
}

/** A board on the company's own domain shares that host with the company's pages. */
export function turnsOf(host: string, system: string | undefined, domain: string) {
  if (system === undefined) return [{ host, isSystem: false }]
  const own = registrableDomain(host) === domain ? [{ host, isSystem: false }] : []
  return [{ host: system, isSystem: true }, ...own]
}
