// Which signals are evidence, and for how much of it.

import type { Signal } from '../signals/index.ts'
import { wordsOf } from '../signals/index.ts'
import { EVIDENCE, type EvidenceComponent } from './model.ts'

/** The base of the first row that fits, or 0 when the signal says nothing about the component. */
export function baseOf(signal: Signal, component: EvidenceComponent): number {
  for (const row of EVIDENCE) {
    if (row.component !== component || row.type !== signal.type) continue
    if (fits(signal, row.where)) return row.base
  }
  return 0
}

/** An AI signal is one that shows intent or implementation. Its larger base is what it weighs in momentum. */
export function aiBaseOf(signal: Signal): number {
  return Math.max(baseOf(signal, 'intent'), baseOf(signal, 'implementation'))
}

/**
 * The signals that count at all. Retracted ones do not; closed ones do, because they happened. A dropped tool counts
 * for nothing, and neither does its adoption before the drop: the company no longer uses it.
 */
export function countingSignals(signals: readonly Signal[]): Signal[] {
  const standing = signals.filter((signal) => signal.status !== 'retracted')
  const droppedAt = new Map<string, number>()
  for (const signal of standing) {
    if (!isDrop(signal)) continue
    const tool = toolName(signal)
    droppedAt.set(tool, Math.max(signal.occurredAt, droppedAt.get(tool) ?? Number.NEGATIVE_INFINITY))
  }
  return standing.filter((signal) => {
    if (signal.type !== 'tool') return true
    if (isDrop(signal)) return false
    const dropped = droppedAt.get(toolName(signal))
    return dropped === undefined || signal.occurredAt > dropped
  })
}

function fits(signal: Signal, where: (typeof EVIDENCE)[number]['where'] = {}): boolean {
  for (const [field, values] of Object.entries(where)) {
    const value = signal.fields[field]
    if (value === undefined || !values.includes(value)) return false
  }
  return true
}

function isDrop(signal: Signal): boolean {
  return signal.type === 'tool' && signal.fields.change === 'dropped'
}

function toolName(signal: Signal): string {
  return wordsOf(String(signal.fields.tool ?? '')).join(' ')
}
