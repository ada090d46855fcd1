// Reads from a streaming replica (DATABASE_READ_URL): dossiers, the companies of a page, and searches that PostgreSQL answers.
//
// A connection of the replica is handed out only if the replica has replayed
//
// 1. the log up to the position of the page: that of this node's search index, else the head of the log on the primary at
//    this moment;
// 2. the floor: what the primary had written when it last answered in the replica's place, and what another replica
//    behind the same URL had replayed when it last answered. The log can't provide it: a change is visible before it
//    has a position.
//
// Both are read on the connection that answers, right before the answer, and replay never goes back. So no answer of
// this process is older than one that it gave before. Everything else, and every error, falls back to the primary
// immediately. The replica is polled in the background until it has caught up.

import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { reasonOf } from '../../platform/app-error.ts'
import type { Logger } from '../../platform/logger.ts'
import { readDatabaseId } from '../database-id.ts'
import { one, type Queryable } from '../sql.ts'

export type ReplicaRole = 'read' | 'search'

/** `behind`: it answers, but has not replayed what is needed. */
export type ReplicaState = 'ok' | 'behind' | 'away'

/** While it is used. */
const PROBE_MS = 5_000
const PROBE_BEHIND_MS = 250
/** Doubled after each failure, up to the maximum. */
const PROBE_AWAY_MS = { first: 500, max: 10_000 } as const
/** The check is two look-ups. A slower replica isn't used. */
const CHECK_TIMEOUT_MS = 1_000
/** A replica is always a few milliseconds behind, so a request waits this long before it uses the primary. */
const WAITS_MS = [5, 20]
/** Shorter lags are ordinary, and not logged. */
const LOG_BEHIND_AFTER_MS = 5_000

export class ReplicaBehind extends Error {}

export interface ReplicaStatus {
  readonly state: ReplicaState
  /** Why it isn't used. */
  readonly reason: string | undefined
  /** How many reads each server has answered. */
  readonly answered: Readonly<Record<'replica' | 'primary', number>>
}

interface ReplicaOptions {
  /** Makes the replica's pool of a role, whose connections pass the check. */
  readonly openPool: (role: ReplicaRole, check: (client: Queryable) => Promise<void>) => pg.Pool
  /** A connection to the replica without the check. */
  readonly connect: () => Promise<pg.Client>
  readonly primary: (role: ReplicaRole) => pg.Pool
  readonly log: Logger
}

const LSN_OF_PRIMARY = `select (pg_current_wal_insert_lsn() - '0/0')::bigint as lsn`

/** For a server that isn't a replica (any more), the position that it has written. */
const CHECK = {
  text: `select position,
                (case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_insert_lsn() end - '0/0')::bigint as lsn
           from log_head`,
}

export class Replica {
  readonly #options: ReplicaOptions
  readonly #pools = new Map<ReplicaRole, pg.Pool>()
  readonly #answered = { replica: 0, primary: 0 }
  #position: () => number | undefined = () => undefined
  /** Log sequence numbers: bytes since the start of the server's write-ahead log. */
  #floor = 0
  /** The primary has answered since the floor was read. */
  #primaryAnswered = true
  #isOfThisDatabase = false
  #state: ReplicaState = 'away'
  #reason: string | undefined = 'it was not asked yet'
  #failures = 0
  #notOkSince = performance.now()
  #isLogged = false
  #timer: NodeJS.Timeout | undefined
  #probing: Promise<void> = Promise.resolve()
  #isClosed = false

  constructor(options: ReplicaOptions) {
    this.#options = options
    this.#probe()
  }

  /** What is read must be at least as new as this log position. Undefined: as the head of the log on the primary. */
  follow(position: () => number | undefined): void {
    this.#position = position
  }

