// Wakes the pages that wait for a change. One round for all teams of a node asks whether anything happened that may concern
// a team, so a waiting page costs nothing, and a team is asked about in detail only if something did. There are rounds only
// while somebody waits.

import { setTimeout as sleep } from 'node:timers/promises'

/** Of what passes from a commit to a page, this is half in the mean. */
const ROUND_MS = 200
/** After a round that took longer. */
const MIN_PAUSE_MS = 50

interface Waiter {
  readonly teamId: string
  /** The stamp that the page has. */
  readonly known: string
  readonly signal: AbortSignal
}

interface Feeds {
  /** Follows what happened, and returns the teams of which each page must ask again. */
  readonly run: (teamIds: ReadonlySet<string>) => Promise<ReadonlySet<string>>
  readonly stampOf: (teamId: string) => string | undefined
}

export class FeedRounds {
  readonly #feeds: Feeds
  readonly #waiters = new Map<Waiter, () => void>()
  #running = false

  constructor(feeds: Feeds) {
    this.#feeds = feeds
  }

  /** Until the team's feed may have another stamp, the time is over, or the signal aborts. */
  async wait(waiter: Waiter, maxMs: number): Promise<void> {
    if (waiter.signal.aborted) return
    const woken = new AbortController()
    this.#waiters.set(waiter, () => woken.abort())
    if (!this.#running) void this.#run()
    await sleep(maxMs, undefined, { signal: AbortSignal.any([woken.signal, waiter.signal]) }).catch(() => {})
    this.#waiters.delete(waiter)
  }

  async #run(): Promise<void> {
    this.#running = true
    while (this.#waiters.size > 0) {
      const begun = performance.now()
      const teamIds = new Set([...this.#waiters.keys()].map(({ teamId }) => teamId))
      // If the database doesn't answer, every page asks for itself and gets the error.
      const others = await this.#feeds.run(teamIds).catch(() => teamIds)
      for (const [{ teamId, known }, wake] of this.#waiters)
        if (others.has(teamId) || this.#feeds.stampOf(teamId) !== known) wake()
      await sleep(Math.max(MIN_PAUSE_MS, begun + ROUND_MS - performance.now()))
    }
    this.#running = false
  }
}
