// One interface for PostgreSQL, embedded or at DATABASE_URL.

import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { AppError, errorCode, reasonOf } from '../platform/app-error.ts'
import type { Config } from '../platform/config/config.ts'
import type { Logger } from '../platform/logger.ts'
import { type PoolRole, Pools, poolSettings, type Transaction } from './connections/pools.ts'
import { sessionSettings, withSettings } from './connections/session-settings.ts'
import { UnnamedClient } from './connections/unnamed-client.ts'
import { waitForDatabase } from './connections/wait-for-database.ts'
import { EMBEDDED_CONNECTIONS } from './embedded/launch.ts'
import { type EmbeddedServer, openEmbedded } from './embedded/server.ts'
import { CheckedPool } from './replica/checked-pool.ts'
import { Replica, ReplicaBehind, type ReplicaRole } from './replica/replica.ts'

export { POOL_ROLES, type PoolRole, type Transaction } from './connections/pools.ts'

const DATABASE_NAME = 'pro_signal'

export interface Database {
  readonly kind: 'embedded' | 'external'
  /** The connection settings of `connectDirect` as plain data, for a thread that opens its own connection. */
  readonly direct: pg.ClientConfig
  /** At DATABASE_READ_URL. */
  readonly replica: Replica | undefined
  /** How long a client may be silent inside a transaction. */
  readonly idleTransactionSeconds: number
  pool(role: PoolRole): pg.Pool
  transaction<T>(role: PoolRole, work: (tx: Transaction) => Promise<T>): Promise<T>
  /** A dedicated connection without a pooler in between, for LISTEN and session locks. */
  connectDirect(): Promise<pg.Client>
  /** Cancels the statements of a pool and breaks its connections, for a command that must end now. */
  interrupt(role: PoolRole): Promise<void>
  /** The round trip in milliseconds. Throws if the database doesn't answer in time. */
  ping(timeoutMs: number): Promise<number>
  close(): Promise<void>
}

interface OpenOptions {
  readonly config: Config
  readonly log: Logger
  /** How long to wait for a database that can't be reached. */
  readonly waitSeconds?: number
  /** Aborts the wait. */
  readonly signal?: AbortSignal | undefined
}

export async function openDatabase({ config, log, waitSeconds = 0, signal }: OpenOptions): Promise<Database> {
  if (config.DATABASE_URL !== undefined) {
    const settings = sessionSettings(config.DATABASE_IDLE_TRANSACTION_SECONDS)
    const direct = withSettings({ connectionString: config.DATABASE_DIRECT_URL ?? config.DATABASE_URL }, settings)
    await waitForDatabase(direct, log, waitSeconds, signal)
    // A pooler may reject such options at the start of a session. Its transactions set the timeout themselves.
    const behindPooler = config.DATABASE_DIRECT_URL !== undefined
    const pooled = behindPooler ? { connectionString: config.DATABASE_URL } : direct
    return databaseAt('external', pooled, direct, config, log)
  }
  const connections = Object.values(poolSizes(config)).reduce((sum, size) => sum + size, 0)
  if (connections > EMBEDDED_CONNECTIONS / 2) {
    throw new AppError(
      'invalid',
      `The pools add up to ${connections} connections, and the embedded database allows ${EMBEDDED_CONNECTIONS / 2} per process: reduce the DATABASE_POOL_… settings.`,
    )
  }
  const server = await openEmbedded({ dataDir: config.DATA_DIR, log, signal })
  await createDatabase(server)
  const settings = sessionSettings(config.DATABASE_IDLE_TRANSACTION_SECONDS)
  const connection = withSettings(server.connection(DATABASE_NAME), settings)
  return databaseAt('embedded', connection, connection, config, log, () => server.close())
}

