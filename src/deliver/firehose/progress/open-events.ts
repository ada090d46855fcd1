// The events of one endpoint that are started but not finished: in flight, waiting for a retry, or waiting behind
// another event of their signal. The events of one signal form a chain in log order, and only the head of a chain may
// be sent. So they never overtake each other, even across retries and restarts.

import { DueQueue } from './due-queue.ts'

export interface OpenEvent {
  readonly position: number
  readonly signalId: string
  readonly type: string
  attempts: number
  dueAt: number
  inFlight: boolean
  /** It has a row in webhook_retries. Otherwise it is pending in the cursor. */
  stored: boolean
}

export class OpenEvents {
  readonly #byPosition = new Map<number, OpenEvent>()
  readonly #chains = new Map<string, OpenEvent[]>()
  readonly #due = new DueQueue<OpenEvent>()
  readonly #pending = new Set<number>()
  /** Events that a person asked to retry now. */
  readonly #asked = new Set<OpenEvent>()

  get storedCount(): number {
    return this.#byPosition.size - this.#pending.size
  }

  /** Events without a row. Their outcome is unknown if this process dies now. */
  get pending(): ReadonlySet<number> {
    return this.#pending
  }

  at(position: number): OpenEvent | undefined {
    return this.#byPosition.get(position)
  }

  headOf(signalId: string): OpenEvent | undefined {
    return this.#chains.get(signalId)?.[0]
  }

  /** Inserts the event into the chain of its signal, in log order. */
  add(event: OpenEvent): void {
    this.#byPosition.set(event.position, event)
    if (!event.stored) this.#pending.add(event.position)
    const chain = this.#chains.get(event.signalId)
    if (!chain) this.#chains.set(event.signalId, [event])
    else {
      chain.push(event)
      if ((chain.at(-2)?.position ?? 0) > event.position) chain.sort((a, b) => a.position - b.position)
    }
    if (!event.inFlight) this.#due.push(event.dueAt, event)
  }

  /** From now on the event has a row and is no longer pending in the cursor. */
  store(event: OpenEvent): void {
    event.stored = true
    this.#pending.delete(event.position)
  }

  /** The later events of the same signal. */
  waitingBehind(event: OpenEvent): readonly OpenEvent[] {
    return this.#chains.get(event.signalId)?.filter(({ position }) => position > event.position) ?? []
  }

  reschedule(event: OpenEvent, dueAt: number): void {
    event.dueAt = dueAt
    event.inFlight = false
    this.#due.push(dueAt, event)
  }

  /**
   * A person asked for a retry when the event had this many attempts. If there has been another attempt since, the
   * request is done.
   */
  ask(position: number, attempts: number): void {
    const event = this.#byPosition.get(position)
    if (event?.stored && event.attempts === attempts) this.#asked.add(event)
  }

  /** The next event to be retried on request. */
  nextAsked(): OpenEvent | undefined {
    for (const event of this.#asked) {
      if (!event.inFlight && this.headOf(event.signalId) === event) return event
      this.#asked.delete(event)
    }
    return undefined
  }

  /** The event is being sent. */
  start(event: OpenEvent): void {
    event.inFlight = true
    this.#asked.delete(event)
  }

  /** The event is finished: the next one of its signal may be sent. */
  remove(event: OpenEvent, now: number): void {
    this.#byPosition.delete(event.position)
    this.#pending.delete(event.position)
    const chain = this.#chains.get(event.signalId)
    if (!chain) return
    const wasHead = chain[0] === event
    chain.splice(chain.indexOf(event), 1)
    const [next] = chain
    if (!next) this.#chains.delete(event.signalId)
    else if (wasHead && !next.inFlight) this.reschedule(next, Math.min(next.dueAt, now))
  }

  /** The head of a chain that is due next. Removes outdated entries of the queue. */
  nextDue(): OpenEvent | undefined {
    for (let top = this.#due.peek(); top; top = this.#due.peek()) {
      const { due, item } = top
      const isValid =
        this.#byPosition.get(item.position) === item &&
        !item.inFlight &&
        item.dueAt === due &&
        this.headOf(item.signalId) === item
      if (isValid) return item
      this.#due.pop()
    }
    return undefined
  }

  /** The head of every chain. */
  *heads(): Iterable<OpenEvent> {
    for (const [head] of this.#chains.values()) if (head) yield head
  }

  /** The oldest event that matches and may be sent. */
  oldest(matches: (event: OpenEvent) => boolean): OpenEvent | undefined {
    let oldest: OpenEvent | undefined
    for (const head of this.heads()) {
      if (!head.inFlight && matches(head) && (!oldest || head.position < oldest.position)) oldest = head
    }
    return oldest
  }
}
