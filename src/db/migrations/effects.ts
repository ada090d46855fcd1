// What a statement of a migration locks, what work it does meanwhile, and which rule that breaks on a table in use.
// Used by the linter (bin/check-migrations.ts) and by `upgrade --check`.
//
// Any other statement is `unknown`, and needs a reason in the file. Locks are those of PostgreSQL 15 to 18.

import { readAlterTable } from './alter-table.ts'
import { type Effect, effect } from './rules.ts'
import type { Statement } from './statements.ts'
import { Words } from './words.ts'

/** The table that it creates. */
export function createdTable({ tokens }: Statement): string | undefined {
  const words = new Words(tokens)
  if (!words.take('create')) return undefined
  words.takeAny('unlogged', 'temporary', 'temp')
  if (!words.take('table')) return undefined
  words.take('if', 'not', 'exists')
  return words.name()
}

/** The index that it builds concurrently, if it has a name. */
export function concurrentIndex({ tokens }: Statement): string | undefined {
  const words = new Words(tokens)
  if (!words.take('create')) return undefined
  words.take('unique')
  if (!words.take('index', 'concurrently')) return undefined
  words.take('if', 'not', 'exists')
  return words.is('on') ? undefined : words.name()
}

export function effectsOf(statement: Statement): Effect[] {
  const words = new Words(statement.tokens)
  if (words.take('create')) return effectsOfCreate(words, statement.tokens)
  if (words.take('alter', 'table')) return readAlterTable(words)
  if (words.take('alter', 'index') || words.take('alter', 'sequence'))
    return [effect(undefined, 'access exclusive', 'none', words.has('rename') ? 'removes' : undefined)]
  if (words.take('alter', 'type'))
    return [effect(undefined, undefined, 'none', words.has('add') ? undefined : 'removes')]
  if (words.take('drop')) return [effectOfDrop(words)]
  if (words.take('comment', 'on')) return []
  if (words.take('update')) return [effect(words.table(), 'row exclusive', 'rows', 'rows')]
  if (words.take('delete', 'from')) return [effect(words.table(), 'row exclusive', 'rows', 'rows')]
  if (words.take('insert', 'into')) {
    const table = words.table()
    return [
      words.has('select') || words.has('with')
        ? effect(table, 'row exclusive', 'rows', 'rows')
        : effect(table, 'row exclusive', 'none'),
    ]
  }
  if (words.is('with') || words.is('merge')) return [effect(undefined, 'row exclusive', 'rows', 'rows')]
  if (words.take('truncate')) {
    words.take('table')
    return [effect(words.table(), 'access exclusive', 'none', 'removes')]
  }
  if (words.take('lock')) {
    words.take('table')
    return [effect(words.table(), 'access exclusive', 'none', 'lock')]
  }
  if (words.take('reindex')) return [effectOfReindex(words)]
  if (words.take('cluster') || words.take('refresh')) return [effect(undefined, 'access exclusive', 'rewrite', 'lock')]
  if (words.take('vacuum')) {
    const isFull = words.has('full')
    return [
      effect(
        statement.tokens.at(-1),
        isFull ? 'access exclusive' : 'share update exclusive',
        isFull ? 'rewrite' : 'scan',
        isFull ? 'lock' : 'concurrently',
      ),
    ]
  }
  if (words.take('analyze')) return [effect(words.table(), 'share update exclusive', 'scan')]
  if (words.is('do') || words.is('select')) return [effect(undefined, undefined, 'none', 'block')]
  const isSession = [
    'set',
    'reset',
    'begin',
    'start',
    'commit',
    'rollback',
    'savepoint',
    'discard',
    'end',
    'abort',
  ].some((word) => words.is(word))
  if (isSession) return [effect(undefined, undefined, 'none', 'session')]
  return [effect(undefined, undefined, 'none', 'unknown')]
}

const HARMLESS_KINDS = ['table', 'function', 'type', 'sequence', 'view', 'schema', 'domain', 'cast', 'aggregate']

function effectsOfCreate(words: Words, tokens: readonly string[]): Effect[] {
  words.take('or', 'replace')
  words.takeAny('unlogged', 'temporary', 'temp')
  if (HARMLESS_KINDS.some((kind) => words.is(kind))) return words.take('table') ? referencesOf(words, tokens) : []
  words.take('constraint')
  if (words.is('trigger')) {
    const at = tokens.indexOf('on')
    return [effect(tokens[at + 1], 'share row exclusive', 'none')]
  }
  words.take('unique')
  if (!words.take('index')) return [effect(undefined, undefined, 'none', 'unknown')]
  const concurrently = words.take('concurrently')
  const skips = words.take('if', 'not', 'exists')
  const isNamed = !words.is('on')
  if (isNamed) words.name()
  words.take('on')
  // On a partitioned table without its partitions: nothing to read.
  if (words.take('only')) return [effect(words.name(), 'share', 'none')]
  if (!concurrently) return [effect(words.name(), 'share', 'index', 'index')]
  return [effect(words.name(), 'share update exclusive', 'index', skips && isNamed ? 'concurrently' : 'no-transaction')]
}

/** A new table that references others locks them briefly: it has no rows to check. */
function referencesOf(words: Words, tokens: readonly string[]): Effect[] {
  words.take('if', 'not', 'exists')
  const own = words.name()
  const partitioned = tokens.indexOf('of')
  if (words.is('partition') && partitioned !== -1) return [effect(tokens[partitioned + 1], 'access exclusive', 'none')]
  const tables = tokens.flatMap((token, at) => (token === 'references' ? [tokens[at + 1] as string] : []))
  return [...new Set(tables)]
    .filter((table) => table !== own)
    .map((table) => effect(table, 'share row exclusive', 'none'))
}

function effectOfDrop(words: Words): Effect {
  if (words.take('index')) {
    const concurrently = words.take('concurrently')
    const skips = words.take('if', 'exists')
    if (!concurrently) return effect(undefined, 'access exclusive', 'none', 'drop-index')
    return effect(undefined, 'share update exclusive', 'none', skips ? 'concurrently' : 'no-transaction')
  }
  if (words.is('trigger')) {
    const table = words.after('on')
    return effect(table, 'access exclusive', 'none')
  }
  const isTable = words.take('table')
  words.take('if', 'exists')
  return effect(isTable ? words.name() : undefined, 'access exclusive', 'none', 'removes')
}

function effectOfReindex(words: Words): Effect {
  words.takeAny('index', 'table')
  if (words.take('concurrently')) return effect(words.name(), 'share update exclusive', 'index', 'concurrently')
  return effect(words.name(), 'access exclusive', 'index', 'lock')
}
