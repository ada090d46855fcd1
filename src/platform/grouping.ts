/**
 * Combines many single requests into few batches. While `concurrency` batches are running, new items queue up; they go
 * out together as soon as one batch is done. An item never waits for others to join it, and batches grow with the load.
 * A batch that fails is retried item by item, unless `failsTogether` says that this is pointless.
 */
export class Grouping<Item, Result> {
  readonly #run: (items: Item[]) => Promise<Result[]>
  readonly #options: GroupingOptions
  #queue: Queued<Item, Result>[] = []
  #running = 0

  constructor(run: (items: Item[]) => Promise<Result[]>, options: GroupingOptions) {
    this.#run = run
    this.#options = options
  }

  ask(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ item, resolve, reject })
      this.#start()
    })
  }

  #start(): void {
    const { atOnce, most } = this.#options
    while (this.#running < atOnce && this.#queue.length > 0) {
      this.#running++
      void this.#settle(this.#queue.splice(0, most)).finally(() => {
        this.#running--
        this.#start()
      })
    }
  }

  async #settle(batch: Queued<Item, Result>[]): Promise<void> {
    try {
      const results = await this.#run(batch.map(({ item }) => item))
      for (const [i, { resolve }] of batch.entries()) resolve(results[i] as Result)
    } catch (error) {
      if (batch.length === 1 || this.#options.failsAlike(error)) {
        for (const { reject } of batch) reject(error)
        return
      }
      for (const one of batch) await this.#settle([one])
    }
  }
}

export interface GroupingOptions {
  /** How many batches may run concurrently. */
  readonly atOnce: number
  /** How many items one batch may have. */
  readonly most: number
  /** Whether an error concerns the whole batch (an outage), or may be caused by one item. */
  readonly failsAlike: (error: unknown) => boolean
}

interface Queued<Item, Result> {
  readonly item: Item
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}
