import { join } from 'node:path'
import type { Database } from '../db/index.ts'
import { AppError } from '../platform/app-error.ts'
import type { Config } from '../platform/config/config.ts'
import type { Logger } from '../platform/logger.ts'
import { ClickHouseEngine, ClickHouseUnavailable, Servers } from './clickhouse/index.ts'
import type { Caller, SearchEngine } from './engine.ts'
import { IndexEngine, type IndexStatus, IndexUnavailable, notReadyText } from './index-engine/index.ts'
import { postgresEngine } from './postgres/engine.ts'

/** The engine chosen by the configuration, with the status of its index. */
export interface OpenEngine extends SearchEngine {
  /** Undefined when there is no index. */
  readonly index: IndexStatus | undefined
  /** Undefined when ClickHouse isn't the engine. */
  readonly clickhouse?: { readonly isReady: boolean; readonly lagSeconds: number; readonly askedAt: number }
  /** Why PostgreSQL answers although another engine is configured. Undefined while that one answers. */
  readonly reason?: string | undefined
}

export function openSearchEngine(
  config: Pick<
    Config,
    | 'SEARCH_ENGINE'
    | 'SEARCH_INDEX_MB'
    | 'SEARCH_SHARDS'
    | 'DATA_DIR'
    | 'CLICKHOUSE_URL'
    | 'CLICKHOUSE_DATABASE'
    | 'CLICKHOUSE_CLUSTER'
  >,
  db: Database,
  log: Logger,
): OpenEngine {
  const postgres = openPostgresEngine(db)
  if (config.SEARCH_ENGINE === 'postgres') return { ...postgres, index: undefined }
  if (config.SEARCH_ENGINE === 'clickhouse') {
    return clickHouseWithFallback(new ClickHouseEngine(new Servers(config), db, log), postgres)
  }
  const index = new IndexEngine({
    direct: db.direct,
    file: join(config.DATA_DIR, 'search-index'),
    maxBytes: config.SEARCH_INDEX_MB * 2 ** 20,
    ...(config.SEARCH_SHARDS > 0 && { shards: config.SEARCH_SHARDS }),
    log,
  })
  return indexWithFallback(index, postgres)
}

/** With a replica, it answers while it has replayed what the search needs. */
export function openPostgresEngine(db: Pick<Database, 'pool' | 'replica'>): SearchEngine {
  const primary = postgresEngine(db.pool('search'))
  const { replica } = db
  if (!replica) return primary
  const onReplica = postgresEngine(replica.pool('search'))
  const read = <T>(caller: Caller | undefined, search: (engine: SearchEngine) => Promise<T>) =>
    replica.read(
      () => search(onReplica),
      () => search(primary),
      // A search that takes too long does so on the primary, too.
      (error) => error instanceof AppError || caller?.signal?.aborted === true,
    )
  return {
    name: 'postgres',
    page: (search, caller) => read(caller, (engine) => engine.page(search, caller)),
    evidence: (search, caller) => read(caller, (engine) => engine.evidence(search, caller)),
    values: () => read(undefined, (engine) => (engine as Required<SearchEngine>).values()),
    turn: (caller, work) => primary.turn?.(caller, work) ?? work(),
    async close() {
      await onReplica.close()
      await primary.close()
    },
  }
}

/**
 * The index answers while it is ready and known to be fresh. Otherwise, and when the index thread ends during a search,
 * PostgreSQL answers.
 */
function indexWithFallback(index: IndexEngine, postgres: SearchEngine): OpenEngine {
  const isReady = () => index.status.isReady
  return {
    ...withFallback(index, postgres, isReady, IndexUnavailable),
    get name() {
      return isReady() ? index.name : postgres.name
    },
    get index() {
      return index.status
    },
    get reason() {
      return notReadyText(index.status)
    },
    get position() {
      return isReady() ? index.status.position : undefined
    },
    // PostgreSQL counts only if there will be no index, because it reads every signal.
    values: () => (index.status.isDisabled && postgres.values ? postgres.values() : index.values()),
  }
}

/** ClickHouse answers while all its shards do and are known to be fresh. Otherwise PostgreSQL answers. */
function clickHouseWithFallback(engine: ClickHouseEngine, postgres: SearchEngine): OpenEngine {
  const isReady = () => engine.watch.status.tables.length > 0
  return {
    ...withFallback(engine, postgres, isReady, ClickHouseUnavailable),
    get name() {
      return isReady() ? engine.name : postgres.name
    },
    index: undefined,
    get clickhouse() {
      const { lagSeconds, askedAt } = engine.watch.status.contact
      return { isReady: isReady(), lagSeconds, askedAt }
    },
    get reason() {
      return engine.watch.status.reason
    },
    get position() {
      return engine.position
    },
    ...(postgres.values && { values: postgres.values }),
  }
}

/** Searches go to the engine while it is ready, and to PostgreSQL otherwise and when the engine becomes unavailable. */
function withFallback(
  engine: SearchEngine,
  postgres: SearchEngine,
  isReady: () => boolean,
  Unavailable: new (...given: never[]) => Error,
): Pick<SearchEngine, 'page' | 'evidence' | 'close'> & Required<Pick<SearchEngine, 'turn'>> {
  async function run<T>(search: (engine: SearchEngine) => Promise<T>): Promise<T> {
    if (!isReady()) return search(postgres)
    try {
      return await search(engine)
    } catch (error) {
      if (error instanceof Unavailable) return search(postgres)
      throw error
    }
  }
  return {
    page: (search, caller) => run((each) => each.page(search, caller)),
    evidence: (search, caller) => run((each) => each.evidence(search, caller)),
    turn: (caller, work) => postgres.turn?.(caller, work) ?? work(),
    async close() {
      await engine.close()
      await postgres.close()
    },
  }
}
