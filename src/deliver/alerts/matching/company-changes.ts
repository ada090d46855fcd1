// The changes of each company in a page of the log.

import type { Signal } from '../../../meaning/signals/index.ts'
import type { LogEvent } from '../../../write/log/index.ts'
import type { VersionedSignal } from './company-state.ts'
import type { CompanyStates } from './company-states.ts'
import type { SearchIndex, SignalChange } from './search-index.ts'

export interface CompanyChange {
  /** All signals that changed, as they were after it. */
  readonly changed: Signal[]
  /** The same with their previous versions. */
  readonly steps: SignalChange[]
  /** More changed than these signals, or their previous versions are unknown. */
  isWhole: boolean
  /** At least one change isn't history: its effects send alerts. */
  isLoud: boolean
  /** Companies that signals moved from. */
  readonly movedFrom: Set<number>
}

export interface PageChanges {
  readonly companies: ReadonlyMap<number, CompanyChange>
  /** Scores of all companies were recomputed. */
  readonly hasRanks: boolean
  /** Companies were removed. */
  readonly hasReset: boolean
}

type SignalImage = Omit<VersionedSignal, 'id' | 'type'> & { readonly movedFrom?: number }

export const newChange = (): CompanyChange => ({
  changed: [],
  steps: [],
  isWhole: false,
  isLoud: false,
  movedFrom: new Set(),
})

/** Brings the companies in memory up to date. */
export function changesOf(events: readonly LogEvent[], states: CompanyStates, index: SearchIndex): PageChanges {
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
      if ((event.image as { reset?: boolean } | null)?.reset) {
        hasReset = true
        states.clear()
      } else hasRanks = true
      continue
    }
    if (companyOrdinal === null) continue
    const change = changeOf(companyOrdinal)
    change.isLoud ||= !quiet
    if (kind === 'company') change.isWhole = true
    else addSignal(change, event, { changeOf, states, index })
  }
  return { companies, hasRanks, hasReset }
}

interface Parts {
  readonly changeOf: (ordinal: number) => CompanyChange
  readonly states: CompanyStates
  readonly index: SearchIndex
}

function addSignal(change: CompanyChange, event: LogEvent, { changeOf, states, index }: Parts): void {
  const { signalId, type, action, quiet } = event
  const company = event.companyOrdinal as number
  if (event.image === null || signalId === null || type === null) {
    change.isWhole = true
    states.drop(company)
    return
  }
  const { movedFrom, ...image } = event.image as SignalImage
  const signal: VersionedSignal = { ...image, id: signalId, type }
  change.changed.push(signal)
  if (movedFrom === undefined) {
    const { isKnown, before } = states.advance(company, signal, action === 'created', index)
    change.steps.push({ before, after: signal })
    if (action !== 'created' && !isKnown) change.isWhole = true
    return
  }
  change.isWhole = true
  change.movedFrom.add(movedFrom)
  const former = changeOf(movedFrom)
  former.isWhole = true
  former.isLoud ||= !quiet
  for (const each of [company, movedFrom]) states.drop(each)
}
