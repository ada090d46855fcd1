// Fills a new table of a shard from PostgreSQL. Companies are read in the order of their ordinals, a few thousand
// signals at a time, each time in a snapshot of its own: a transaction over all of them would keep PostgreSQL from
// vacuuming for as long. Companies that change meanwhile are rewritten from the log, which is read from before the
// load.

import type pg from 'pg'
import type { Connection } from './connection.ts'
import { COLUMNS } from './layout.ts'
import { quotedName } from './literals.ts'
import { nextOrdinals, readCompanies } from './read-companies.ts'
import { RowWriter } from './row-binary.ts'
import { tableName } from './statements.ts'

const PAGE_COMPANIES = 1_000
/** An insert of this size is one part. Fewer, larger ones are merged less. */
const INSERT_BYTES = 48 * 2 ** 20
const INSERT_COMPANIES = 100_000

export const COLUMN_NAMES = COLUMNS.map(({ name }) => quotedName(name))

interface Load {
  readonly server: Connection
  readonly at: { readonly database: string; readonly table: string }
  readonly shards: number
  readonly shard: number
  readonly version: number
  /** Called after each insert with the last ordinal. Throws to end the load. */
  readonly onProgress: (ordinal: number) => Promise<void>
}

export async function loadShard(client: pg.ClientBase, load: Load): Promise<void> {
  const { server, at, shards, shard, version, onProgress } = load
  const writer = new RowWriter(COLUMNS)
  let [after, companies] = [-1, 0]
  let inserting: Promise<void> = Promise.resolve()
  const insert = async () => {
    await inserting
    const rows = writer.take()
    companies = 0
    if (rows.length === 0) return
    // The next rows are read meanwhile. The await above reports a failure.
    inserting = server.insert(tableName(at), COLUMN_NAMES, rows, 300_000)
    inserting.catch(() => {})
  }
  for (;;) {
    const ordinals = await nextOrdinals(client, after, PAGE_COMPANIES)
    const last = ordinals.at(-1)
    if (last === undefined) break
    after = last
    const own = ordinals.filter((ordinal) => ordinal % shards === shard)
    for (const row of await readCompanies(client, own, version)) writer.add(row)
    companies += own.length
    if (writer.bytes >= INSERT_BYTES || companies >= INSERT_COMPANIES) {
      await insert()
      await onProgress(after)
    }
  }
  await insert()
  await inserting
}
