// The events of one endpoint that were begun and are not done: in flight, failed and due again, or waiting behind
// another event of their signal. Events of one signal form a chain in the order of the log, and only the first of a
// chain may be sent: so they never overtake each other, over retries and restarts.

import { DueQueue } from './due-queue.ts'

export interface OpenEvent {
  readonly position: number
  readonly signalId: string
  readonly type: string
  attempts: number
  dueAt: number
  flying: boolean
  /** It has a row of its own. Without one it is pending in the cursor. */
  stored: boolean
}

export class OpenEvents {
  readonly #byPosition = new Map<number, OpenEvent>()
  readonly #chains = new Map<string, OpenEvent[]>()
  readonly #due = new DueQueue<OpenEvent>()
  readonly #pending = new Set<number>()

  get size(): number {
    return this.#byPosition.size
  }

  get storedCount(): number {
    return this.#byPosition.size - this.#pending.size
  }

  /** Those without a row: begun, and of an unknown end if this process dies now. */
  get pending(): ReadonlySet<number> {
    return this.#pending
  }

  at(position: number): OpenEvent | undefined {
    return this.#byPosition.get(position)
  }

  headOf(signalId: string): OpenEvent | undefined {
    return this.#chains.get(signalId)?.[0]
  }

  /** In the order of the log within a signal. */
  add(event: OpenEvent): void {
    this.#byPosition.set(event.position, event)
    if (!event.stored) this.#pending.add(event.position)
    const chain = this.#chains.get(event.signalId)
    if (!chain) this.#chains.set(event.signalId, [event])
    else {
      chain.push(event)
      if ((chain.at(-2)?.position ?? 0) > event.position) chain.sort((a, b) => a.position - b.position)
    }
    if (!event.flying) this.#due.push(event.dueAt, event)
  }

  /** The row that it has from now on takes the place of its mark in the cursor. */
  store(event: OpenEvent): void {
    event.stored = true
    this.#pending.delete(event.position)
  }

  /** Those that wait behind it. */
  behind(event: OpenEvent): readonly OpenEvent[] {
    return this.#chains.get(event.signalId)?.filter(({ position }) => position > event.position) ?? []
  }

  reschedule(event: OpenEvent, dueAt: number): void {
    event.dueAt = dueAt
    event.flying = false
    this.#due.push(dueAt, event)
  }

  /** Done with it; the next of its signal may go. */
  remove(event: OpenEvent, now: number): void {
    this.#byPosition.delete(event.position)
    this.#pending.delete(event.position)
    const chain = this.#chains.get(event.signalId)
    if (!chain) return
    const wasHead = chain[0] === event
    chain.splice(chain.indexOf(event), 1)
    const [next] = chain
    if (!next) this.#chains.delete(event.signalId)
    else if (wasHead && !next.flying) this.reschedule(next, Math.min(next.dueAt, now))
  }

  /** The first of a chain that comes due next, and when. */
  nextDue(): OpenEvent | undefined {
    for (let top = this.#due.peek(); top; top = this.#due.peek()) {
      const { due, item } = top
      const counts =
        this.#byPosition.get(item.position) === item &&
        !item.flying &&
        item.dueAt === due &&
        this.headOf(item.signalId) === item
      if (counts) return item
      this.#due.pop()
    }
    return undefined
  }

  /** The first of every chain. */
  *heads(): Iterable<OpenEvent> {
    for (const [head] of this.#chains.values()) if (head) yield head
  }

  /** The oldest that may be sent and that satisfies. */
  oldest(satisfies: (event: OpenEvent) => boolean): OpenEvent | undefined {
    let oldest: OpenEvent | undefined
    for (const head of this.heads()) {
      if (!head.flying && satisfies(head) && (!oldest || head.position < oldest.position)) oldest = head
    }
    return oldest
  }
}
