import type { EventAction } from '../../closed-sets/events.ts'
import { many, type Queryable } from '../../db/index.ts'

export interface AheadEvent {
  readonly company: number
  readonly signalId: string
  readonly action: EventAction
  readonly quiet: boolean
  readonly [column: string]: unknown
}

const MAX_BATCHES = 500

/**
 * Events of signals of some companies after a position, for a reader that sees the companies as they are now: those of the
 * next batches, and those that have no position yet.
 */
export async function readAhead(db: Queryable, after: number, companies: readonly number[]): Promise<AheadEvent[]> {
  return many<AheadEvent>(
    db,
    `select e.company_ordinal as company, e.signal_id as "signalId", e.action, b.quiet
       from (select * from (select day, batch, quiet from log where position > $1 order by position limit ${MAX_BATCHES}) l
             union all (select day, batch, quiet from outbox limit ${MAX_BATCHES})) b
       join events e on e.day = b.day and e.batch = b.batch
      where e.company_ordinal = any($2::int[]) and e.kind = 'signal'`,
    [after, companies],
  )
}
