// Secrets at rest: which columns hold texts that are encrypted with SECRET_KEYS, which key each text needs, and how they
// move to the newest key. The area that owns a table declares its columns.
//
// Invariant: re-encrypting never changes or loses a secret. A row is replaced only if it still holds the text that was
// decrypted, in one statement, so a secret that is rotated at the same moment is kept.

import { AppError } from '../platform/app-error.ts'
import type { SecretBox } from '../platform/config/secret-box.ts'
import { many, type Queryable } from './sql.ts'

export interface SealedColumn {
  readonly table: string
  readonly column: string
  /** What an operator calls a row, such as "webhook". */
  readonly noun: string
  /** What the text is bound to. By default the id of the row. */
  readonly context?: (id: string) => string
  /** SQL: the rows that hold an encrypted text that is still needed. */
  readonly where?: string
}

export interface UnreadableSecret {
  readonly noun: string
  readonly id: string
  readonly reason: string
}

/** Bounds the time of a check. */
const MAX_CHECKED = 20_000
const PAGE = 500

/** How many texts each key encrypted, by the key's id. */
export async function countByKey(
  db: Queryable,
  columns: readonly SealedColumn[],
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>()
  for (const column of columns) {
    const rows = await many<{ key: string; count: number }>(
      db,
      `select ${keyOf(column)} as key, count(*)::int as count from ${column.table} where ${whereOf(column)} group by 1`,
    )
    for (const { key, count } of rows) counts.set(key, (counts.get(key) ?? 0) + count)
  }
  return counts
}

/** Secrets that can't be decrypted with the given keys, newest rows first. Without a box, none can. */
export async function findUnreadable(
  db: Queryable,
  columns: readonly SealedColumn[],
  box: SecretBox | undefined,
): Promise<UnreadableSecret[]> {
  const unreadable: UnreadableSecret[] = []
  for (const column of columns) {
    const rows = await many<SealedRow>(
      db,
      `select id, ${column.column} as sealed from ${column.table} where ${whereOf(column)}
        order by created_at desc limit ${MAX_CHECKED}`,
    )
    for (const row of rows) {
      const reason = box ? whyUnreadable(box, column, row) : 'there is no key to decrypt it'
      if (reason !== undefined) unreadable.push({ noun: column.noun, id: row.id, reason })
    }
  }
  return unreadable
}

export interface Reencrypted {
  readonly changed: number
  readonly unreadable: readonly UnreadableSecret[]
}

/** Re-encrypts with the first key what another key encrypted, page by page. Safe while serving, and if interrupted. */
export async function reencrypt(
  db: Queryable,
  columns: readonly SealedColumn[],
  box: SecretBox,
  onPage: (changed: number) => void,
): Promise<Reencrypted> {
  let changed = 0
  const unreadable: UnreadableSecret[] = []
  for (const column of columns) {
    for (let after = NO_ID; ; ) {
      const rows = await many<SealedRow>(
        db,
        `select id, ${column.column} as sealed from ${column.table}
          where id > $1 and ${whereOf(column)} and ${keyOf(column)} <> $2 order by id limit ${PAGE}`,
        [after, box.keyId],
      )
      for (const row of rows) {
        const reason = whyUnreadable(box, column, row)
        if (reason !== undefined) unreadable.push({ noun: column.noun, id: row.id, reason })
        else if (await replace(db, column, row, box)) changed++
      }
      const last = rows.at(-1)
      if (last === undefined) break
      after = last.id
      onPage(changed)
    }
  }
  return { changed, unreadable }
}

interface SealedRow {
  readonly id: string
  readonly sealed: string
}

const NO_ID = '00000000-0000-0000-0000-000000000000'

async function replace(db: Queryable, column: SealedColumn, { id, sealed }: SealedRow, box: SecretBox) {
  const context = contextOf(column, id)
  const anew = box.seal(box.open(sealed, context), context)
  const { rowCount } = await db.query(
    `update ${column.table} set ${column.column} = $3 where id = $1 and ${column.column} = $2`,
    [id, sealed, anew],
  )
  return rowCount === 1
}

function whyUnreadable(box: SecretBox, column: SealedColumn, { id, sealed }: SealedRow): string | undefined {
  try {
    box.open(sealed, contextOf(column, id))
    return undefined
  } catch (error) {
    if (error instanceof AppError) return error.message
    throw error
  }
}

const contextOf = ({ context }: SealedColumn, id: string) => context?.(id) ?? id
/** An encrypted text is `version.key.ciphertext`. */
const keyOf = ({ column }: SealedColumn) => `split_part(${column}, '.', 2)`
const whereOf = ({ column, where }: SealedColumn) =>
  `${column} is not null${where === undefined ? '' : ` and ${where}`}`
