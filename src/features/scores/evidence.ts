// Which signals are evidence, and how much they count.

import { wordsOf } from '../../platform/normalise-text.ts'
import type { FieldValue, Signal } from '../signals/index.ts'
import { EVIDENCE, type EvidenceComponent } from './model.ts'

interface Row {
  readonly base: number
  readonly where: readonly (readonly [field: string, values: readonly FieldValue[]])[]
}

/** The evidence table by component and type. It is used for every signal of every company that is written. */
const ROWS: Readonly<Record<string, Readonly<Record<string, readonly Row[]>>>> = Object.fromEntries(
  [...Map.groupBy(EVIDENCE, ({ component }) => component)].map(([component, rows]) => [
    component,
    Object.fromEntries(
      [...Map.groupBy(rows, ({ type }) => type)].map(([type, of]) => [
        type,
        of.map(({ base, where = {} }) => ({ base, where: Object.entries(where) })),
      ]),
    ),
  ]),
)

/** The base of the first row that matches, or 0 if the signal is not evidence for the component. */
export function baseOf(signal: Signal, component: EvidenceComponent): number {
  for (const row of ROWS[component]?.[signal.type] ?? NONE) if (matches(signal, row)) return row.base
  return 0
}

const NONE: readonly Row[] = []

function matches({ fields }: Signal, { where }: Row): boolean {
  for (const [field, values] of where) {
    const value = fields[field]
    if (value === undefined || !values.includes(value)) return false
  }
  return true
}

/** An AI signal is evidence for intent or implementation. Its larger base is its weight in momentum. */
export function aiBaseOf(signal: Signal): number {
  return Math.max(baseOf(signal, 'intent'), baseOf(signal, 'implementation'))
}

/**
 * The signals that count at all. Retracted ones don't; closed ones do, because they happened. A dropped tool doesn't
 * count, and neither does its adoption before the drop: the company no longer uses it.
 */
export function countingSignals(signals: readonly Signal[]): Signal[] {
  const valid = signals.filter((signal) => signal.status !== 'retracted')
  const droppedAt = new Map<string, number>()
  for (const signal of valid) {
    if (!isDrop(signal)) continue
    const tool = toolName(signal)
    droppedAt.set(tool, Math.max(signal.occurredAt, droppedAt.get(tool) ?? Number.NEGATIVE_INFINITY))
  }
  return valid.filter((signal) => {
    if (signal.type !== 'tool') return true
    if (isDrop(signal)) return false
    const dropped = droppedAt.get(toolName(signal))
    return dropped === undefined || signal.occurredAt > dropped
  })
}

function isDrop(signal: Signal): boolean {
  return signal.type === 'tool' && signal.fields.change === 'dropped'
}

function toolName(signal: Signal): string {
  return wordsOf(String(signal.fields.tool ?? '')).join(' ')
}
