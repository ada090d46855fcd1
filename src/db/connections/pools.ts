// A pool of connections for each role, so slow work of one kind can't take the connections of another.

import type pg from 'pg'
import { reasonOf } from '../../platform/app-error.ts'
import type { Logger } from '../../platform/logger.ts'
import { interruptClients } from './interrupt.ts'
import { PatientPool } from './patient-pool.ts'
import { withSettings } from './session-settings.ts'
import { UnnamedClient } from './unnamed-client.ts'

export const POOL_ROLES = ['charge', 'search', 'read', 'settings', 'ingest', 'firehose'] as const
export type PoolRole = (typeof POOL_ROLES)[number]

/** The statement timeout of each role. */
const STATEMENT_SECONDS: Record<PoolRole, number> = {
  charge: 5,
  search: 5,
  read: 5,
  settings: 15,
  ingest: 120,
  firehose: 10,
}
/**
 * For lookups by key: the plan never changes, and planning each time costs as much as reading. Not behind a pooler, where
 * statements have no names to cache a plan under.
 */
const GENERIC_PLAN = { plan_cache_mode: 'force_generic_plan' }

/** A connection in a transaction. */
export type Transaction = pg.PoolClient

interface PoolsOptions {
  readonly connection: pg.ClientConfig
  readonly sizes: Readonly<Record<PoolRole, number>>
  readonly behindPooler: boolean
  readonly idleTransactionSeconds: number
  readonly log: Logger
}

interface RolePool {
  readonly pool: pg.Pool
  readonly clients: ReadonlySet<pg.PoolClient>
  ended?: Promise<void>
}

/** A role's pool is opened when it is first used. */
export class Pools {
  readonly #options: PoolsOptions
  readonly #begin: string
  readonly #roles = new Map<PoolRole, RolePool>()

  constructor(options: PoolsOptions) {
    const idleMs = options.idleTransactionSeconds * 1_000
    this.#options = options
    this.#begin = options.behindPooler ? `begin; set local idle_in_transaction_session_timeout = ${idleMs}` : 'begin'
  }

  pool(role: PoolRole): pg.Pool {
    return this.#of(role).pool
  }

  async transaction<T>(role: PoolRole, work: (tx: Transaction) => Promise<T>): Promise<T> {
    const client = await this.pool(role).connect()
    let broken: Error | undefined
    try {
      await client.query(this.#begin)
      const result = await work(client)
      await client.query('commit')
      return result
    } catch (error) {
      await client.query('rollback').catch((failure: Error) => {
        broken = failure
      })
      throw error
    } finally {
      client.release(broken)
    }
  }

  /** Without `connectDirect` statements aren't cancelled: their connections break. */
  async interrupt(role: PoolRole, connectDirect: (() => Promise<pg.Client>) | undefined): Promise<void> {
    // First, so that no queued statement replaces a cancelled one.
    void this.#end(role)
    await interruptClients([...this.#of(role).clients], connectDirect)
  }

  async close(): Promise<void> {
    await Promise.all([...this.#roles.keys()].map((role) => this.#end(role)))
  }

  #of(role: PoolRole): RolePool {
    const existing = this.#roles.get(role)
    if (existing) return existing
    const created = this.#open(role)
    this.#roles.set(role, created)
    return created
  }

  #open(role: PoolRole): RolePool {
    const { connection, sizes, behindPooler, log } = this.#options
    const pool = new PatientPool({
      ...(role === 'read' && !behindPooler ? withSettings(connection, GENERIC_PLAN) : connection),
      ...(behindPooler && { Client: UnnamedClient }),
      ...poolSettings(role, sizes[role]),
    })
    // The pool replaces an idle connection that breaks. Without a listener the error would end the process.
    pool.on('error', (error) => log.debug(`an idle ${role} connection failed: ${reasonOf(error)}`))
    const clients = new Set<pg.PoolClient>()
    pool.on('connect', (client) => {
      clients.add(client)
      // The pool listens on idle connections only: one that breaks between two statements, or while it is handed over, would end
      // the process. The next statement fails anyway.
      client.on('error', () => {})
    })
    pool.on('remove', (client) => void clients.delete(client))
    return { pool, clients }
  }

  #end(role: PoolRole): Promise<void> {
    const opened = this.#of(role)
    opened.ended ??= opened.pool.end()
    return opened.ended
  }
}

export function poolSettings(role: PoolRole, max: number): pg.PoolConfig {
  return {
    max,
    application_name: `pro-signal ${role}`,
    // No caller waits for writes of signals, so a busy database gets more time.
    connectionTimeoutMillis: role === 'ingest' ? 15_000 : 3_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    statement_timeout: STATEMENT_SECONDS[role] * 1_000,
    // A server that vanishes silently (a pulled cable) sends no error, so the driver needs its own timeout.
    query_timeout: (STATEMENT_SECONDS[role] + 2) * 1_000,
  }
}
