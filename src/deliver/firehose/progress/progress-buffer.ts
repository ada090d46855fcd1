// The progress of one endpoint since its last commit. A commit writes the progress of all endpoints of the process in
// one statement. Progress that could not be written is restored and written with the next commit.

import type { Lane, PauseReason } from '../../../closed-sets/webhooks.ts'
import type { Pass } from '../log-pages/company-passes.ts'
import type { Health } from '../states/health.ts'
import { emptyLatencyCounts, latencyBucket } from '../states/latency.ts'
import { ExcerptTexts } from './delivery-excerpts.ts'
import type { OpenEvent } from './open-events.ts'

interface Delivery {
  readonly position: number
  readonly status: number
  readonly latencyMs: number
  /** The first part of the response body; empty: none, or not stored. */
  readonly excerpt: string
}

/** An attempt that gets its own row: every one except a first attempt that succeeded. */
export interface AttemptRecord {
  readonly at: number
  readonly position: number
  readonly lane: Lane
  readonly attempt: number
  readonly status: number | null
  readonly reason: string | null
  readonly latencyMs: number
  /** The first part of the response body. */
  readonly excerpt: string | null
  /** The failure as a sentence, if there was no response. */
  readonly message: string | null
}

export interface HourRecord {
  readonly hour: number
  succeeded: number
  failed: number
  readonly latencies: number[]
}

export interface Progress {
  readonly frontier: number
  readonly pending: readonly number[]
  readonly health: Health
  readonly lastSuccessAt: number | undefined
  readonly deliveries: readonly Delivery[]
  readonly attempts: readonly AttemptRecord[]
  readonly hours: readonly HourRecord[]
  /** Rows of webhook_retries to write in their current state, and to delete. */
  readonly stored: readonly OpenEvent[]
  readonly exhausted: readonly OpenEvent[]
  readonly removed: readonly number[]
  readonly pause: PauseReason | undefined
  readonly replay: ReplayProgress | undefined
  readonly passes: readonly Pass[]
}

export interface ReplayProgress {
  readonly id: string
  readonly position: number
  readonly sent: number
  readonly failed: number
  readonly finished: boolean
}

const HOUR_MS = 3_600_000

export class ProgressBuffer {
  #deliveries: Delivery[] = []
  #attempts: AttemptRecord[] = []
  #hours = new Map<number, HourRecord>()
  /** Positions whose rows of webhook_retries have changed. */
  #rows = new Set<number>()
  readonly #exhausted = new Map<number, OpenEvent>()
  readonly #texts = new ExcerptTexts()

  /** How many outcomes a crash would lose. */
  get uncommitted(): number {
    return this.#deliveries.length + this.#attempts.length
  }

  get isEmpty(): boolean {
    return this.uncommitted === 0 && this.#rows.size === 0
  }

  delivered(delivery: Delivery, now: number): void {
    this.#deliveries.push({ ...delivery, excerpt: this.#texts.add(delivery.excerpt) })
    this.#count(now, true, delivery.latencyMs)
  }

  attempted(attempt: AttemptRecord): void {
    this.#attempts.push(attempt)
    this.#count(attempt.at, attempt.status !== null && attempt.reason === null, attempt.latencyMs)
  }

  changed(event: OpenEvent): void {
    this.#rows.add(event.position)
  }

  exhausted(event: OpenEvent): void {
    this.#rows.add(event.position)
    this.#exhausted.set(event.position, event)
  }

  /** Empties the buffer. `at` returns the current state of an event. */
  take(at: (position: number) => OpenEvent | undefined) {
    const stored: OpenEvent[] = []
    const exhausted: OpenEvent[] = []
    const removed: number[] = []
    for (const position of this.#rows) {
      const open = at(position)
      const exhaustedEvent = this.#exhausted.get(position)
      if (open?.stored) stored.push({ ...open })
      else if (exhaustedEvent) exhausted.push(exhaustedEvent)
      else if (!open) removed.push(position)
    }
    const progress = {
      deliveries: this.#deliveries,
      attempts: this.#attempts,
      hours: [...this.#hours.values()],
      stored,
      exhausted,
      removed,
    }
    this.#deliveries = []
    this.#texts.clear()
    this.#attempts = []
    this.#hours = new Map()
    this.#rows = new Set()
    this.#exhausted.clear()
    return progress
  }

  /** Puts back progress that could not be written. */
  restore({ deliveries, attempts, hours, stored, exhausted, removed }: Progress): void {
    this.#deliveries = [...deliveries, ...this.#deliveries]
    this.#attempts = [...attempts, ...this.#attempts]
    for (const { hour, succeeded, failed, latencies } of hours) {
      const record = this.#hour(hour)
      record.succeeded += succeeded
      record.failed += failed
      for (const [i, count] of latencies.entries()) record.latencies[i] = (record.latencies[i] ?? 0) + count
    }
    for (const { position } of [...stored, ...exhausted]) this.#rows.add(position)
    for (const position of removed) this.#rows.add(position)
    for (const event of exhausted) this.#exhausted.set(event.position, event)
  }

  #count(now: number, succeeded: boolean, latencyMs: number): void {
    const record = this.#hour(Math.floor(now / HOUR_MS) * HOUR_MS)
    if (!succeeded) record.failed += 1
    else {
      record.succeeded += 1
      const bucket = latencyBucket(latencyMs)
      record.latencies[bucket] = (record.latencies[bucket] ?? 0) + 1
    }
  }

  #hour(hour: number): HourRecord {
    const existing = this.#hours.get(hour)
    if (existing) return existing
    const created = { hour, succeeded: 0, failed: 0, latencies: emptyLatencyCounts() }
    this.#hours.set(hour, created)
    return created
  }
}
