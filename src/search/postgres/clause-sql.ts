// Compiles one clause to a predicate over a row of signals, named `s`: `satisfies` in SQL.
//
// Words and equality keys are compared with the lines that the write path stored (see query/evaluate/search-text.ts). A
// tsquery first lets the index narrow the rows. It is never enough unless it is exact.

import { SIGNAL_STATUSES } from '../../meaning/signals/index.ts'
import { SIGNAL_TYPES, type SignalType } from '../../meaning/types/index.ts'
import {
  AI_LEXEME,
  type Clause,
  type Condition,
  comparedFields,
  conditionsOf,
  DAY_SECONDS,
  type EqualCondition,
  LINE,
  lexemeOf,
  type MatchCondition,
  type Pattern,
  type PatternWord,
  startOfDay,
  storedKey,
} from '../../query/index.ts'
import type { Parameters } from './parameters.ts'

/**
 * Whether a statement searches all signals or those of one company. For one company, words only filter: the word index
 * would be scanned in full each time.
 */
type Scope = 'all' | 'one-company'

export function clauseSql(clause: Clause, asOf: number, parameters: Parameters, scope: Scope = 'all'): string {
  const { from, before } = timesOf(clause, asOf)
  return [
    `s.status <> 'retracted'`,
    clause.type === 'any' ? undefined : `s.type = '${typeName(clause.type)}'`,
    from === undefined ? undefined : `s.occurred_at >= to_timestamp(${parameters.add(from, 'float8')})`,
    before === undefined ? undefined : `s.occurred_at < to_timestamp(${parameters.add(before, 'float8')})`,
    closedSql(clause, asOf, parameters),
    narrowingSql(clause, parameters, scope),
    ...conditionsOf(clause).map((condition) => decidingSql(condition, parameters)),
  ]
    .filter((part) => part !== undefined)
    .join(' and ')
}

function closedSql({ closedDays }: Clause, asOf: number, parameters: Parameters): string | undefined {
  if (closedDays === undefined) return undefined
  return `s.closed_at >= to_timestamp(${parameters.add(startOfDay(asOf) - closedDays * DAY_SECONDS, 'float8')})`
}

/** Whether the clause uses the stored lines or words. A row without them can't match. */
export function needsText({ conditions }: Clause): boolean {
  const usesText = (condition: Condition) =>
    'patterns' in condition || condition.kind === 'text' || condition.kind === 'texts'
  return conditions.some((condition) => usesText(condition) || lexemesOf(condition) !== undefined)
}

/** Types are written into the statement, so that the planner knows them. Only declared types get this far. */
export function typeName(type: string): SignalType {
  const known = SIGNAL_TYPES.find((each) => each === type)
  if (!known) throw new Error(`${type} is not a signal type`)
  return known
}

/** The time bounds in Unix seconds. `from` is inclusive, `before` is exclusive. */
export function timesOf({ withinDays, since, before }: Clause, asOf: number): { from?: number; before?: number } {
  const bounds = [
    ...(withinDays === undefined ? [] : [startOfDay(asOf) - withinDays * DAY_SECONDS]),
    ...(since === undefined ? [] : [since]),
  ]
  return { ...(bounds.length > 0 && { from: Math.max(...bounds) }), ...(before !== undefined && { before }) }
}

/**
 * After the words have narrowed the rows, the condition itself excludes hardly any. The planner, which has no statistics on
 * fields inside JSON, would multiply the two selectivities, expect one row and choose nested loops. For a CASE it assumes
 * one half.
 */
function decidingSql(condition: Condition, parameters: Parameters): string | undefined {
  const sql = conditionSql(condition, parameters)
  if (sql === undefined || lexemesOf(condition) === undefined) return sql
  return `case when ${sql} then true else false end`
}

function conditionSql(condition: Condition, parameters: Parameters): string | undefined {
  if (condition.field === 'confidence') return confidenceSql(condition, parameters)
  if ('patterns' in condition) {
    if (isExact(condition)) return undefined
    const found = condition.patterns.map((pattern) => patternSql(pattern, condition, parameters))
    return `(${found.join(' or ')})`
  }
  if ('values' in condition) {
    const equal = equalSql(condition, parameters)
    // A missing field passes.
    return condition.op === ':' ? equal : `${equal} is not true`
  }
  return `${fieldSql(condition, parameters)} ${condition.op} ${valueSql(condition.value, condition.kind, parameters)}`
}

