import { ListSets } from '../../account/lists/index.ts'
import type { Queryable } from '../../db/index.ts'
import { replyCache } from '../../platform/async/reply-cache.ts'
import { SharedWork } from '../../platform/async/shared-work.ts'
import type { SearchEngine } from '../engine.ts'
import { OccurringValues } from '../values/occurring-values.ts'
import { CompanyCache } from './company-cache.ts'

/**
 * A page as it was sent. It is valid for one log position, which advances with every change to facts, ranks and
 * signals, and for one day, because windows count days. The log doesn't record when a signal was last seen, so a page
 * expires after a few seconds.
 */
export interface CachedPage {
  readonly body: Buffer
  readonly companyIds: readonly string[]
  readonly position: number
  readonly day: number
  readonly madeAt: number
}

/** What is sent of it, and the companies that it is charged for. */
export type SentPage = Pick<CachedPage, 'body' | 'companyIds'>

/** One per process, for all scopes that mount the routes. */
export class SearchCaches {
  readonly pages = replyCache<CachedPage>()
  readonly companies: CompanyCache
  /** Pages in progress. */
  readonly making = new SharedWork<SentPage>()

  readonly values: OccurringValues
  readonly lists: ListSets

  /** Returns what is shown of a page's companies. */
  readonly rows: Queryable

  constructor(db: Queryable, engine: SearchEngine, rows: Queryable = db) {
    this.rows = rows
    this.companies = new CompanyCache(rows)
    this.values = new OccurringValues(db, engine)
    this.lists = new ListSets(db)
  }
}
