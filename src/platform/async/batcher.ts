/**
 * Combines many single requests into few batches. While `concurrency` batches are running, new items queue up; they are
 * sent together as soon as a batch is done. An item never waits for others to join it, and batches grow with the load.
 * A batch that fails is retried item by item, unless `failsTogether` says that this is pointless.
 */
export class Batcher<Item, Result> {
  readonly #run: (items: Item[]) => Promise<Result[]>
  readonly #options: BatcherOptions
  #queue: Queued<Item, Result>[] = []
  #running = 0

  constructor(run: (items: Item[]) => Promise<Result[]>, options: BatcherOptions) {
    this.#run = run
    this.#options = options
  }

  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ item, resolve, reject })
      this.#start()
    })
  }

  #start(): void {
    const { concurrency, maxBatchSize } = this.#options
    while (this.#running < concurrency && this.#queue.length > 0) {
      this.#running++
      void this.#settle(this.#queue.splice(0, maxBatchSize)).finally(() => {
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
      if (batch.length === 1 || this.#options.failsTogether(error)) {
        for (const { reject } of batch) reject(error)
        return
      }
      for (const one of batch) await this.#settle([one])
    }
  }
}

interface BatcherOptions {
  /** The maximum number of concurrent batches. */
  readonly concurrency: number
  /** The maximum number of items in a batch. */
  readonly maxBatchSize: number
  /** Whether an error concerns the whole batch (an outage), or may be caused by one item. */
  readonly failsTogether: (error: unknown) => boolean
}

interface Queued<Item, Result> {
  readonly item: Item
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}
