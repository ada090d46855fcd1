import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from './database.ts'
import { errorCodeIs, LOCK_NOT_AVAILABLE, many } from './sql.ts'

const MAX_ATTEMPTS = 20

/** What a partition holds, and how its name ends. */
const SPANS = {
  day: { suffix: '_\\d{8}$', format: 'YYYYMMDD' },
  month: { suffix: '_\\d{6}$', format: 'YYYYMM' },
} as const

/** Drops the partitions of days or months that are more than `keep` of them ago by the database's clock. Returns their names. */
export async function dropPastPartitions(
  db: Database,
  tables: readonly string[],
  span: keyof typeof SPANS,
  keep: number,
): Promise<string[]> {
  const { suffix, format } = SPANS[span]
  const past = await many<{ name: string }>(
    db.pool('ingest'),
    `select c.relname as name, to_date(substring(c.relname from '\\d+$'), $3) as starts
       from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = any($1::regclass[]) and c.relname ~ $2
        and to_date(substring(c.relname from '\\d+$'), $3)
            < date_trunc($4, now() at time zone 'utc') - $5 * ('1 ' || $4)::interval
      order by starts`,
    [tables, suffix, format, span, keep],
  )
  for (const { name } of past) await dropPartition(db, name)
  return past.map(({ name }) => name)
}

/** A drop waits for readers, and writers queue behind it. So each attempt waits for the lock only 100 ms. */
async function dropPartition(db: Database, partition: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction('ingest', async (tx) => {
        await tx.query(`set local lock_timeout = '100ms'`)
        await tx.query(`drop table if exists ${partition}`)
      })
    } catch (error) {
      if (!errorCodeIs(error, LOCK_NOT_AVAILABLE) || attempt === MAX_ATTEMPTS) throw error
      await sleep(250)
    }
  }
}
