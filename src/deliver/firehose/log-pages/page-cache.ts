// A cache of the log's new events, shared by all endpoints of a process.
//
// A page covers a range of positions and has the events in it, each with a body that is serialised once for all
// endpoints. Pages are loaded on demand. Readers that are caught up are all at the same position, so the newest page is
// read once and serves them all. A reader that lags loads older pages, and others near it share them. Pages do not
// overlap. The cache is bounded by a number of events and of bytes, however much is waiting in the log. A reader whose
// page was evicted loads it again.

import { setTimeout as sleep } from 'node:timers/promises'
import { lowerBound } from '../../../platform/binary-search.ts'
import type { EventFacts } from '../filters/filter.ts'

/** An event with its request body, and the input of filters. */
export interface OutboundEvent {
  readonly position: number
  readonly eventId: string
  readonly type: string
  readonly signalId: string
  readonly body: Uint8Array
  readonly facts: EventFacts
}

export interface LoadedPage {
  readonly events: readonly OutboundEvent[]
  /** `events` has every new event up to here. */
  readonly position: number
}

interface Page {
  readonly from: number
  to: number
  readonly events: OutboundEvent[]
  bytes: number
  readonly loadedAt: number
  usedAt: number
}

export type Next =
  | { readonly event: OutboundEvent }
  /** There are no events up to here. */
  | { readonly upTo: number }
  /** The page is being loaded, or the log ends here. The caller's `wake` is called when it should try again. */
  | undefined

interface PageCacheOptions {
  readonly load: (after: number, limit: number, until: number) => Promise<LoadedPage>
  readonly onError: (error: unknown) => void
  readonly now?: () => number
  readonly maxEvents?: number
  readonly maxBytes?: number
}

const PAGE_EVENTS = 128
/** Pages expire, because a company's name in them may have changed. */
const PAGE_TTL_MS = 60_000
const MAX_PAGES = 1_024
const MAX_LOADS = 3
const RETRY_AFTER_MS = 250

export class PageCache {
  readonly #options: Required<PageCacheOptions>
  /** Sorted by position. */
  readonly #pages: Page[] = []
  readonly #waiting = new Map<number, Set<() => void>>()
  readonly #idle = new Set<() => void>()
  readonly #started = new Set<number>()
  #loading = 0
  #generation = 0
  #head = 0
  #events = 0
  #bytes = 0

  constructor(options: PageCacheOptions) {
    this.#options = { now: Date.now, maxEvents: 16_384, maxBytes: 64 * 2 ** 20, ...options }
  }

  get head(): number {
    return this.#head
  }

