import type { Queryable } from '../../db/index.ts'
import { readPage } from './companies.ts'
import type { CompanyCache } from './company-cache.ts'
import type { Caller, Search, SearchEngine } from './engine.ts'

/** Searches, and reads the companies of the page. */
export async function findPage(
  engine: SearchEngine,
  db: Queryable,
  cache: CompanyCache,
  search: Omit<Search, 'show'>,
  caller: Caller,
) {
  const found = await engine.page({ ...search, show: true }, caller)
  caller.signal?.throwIfAborted()
  const read = () => readPage(db, cache, found, search.query, search.asOf)
  // Without the signals to show, they are searched for.
  const companies = await (found.shown || !engine.turn ? read() : engine.turn(caller, read))
  return { found, companies }
}
