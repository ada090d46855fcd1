// Works on rows of an outbox that any number of processes share. A row is claimed until a time, worked on without a
// transaction, and settled. The claim of a process that was killed ends by itself, and a settled row carries the number of
// its claim, so that a process whose claim has ended overwrites nothing.

const POLL_MS = 1_000

export interface Claim<Item> {
  readonly items: readonly Item[]
  /** Whether others are due that wait for those under way. */
  readonly hasMore: boolean
}

interface ClaimLoopOptions<Item> {
  /** Claims what is due, as far as there is room next to what is under way. */
  readonly claim: (underWay: number) => Promise<Claim<Item>>
  /** Works on one item and settles it. If it rejects, the claim ends by itself, and the item comes again. */
  readonly work: (item: Item, signal: AbortSignal) => Promise<void>
  readonly onError: (error: unknown) => void
  /** How long a stop waits for items under way before the signal ends them. */
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

  /** Looks at the outbox now and every second, besides each `wake`. */
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

  /** Waits until what is due has been worked on, as far as there is room for it. */
  async settled(): Promise<void> {
    this.wake()
    while (this.#claiming || this.#underWay.size > 0) {
      await this.#claiming
      await Promise.all(this.#underWay)
    }
  }

  /** Claims nothing more, and waits for what is under way. */
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
