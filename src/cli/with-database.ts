import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, migrate, openDatabase } from '../db/index.ts'
import type { Input } from './command.ts'

interface WithDatabaseOptions {
  /** The work handles interrupts itself. */
  readonly handlesSignals?: boolean
}

/** Opens the database, migrates it, runs the work and closes it again, even if the command is interrupted. */
export async function withDatabase<T>(
  { config, log }: Pick<Input, 'config' | 'log'>,
  work: (db: Database) => Promise<T>,
  { handlesSignals = false }: WithDatabaseOptions = {},
): Promise<T> {
  const opening = new AbortController()
  const opened = openDatabase({ config, log, signal: opening.signal })
  // Closes the database even if it is still being opened: an embedded server that this process started must not stay
  // behind.
  const leave = async (code: number) => {
    opening.abort()
    const closed = opened.then((db) => db.close()).catch(() => {})
    await Promise.race([closed, sleep(CLOSE_TIMEOUT_SECONDS * 1_000)])
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
    // After an interrupt, `leave` ends the process with its own exit code.
    if (opening.signal.aborted) await new Promise(() => {})
    release()
  }
}

const CLOSE_TIMEOUT_SECONDS = 8

/** The exit codes that a shell reports for a process that was ended by the signal. */
const INTERRUPTS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const
