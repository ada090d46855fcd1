import { maybeOne, type Queryable } from '../../db/index.ts'

/**
 * Adds one attempt if the level, after draining, has room. Check and write are one statement, so at most `capacity` of
 * any number of concurrent attempts get through. Undefined: no room.
 */
export async function raiseLevel(
  db: Queryable,
  subject: Buffer,
  capacity: number,
  drainsPerSecond: number,
): Promise<number | undefined> {
  const drained = `greatest(0, a.level - greatest(0, extract(epoch from clock_timestamp() - a.at)) * $3)`
  const row = await maybeOne<{ level: number }>(
    db,
    `insert into attempt_levels as a (subject, level, at) values ($1, 1, clock_timestamp())
         on conflict (subject) do update set level = ${drained} + 1, at = clock_timestamp()
      where ${drained} + 1 <= $2
     returning level`,
    [subject, capacity, drainsPerSecond],
  )
  return row?.level
}

export async function readLevel(db: Queryable, subject: Buffer, drainsPerSecond: number): Promise<number> {
  const row = await maybeOne<{ level: number }>(
    db,
    `select greatest(0, level - greatest(0, extract(epoch from clock_timestamp() - at)) * $2) as level
       from attempt_levels where subject = $1`,
    [subject, drainsPerSecond],
  )
  return row?.level ?? 0
}

export async function lowerLevel(db: Queryable, subject: Buffer): Promise<void> {
  await db.query(`update attempt_levels set level = greatest(0, level - 1) where subject = $1`, [subject])
}

export async function clearLevels(db: Queryable, subjects: readonly Buffer[]): Promise<void> {
  await db.query(`delete from attempt_levels where subject = any($1::bytea[])`, [subjects])
}
