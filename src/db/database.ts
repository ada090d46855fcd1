// One interface for PostgreSQL, embedded or at DATABASE_URL. Each role has its own pool, so slow work of one kind can't
// take the connections of another.

import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { AppError, errorCode, reasonOf, stoppedWhileStarting } from '../platform/app-error.ts'
import type { Config } from '../platform/config/config.ts'
import { passwordHint } from '../platform/config/env-variable.ts'
import type { Logger } from '../platform/logger.ts'
import { interruptClients } from './connections/interrupt.ts'
import { PatientPool } from './connections/patient-pool.ts'
import { sessionSettings, withSettings } from './connections/session-settings.ts'
import { EMBEDDED_CONNECTIONS } from './embedded/launch.ts'
import { type EmbeddedServer, openEmbedded } from './embedded/server.ts'
import { CheckedPool } from './replica/checked-pool.ts'
import { Replica, ReplicaBehind, type ReplicaRole } from './replica/replica.ts'

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
const MIN_VERSION = 150_000
const DATABASE_NAME = 'pro_signal'

/** A connection in a transaction. */
export type Transaction = pg.PoolClient

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
    return assemble('external', pooled, direct, config, log)
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
  return assemble('embedded', connection, connection, config, log, () => server.close())
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

function assemble(
  kind: Database['kind'],
  connection: pg.ClientConfig,
  direct: pg.ClientConfig,
  config: Config,
  log: Logger,
  closeServer: () => Promise<void> = async () => {},
): Database {
  const pools = new Map<PoolRole, pg.Pool>()
  const clients = new Map<PoolRole, Set<pg.PoolClient>>()
  const ended = new Map<PoolRole, Promise<void>>()
  const sizes = poolSizes(config)
  const behindPooler = config.DATABASE_DIRECT_URL !== undefined
  const idleMs = config.DATABASE_IDLE_TRANSACTION_SECONDS * 1_000
  const begin = behindPooler ? `begin; set local idle_in_transaction_session_timeout = ${idleMs}` : 'begin'

  function pool(role: PoolRole): pg.Pool {
    const existing = pools.get(role)
    if (existing) return existing
    const created = new PatientPool({
      ...(role === 'read' && !behindPooler ? withSettings(connection, GENERIC_PLAN) : connection),
      ...(behindPooler && { Client: UnnamedClient }),
      ...poolSettings(role, sizes[role]),
    })
    // The pool replaces an idle connection that breaks. Without a listener the error would end the process.
    created.on('error', (error) => log.debug(`an idle ${role} connection failed: ${reasonOf(error)}`))
    const open = new Set<pg.PoolClient>()
    created.on('connect', (client) => {
      open.add(client)
      // The pool listens on idle connections only: one that breaks between two statements, or while it is handed over, would end
      // the process. The next statement fails anyway.
      client.on('error', () => {})
    })
    created.on('remove', (client) => void open.delete(client))
    clients.set(role, open)
    pools.set(role, created)
    return created
  }

  async function transaction<T>(role: PoolRole, work: (tx: Transaction) => Promise<T>): Promise<T> {
    const client = await pool(role).connect()
    let broken: Error | undefined
    try {
      await client.query(begin)
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

  function end(role: PoolRole): Promise<void> {
    const ending = ended.get(role) ?? pool(role).end()
    ended.set(role, ending)
    return ending
  }

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
    idleTransactionSeconds: config.DATABASE_IDLE_TRANSACTION_SECONDS,
    pool,
    transaction,
    connectDirect,
    async interrupt(role) {
      // First, so that no queued statement replaces a cancelled one.
      void end(role)
      await interruptClients([...(clients.get(role) ?? [])], behindPooler ? undefined : connectDirect)
    },
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
      await Promise.all([...pools.keys()].map(end))
      await closeServer()
    },
  }
}

