import { setTimeout as sleep } from 'node:timers/promises'
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
  const opened = openDatabase({ config, log, signal: opening.signal })
  // What has begun is ended, also when it was only about to be opened: a server that we started must not stay behind.
  const leave = async (code: number) => {
    opening.abort()
    const ended = opened.then((db) => db.close()).catch(() => {})
    await Promise.race([ended, sleep(LEAVE_SECONDS * 1_000)])
    process.exit(code)
  }
  const handlers = Object.entries(INTERRUPTS).map(([signal, code]) => ({ signal, handler: () => void leave(code) }))
  for (const { signal, handler } of handlers) process.once(signal, handler)
  const release = () => {
    for (const { signal, handler } of handlers) process.off(signal, handler)
  }
  try {
    const db = await opened
    try {
      await migrate(() => db.connectDirect())
      if (handlesSignals) release()
      return await work(db)
    } finally {
      await db.close()
    }
  } finally {
    // An interruption has its own end and its own exit code.
    if (opening.signal.aborted) await new Promise(() => {})
    release()
  }
}

const LEAVE_SECONDS = 8

/** What a shell reports for a program that ended by the signal. */
const INTERRUPTS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const
