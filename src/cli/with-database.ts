import { type Database, migrate, openDatabase } from '../db/index.ts'
import type { Input } from './command.ts'

export interface WithDatabaseOptions {
  /** The work ends by itself when it is interrupted. */
  readonly handlesSignals?: boolean
}

/** Opens the database in use, brings it up to date, does the work and leaves, also when it is interrupted. */
export async function withDatabase<T>(
  { config, log }: Pick<Input, 'config' | 'log'>,
  work: (db: Database) => Promise<T>,
  { handlesSignals = false }: WithDatabaseOptions = {},
): Promise<T> {
  const opening = new AbortController()
  let db: Database | undefined
  const leave = async (code: number) => {
    opening.abort()
    await db?.close()
    process.exit(code)
  }
  const handlers = Object.entries(INTERRUPTS).map(([signal, code]) => ({ signal, handler: () => void leave(code) }))
  for (const { signal, handler } of handlers) process.once(signal, handler)
  const release = () => {
    for (const { signal, handler } of handlers) process.off(signal, handler)
  }
  try {
    db = await openDatabase({ config, log, signal: opening.signal })
    await migrate(() => (db as Database).connectDirect())
    if (handlesSignals) release()
    return await work(db)
  } finally {
    await db?.close()
    release()
  }
}

/** What a shell reports for a program that ended by the signal. */
const INTERRUPTS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const
