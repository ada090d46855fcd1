// Signals that come in while questions are asked, and what is told between the writer's process and the asker's.

import type { IncomingSignal } from '../../src/features/signals/index.ts'
import { AS_OF } from './world.ts'

export interface Writing {
  readonly folder: string
  /** Of the world that is written to. */
  readonly companies: number
  /** Signals in a second, and for how long. */
  readonly rate: number
  readonly seconds: number
  /** What the keys begin with. */
  readonly name: string
}

export interface Batch {
  /** By `wallClock`. */
  readonly committedAt: number
  /** Where the log stood after it. */
  readonly head: number
}

export type Written = Batch | { readonly done: true; readonly rate: number; readonly cpuSeconds: number }

/** Milliseconds that mean the same in every process. */
export const wallClock = () => performance.timeOrigin + performance.now()

/** Signals in one transaction. */
export const BATCH = 200

export function arriving({ name, companies }: Pick<Writing, 'name' | 'companies'>, n: number): IncomingSignal {
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
