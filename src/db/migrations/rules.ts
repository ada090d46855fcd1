// The rules of migrations: what must not happen to a table that is in use. Each suggests an alternative.

export type Lock = 'row exclusive' | 'share update exclusive' | 'share' | 'share row exclusive' | 'access exclusive'

/** Work that grows with the size of the table. */
export type Work = 'none' | 'rows' | 'scan' | 'index' | 'rewrite'

/** Each with an alternative. */
export const RULES = {
  index:
    'blocks writes until the index is built: put `create index concurrently if not exists` into a file with `-- no-transaction`',
  'drop-index':
    'waits for every reader of the table, and later ones wait behind it: put `drop index concurrently if exists` into a file with `-- no-transaction`',
  'rewriting-column':
    'rewrites the whole table, which can’t be read meanwhile: add the column without it, fill it in the background, in steps',
  'not-null':
    'fails on a table with rows, and what older nodes write has no value: give it a constant default, or let it be null',
  'set-not-null':
    'reads the whole table while no other session can, and older nodes may still write null: add a check `not valid` first, validate it, and set it in a later version',
  type: 'may rewrite the whole table, which can’t be read meanwhile, and older nodes expect the old type: add a column',
  'foreign-key':
    'reads both tables, which can’t be written meanwhile: add it `not valid`, and validate it in a file with `-- no-transaction`',
  check:
    'reads the whole table while no other session can: add it `not valid`, and validate it in a file with `-- no-transaction`',
  unique:
    'builds its index while the table can’t be read: build the index concurrently first, then add the constraint `using index`',
  removes:
    'removes what older nodes use: do it one version later, and declare the version that the database then needs: `-- least-code-version: X.Y.Z`',
  rows: 'changes rows of a table in use in one transaction: do it in the background, in steps',
  lock: 'locks a whole table for as long as it works',
  validate: 'reads the whole table: put it into a file with `-- no-transaction`, where it blocks no other session',
  session: 'changes the session or the transaction, which the runner sets up',
  block: 'the content of a block is not checked: state in the reason what it locks',
  unknown: 'is not known to the rules: state in the reason what it locks, or add it to src/db/migrations/effects.ts',
  'no-transaction':
    'can stop in the middle and is run again: such a file has only statements that are safe to repeat (`create index concurrently if not exists NAME`, `drop index concurrently if exists`, `validate constraint`, `reindex … concurrently`, `analyze`, `vacuum`)',
  concurrently: 'can’t run inside a transaction: mark the file with `-- no-transaction`',
} as const

export type Rule = keyof typeof RULES

export interface Effect {
  /** Undefined: it locks no table that exists. */
  readonly table: string | undefined
  readonly lock: Lock | undefined
  readonly work: Work
  /** Broken if the table is in use. */
  readonly rule?: Rule
}

export function effect(table: string | undefined, lock: Lock | undefined, work: Work, rule?: Rule): Effect {
  return { table, lock, work, ...(rule && { rule }) }
}
