import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, migrate, openDatabase } from '../db/index.ts'
import type { Input } from './command.ts'
import { onSignal } from './stop-on-signal.ts'

/** Opens the database, migrates it, runs the work and closes it again, even if the command is interrupted. */
export async function withDatabase<T>(
  input: Pick<Input, 'config' | 'log'>,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  return withDatabaseAsItIs(input, async (db) => {
    await migrate(() => db.connectDirect(), { report: (message) => input.log.info(message) })
    return await work(db)
  })
}

/** The same without migrating. */
export async function withDatabaseAsItIs<T>(
  { config, log }: Pick<Input, 'config' | 'log'>,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const opening = new AbortController()
  const opened = openDatabase({ config, log, signal: opening.signal })
  // Closes the database even if it is still being opened: an embedded server that this process started must not stay
  // behind.
  const leave = async (exitCode: number) => {
    opening.abort()
    const closed = opened.then((db) => db.close()).catch(() => {})
    await Promise.race([closed, sleep(CLOSE_TIMEOUT_SECONDS * 1_000)])
    process.exit(exitCode)
  }
  using _ = onSignal((_signal, exitCode) => void leave(exitCode))
  try {
    const db = await opened
    try {
      return await work(db)
    } finally {
      await db.close()
    }
  } finally {
    // After an interrupt, `leave` ends the process with its own exit code.
    if (opening.signal.aborted) await new Promise(() => {})
  }
}

const CLOSE_TIMEOUT_SECONDS = 8
