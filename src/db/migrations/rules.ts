// The rules of migrations: what must not happen to a table that is in use. Each says what to do instead.

export type Lock = 'row exclusive' | 'share update exclusive' | 'share' | 'share row exclusive' | 'access exclusive'

/** What takes time, by the size of the table. */
export type Work = 'none' | 'rows' | 'scan' | 'index' | 'rewrite'

/** Each with what to do instead. */
export const RULES = {
  index:
    'blocks writes until the index is built: put `create index concurrently if not exists` into a file with `-- no-transaction`',
  'drop-index':
    'waits for every reader of the table, and later ones wait behind it: put `drop index concurrently if exists` into a file with `-- no-transaction`',
  'rewriting-column':
    'writes the whole table anew, and nobody can read it meanwhile: add the column without it, fill it in the background, in steps',
  'not-null':
    'fails on a table with rows, and what older nodes write has no value: give it a constant default, or let it be null',
  'set-not-null':
    'reads the whole table while nobody else can, and older nodes may still write null: add a check `not valid` first, validate it, and set it in a later version',
  type: 'may write the whole table anew while nobody can read it, and older nodes expect the old type: add a column',
  'foreign-key':
    'reads both tables while nobody can write them: add it `not valid`, and validate it in a file with `-- no-transaction`',
  check:
    'reads the whole table while nobody can: add it `not valid`, and validate it in a file with `-- no-transaction`',
  unique:
    'builds its index while nobody can read the table: build the index concurrently first, then add the constraint `using index`',
  removes:
    'takes away what older nodes use: do it one version later, and say from which version on the database needs: `-- least-code-version: X.Y.Z`',
  rows: 'changes rows of a table in use in one transaction: do it in the background, in steps',
  lock: 'locks a whole table for as long as it works',
  validate: 'reads the whole table: put it into a file with `-- no-transaction`, where it locks out nobody',
  session: 'changes the session or the transaction, which the one who applies migrations sets up',
  block: 'what a block does is not checked: say in the reason what it locks',
  unknown: 'is not known to the rules: say in the reason what it locks, or teach src/db/migrations/effects.ts',
  'no-transaction':
    'can stop in the middle and is run again: such a file has only statements that then find out what is done (`create index concurrently if not exists NAME`, `drop index concurrently if exists`, `validate constraint`, `reindex … concurrently`, `analyze`, `vacuum`)',
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
