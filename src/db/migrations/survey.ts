// What an upgrade to this code would do to a database, and what that locks. Reads only.

import { compareVersions, VERSION } from '../../platform/config/version.ts'
import { changedFunctions } from '../functions.ts'
import { many, one, type Queryable } from '../sql.ts'
import { changedEditions, type RuleName } from './editions.ts'
import { createdTable, effectsOf } from './effects.ts'
import { type Migration, readMigrations } from './read.ts'
import type { Lock, Work } from './rules.ts'
import { splitStatements } from './statements.ts'

/** What a migration does to one existing table. */
export interface TableEffect {
  readonly table: string
  readonly lock: Lock
  /** Which sessions it blocks while it runs. */
  readonly blocks: 'nobody' | 'writes' | 'reads and writes'
  readonly work: Work
  readonly rows: number
  readonly bytes: number
  /** Roughly, by the size of the table. */
  readonly seconds: number
}

export interface PendingMigration {
  readonly name: string
  readonly inTransaction: boolean
  /** Nodes of earlier versions must have stopped before it. */
  readonly leastCodeVersion: string | null
  readonly effects: readonly TableEffect[]
}

export interface UpgradeSurvey {
  /** Version of the code that last changed the database. Undefined: it is new. */
  readonly from: string | undefined
  readonly to: string
  /** The version that the database needs, if this code is older. */
  readonly needs: string | undefined
  readonly migrations: readonly PendingMigration[]
  /** SQL functions that are created or replaced. */
  readonly functions: readonly string[]
  /** Storage rules that differ from the previous ones. Undefined: those are unknown. */
  readonly rules: readonly RuleName[] | undefined
}

/**
 * Bytes of the table a second. Measured with an embedded PostgreSQL 18 on two cores that had other work too, on 600,000 rows in
 * 133 MB: a scan 175 MB/s, an index 35 to 65, a rewrite with its four indexes 11, and changing every row 1.5. Disks and
 * machines differ more than that, so seconds are rough.
 */
const RATES: Readonly<Record<Work, number>> = { none: Infinity, scan: 150e6, index: 35e6, rewrite: 10e6, rows: 1.5e6 }

const BLOCKS: Readonly<Record<Lock, TableEffect['blocks']>> = {
  'row exclusive': 'nobody',
  'share update exclusive': 'nobody',
  share: 'writes',
  'share row exclusive': 'writes',
  'access exclusive': 'reads and writes',
}

export async function surveyUpgrade(
  db: Queryable,
  { migrations = readMigrations(), version = VERSION } = {},
): Promise<UpgradeSurvey> {
  const { exists } = await one<{ exists: boolean }>(db, `select to_regclass('schema_migrations') is not null as exists`)
  const applied = exists
    ? await many<{ least: string | null; by: string }>(
        db,
        'select least_code_version as least, applied_by as by from schema_migrations order by number',
      )
    : []
  const needs = applied
    .flatMap(({ least }) => least ?? [])
    .filter((least) => compareVersions(least, version) > 0)
    .sort(compareVersions)
    .at(-1)
  const pending = migrations.slice(applied.length)
  const sizes = await readSizes(db, pending)
  return {
    from: applied.at(-1)?.by,
    to: version,
    needs,
    migrations: pending.map((migration) => ({
      name: migration.name,
      inTransaction: migration.inTransaction,
      leastCodeVersion: migration.minCodeVersion ?? null,
      effects: effectsOn(migration, sizes),
    })),
    functions: await changedFunctions(db),
    rules: await changedEditions(db),
  }
}

interface Size {
  readonly table: string
  readonly rows: number
  readonly bytes: number
  readonly [column: string]: unknown
}

/** Of the existing tables, with their partitions. */
async function readSizes(db: Queryable, migrations: readonly Migration[]): Promise<Map<string, Size>> {
  const names = migrations.flatMap(({ sql }) =>
    splitStatements(sql).flatMap((statement) => effectsOf(statement).flatMap(({ table }) => table ?? [])),
  )
  const sizes = await many<Size>(
    db,
    `select t.name as table, coalesce(sum(greatest(c.reltuples, 0)), 0)::bigint as rows, coalesce(sum(pg_table_size(c.oid)), 0)::bigint as bytes
       from (select distinct unnest($1::text[]) as name) t
       join pg_class own on own.oid = to_regclass(quote_ident(t.name)) and own.relkind in ('r', 'p')
       cross join lateral (select own.oid as oid union select relid from pg_partition_tree(own.oid)) p
       join pg_class c on c.oid = p.oid
      group by t.name`,
    [names],
  )
  return new Map(sizes.map((size) => [size.table, size]))
}

/** The strongest lock and all the work, by table. */
function effectsOn({ sql }: Migration, sizes: ReadonlyMap<string, Size>): TableEffect[] {
  const byTable = new Map<string, TableEffect>()
  const own = new Set<string>()
  for (const statement of splitStatements(sql)) {
    own.add(createdTable(statement) ?? '')
    for (const { table, lock, work } of effectsOf(statement)) {
      const size = table === undefined || own.has(table) ? undefined : sizes.get(table)
      if (!size || !lock) continue
      const before = byTable.get(size.table)
      const seconds = size.bytes / RATES[work] + (before?.seconds ?? 0)
      const strongest = before && LOCKS.indexOf(before.lock) > LOCKS.indexOf(lock) ? before.lock : lock
      const most = before && RATES[before.work] < RATES[work] ? before.work : work
      byTable.set(size.table, { ...size, lock: strongest, blocks: BLOCKS[strongest], work: most, seconds })
    }
  }
  return [...byTable.values()]
}

const LOCKS = Object.keys(BLOCKS) as Lock[]
