import { CONFIDENCE_SECONDS, SHIFT_SECONDS } from '../../meaning/signals/index.ts'
import { SIGNAL_TYPES, type SignalType } from '../../meaning/types/index.ts'
import type { Parameters } from './parameters.ts'

const SHIFTS = SIGNAL_TYPES.filter((type) => SHIFT_SECONDS[type] !== 0)
  .map((type) => `when '${type}' then ${SHIFT_SECONDS[type]}`)
  .join(' ')

export const TIME_SQL = 'extract(epoch from s.occurred_at)::bigint'

/** The key of a signal `s`; null without strength. With a type, all signals are of that type. */
export function matchKeySql(parameters: Parameters, type?: SignalType): string {
  const shift = type ? SHIFT_SECONDS[type] : `case s.type ${SHIFTS} else 0 end`
  const seconds = parameters.add(CONFIDENCE_SECONDS.slice(1), 'int[]')
  return `(${TIME_SQL} + ${shift} + (${seconds})[nullif(s.confidence, 0)])`
}
