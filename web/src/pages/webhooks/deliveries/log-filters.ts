import { LISTED_EVENT_STATES, SIGNAL_TYPES } from '../../../contract.ts'
import type { SignalType } from '../../../parts/words/signal-types.ts'

type ListedState = (typeof LISTED_EVENT_STATES)[number]

/** The first is the default: everything that is stored. */
export const TIME_RANGES = [
  { value: '', ms: undefined },
  { value: '1h', ms: 3_600_000 },
  { value: '24h', ms: 86_400_000 },
  { value: '7d', ms: 604_800_000 },
] as const

interface LogFilters {
  readonly state: ListedState | undefined
  readonly type: SignalType | undefined
  readonly search: string | undefined
  readonly range: (typeof TIME_RANGES)[number]
}

/** The filters of the delivery log are in the URL. */
export function logFiltersOf(params: URLSearchParams): LogFilters {
  return {
    state: LISTED_EVENT_STATES.find((value) => value === params.get('state')),
    type: SIGNAL_TYPES.find((value) => value === params.get('type')),
    search: params.get('search')?.trim().slice(0, 200) || undefined,
    range: TIME_RANGES.find(({ value }) => value === params.get('time')) ?? TIME_RANGES[0],
  }
}

export const NO_FILTERS = { state: undefined, type: undefined, search: undefined, time: undefined }

/** The search parameters of the log, from those of earlier versions, which listed requests. Undefined: there are none. */
export function movedFilters(params: URLSearchParams): string | undefined {
  const states: Readonly<Record<string, ListedState>> = { succeeded: 'delivered', failed: 'exhausted' }
  const moved = new URLSearchParams()
  const state = states[params.get('outcome') ?? '']
  if (state) moved.set('state', state)
  for (const name of ['type', 'time']) {
    const value = params.get(name)
    if (value) moved.set(name, value)
  }
  return moved.toString() || undefined
}
