import type { Database } from '../../db/index.ts'
import type { SearchEngine } from './engine.ts'
import { postgresEngine } from './postgres/engine.ts'

/** The engine that the configuration asks for. Until there is an index, PostgreSQL answers for it. */
export function openSearchEngine(_engine: SearchEngine['name'], db: Database): SearchEngine {
  return postgresEngine(db.pool('search'))
}
