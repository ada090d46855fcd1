// A log position that can be verified. After a restore or a failover, a position may belong to another event. An index
// built up to a checkpoint is valid only if the log still has the same event there.

import type { Queryable } from '../../../db/index.ts'
import { type LogEvent, readLog, readResetPosition } from '../../../write/log/index.ts'

export interface Checkpoint {
  readonly position: number
  /** The event at the position; empty if there is none yet. */
  readonly event: string
}

export function checkpointOf(
  event: Pick<LogEvent, 'position' | 'kind' | 'companyOrdinal' | 'signalId' | 'action' | 'unix'>,
): Checkpoint {
  const { position, kind, companyOrdinal, signalId, action, unix } = event
  return { position, event: [kind, companyOrdinal, signalId, action, unix].join(' ') }
}

export async function readCheckpoint(db: Queryable, position: number): Promise<Checkpoint> {
  const { events } = position > 0 ? await readLog(db, position - 1, 1) : { events: [] }
  const [event] = events
  return event?.position === position ? checkpointOf(event) : { position, event: '' }
}

/**
 * A checkpoint without an event is never valid: the log was empty there, or has dropped the event since. A checkpoint
 * from before companies were removed isn't valid either.
 */
export async function isCheckpointValid(db: Queryable, checkpoint: Checkpoint): Promise<boolean> {
  if (checkpoint.position < (await readResetPosition(db))) return false
  return checkpoint.event !== '' && (await readCheckpoint(db, checkpoint.position)).event === checkpoint.event
}
