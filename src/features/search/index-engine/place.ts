// A place in the log that can be recognised again. A restore or a failover may give a position to another event: what
// was built up to a place is true only where the log still has the same event there.

import type { Queryable } from '../../../db/index.ts'
import { type LogEvent, readLog } from '../../log/index.ts'

export interface Place {
  readonly position: number
  /** The event at the position; empty where there is none yet. */
  readonly event: string
}

export function placeOf(
  event: Pick<LogEvent, 'position' | 'kind' | 'companyOrdinal' | 'signalId' | 'action' | 'unix'>,
): Place {
  const { position, kind, companyOrdinal, signalId, action, unix } = event
  return { position, event: [kind, companyOrdinal, signalId, action, unix].join(' ') }
}

export async function placeAt(db: Queryable, position: number): Promise<Place> {
  const { events } = position > 0 ? await readLog(db, position - 1, 1) : { events: [] }
  const [event] = events
  return event?.position === position ? placeOf(event) : { position, event: '' }
}

/** A place without an event cannot be recognised: the log was empty there, or has dropped it since. */
export async function isStillThere(db: Queryable, place: Place): Promise<boolean> {
  return place.event !== '' && (await placeAt(db, place.position)).event === place.event
}