/** A confidence is stored in hundredths. Trying all 101 values shows which ones satisfy the condition. */
export function confidencesOf(condition: Condition): number[] {
  return Array.from({ length: 101 }, (_, hundredths) => hundredths).filter((hundredths) => {
    const confidence = hundredths / 100
    switch (condition.op) {
      case ':':
        return condition.values.includes(confidence)
      case '!:':
        return !condition.values.includes(confidence)
      case '>=':
        return confidence >= Number(condition.value)
      case '<=':
        return confidence <= Number(condition.value)
      case '>':
        return confidence > Number(condition.value)
      case '<':
        return confidence < Number(condition.value)
      default:
        return false
    }
  })
}

function confidenceSql(condition: Condition, parameters: Parameters): string {
  const fitting = confidencesOf(condition)
  const [min, max] = [fitting[0], fitting.at(-1)]
  if (min === undefined || max === undefined) return 'false'
  if (max - min + 1 !== fitting.length) return `s.confidence = any(${parameters.add(fitting, 'smallint[]')})`
  return `s.confidence between ${parameters.add(min, 'smallint')} and ${parameters.add(max, 'smallint')}`
}

function equalSql(condition: EqualCondition, parameters: Parameters): string {
  const { field, kind, values } = condition
  // Written into the statement, so that the planner knows how rare they are.
  if (field === 'status')
    return `s.status in (${SIGNAL_STATUSES.filter((each) => values.includes(each))
      .map((each) => `'${each}'`)
      .join(', ')})`
  if (kind === 'text' || kind === 'texts') {
    const lines = comparedFields(condition).flatMap((name) =>
      values.map((value) => `s.search_text like ${parameters.add(keyLike(name, String(value)), 'text')}`),
    )
    return `(${lines.join(' or ')})`
  }
  const wanted = values.map((value) => valueSql(value, kind, parameters))
  const equal = `${fieldSql(condition, parameters)} in (${wanted.join(', ')})`
  // The list is in the field's other name.
  const lists = comparedFields(condition).filter((name) => name !== field)
  const listed = lists.map(
    (name) => `(s.fields -> ${parameters.add(name, 'text')}) ?| ${parameters.add(values.map(String), 'text[]')}`,
  )
  return `(${[equal, ...listed].join(' or ')})`
}

/** Numbers and booleans as jsonb, which orders numbers correctly. Everything else as text, in "C" order. */
function fieldSql({ field, kind }: Condition, parameters: Parameters): string {
  const name = parameters.add(field, 'text')
  return isJson(kind) ? `(s.fields -> ${name})` : `((s.fields ->> ${name}) collate "C")`
}

function valueSql(value: string | number | boolean, kind: Condition['kind'], parameters: Parameters): string {
  return isJson(kind) ? parameters.add(JSON.stringify(value), 'jsonb') : parameters.add(String(value), 'text')
}

function isJson(kind: Condition['kind']): boolean {
  return kind === 'integer' || kind === 'number' || kind === 'boolean'
}

/**
 * The LIKE pattern for the line of a key. A key that is just its words has no line of its own: then the line of the
 * words has a colon.
 */
function keyLike(field: string, key: string): string {
  if (!isPlain(key)) return `%${LINE}${field}=${escapeLike(storedKey(key))}${LINE}%`
  const separator = separatorOf(field)
  return `%${LINE}${field}:${separator}${key.replaceAll(' ', separator)}${separator}${LINE}%`
}

/** The separator around each word in a field's line. */
export function separatorOf(field: string): string {
  return field === 'source' ? '|' : ' '
}

/** The same test as in the write path: only words, joined by single spaces. */
export function isPlain(key: string): boolean {
  return /^[\p{L}\p{N}]+( [\p{L}\p{N}]+)*$/u.test(key)
}

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}

