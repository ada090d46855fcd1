import { one, type Queryable, SERIALISATION_FAILURE } from '../../../db/index.ts'
import { uuidArray } from './uuid-array.ts'

/** The time of a batch, from the database's clock. */
export interface BatchTime {
  /** Unix seconds. */
  now: number
  /** YYYY-MM-DD in UTC. */
  day: string
}

export async function readBatchTime(db: Queryable): Promise<BatchTime> {
  return one<BatchTime & { [key: string]: unknown }>(
    db,
    `select floor(extract(epoch from now()))::bigint as now, to_char(now() at time zone 'utc', 'YYYY-MM-DD') as day`,
  )
}

/**
 * Must be called while the batch's companies are locked. The log is ordered by batch number, so a writer that waited for
 * a lock comes after the writer it waited for, and the events of one signal keep their order.
 */
export async function nextBatch(db: Queryable): Promise<number> {
  return (await one<{ batch: number }>(db, `select nextval('batches') as batch`)).batch
}

/** Checks that none of the new reports belongs to another company. */
export async function nextBatchWith(db: Queryable, newReportIds: readonly string[]): Promise<number> {
  const { batch, elsewhere } = await one<{ batch: number; elsewhere: boolean }>(
    db,
    `select nextval('batches') as batch, exists (select from reports where id = any($1::uuid[])) as elsewhere`,
    [uuidArray(newReportIds)],
  )
  if (elsewhere) throw movedReport()
  return batch
}

/** The same for reports that join a fact: they get no row in signals, whose primary key would detect it. */
export async function assertNoSignals(db: Queryable, newReportIds: readonly string[]): Promise<void> {
  if (newReportIds.length === 0) return
  const { elsewhere } = await one<{ elsewhere: boolean }>(
    db,
    `select exists (select from signals where id = any($1::uuid[])) as elsewhere`,
    [uuidArray(newReportIds)],
  )
  if (elsewhere) throw movedReport()
}

/** The batch is retried, with the lock of the report's old company. */
export function movedReport(): Error {
  return Object.assign(new Error('a report moves from another company'), { code: SERIALISATION_FAILURE })
}
