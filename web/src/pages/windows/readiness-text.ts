import type { SliceSummaryReply } from '../../contract.ts'
import { formatLongDate } from '../../parts/words/format.ts'
import { SIGNAL_TYPE_NAMES } from '../../parts/words/signal-types.ts'
import { texts } from './texts.ts'

type Readiness = Pick<SliceSummaryReply, 'notFed' | 'notMonitored' | 'ready'>

/** Why no company can be in the window yet. Undefined: one can. */
export function readinessText({ notFed, notMonitored, ready }: Readiness): string | undefined {
  const missing = notFed.filter((type) => !notMonitored.includes(type))
  if (missing.length > 0) return texts.ready.notFed(missing.map(nameOf).join(', '))
  if (notMonitored.length > 0) return texts.ready.notMonitored(notMonitored.map(nameOf).join(', '))
  return ready ? texts.ready.from(formatLongDate(ready.at), ready.days) : undefined
}

const nameOf = (type: string) => (SIGNAL_TYPE_NAMES as Readonly<Record<string, string>>)[type] ?? type
