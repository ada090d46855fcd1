// One clause as a predicate over one row of signals, named `s`: the meaning of `satisfies`, in SQL.
//
// Words and equality keys are compared with the lines that the write path stored (see query/stored-text.ts); a tsquery
// before that lets the index narrow the rows, and never decides alone unless it is exact.

import {
  AI_LEXEME,
  type Clause,
  type Condition,
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
import { SIGNAL_TYPES } from '../../signals/index.ts'
import type { Parameters } from './parameters.ts'

/**
 * Where a statement looks for signals: in all of them, or in those of one company. There the index of words would be
 * read whole for every company, so the words only filter.
 */
export type Where = 'of-all' | 'of-company'

export function clauseSql(clause: Clause, asOf: number, parameters: Parameters, where: Where = 'of-all'): string {
  const { from, before } = timesOf(clause, asOf)
  return [
    `s.status <> 'retracted'`,
    clause.type === 'any' ? undefined : `s.type = '${typeName(clause.type)}'`,
    from === undefined ? undefined : `s.occurred_at >= to_timestamp(${parameters.add(from, 'float8')})`,
    before === undefined ? undefined : `s.occurred_at < to_timestamp(${parameters.add(before, 'float8')})`,
    narrowing(clause, parameters, where),
    ...clause.conditions.map((condition) => decidingSql(condition, parameters)),
  ]
    .filter((part) => part !== undefined)
    .join(' and ')
}

/** Whether the clause looks at the stored lines or words: a row without them could not be judged. */
export function needsText({ conditions }: Clause): boolean {
  const looks = (condition: Condition) =>
    condition.op === '~' || condition.kind === 'text' || condition.kind === 'texts'
  return conditions.some((condition) => looks(condition) || lexemesOf(condition) !== undefined)
}

/** Types stand in the text of statements, so that plans know them: only those of the declarations get there. */
export function typeName(type: string): string {
  const known = SIGNAL_TYPES.find((each) => each === type)
  if (!known) throw new Error(`${type} is no type of signal`)
  return known
}

/** The bounds of time, in Unix seconds: `from` inclusive, `before` exclusive. */
export function timesOf({ withinDays, since, before }: Clause, asOf: number): { from?: number; before?: number } {
  const bounds = [
    ...(withinDays === undefined ? [] : [startOfDay(asOf) - withinDays * DAY_SECONDS]),
    ...(since === undefined ? [] : [since]),
  ]
  return { ...(bounds.length > 0 && { from: Math.max(...bounds) }), ...(before !== undefined && { before }) }
}

/**
 * What the words have narrowed already is hardly narrowed again by the condition itself. The planner, which knows nothing
 * of fields inside JSON, would multiply the two, expect one row and choose nested loops; of a CASE it expects a half.
 */
function decidingSql(condition: Condition, parameters: Parameters): string | undefined {
  const sql = conditionSql(condition, parameters)
  if (sql === undefined || lexemesOf(condition) === undefined) return sql
  return `case when ${sql} then true else false end`
}

function conditionSql(condition: Condition, parameters: Parameters): string | undefined {
  if (condition.field === 'confidence') return confidenceSql(condition, parameters)
  if (condition.op === '~') {
    if (isExact(condition)) return undefined
    const found = condition.patterns.map((pattern) => patternSql(pattern, condition.field, parameters))
    return `(${found.join(' or ')})`
  }
  if ('values' in condition) {
    const equal = equalSql(condition, parameters)
    // A missing field passes.
    return condition.op === ':' ? equal : `${equal} is not true`
  }
  return `${fieldSql(condition, parameters)} ${condition.op} ${valueSql(condition.value, condition.kind, parameters)}`
}

/** Confidences are hundredths: which of them satisfy a condition is found by trying all. */
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
  const [least, most] = [fitting[0], fitting.at(-1)]
  if (least === undefined || most === undefined) return 'false'
  if (most - least + 1 !== fitting.length) return `s.confidence = any(${parameters.add(fitting, 'smallint[]')})`
  return `s.confidence between ${parameters.add(least, 'smallint')} and ${parameters.add(most, 'smallint')}`
}

function equalSql(condition: EqualCondition, parameters: Parameters): string {
  const { field, kind, values } = condition
  if (field === 'status') return `(s.status = any(${parameters.add(values.map(String), 'text[]')}))`
  if (kind === 'text' || kind === 'texts') {
    const lines = values.map((value) => `s.search_text like ${parameters.add(keyLike(field, String(value)), 'text')}`)
    return `(${lines.join(' or ')})`
  }
  const wanted = values.map((value) => valueSql(value, kind, parameters))
  return `(${fieldSql(condition, parameters)} in (${wanted.join(', ')}))`
}

