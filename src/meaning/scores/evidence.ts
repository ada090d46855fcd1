// Which signals are evidence, and how much they count.

import type { EmployerKind } from '../../closed-sets/signals.ts'
import { isPresent, type Signal } from '../signals/index.ts'
import { type FieldValue, isContinuing, isStateType, SIGNAL_DECLARATIONS, type SignalType } from '../types/index.ts'
import { EVIDENCE, type EvidenceComponent, MAX_SIGNALS_OF_ROW } from './model.ts'

type Conditions = readonly (readonly [field: string, values: readonly FieldValue[]])[]

interface Row {
  /** Its place among the rows of its component and type. */
  readonly place: number
  readonly base: number
  readonly where: Conditions
  readonly unless: Conditions
}

/** The evidence table by component and type. It is used for every signal of every company that is written. */
const ROWS: Readonly<Record<string, Readonly<Record<string, readonly Row[]>>>> = Object.fromEntries(
  [...Map.groupBy(EVIDENCE, ({ component }) => component)].map(([component, rows]) => [
    component,
    Object.fromEntries(
      [...Map.groupBy(rows, ({ type }) => type)].map(([type, of]) => [
        type,
        of.map(({ base, where = {}, unless = {} }, place) => ({
          place,
          base,
          where: Object.entries(where),
          unless: Object.entries(unless),
        })),
      ]),
    ),
  ]),
)

/** The first row that matches, if the signal is evidence for the component. */
function rowOf({ type, fields }: Pick<Signal, 'type' | 'fields'>, component: EvidenceComponent): Row | undefined {
  for (const row of ROWS[component]?.[type] ?? NONE) {
    if (hasAll(fields, row.where) && !hasAny(fields, row.unless)) return row
  }
  return undefined
}

const NONE: readonly Row[] = []

function hasAll(fields: Signal['fields'], conditions: Conditions): boolean {
  for (const [field, values] of conditions) {
    const value = fields[field]
    if (value === undefined || !values.includes(value)) return false
  }
  return true
}

function hasAny(fields: Signal['fields'], conditions: Conditions): boolean {
  for (const [field, values] of conditions) {
    const value = fields[field]
    if (value !== undefined && values.includes(value)) return true
  }
  return false
}

export type EvidenceSignal = Pick<Signal, 'id' | 'type' | 'occurredAt' | 'confidence' | 'fields'>

export interface Evidence {
  readonly signal: EvidenceSignal
  readonly base: number
}

/** A row of the evidence table that a signal counts in. */
export interface EvidenceRowName {
  readonly component: EvidenceComponent
  readonly type: SignalType
  readonly place: number
}

/** The rows in which a signal counts, unless it is a job of an agency or a marketplace. */
export function evidenceRowsOf(signal: Signal): EvidenceRowName[] {
  if (!counts(signal)) return []
  return COMPONENTS.flatMap((component) => {
    const row = rowOf(signal, component)
    return row && row.base > 0 ? [{ component, type: signal.type, place: row.place }] : []
  })
}

/** All rows that anything counts in. */
export const EVIDENCE_ROWS: readonly EvidenceRowName[] = Object.entries(ROWS).flatMap(([component, byType]) =>
  Object.entries(byType).flatMap(([type, rows]) =>
    rows
      .filter(({ base }) => base > 0)
      .map(({ place }) => ({ component: component as EvidenceComponent, type: type as SignalType, place })),
  ),
)

const COMPONENTS = Object.keys(ROWS) as EvidenceComponent[]

export function baseOfRow({ component, type, place }: EvidenceRowName): number {
  return ROWS[component]?.[type]?.[place]?.base ?? 0
}

/** The evidence for a component: of each row the newest signals. */
export function evidenceFor(component: EvidenceComponent, signals: readonly EvidenceSignal[]): Evidence[] {
  const byRow = new Map<Row, Evidence[]>()
  for (const signal of signals) {
    const row = rowOf(signal, component)
    if (!row || row.base === 0) continue
    const of = byRow.get(row)
    if (of) of.push({ signal, base: row.base })
    else byRow.set(row, [{ signal, base: row.base }])
  }
  return [...byRow.values()].flatMap((of) =>
    of.length <= MAX_SIGNALS_OF_ROW ? of : of.sort(newestFirst).slice(0, MAX_SIGNALS_OF_ROW),
  )
}

function newestFirst({ signal: a }: Evidence, { signal: b }: Evidence): number {
  return b.occurredAt - a.occurredAt || (a.id < b.id ? -1 : 1)
}

/** A state that began after the last visit, or an act. What the first visit found doesn't count as new. */
export function isNews({ fields }: Pick<Signal, 'fields'>): boolean {
  return !isContinuing(fields.change)
}

/**
 * The signals that count at all. A closed job or round does, because it happened. A tool or page counts only while it is
 * in use or up. Jobs of agencies and marketplaces are those of others.
 */
export function countingSignals(signals: readonly Signal[], employerKind: EmployerKind): Signal[] {
  const isDirect = employerKind === 'direct' || employerKind === 'unknown'
  return signals.filter((signal) => counts(signal) && (isDirect || !SIGNAL_DECLARATIONS[signal.type].aboutJobs))
}

function counts(signal: Signal): boolean {
  return signal.status !== 'retracted' && (!isStateType(signal.type) || isPresent(signal))
}
