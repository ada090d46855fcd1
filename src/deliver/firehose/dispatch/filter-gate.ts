import { type FilterVersion, filterAt, passesFilter } from '../filters/filter.ts'
import type { CompanyPasses } from '../log-pages/company-passes.ts'
import type { OutboundEvent, PageCache } from '../log-pages/page-cache.ts'

/** Events to test against the filter before other endpoints get a turn. */
const MAX_LOOKS = 256

/** Tests events against the filter of their position, a bounded number in each turn of the endpoint. */
export class FilterGate {
  readonly #pages: Pick<PageCache, 'upcoming'>
  #looksLeft = 0

  constructor(pages: Pick<PageCache, 'upcoming'>) {
    this.#pages = pages
  }

  startTurn(): void {
    this.#looksLeft = MAX_LOOKS
  }

  get isTurnOver(): boolean {
    return this.#looksLeft === 0
  }

  /** Undefined: not known yet, or it is other endpoints' turn. */
  passes(
    event: OutboundEvent,
    filters: readonly FilterVersion[],
    passes: CompanyPasses | undefined,
  ): boolean | undefined {
    const filter = filterAt(filters, event.position)
    if (!filter) return true
    if (this.isTurnOver) return undefined
    this.#looksLeft -= 1
    if (!passesFilter(filter, event.facts)) return false
    const { onceDays } = filter
    if (onceDays === undefined || !passes) return true
    const upcoming = () => this.#pages.upcoming(event.position).filter(({ facts }) => passesFilter(filter, facts))
    return passes.decide(event, onceDays, upcoming)
  }
}
