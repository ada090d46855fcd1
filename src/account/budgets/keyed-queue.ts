/**
 * Runs work one at a time per key, in order of arrival. The charges of one team are serialised by its row anyway.
 * Waiting here instead keeps a busy team from filling the pool with connections that wait for each other while all
 * other teams queue. Work queued behind a failure fails with it, so that requests don't wait for an unavailable
 * database one after the other.
 */
export class KeyedQueue {
  readonly #last = new Map<string, Promise<unknown>>()

  run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const running = this.#last.get(key)?.then(work) ?? work()
    this.#last.set(key, running)
    const leave = () => {
      if (this.#last.get(key) === running) this.#last.delete(key)
    }
    running.then(leave, leave)
    return running
  }
}
