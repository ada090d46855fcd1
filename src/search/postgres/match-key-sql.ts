import {
  CONFIDENCE_SECONDS,
  SHIFT_SECONDS,
  SIZE_BOUNDS,
  SIZE_SECONDS,
  SURGE_DAYS,
} from '../../meaning/signals/index.ts'
import { SIGNAL_TYPES, type SignalType } from '../../meaning/types/index.ts'
import type { Parameters } from './parameters.ts'

const SHIFTS = SIGNAL_TYPES.filter((type) => SHIFT_SECONDS[type] !== 0)
  .map((type) => `when '${type}' then ${SHIFT_SECONDS[type]}`)
  .join(' ')

export const TIME_SQL = 'extract(epoch from s.occurred_at)::bigint'
const DAY_SQL = `(${TIME_SQL} / 86400 * 86400)`

/** The key of a signal `s`; null without strength. With a type, all signals are of that type. */
export function matchKeySql(parameters: Parameters, type?: SignalType): string {
  const shift = type ? SHIFT_SECONDS[type] : `case s.type ${SHIFTS} else 0 end`
  return `(${DAY_SQL} + ${shift} + ${surgeSql(parameters, type)} + ${certaintySql(parameters, 's.confidence')})`
}

/** What a confidence in hundredths adds; null without strength. */
export function certaintySql(parameters: Parameters, confidence: string): string {
  const seconds = parameters.add(CONFIDENCE_SECONDS.slice(1), 'int[]')
  return `(${seconds})[nullif(${confidence}, 0)]`
}

function surgeSql(parameters: Parameters, type: SignalType | undefined): string {
  if (type !== undefined && type !== 'velocity') return '0'
  const ratio = entrySql(parameters, SURGE_DAYS.ratio, `round((s.fields ->> 'ratio')::numeric * 10)`)
  const opened = entrySql(parameters, SURGE_DAYS.opened, `(s.fields ->> 'opened')::numeric`)
  const seconds = `86400 * (${ratio} + ${opened})`
  return type === 'velocity' ? seconds : `case when s.type = 'velocity' then ${seconds} else 0 end`
}

/** The entry of a table at a number; that of 0 without a number. */
function entrySql(parameters: Parameters, table: readonly number[], at: string): string {
  const entries = parameters.add(table, 'int[]')
  return `(${entries})[1 + greatest(0, least(${table.length - 1}, coalesce(${at}, 0)))::int]`
}

/** What the size of a company adds to its jobs. */
export function sizeSql(employeeCount: string): string {
  const bands = SIZE_BOUNDS.map((upTo, band) => `when ${employeeCount} <= ${upTo} then ${SIZE_SECONDS[band]}`)
  return `(case ${bands.join(' ')} else ${SIZE_SECONDS.at(-1)} end)`
}
