interface Running<Result> {
  readonly result: Promise<Result>
  readonly end: AbortController
  callers: number
}

/** Concurrent callers that request the same thing share the work. It is aborted when the last caller leaves. */
export class SharedWork<Result> {
  readonly #running = new Map<string, Running<Result>>()

  async run(
    key: string,
    signal: AbortSignal | undefined,
    start: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    signal?.throwIfAborted()
    const running = this.#running.get(key) ?? this.#start(key, start)
    running.callers++
    const gone = Promise.withResolvers<never>()
    const leave = () => {
      gone.reject(signal?.reason)
      if (--running.callers > 0) return
      if (this.#running.get(key) === running) this.#running.delete(key)
      running.end.abort(signal?.reason)
    }
    signal?.addEventListener('abort', leave)
    try {
      return await Promise.race([running.result, gone.promise])
    } finally {
      signal?.removeEventListener('abort', leave)
    }
  }

  #start(key: string, start: (signal: AbortSignal) => Promise<Result>): Running<Result> {
    const end = new AbortController()
    const running: Running<Result> = { result: start(end.signal), end, callers: 0 }
    this.#running.set(key, running)
    running.result
      .finally(() => {
        if (this.#running.get(key) === running) this.#running.delete(key)
      })
      // Each caller handles the error.
      .catch(() => {})
    return running
  }
}
