import { one, type Queryable } from '../../db/index.ts'

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
