import type { Queryable } from '../../db/index.ts'
import type { SignalType } from '../../meaning/types/index.ts'
import { negatedTypes } from '../../query/index.ts'
import type { Caller, Search, SearchEngine } from '../engine.ts'
import { readPage } from './companies.ts'
import type { CompanyCache } from './company-cache.ts'
import { explainEmpty } from './explain-empty.ts'

/** Companies that match but aren't monitored for all types under NOT. */
export interface NotMonitored {
  readonly types: readonly SignalType[]
  readonly companies: number
}

/**
 * Searches, and reads the companies of the page. With `explain`, returns `notLooked` if there are any. With `isPlain`,
 * returns why nothing was found.
 */
export async function findPage(
  engine: SearchEngine,
  db: Queryable,
  cache: CompanyCache,
  { isPlain, ...search }: Omit<Search, 'show'> & { readonly isPlain?: boolean },
  caller: Caller,
) {
  const found = await engine.page({ ...search, show: true }, caller)
  caller.signal?.throwIfAborted()
  const read = () => readPage(db, cache, found, search.query, search.asOf)
  // Without the keys of the signals to show, it searches for them.
  const companies = await (found.shown || !engine.turn ? read() : engine.turn(caller, read))
  const notLooked = search.explain ? await countNotMonitored(engine, search, found.total, caller) : undefined
  const reasons = isPlain && found.total === 0 ? await explainEmpty(engine, search, caller) : []
  return { found, companies, notLooked, reasons }
}

async function countNotMonitored(
  engine: SearchEngine,
  search: Omit<Search, 'show'>,
  total: number,
  caller: Caller,
): Promise<NotMonitored | undefined> {
  const types = negatedTypes(search.query)
  if (types.length === 0 || total === 0) return undefined
  const watched = [...new Set([...(search.filters.watched ?? []), ...types])]
  const filters = { ...search.filters, watched }
  // Only the total is used. Sorting by heat ranks nothing.
  const counted = { ...search, filters, sort: 'heat', offset: 0, limit: 1, explain: false } as const
  const looked = await engine.page(counted, caller)
  // The second search may see more than the first.
  return looked.total < total ? { types, companies: total - looked.total } : undefined
}
