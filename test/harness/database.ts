import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { type Database, openDatabase } from '../../src/db/index.ts'
import { loadConfig } from '../../src/platform/config/config.ts'
import { cleanup } from './cleanup.ts'
import { silentLog } from './log.ts'

/** A variable that the suite sets for the tests. */
export function variable(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set. Run the tests with npm test.`)
  return value
}

/** Creates a database for the test file, cloned from the migrated template or empty, and returns its URL. */
export async function createDatabase({ empty = false } = {}): Promise<string> {
  const name = `${variable('TEST_RUN')}_${randomBytes(5).toString('hex')}`
  const template = empty ? 'template0' : variable('TEST_TEMPLATE')
  // Copying files takes a third of the time of writing every page to the log.
  await administer(`create database ${name} template ${template} strategy file_copy`)
  // They may be in memory. One that is still in use stays until the suite ends.
  cleanup(() => administer(`drop database ${name}`).catch(() => {}))
  const url = new URL(variable('TEST_ADMIN_URL'))
  url.pathname = `/${name}`
  return url.toString()
}

async function administer(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: variable('TEST_ADMIN_URL') })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

/** The same, opened as the service opens it, and closed after the last test of the file. */
export async function openTestDatabase(
  options: { empty?: boolean } = {},
): Promise<Database & { readonly url: string }> {
  const url = await createDatabase(options)
  const db = await openDatabase({ config: loadConfig({ DATABASE_URL: url }), log: silentLog })
  cleanup(() => db.close())
  return { ...db, url }
}
