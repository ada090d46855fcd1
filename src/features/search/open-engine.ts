import { join } from 'node:path'
import type { Database } from '../../db/index.ts'
import type { Config } from '../../platform/config.ts'
import type { Logger } from '../../platform/log.ts'
import type { SearchEngine } from './engine.ts'
import { IndexEngine, IndexGone, type IndexStatus } from './index-engine/index.ts'
import { postgresEngine } from './postgres/engine.ts'

/** The engine that the configuration asks for, and what it says of itself. */
export interface OpenEngine extends SearchEngine {
  /** Undefined where there is no index. */
  readonly index: IndexStatus | undefined
}

export function openSearchEngine(
  config: Pick<Config, 'SEARCH_ENGINE' | 'SEARCH_INDEX_MB' | 'DATA_DIR'>,
  db: Database,
  log: Logger,
): OpenEngine {
  const twin = postgresEngine(db.pool('search'))
  if (config.SEARCH_ENGINE === 'postgres') return { ...twin, index: undefined }
  const index = new IndexEngine({
    direct: db.direct,
    file: join(config.DATA_DIR, 'search-index'),
    mostBytes: config.SEARCH_INDEX_MB * 2 ** 20,
    log,
  })
  return indexBeforeTwin(index, twin)
}

/** The index answers while it is ready; else, and when its thread ends under a question, the twin does. */
export function indexBeforeTwin(index: IndexEngine, twin: SearchEngine): OpenEngine {
  async function ask<T>(question: (engine: SearchEngine) => Promise<T>): Promise<T> {
    if (!index.status.isReady) return question(twin)
    try {
      return await question(index)
    } catch (error) {
      if (error instanceof IndexGone) return question(twin)
      throw error
    }
  }
  return {
    get name() {
      return index.status.isReady ? index.name : twin.name
    },
    get index() {
      return index.status
    },
    get position() {
      return index.status.isReady ? index.status.position : undefined
    },
    page: (search) => ask((engine) => engine.page(search)),
    evidence: (search) => ask((engine) => engine.evidence(search)),
    async close() {
      await index.close()
      await twin.close()
    },
  }
}