function poolSizes(config: Config): Record<PoolRole, number> {
  return {
    charge: config.DATABASE_POOL_CHARGE,
    search: config.DATABASE_POOL_SEARCH,
    read: config.DATABASE_POOL_READ,
    settings: config.DATABASE_POOL_SETTINGS,
    ingest: config.DATABASE_POOL_INGEST,
    firehose: config.DATABASE_POOL_FIREHOSE,
  }
}

function databaseAt(
  kind: Database['kind'],
  connection: pg.ClientConfig,
  direct: pg.ClientConfig,
  config: Config,
  log: Logger,
  closeServer: () => Promise<void> = async () => {},
): Database {
  const idleTransactionSeconds = config.DATABASE_IDLE_TRANSACTION_SECONDS
  const behindPooler = config.DATABASE_DIRECT_URL !== undefined
  const pools = new Pools({ connection, sizes: poolSizes(config), behindPooler, idleTransactionSeconds, log })
  const pool = (role: PoolRole) => pools.pool(role)

  async function connectDirect(): Promise<pg.Client> {
    const client = new pg.Client({
      ...direct,
      application_name: 'pro-signal direct',
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    })
    client.on('error', (error) => log.debug(`a direct connection failed: ${reasonOf(error)}`))
    await client.connect()
    return client
  }

  const replica =
    config.DATABASE_READ_URL === undefined ? undefined : openReplica(config.DATABASE_READ_URL, config, pool, log)

  return {
    kind,
    direct,
    replica,
    idleTransactionSeconds,
    pool,
    transaction: (role, work) => pools.transaction(role, work),
    connectDirect,
    interrupt: (role) => pools.interrupt(role, behindPooler ? undefined : connectDirect),
    async ping(timeoutMs) {
      const start = performance.now()
      const late = sleep(timeoutMs, 'late' as const, { ref: false })
      if ((await Promise.race([pool('charge').query('select 1'), late])) === 'late') {
        throw new Error(`the database did not answer within ${timeoutMs} ms`)
      }
      return performance.now() - start
    },
    async close() {
      await replica?.close()
      await pools.close()
      await closeServer()
    },
  }
}

/** The primary answers what the replica doesn't, so the replica gets less time to connect and to read. */
const REPLICA_CONNECT_MS = 1_000
const REPLICA_READ_MS = 2_000

/** Its statements have no names, so that a transaction pooler may be in between, in front of several replicas too. */
function openReplica(url: string, config: Config, primary: Database['pool'], log: Logger): Replica {
  const sizes = poolSizes(config)
  return new Replica({
    primary,
    log,
    async connect() {
      const client = new pg.Client({
        connectionString: url,
        application_name: 'pro-signal direct',
        connectionTimeoutMillis: REPLICA_CONNECT_MS,
        query_timeout: REPLICA_READ_MS,
      })
      client.on('error', () => {})
      await client.connect()
      return client
    },
    openPool(role: ReplicaRole, check) {
      const pool = new CheckedPool(
        {
          connectionString: url,
          Client: UnnamedClient,
          ...poolSettings(role, sizes[role]),
          connectionTimeoutMillis: REPLICA_CONNECT_MS,
          ...(role === 'read' && { statement_timeout: REPLICA_READ_MS, query_timeout: REPLICA_READ_MS }),
        },
        check,
        (error) => error instanceof ReplicaBehind,
      )
      pool.on('error', (error) => log.debug(`an idle connection to the replica failed: ${reasonOf(error)}`))
      pool.on('connect', (client) => client.on('error', () => {}))
      return pool
    },
  })
}

async function createDatabase(server: EmbeddedServer): Promise<void> {
  const client = new pg.Client(server.connection('postgres'))
  client.on('error', () => {})
  await client.connect()
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE_NAME])
    if (rowCount === 0) await client.query(`create database ${DATABASE_NAME}`)
  } catch (error) {
    // Another of our processes has created it in the meantime.
    if (!['42P04', '23505'].includes(errorCode(error) ?? '')) throw error
  } finally {
    await client.end()
  }
}