function poolSettings(role: PoolRole, max: number): pg.PoolConfig {
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

/**
 * For pools behind a transaction pooler (DATABASE_DIRECT_URL is set). There the next statement may run on another server
 * connection, which doesn't know the prepared names.
 */
class UnnamedClient extends pg.Client {
  // The driver's query has a dozen overloads. The arguments are passed on unchanged, except for the name.
  override query(...args: unknown[]): never {
    const [first, ...rest] = args
    const unnamed = isNamed(first) ? { ...first, name: undefined } : first
    return (super.query as (...args: unknown[]) => never)(unnamed, ...rest)
  }
}

function isNamed(query: unknown): query is { name: string } {
  return (
    typeof query === 'object' && query !== null && Object.getPrototypeOf(query) === Object.prototype && 'name' in query
  )
}

/** Waits for the database of DATABASE_URL, and reports in one line why it can't be used. */
async function waitForDatabase(
  connection: pg.ClientConfig,
  log: Logger,
  waitSeconds: number,
  signal?: AbortSignal,
): Promise<void> {
  const deadline = Date.now() + waitSeconds * 1_000
  const hint = passwordHint(connection.connectionString ?? '')
  const advice = hint === undefined ? '' : ` ${hint}.`
  for (let logged = false; ; logged = true) {
    const client = newClient(connection)
    client.on('error', () => {})
    try {
      await client.connect()
      const { rows } = await client.query<{ number: string; name: string }>(
        `select current_setting('server_version_num') as number, current_setting('server_version') as name`,
      )
      const [version] = rows
      if (Number(version?.number) < MIN_VERSION) {
        throw new AppError(
          'unavailable',
          `DATABASE_URL is PostgreSQL ${version?.name}: version 15 or later is required.`,
        )
      }
      return
    } catch (error) {
      if (error instanceof AppError) throw error
      const code = errorCode(error) ?? ''
      const fatal =
        FATAL_STATES[code] ??
        (CERTIFICATE_CODES.test(code) ? CERTIFICATE_ADVICE : undefined) ??
        (OPTIONS_REJECTED.test(reasonOf(error)) ? OPTIONS_ADVICE : undefined)
      if (fatal)
        throw new AppError(
          'unavailable',
          `The database rejected the connection (${reasonOf(error)}): ${fatal}.${advice}`,
          {
            cause: error,
          },
        )
      if (Date.now() >= deadline) {
        throw new AppError(
          'unavailable',
          `The database at DATABASE_URL can't be reached (${reasonOf(error)}): is it running, and is the address right?${advice}`,
          { cause: error },
        )
      }
      if (signal?.aborted) throw stoppedWhileStarting()
      if (!logged) log.info(`waiting up to ${waitSeconds} s for the database (${reasonOf(error)})`)
      await sleep(500, undefined, { signal }).catch(() => {})
    } finally {
      await client.end().catch(() => {})
    }
  }
}

/** Reads the files that the URL names, such as sslrootcert. */
function newClient(connection: pg.ClientConfig): pg.Client {
  try {
    return new pg.Client({ ...connection, application_name: 'pro-signal start', connectionTimeoutMillis: 5_000 })
  } catch (error) {
    throw new AppError('invalid', `DATABASE_URL can't be used (${reasonOf(error)}).`, { cause: error })
  }
}

/** The server's certificate couldn't be verified. Waiting doesn't help. */
const CERTIFICATE_CODES = /SELF_SIGNED_CERT|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER|^CERT_|CERT_ALTNAME/
const CERTIFICATE_ADVICE =
  'add sslrootcert=FILE with the certificate of its CA to DATABASE_URL, or sslmode=no-verify to encrypt without verifying it'

/** Poolers reject options that they can't pass on. */
const OPTIONS_REJECTED = /unsupported startup parameter|command-line options/i
const OPTIONS_ADVICE = 'if it is a transaction pooler, set DATABASE_DIRECT_URL to the database itself'

const FATAL_STATES: Record<string, string> = {
  '28P01': 'check user and password in DATABASE_URL',
  '28000': 'check user and password in DATABASE_URL, and the server’s pg_hba.conf',
  '3D000': 'create the database named in DATABASE_URL first',
  '42501': 'as the owner of the database, run GRANT CONNECT ON DATABASE … TO … for the user of DATABASE_URL',
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