function patternSql(pattern: Pattern, condition: MatchCondition, parameters: Parameters): string {
  const { field } = condition
  const names = `(?:${comparedFields(condition).join('|')})`
  const separator = separatorOf(field)
  const { phrase, words } = pattern
  const like = (of: string, word: PatternWord) => {
    const found = formsOf(word).map((form) => `${of} like ${parameters.add(wordsLike(form, separator), 'text')}`)
    return found.length === 1 ? found.join() : `(${found.join(' or ')})`
  }
  if (!phrase && words.length > 1) {
    const all = words.map((word) => like('line', word))
    const own = field === 'text' ? [] : [`line ~ ${parameters.add(`^${names}[:;]`, 'text')}`]
    return `exists (select from string_to_table(s.search_text, ${parameters.add(LINE, 'text')}) as line where ${[...own, ...all].join(' and ')})`
  }
  const [first] = words
  if (field === 'text' && words.length === 1 && first) return like('s.search_text', first)
  const simple = words.every(({ prefix, same }, i) => !same && (!prefix || i === words.length - 1))
  if (field === 'text' && simple) return `s.search_text like ${parameters.add(wordsLike(words, separator), 'text')}`
  // Words consist of letters and digits, so nothing needs escaping.
  const escaped = separator === '|' ? '\\|' : ' '
  const regex = words.map((word) => `${wordRegex(word, separator, escaped)}${escaped}`).join('')
  const start = field === 'text' ? '' : `${LINE}${names}[:;][^${LINE}]*`
  return `s.search_text ~ ${parameters.add(`${start}${escaped}${regex}`, 'text')}`
}

/** The word itself and its equivalents, each as adjacent words. */
export function formsOf(word: PatternWord): PatternWord[][] {
  return [
    [{ text: word.text, prefix: word.prefix }],
    ...(word.same ?? []).map((form) => form.map((text) => ({ text, prefix: false }))),
  ]
}

export function wordRegex({ text, prefix, same }: PatternWord, separator: string, escaped: string): string {
  if (prefix) return `${text}[^${separator}${LINE}]*`
  return same ? `(?:${[[text], ...same].map((form) => form.join(escaped)).join('|')})` : text
}

/** A LIKE pattern for adjacent words. Only the last one can be a prefix. */
function wordsLike(words: readonly PatternWord[], separator: string): string {
  return `%${separator}${words.map(({ text }) => text).join(separator)}${words.at(-1)?.prefix ? '' : separator}%`
}

/** Whether the index on words narrows the signals of the clause. */
export function hasWords({ conditions }: Clause): boolean {
  return conditions.some((condition) => lexemesOf(condition) !== undefined)
}

/** The words that a signal must have to satisfy the clause, as one tsquery. */
function narrowingSql({ conditions }: Clause, parameters: Parameters, scope: Scope): string | undefined {
  const queries = conditions.map(lexemesOf).filter((query) => query !== undefined)
  if (queries.length === 0) return undefined
  const found = `s.search_words @@ ${parameters.add(queries.join(' & '), 'tsquery')}`
  return scope === 'all' ? found : `case when ${found} then true else false end`
}

function lexemesOf(condition: Condition): string | undefined {
  const { field, kind } = condition
  if (field === 'source' || field === 'confidence' || field === 'status') return undefined
  if ('patterns' in condition) return anyOf(condition.patterns.map(({ words }) => allOf(words)))
  if (condition.op !== ':') return undefined
  if (kind === 'boolean') return field === 'ai' && !condition.values.includes(false) ? `'${AI_LEXEME}'` : undefined
  if (kind !== 'text' && kind !== 'texts' && kind !== 'enum' && kind !== 'slug') return undefined
  const wordsOfValues = condition.values.map((value) => String(value).match(/[\p{L}\p{N}]+/gu) ?? [])
  if (wordsOfValues.some((words) => words.length === 0)) return undefined
  return anyOf(wordsOfValues.map((words) => allOf(words.map((text) => ({ text, prefix: false })))))
}

const anyOf = (parts: readonly string[]) => `(${parts.join(' | ')})`

function allOf(words: readonly PatternWord[]): string {
  return `(${words.map((word) => (word.same ? anyOf(formsOf(word).map(allOf)) : lexemeSql(word))).join(' & ')})`
}

function lexemeSql({ text, prefix }: PatternWord): string {
  return `'${lexemeOf(text)}'${prefix ? ':*' : ''}`
}

/** For single complete words anywhere in the text, the index is enough. */
function isExact({ field, patterns }: MatchCondition): boolean {
  const isShort = ({ text, same }: PatternWord) => !same && lexemeOf(text) === text
  return field === 'text' && patterns.every(({ words }) => words.length === 1 && words.every(isShort))
}
