import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, migrate, openDatabase } from '../db/index.ts'
import type { Input } from './command.ts'
import { onSignal } from './stop-on-signal.ts'

/** Opens the database, migrates it, runs the work and closes it again, even if the command is interrupted. */
export async function withDatabase<T>(
  input: Pick<Input, 'config' | 'log' | 'stderr'>,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const { DATABASE_URL, DATA_DIR } = input.config
  const isNew = DATABASE_URL === undefined && !existsSync(join(DATA_DIR, 'postgres'))
  return withDatabaseAsItIs(input, async (db) => {
    // A person who forgot a service's settings would not find out which database it was.
    if (isNew) input.stderr.write(`Made a new database in ${DATA_DIR}. ${OTHER_DATABASE}\n`)
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
  // Closes the database even if it is still being opened: an embedded server that this process started must not be left
  // running.
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
const OTHER_DATABASE =
  'If your service uses another one, run this command with its settings (DATABASE_URL or DATA_DIR).'
