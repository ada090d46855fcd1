// What a page of the log says about each company.

import type { LogEvent } from '../log/index.ts'
import type { Signal } from '../signals/index.ts'

export interface CompanyChange {
  /** All signals that changed, as they were after it. */
  readonly changed: Signal[]
  /** More changed than that signals were added. */
  isWhole: boolean
  /** Some change is no history: what follows from it rings. */
  isLoud: boolean
  /** Companies from which signals came. */
  readonly movedFrom: Set<number>
}

export interface PageChanges {
  readonly companies: ReadonlyMap<number, CompanyChange>
  /** Scores of all companies were computed anew. */
  readonly hasRanks: boolean
  /** Companies were removed. */
  readonly hasReset: boolean
}

type SignalImage = Omit<Signal, 'id' | 'type'> & { readonly movedFrom?: number }

export const newChange = (): CompanyChange => ({
  changed: [],
  isWhole: false,
  isLoud: false,
  movedFrom: new Set(),
})

export function changesOf(events: readonly LogEvent[]): PageChanges {
  const companies = new Map<number, CompanyChange>()
  const changeOf = (ordinal: number) => {
    const change = companies.get(ordinal) ?? newChange()
    companies.set(ordinal, change)
    return change
  }
  let hasRanks = false
  let hasReset = false
  for (const event of events) {
    const { kind, companyOrdinal, quiet } = event
    if (kind === 'ranks') {
      if ((event.image as { reset?: boolean } | null)?.reset) hasReset = true
      else hasRanks = true
      continue
    }
    if (companyOrdinal === null) continue
    const change = changeOf(companyOrdinal)
    change.isLoud ||= !quiet
    if (kind === 'company') change.isWhole = true
    else addSignal(change, event, changeOf)
  }
  return { companies, hasRanks, hasReset }
}

function addSignal(change: CompanyChange, event: LogEvent, changeOf: (ordinal: number) => CompanyChange): void {
  const { signalId, type, action, quiet } = event
  if (event.image === null || signalId === null || type === null) {
    change.isWhole = true
    return
  }
  const { movedFrom, ...image } = event.image as SignalImage
  const signal: Signal = { ...image, id: signalId, type }
  change.changed.push(signal)
  if (action !== 'created' || movedFrom !== undefined) change.isWhole = true
  if (movedFrom === undefined) return
  change.movedFrom.add(movedFrom)
  const former = changeOf(movedFrom)
  former.isWhole = true
  former.isLoud ||= !quiet
}