  get size(): { events: number; bytes: number } {
    return { events: this.#events, bytes: this.#bytes }
  }

  /** Reads everything again, because filters need more than the pages have. */
  clear(): void {
    this.#generation += 1
    for (const page of [...this.#pages]) this.#drop(page)
  }

  /** The log has grown. */
  advance(head: number): void {
    if (head <= this.#head) return
    this.#head = head
    const idle = [...this.#idle]
    this.#idle.clear()
    for (const wake of idle) wake()
  }

  /** The event after a position. If the result is undefined, `wake` is called once when there may be one. */
  next(after: number, wake: () => void): Next {
    const page = this.#find(after)
    if (page) {
      page.usedAt = this.#options.now()
      const index = firstAfter(page.events, after)
      if (index >= page.events.length / 2) this.#readAhead(page.to)
      const event = page.events[index]
      return event ? { event } : { upTo: page.to }
    }
    if (after >= this.#head) {
      this.#idle.add(wake)
      return undefined
    }
    const waiting = this.#waiting.get(after)
    if (waiting) waiting.add(wake)
    else {
      this.#waiting.set(after, new Set([wake]))
      this.#loadMore()
    }
    return undefined
  }

  /** A reader past the middle of a page will need the next one. */
  #readAhead(after: number): void {
    if (after >= this.#head || this.#waiting.has(after) || this.#find(after)) return
    this.#waiting.set(after, new Set())
    this.#loadMore()
  }

  /** The event if it is cached. */
  peek(position: number): OutboundEvent | undefined {
    const page = this.#find(position - 1)
    const event = page?.events[firstAfter(page.events, position - 1)]
    return event?.position === position ? event : undefined
  }

  /** The events after a position that are cached in the same page. */
  upcoming(after: number): readonly OutboundEvent[] {
    const page = this.#find(after)
    return page ? page.events.slice(firstAfter(page.events, after)) : []
  }

  #loadMore(): void {
    for (const [after, wakes] of this.#waiting) {
      if (this.#loading >= MAX_LOADS) return
      if (this.#started.has(after)) continue
      this.#started.add(after)
      this.#loading += 1
      void this.#load(after)
        .catch((error: unknown) => {
          this.#options.onError(error)
          return sleep(RETRY_AFTER_MS)
        })
        .finally(() => {
          this.#loading -= 1
          this.#started.delete(after)
          this.#waiting.delete(after)
          for (const wake of wakes) wake()
          this.#loadMore()
        })
    }
  }

  async #load(after: number): Promise<void> {
    const until = this.#pages.find(({ from }) => from > after)?.from ?? Number.MAX_SAFE_INTEGER
    const [head, generation] = [this.#head, this.#generation]
    const loaded = await this.#options.load(after, PAGE_EVENTS, until)
    if (generation !== this.#generation) return
    // No events although the log had grown: retention has dropped them.
    const reached = loaded.position > after ? loaded.position : head
    // Another load may have covered a part of this range in the meantime. Pages do not overlap.
    const to = Math.min(reached, this.#pages.find(({ from }) => from > after)?.from ?? Number.MAX_SAFE_INTEGER)
    if (to <= after || this.#find(after)) return
    const events = loaded.events.filter(({ position }) => position <= to)
    // The signal in memory takes about as much as its text.
    const bytes = events.reduce((sum, { body }) => sum + 2 * body.byteLength, 0)
    const now = this.#options.now()
    const previous = this.#pages.findLast((page) => page.to === after)
    if (previous && previous.events.length + events.length <= PAGE_EVENTS && now - previous.loadedAt < PAGE_TTL_MS) {
      previous.events.push(...events)
      previous.to = to
      previous.bytes += bytes
    } else {
      const at = this.#pages.findIndex(({ from }) => from > after)
      const page = { from: after, to, events, bytes, loadedAt: now, usedAt: now }
      this.#pages.splice(at === -1 ? this.#pages.length : at, 0, page)
    }
    this.#events += events.length
    this.#bytes += bytes
    this.#evict(now)
  }

  #find(after: number): Page | undefined {
    let [low, high] = [0, this.#pages.length - 1]
    while (low <= high) {
      const middle = (low + high) >> 1
      const page = this.#pages[middle]
      if (!page) return undefined
      if (after < page.from) high = middle - 1
      else if (after >= page.to) low = middle + 1
      else return page
    }
    return undefined
  }

  #evict(now: number): void {
    const { maxEvents, maxBytes } = this.#options
    for (const page of this.#pages.filter(({ loadedAt }) => now - loadedAt >= PAGE_TTL_MS)) this.#drop(page)
    while (
      this.#pages.length > 1 &&
      (this.#events > maxEvents || this.#bytes > maxBytes || this.#pages.length > MAX_PAGES)
    ) {
      this.#drop(this.#pages.reduce((oldest, page) => (page.usedAt < oldest.usedAt ? page : oldest)))
    }
  }

  #drop(page: Page): void {
    this.#pages.splice(this.#pages.indexOf(page), 1)
    this.#events -= page.events.length
    this.#bytes -= page.bytes
  }
}

function firstAfter(events: readonly OutboundEvent[], after: number): number {
  return lowerBound(events, after + 1, ({ position }) => position)
}
