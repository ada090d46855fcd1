// Works on rows of an outbox that any number of processes share. A row is claimed until a time, worked on without a
// transaction, and settled. A killed process's claim expires on its own. Settling checks the number of the claim, so a
// process whose claim has expired overwrites nothing.

const POLL_MS = 1_000

export interface Claim<Item> {
  readonly items: readonly Item[]
  /** Whether other rows are due that wait for those in flight. */
  readonly hasMore: boolean
}

interface ClaimLoopOptions<Item> {
  /** Claims due rows, up to the room left by those in flight. */
  readonly claim: (underWay: number) => Promise<Claim<Item>>
  /** Works on one item and settles it. If it rejects, the claim expires, and the item is retried. */
  readonly work: (item: Item, signal: AbortSignal) => Promise<void>
  readonly onError: (error: unknown) => void
  /** How long a stop waits for items in flight before it aborts them. */
  readonly stopMs: number
}

export class ClaimLoop<Item> {
  readonly #options: ClaimLoopOptions<Item>
  readonly #underWay = new Set<Promise<void>>()
  readonly #abort = new AbortController()
  #timer: NodeJS.Timeout | undefined
  #claiming: Promise<void> | undefined
  #isWoken = false
  #isStopped = false
  #hasMore = false

  constructor(options: ClaimLoopOptions<Item>) {
    this.#options = options
  }

  /** Checks the outbox now and every second, and on each `wake`. */
  start(): void {
    this.#timer = setInterval(() => this.wake(), POLL_MS)
    this.wake()
  }

  /** Something may be due. */
  wake(): void {
    if (this.#isStopped) return
    this.#isWoken = true
    this.#claiming ??= this.#claimAll().finally(() => {
      this.#claiming = undefined
    })
  }

  /** Waits until the due items for which there is room are done. */
  async settled(): Promise<void> {
    this.wake()
    while (this.#claiming || this.#underWay.size > 0) {
      await this.#claiming
      await Promise.all(this.#underWay)
    }
  }

  /** Stops claiming, and waits for items in flight. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    this.#isStopped = true
    this.#isWoken = false
    await this.#claiming
    const cut = setTimeout(() => this.#abort.abort(), this.#options.stopMs)
    await Promise.all(this.#underWay)
    clearTimeout(cut)
  }

  async #claimAll(): Promise<void> {
    try {
      while (this.#isWoken) {
        this.#isWoken = false
        const { items, hasMore } = await this.#options.claim(this.#underWay.size)
        this.#hasMore = hasMore
        for (const item of items) this.#begin(item)
      }
    } catch (error) {
      this.#options.onError(error)
    }
  }

  #begin(item: Item): void {
    const working = this.#options
      .work(item, this.#abort.signal)
      .catch((error: unknown) => this.#options.onError(error))
      .finally(() => {
        this.#underWay.delete(working)
        if (this.#hasMore || this.#isWoken) this.wake()
      })
    this.#underWay.add(working)
  }
}
