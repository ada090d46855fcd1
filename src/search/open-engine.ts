import { join } from 'node:path'
import type { Database } from '../db/index.ts'
import { AppError } from '../platform/app-error.ts'
import type { Config } from '../platform/config/config.ts'
import type { Logger } from '../platform/logger.ts'
import type { Caller, SearchEngine } from './engine.ts'
import { IndexEngine, type IndexStatus, IndexUnavailable, notReadyText } from './index-engine/index.ts'
import { postgresEngine } from './postgres/engine.ts'

/** The engine chosen by the configuration, with the status of its index. */
export interface OpenEngine extends SearchEngine {
  /** Undefined when there is no index. */
  readonly index: IndexStatus | undefined
  /** Why PostgreSQL answers although an index is configured. Undefined while the index answers. */
  readonly reason?: string | undefined
}

export function openSearchEngine(
  config: Pick<Config, 'SEARCH_ENGINE' | 'SEARCH_INDEX_MB' | 'SEARCH_SHARDS' | 'DATA_DIR'>,
  db: Database,
  log: Logger,
): OpenEngine {
  const postgres = openPostgresEngine(db)
  if (config.SEARCH_ENGINE === 'postgres') return { ...postgres, index: undefined }
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
  async function run<T>(search: (engine: SearchEngine) => Promise<T>): Promise<T> {
    if (!index.status.isReady) return search(postgres)
    try {
      return await search(index)
    } catch (error) {
      if (error instanceof IndexUnavailable) return search(postgres)
      throw error
    }
  }
  return {
    get name() {
      return index.status.isReady ? index.name : postgres.name
    },
    get index() {
      return index.status
    },
    get reason() {
      return notReadyText(index.status)
    },
    get position() {
      const { isReady, position } = index.status
      return isReady ? position : undefined
    },
    page: (search, caller) => run((engine) => engine.page(search, caller)),
    turn: (caller, work) => postgres.turn?.(caller, work) ?? work(),
    // PostgreSQL counts only if there will be no index, because it reads every signal.
    values: () => (index.status.isDisabled && postgres.values ? postgres.values() : index.values()),
    evidence: (search, caller) => run((engine) => engine.evidence(search, caller)),
    async close() {
      await index.close()
      await postgres.close()
    },
  }
}