  get status(): ReplicaStatus {
    return { state: this.#state, reason: this.#reason, answered: { ...this.#answered } }
  }

  pool(role: ReplicaRole): pg.Pool {
    let pool = this.#pools.get(role)
    if (!pool) {
      pool = this.#options.openPool(role, (client) => this.#check(client))
      this.#pools.set(role, pool)
    }
    return pool
  }

  /** The replica or the primary answers each statement. */
  get reads(): Queryable {
    const query: Queryable['query'] = (sql, values) =>
      this.read(
        () => (this.pool('read') as Queryable).query(sql, values),
        () => (this.#options.primary('read') as Queryable).query(sql, values),
      )
    return { query }
  }

  /** `isFinal`: the primary would fail with the same error. */
  async read<T>(
    onReplica: () => Promise<T>,
    onPrimary: () => Promise<T>,
    isFinal: (error: unknown) => boolean = () => false,
  ): Promise<T> {
    if (this.#state === 'ok') {
      try {
        const answer = await onReplica()
        this.#answered.replica++
        return answer
      } catch (error) {
        if (isFinal(error)) throw error
        this.#failed(error)
      }
    }
    try {
      return await onPrimary()
    } finally {
      this.#primaryAnswered = true
      this.#answered.primary++
    }
  }

  /** For doctor: what the replica has replayed, however far that is. `seconds`: since what it replayed last was written. */
  async survey(): Promise<{ position: number; isReplica: boolean; seconds: number }> {
    const client = await this.#options.connect()
    try {
      await this.#assertSameDatabase(client)
      return await one(
        client,
        `select position, pg_is_in_recovery() as "isReplica",
                coalesce(extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp()), 0)::float8 as seconds
           from log_head`,
      )
    } finally {
      await client.end()
    }
  }

  async #assertSameDatabase(client: Queryable): Promise<void> {
    const [own, primary] = await Promise.all([readDatabaseId(client), readDatabaseId(this.#options.primary('read'))])
    if (own !== primary) throw new Error('it is another database')
  }

  async #check(client: Queryable): Promise<void> {
    const primary = this.#options.primary('read')
    const needed =
      this.#position() ?? (await one<{ position: number }>(primary, 'select position from log_head')).position
    if (this.#primaryAnswered) {
      // Read before the query: its result doesn't include what the primary answers in the meantime.
      this.#primaryAnswered = false
      try {
        this.#floor = Math.max(this.#floor, (await one<{ lsn: number }>(primary, LSN_OF_PRIMARY)).lsn)
      } catch (error) {
        this.#primaryAnswered = true
        throw error
      }
    }
    if (!this.#isOfThisDatabase) {
      await this.#assertSameDatabase(client)
      this.#isOfThisDatabase = true
    }
    for (let tries = 0; ; tries++) {
      const floor = this.#floor
      const { rows } = await client.query<{ position: number; lsn: number }>({
        ...CHECK,
        query_timeout: CHECK_TIMEOUT_MS,
        // The driver's types don't have its timeout.
      } as unknown as string)
      const [{ position, lsn }] = rows as [{ position: number; lsn: number }]
      if (position >= needed && lsn >= floor) {
        this.#floor = Math.max(this.#floor, lsn)
        return
      }
      const wait = WAITS_MS[tries]
      if (wait === undefined) {
        throw new ReplicaBehind(
          position < needed
            ? `it has the log up to position ${position}, and ${needed} is needed`
            : `it is ${floor - lsn} bytes behind`,
        )
      }
      await sleep(wait)
    }
  }

  #failed(error: unknown): void {
    if (this.#isClosed) return
    const isBehind = error instanceof ReplicaBehind
    if (this.#state === 'ok') this.#notOkSince = performance.now()
    this.#state = isBehind ? 'behind' : 'away'
    this.#reason = isBehind ? error.message : reasonOf(error)
    this.#failures = isBehind ? 0 : this.#failures + 1
    if (!this.#isLogged && (!isBehind || performance.now() - this.#notOkSince > LOG_BEHIND_AFTER_MS)) {
      this.#isLogged = true
      this.#options.log.warn(`the primary answers reads: the replica at DATABASE_READ_URL isn't used (${this.#reason})`)
    }
    // The address may lead to another server when it is back.
    if (!isBehind) this.#isOfThisDatabase = false
    const { first, max } = PROBE_AWAY_MS
    this.#probeIn(isBehind ? PROBE_BEHIND_MS : Math.min(max, first * 2 ** Math.min(10, this.#failures - 1)))
  }

  #probeIn(ms: number): void {
    clearTimeout(this.#timer)
    if (!this.#isClosed) this.#timer = setTimeout(() => this.#probe(), ms).unref()
  }

  #probe(): void {
    this.#probing = this.#ask()
  }

  async #ask(): Promise<void> {
    try {
      const client = await this.pool('read').connect()
      client.release()
      this.#state = 'ok'
      this.#reason = undefined
      this.#failures = 0
      if (this.#isLogged) this.#options.log.info('the replica at DATABASE_READ_URL is used again')
      this.#isLogged = false
      this.#probeIn(PROBE_MS)
    } catch (error) {
      this.#failed(error)
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await this.#probing
    await Promise.all([...this.#pools.values()].map((pool) => pool.end()))
  }
}
