/**
 * One thing at a time for each key, in the order of arrival. The charges of one team take turns at its row anyway; waiting
 * here instead of there keeps a busy team from filling the pool with connections that wait for each other, while all
 * other teams stand in line. Whoever waits behind a failure shares it: a database that is away is not waited for once
 * per request.
 */
export class Turns {
  readonly #last = new Map<string, Promise<unknown>>()

  take<T>(key: string, work: () => Promise<T>): Promise<T> {
    const turn = this.#last.get(key)?.then(work) ?? work()
    this.#last.set(key, turn)
    const leave = () => {
      if (this.#last.get(key) === turn) this.#last.delete(key)
    }
    turn.then(leave, leave)
    return turn
  }
}
