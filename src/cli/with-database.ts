import { type Database, migrate, openDatabase } from '../db/index.ts'
import type { Input } from './command.ts'

/** Opens the database in use, brings it up to date, does the work and leaves. */
export async function withDatabase<T>(
  { config, log }: Pick<Input, 'config' | 'log'>,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const db = await openDatabase({ config, log })
  try {
    await migrate(() => db.connectDirect())
    return await work(db)
  } finally {
    await db.close()
  }
}
