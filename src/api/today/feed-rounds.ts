// Wakes the pages that wait for a change. One round for all teams of a node checks whether anything happened that may
// concern a team, so a waiting page costs nothing, and a team is checked in detail only if something did. Rounds run
// only while pages wait.

import { setTimeout as sleep } from 'node:timers/promises'

/** On average, half of this is added to the delay from a commit to a page. */
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
  /** Follows the changes, and returns the teams whose pages must each check again. */
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

  /** Until the team's feed may have another stamp, the time is up, or the signal aborts. */
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
      // If the database doesn't answer, every page queries on its own and gets the error.
      const others = await this.#feeds.run(teamIds).catch(() => teamIds)
      for (const [{ teamId, known }, wake] of this.#waiters)
        if (others.has(teamId) || this.#feeds.stampOf(teamId) !== known) wake()
      await sleep(Math.max(MIN_PAUSE_MS, begun + ROUND_MS - performance.now()))
    }
    this.#running = false
  }
}
