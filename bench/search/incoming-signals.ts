// Signals that are written while searches run, and the messages between the writer's process and the benchmark's.

import type { IncomingSignal } from '../../src/meaning/signals/index.ts'
import { AS_OF } from './world.ts'

export interface WriterTask {
  readonly folder: string
  /** How many companies the world has. */
  readonly companies: number
  /** Signals per second, and for how long. */
  readonly rate: number
  readonly seconds: number
  /** The prefix of the signals' keys. */
  readonly name: string
}

export interface CommittedBatch {
  /** By `wallClock`. */
  readonly committedAt: number
  /** The head of the log after the commit. */
  readonly head: number
}

export type WriterMessage = CommittedBatch | { readonly done: true; readonly rate: number; readonly cpuSeconds: number }

/** Milliseconds that can be compared between processes. */
export const wallClock = () => performance.timeOrigin + performance.now()

/** Signals in one transaction. */
export const BATCH = 200

export function incomingSignal({ name, companies }: Pick<WriterTask, 'name' | 'companies'>, n: number): IncomingSignal {
  return {
    record: 'signal',
    type: 'hiring',
    company: { domain: `c${(n * 7_919) % companies}.example` },
    source: 'bench',
    key: `${name} ${n}`,
    occurredAt: AS_OF - 60,
    confidence: 0.9,
    label: 'quantum gardener',
    status: 'active',
    fields: { jobTitle: 'quantum gardener', function: 'other' },
  }
}
