import type { Pool, QueryResultRow } from 'pg'
import { errorCodeIs } from '../../db/index.ts'
import { searchTimedOut } from '../../http/index.ts'
import type { Statement } from './statements.ts'

const QUERY_CANCELED = '57014'

/** The database cancels a statement that exceeds the pool's timeout. The error says how to narrow the query. */
export async function withTimeoutError<T>(result: Promise<T>): Promise<T> {
  try {
    return await result
  } catch (error) {
    if (errorCodeIs(error, QUERY_CANCELED)) throw searchTimedOut()
    throw error
  }
}

/**
 * Planner settings, local to the transaction so that they work behind a connection pooler:
 * - work_mem: sets of companies are hashed in memory.
 * - enable_material: the planner expects far too few rows for words that occur together. Then it tends to loop over one
 *   set for each row of another, because materialising makes that look cheap: 55 s where a hash takes 1 s. Without
 *   materialising it never chooses such a loop, and it still uses loops over an index.
 * - jit: compiling a statement that runs once costs more than it saves.
 * - client_connection_check_interval: the server ends the statement of a connection that was closed.
 */
const SETTINGS = `begin read only; set local work_mem = '64MB'; set local enable_material = off; set local jit = off;
  set local client_connection_check_interval = '100ms'`

/**
 * Returns rows as arrays. One statement sees one snapshot, however many parts it has. When the signal aborts, the
 * connection is closed, which ends the statement. A cancel request could arrive too late and cancel the next statement.
 */
export async function runSearch<Row extends unknown[]>(
  pool: Pool,
  { text, values }: Statement,
  signal?: AbortSignal,
): Promise<Row[]> {
  signal?.throwIfAborted()
  const client = await pool.connect()
  let broken: Error | undefined
  let isReleased = false
  const release = (reason?: Error) => {
    if (!isReleased) client.release(reason)
    isReleased = true
  }
  const abandon = () => release(signal?.reason)
  signal?.addEventListener('abort', abandon)
  try {
    signal?.throwIfAborted()
    await client.query(SETTINGS)
    const { rows } = await withTimeoutError(
      client.query<Row & QueryResultRow>({ rowMode: 'array', text, values: [...values] }),
    )
    await client.query('commit')
    return rows
  } catch (error) {
    signal?.throwIfAborted()
    await client.query('rollback').catch((failure: Error) => {
      broken = failure
    })
    throw error
  } finally {
    signal?.removeEventListener('abort', abandon)
    release(broken)
  }
}
