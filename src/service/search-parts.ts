import type { FastifyInstance } from 'fastify'
import { type Database, DatabaseClock } from '../db/index.ts'
import { Budgets } from '../features/budgets/index.ts'
import { DossierReplies } from '../features/dossiers/index.ts'
import type { ExploreParts } from '../features/explore/index.ts'
import { PAGE_SIZE_MAX, QUERY_SET_RECORDS_MAX, SearchCaches, type SearchEngine } from '../features/search/index.ts'
import { SliceCache, SlicePages } from '../features/slices/index.ts'

/** The limits of one page, for the routes that show them. */
export const PAGE_LIMITS = { pageSizeMax: PAGE_SIZE_MAX, querySetRecordsMax: QUERY_SET_RECORDS_MAX }

/** The parts that answer queries about companies, shared by the API and the explore page. */
export function searchParts(app: FastifyInstance, db: Database, engine: SearchEngine): ExploreParts {
  const read = db.pool('read')
  const slices = new SliceCache(read, {
    onBroken: (broken) => app.log.warn({ broken }, 'stored slices that this version does not understand'),
  })
  return {
    engine,
    searchCaches: new SearchCaches(read, engine),
    dossiers: new DossierReplies(read, slices, () => engine.position),
    budgets: new Budgets(db.pool('charge')),
    slices,
    slicePages: new SlicePages(read, () => engine),
    clock: new DatabaseClock(read),
    read,
  }
}
