// Batches that are written at the same time, with the records of each company in their order: a company is in one lane in
// every batch, and the transactions of a lane run one after the other. So while one lane waits for the database, another one
// computes, and no lane waits for the slowest one of its batch.

/** More than two: a transaction waits for the database about as long as it computes. */
export const LANES = 3

export class Lanes {
  #turn: Promise<void> = Promise.resolve()
  /** The last transaction of each lane. After a failure, the lane takes no more. */
  readonly #last: Promise<unknown>[] = Array.from({ length: LANES }, () => Promise.resolve())

  /** Starts the transactions of a batch once those of the previous batch have started. */
  inTurn<T>(start: () => Promise<T[]>): Promise<T[]> {
    const started = this.#turn.then(start)
    this.#turn = started.then(
      () => {},
      () => {},
    )
    return started
  }

  /** Without a lane, the work waits for all lanes, and they wait for it. */
  run<T>(lane: number | undefined, work: () => Promise<T>): Promise<T> {
    const lanes = lane === undefined ? [...this.#last.keys()] : [lane]
    const result = Promise.all(lanes.map((each) => this.#last[each])).then(work)
    for (const each of lanes) this.#last[each] = result
    return result
  }
}
