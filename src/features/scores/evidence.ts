// Which signals are evidence, and for how much of it.

import { wordsOf } from '../../platform/words.ts'
import type { FieldValue, Signal } from '../signals/index.ts'
import { EVIDENCE, type EvidenceComponent } from './model.ts'

interface Row {
  readonly base: number
  readonly where: readonly (readonly [field: string, values: readonly FieldValue[]])[]
}

/** The table by component and type: it is asked for every signal of every company that is written. */
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

/** The base of the first row that fits, or 0 when the signal says nothing about the component. */
export function baseOf(signal: Signal, component: EvidenceComponent): number {
  for (const row of ROWS[component]?.[signal.type] ?? NONE) if (fits(signal, row)) return row.base
  return 0
}

const NONE: readonly Row[] = []

function fits({ fields }: Signal, { where }: Row): boolean {
  for (const [field, values] of where) {
    const value = fields[field]
    if (value === undefined || !values.includes(value)) return false
  }
  return true
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

function isDrop(signal: Signal): boolean {
  return signal.type === 'tool' && signal.fields.change === 'dropped'
}

function toolName(signal: Signal): string {
  return wordsOf(String(signal.fields.tool ?? '')).join(' ')
}
