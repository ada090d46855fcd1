import type { FastifyInstance } from 'fastify'
import { Budgets } from '../account/budgets/index.ts'
import { DossierReplies } from '../api/dossiers/index.ts'
import type { ExploreParts } from '../api/explore/index.ts'
import { SliceCache, SlicePages } from '../api/slices/index.ts'
import { type Database, DatabaseClock } from '../db/index.ts'
import { PAGE_SIZE_MAX, QUERY_SET_RECORDS_MAX, SearchCaches, type SearchEngine } from '../search/index.ts'

/** The limits of one page, for the routes that show them. */
export const PAGE_LIMITS = { pageSizeMax: PAGE_SIZE_MAX, querySetRecordsMax: QUERY_SET_RECORDS_MAX }

/** The parts that answer queries about companies, shared by the API and the explore page. */
export function searchParts(app: FastifyInstance, db: Database, engine: SearchEngine): ExploreParts {
  const read = db.pool('read')
  db.replica?.follow(() => engine.position)
  const rows = db.replica?.reads ?? read
  const slices = new SliceCache(read, {
    onBroken: (broken) => app.log.warn({ broken }, 'stored slices that this version does not understand'),
  })
  return {
    engine,
    searchCaches: new SearchCaches(read, engine, rows),
    dossiers: new DossierReplies(rows, slices, () => engine.position),
    budgets: new Budgets(db.pool('charge')),
    slices,
    slicePages: new SlicePages(read, () => engine),
    clock: new DatabaseClock(read),
    read,
  }
}
