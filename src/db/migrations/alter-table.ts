// What `alter table` does to a table that is in use, action by action.

import { type Effect, effect, type Rule, type Work } from './rules.ts'
import type { Words } from './words.ts'

/** From after `alter table`. */
export function readAlterTable(words: Words): Effect[] {
  words.take('if', 'exists')
  const table = words.table()
  return words.parts().flatMap((action) => readAction(action, table))
}

const brief = (table: string, rule?: Rule) => [effect(table, 'access exclusive', 'none', rule)]

function readAction(action: Words, table: string): Effect[] {
  if (action.take('validate', 'constraint')) return [effect(table, 'share update exclusive', 'scan', 'validate')]
  if (action.take('add')) return readAdd(action, table)
  if (action.take('drop')) return brief(table, action.take('constraint') ? undefined : 'removes')
  if (action.take('rename')) return brief(table, action.take('constraint') ? undefined : 'removes')
  if (action.take('alter')) return readAlterColumn(action, table)
  if (action.take('attach', 'partition')) {
    return [effect(table, 'share update exclusive', 'none'), effect(action.name(), 'access exclusive', 'scan')]
  }
  if (action.take('detach', 'partition')) return brief(table, 'removes')
  if (action.is('enable') || action.is('disable')) return [effect(table, 'share row exclusive', 'none')]
  if (action.take('set')) {
    if (action.is('(')) return [effect(table, 'share update exclusive', 'none')]
    return [effect(table, 'access exclusive', 'rewrite', 'lock')]
  }
  if (action.take('reset')) return [effect(table, 'share update exclusive', 'none')]
  return [effect(table, 'access exclusive', 'none', 'unknown')]
}

const CONSTRAINTS = ['constraint', 'check', 'foreign', 'unique', 'primary', 'exclude']

function readAdd(action: Words, table: string): Effect[] {
  if (!CONSTRAINTS.some((word) => action.is(word))) return readAddColumn(action, table)
  if (action.take('constraint')) action.name()
  const isLater = action.has('valid')
  if (action.is('foreign')) {
    const [work, rule] = isLater ? (['none', undefined] as const) : (['scan', 'foreign-key'] as const)
    return [
      effect(table, 'share row exclusive', work, rule),
      effect(action.after('references'), 'share row exclusive', 'none'),
    ]
  }
  if (action.is('check')) {
    return isLater ? brief(table) : [effect(table, 'access exclusive', 'scan', 'check')]
  }
  if (action.has('using') && action.after('using') === 'index') return brief(table)
  return [effect(table, 'access exclusive', 'index', 'unique')]
}

/** Constant within a statement, so that no row is written. */
const STABLE = ['now', 'current_timestamp', 'current_date', 'transaction_timestamp', 'statement_timestamp']
const SERIALS = ['serial', 'bigserial', 'smallserial']

function readAddColumn(action: Words, table: string): Effect[] {
  action.take('column')
  action.take('if', 'not', 'exists')
  action.name()
  const { left } = action
  const value = left.indexOf('default')
  const effects: Effect[] = []
  const broken = (work: Work, rule: Rule) => effects.push(effect(table, 'access exclusive', work, rule))
  const isSerial = SERIALS.includes(left[0] ?? '')
  if (isSerial || left.includes('generated') || (value !== -1 && isVolatile(left.slice(value + 1)))) {
    broken('rewrite', 'rewriting-column')
  } else if (value === -1 && left.some((word, at) => word === 'not' && left[at + 1] === 'null')) {
    broken('none', 'not-null')
  }
  if (left.includes('unique') || left.includes('primary')) broken('index', 'unique')
  if (left.includes('references')) {
    // Without a default every row is null, so nothing is compared and the lock is brief.
    if (value !== -1) broken('scan', 'foreign-key')
    effects.push(effect(action.after('references'), 'share row exclusive', 'none'))
  }
  // A check of a new column reads all rows.
  if (left.includes('check')) broken('scan', 'check')
  return effects.some((each) => each.table === table) ? effects : [...brief(table), ...effects]
}

/** Whether a function is called that is not known to be stable. */
function isVolatile(expression: readonly string[]): boolean {
  const end = expression.findIndex((word) =>
    ['not', 'null', 'check', 'references', 'unique', 'constraint'].includes(word),
  )
  const words = end === -1 ? expression : expression.slice(0, end)
  return words.some((word, at) => words[at + 1] === '(' && /^[a-z_]/.test(word) && !STABLE.includes(word))
}

function readAlterColumn(action: Words, table: string): Effect[] {
  if (action.is('constraint')) return brief(table)
  action.take('column')
  action.name()
  if (action.take('type') || action.take('set', 'data', 'type')) {
    return [effect(table, 'access exclusive', 'rewrite', 'type')]
  }
  if (action.take('set', 'not', 'null')) return [effect(table, 'access exclusive', 'scan', 'set-not-null')]
  if (action.take('set', 'statistics')) return [effect(table, 'share update exclusive', 'none')]
  if (action.is('add', 'generated')) return brief(table)
  if (action.is('set') || action.is('drop') || action.is('reset') || action.is('restart')) return brief(table)
  return brief(table, 'unknown')
}