/** Numbers and booleans as JSON, whose order is that of numbers; everything else as text, by its characters. */
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

/** The line of a key. One that is just its words has no line of its own: the words' line says so by its colon. */
function keyLike(field: string, key: string): string {
  if (!isPlain(key)) return `%${LINE}${field}=${escapeLike(storedKey(key))}${LINE}%`
  const blank = blankOf(field)
  return `%${LINE}${field}:${blank}${key.replaceAll(' ', blank)}${blank}${LINE}%`
}

/** What stands around each word in a field's line. */
function blankOf(field: string): string {
  return field === 'source' ? '|' : ' '
}

/** As the write path decides it: words joined by single blanks and nothing else. */
function isPlain(key: string): boolean {
  return /^[\p{L}\p{N}]+( [\p{L}\p{N}]+)*$/u.test(key)
}

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}

function patternSql(pattern: Pattern, field: string, parameters: Parameters): string {
  const blank = blankOf(field)
  if (!pattern.phrase && pattern.words.length > 1) {
    const words = pattern.words.map((word) => `line like ${parameters.add(wordsLike([word], blank), 'text')}`)
    const own = field === 'text' ? [] : [`line ~ ${parameters.add(`^${field}[:;]`, 'text')}`]
    return `exists (select from string_to_table(s.search_text, ${parameters.add(LINE, 'text')}) as line where ${[...own, ...words].join(' and ')})`
  }
  const simple = pattern.words.slice(0, -1).every(({ prefix }) => !prefix)
  if (field === 'text' && simple) return `s.search_text like ${parameters.add(wordsLike(pattern.words, blank), 'text')}`
  // Words are letters and digits: nothing in them needs escaping.
  const sign = blank === '|' ? '\\|' : ' '
  const words = pattern.words.map(({ text, prefix }) => `${text}${prefix ? `[^${blank}${LINE}]*` : ''}${sign}`).join('')
  const start = field === 'text' ? '' : `${LINE}${field}[:;][^${LINE}]*`
  return `s.search_text ~ ${parameters.add(`${start}${sign}${words}`, 'text')}`
}

/** Words side by side, of which only the last may go on. */
function wordsLike(words: readonly PatternWord[], blank: string): string {
  return `%${blank}${words.map(({ text }) => text).join(blank)}${words.at(-1)?.prefix ? '' : blank}%`
}

/** The words that a signal must have for the clause to hold, as one tsquery. */
function narrowing({ conditions }: Clause, parameters: Parameters, where: Where): string | undefined {
  const queries = conditions.map(lexemesOf).filter((query) => query !== undefined)
  if (queries.length === 0) return undefined
  const found = `s.search_words @@ ${parameters.add(queries.join(' & '), 'tsquery')}`
  return where === 'of-all' ? found : `case when ${found} then true else false end`
}

function lexemesOf(condition: Condition): string | undefined {
  const { field, kind } = condition
  if (field === 'source' || field === 'confidence' || field === 'status') return undefined
  if (condition.op === '~') return anyOf(condition.patterns.map(({ words }) => allOf(words)))
  if (condition.op !== ':') return undefined
  if (kind === 'boolean') return field === 'ai' && !condition.values.includes(false) ? `'${AI_LEXEME}'` : undefined
  if (kind !== 'text' && kind !== 'texts' && kind !== 'enum' && kind !== 'slug') return undefined
  const wordsOfValues = condition.values.map((value) => String(value).match(/[\p{L}\p{N}]+/gu) ?? [])
  if (wordsOfValues.some((words) => words.length === 0)) return undefined
  return anyOf(wordsOfValues.map((words) => allOf(words.map((text) => ({ text, prefix: false })))))
}

const anyOf = (parts: readonly string[]) => `(${parts.join(' | ')})`

function allOf(words: readonly PatternWord[]): string {
  return `(${words.map(({ text, prefix }) => `'${lexemeOf(text)}'${prefix ? ':*' : ''}`).join(' & ')})`
}

/** Single whole words anywhere in the text are what the index itself knows. */
function isExact({ field, patterns }: MatchCondition): boolean {
  const isShort = ({ text }: PatternWord) => lexemeOf(text) === text
  return field === 'text' && patterns.every(({ words }) => words.length === 1 && words.every(isShort))
}
