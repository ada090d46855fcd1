import { SIGNAL_TYPE_TABLE, type SignalType } from '../../../closed-sets/signals.ts'
import { InvalidQuery, negatedTypes, parseSignalQuery } from '../../../query/index.ts'
import { typesOfBits } from '../../../write/sources/index.ts'

/**
 * The types under NOT that the company isn't monitored for, as a search page lists them; `looked` are the bits of the types
 * that it is monitored for. A query that an upgrade made invalid has none: its alerts are still sent.
 */
function notMonitored(query: string, looked: number): readonly SignalType[] {
  try {
    const monitored = typesOfBits(looked)
    return negatedTypes(parseSignalQuery(query)).filter((type) => !monitored.includes(type))
  } catch (error) {
    if (error instanceof InvalidQuery) return []
    throw error
  }
}

/** As in an alert. */
export function statedNotMonitored(query: string, looked: number): { notLooked?: readonly SignalType[] } {
  const notLooked = notMonitored(query, looked)
  return notLooked.length > 0 ? { notLooked } : {}
}

/** Empty: there are none. */
export function notMonitoredText(types: readonly SignalType[] = []): string {
  if (types.length === 0) return ''
  const names = types.map((type) => SIGNAL_TYPE_TABLE[type].label).join(', ')
  return `Not monitored: ${names}. NOT only means that no such signal is known.`
}
