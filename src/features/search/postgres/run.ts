import type { Pool, QueryResultRow } from 'pg'
import { errorCodeIs } from '../../../db/index.ts'
import { queryTooExpensive } from '../../../http/index.ts'
import type { Statement } from './statements.ts'

const STATEMENT_TIMED_OUT = '57014'

/** The database ends a statement that runs longer than its pool allows: the caller is told what to do about it. */
export async function inTime<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (errorCodeIs(error, STATEMENT_TIMED_OUT)) throw queryTooExpensive()
    throw error
  }
}

/**
 * What the planner is to know, for this transaction alone, so that a pooler in front does not matter:
 * - Sets of companies are hashed in memory.
 * - Of words that go together it expects far too few rows. Then it likes to loop over one set for each row of another,
 *   because materialising makes that look cheap: 55 s where a hash takes 1. Without it such a loop is never chosen, and
 *   loops over an index still are.
 * - Compiling a statement that runs once costs more than it saves.
 */
const SETTINGS = `begin read only; set local work_mem = '64MB'; set local enable_material = off; set local jit = off`

/** Rows as arrays. One snapshot, however many parts the statement has. */
export async function runSearch<Row extends unknown[]>(pool: Pool, { text, values }: Statement): Promise<Row[]> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query(SETTINGS)
    const { rows } = await inTime(client.query<Row & QueryResultRow>({ rowMode: 'array', text, values: [...values] }))
    await client.query('commit')
    return rows
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => {
      broken = failure
    })
    throw error
  } finally {
    client.release(broken)
  }
}
