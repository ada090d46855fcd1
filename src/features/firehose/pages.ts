// The news of the log in memory, shared by all endpoints of a process.
//
// A page covers a stretch of positions and has the news in it, each with its body made once for all endpoints. Pages
// are loaded when a reader asks for one: those who are caught up all stand at the same place, so the newest page is
// read once and serves them all; one that lags asks for older pages, and those near it share them. Pages do not overlap.
// What is kept is bounded by a number of events and of bytes, whatever is waiting in the log; a reader that finds its
// page gone asks for it again.

import { setTimeout as sleep } from 'node:timers/promises'
import { firstFrom } from '../../platform/sorted.ts'

/** An event, ready to be sent. */
export interface Dispatch {
  readonly position: number
  readonly type: string
  readonly signalId: string
  readonly body: Uint8Array
}

export interface LoadedPage {
  readonly events: readonly Dispatch[]
  /** All news up to here is in `events`. */
  readonly position: number
}

interface Page {
  readonly from: number
  to: number
  readonly events: Dispatch[]
  bytes: number
  readonly loadedAt: number
  usedAt: number
}

export type Next =
  | { readonly event: Dispatch }
  /** Nothing is wanted up to here. */
  | { readonly upTo: number }
  /** Being read, or there is nothing yet: whoever asked is called when it is worth asking again. */
  | undefined

export interface PagesOptions {
  readonly load: (after: number, most: number, until: number) => Promise<LoadedPage>
  readonly onError: (error: unknown) => void
  readonly now?: () => number
  readonly mostEvents?: number
  readonly mostBytes?: number
}

const PAGE_EVENTS = 128
/** A company's name as it is now: a page that lies around is read anew. */
const PAGE_LIVES_MS = 60_000
const MOST_LOADS = 3
const AGAIN_AFTER_MS = 250

export class Pages {
  readonly #options: Required<PagesOptions>
  /** In the order of positions. */
  readonly #pages: Page[] = []
  readonly #waiting = new Map<number, Set<() => void>>()
  readonly #idle = new Set<() => void>()
  readonly #started = new Set<number>()
  #loading = 0
  #head = 0
  #events = 0
  #bytes = 0

  constructor(options: PagesOptions) {
    this.#options = { now: Date.now, mostEvents: 16_384, mostBytes: 64 * 2 ** 20, ...options }
  }

  get head(): number {
    return this.#head
  }

  get size(): { events: number; bytes: number } {
    return { events: this.#events, bytes: this.#bytes }
  }

  /** The log has grown. */
  advance(head: number): void {
    if (head <= this.#head) return
    this.#head = head
    const idle = [...this.#idle]
    this.#idle.clear()
    for (const wake of idle) wake()
  }

  /** What follows a position. Without an answer, `wake` is called once when there may be one. */
  next(after: number, wake: () => void): Next {
    const page = this.#find(after)
    if (page) {
      page.usedAt = this.#options.now()
      const place = firstAfter(page.events, after)
      if (place >= page.events.length / 2) this.#readAhead(page.to)
      const event = page.events[place]
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

  /** Whoever has half of a page behind will want the next one. */
  #readAhead(after: number): void {
    if (after >= this.#head || this.#waiting.has(after) || this.#find(after)) return
    this.#waiting.set(after, new Set())
    this.#loadMore()
  }

  /** An event that happens to be here. */
  peek(position: number): Dispatch | undefined {
    const page = this.#find(position - 1)
    const event = page?.events[firstAfter(page.events, position - 1)]
    return event?.position === position ? event : undefined
  }

  #loadMore(): void {
    for (const [after, wakes] of this.#waiting) {
      if (this.#loading >= MOST_LOADS) return
      if (this.#started.has(after)) continue
      this.#started.add(after)
      this.#loading += 1
      void this.#load(after)
        .catch((error: unknown) => {
          this.#options.onError(error)
          return sleep(AGAIN_AFTER_MS)
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
    const head = this.#head
    const loaded = await this.#options.load(after, PAGE_EVENTS, until)
    // No news although the log had grown: retention has taken all of it.
    const reached = loaded.position > after ? loaded.position : head
    // Another load may have covered a part of it meanwhile: pages do not overlap.
    const to = Math.min(reached, this.#pages.find(({ from }) => from > after)?.from ?? Number.MAX_SAFE_INTEGER)
    if (to <= after || this.#find(after)) return
    const events = loaded.events.filter(({ position }) => position <= to)
    const bytes = events.reduce((sum, { body }) => sum + body.byteLength, 0)
    const now = this.#options.now()
    const previous = this.#pages.findLast((page) => page.to === after)
    if (previous && previous.events.length + events.length <= PAGE_EVENTS && now - previous.loadedAt < PAGE_LIVES_MS) {
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
    const { mostEvents, mostBytes } = this.#options
    for (const page of this.#pages.filter(({ loadedAt }) => now - loadedAt >= PAGE_LIVES_MS)) this.#drop(page)
    while (
      this.#pages.length > 1 &&
      (this.#events > mostEvents || this.#bytes > mostBytes || this.#pages.length > 1_024)
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

function firstAfter(events: readonly Dispatch[], after: number): number {
  return firstFrom(events, after + 1, ({ position }) => position)
}
