// Compiles the conditions of one clause to an expression over the arrays of a company's signals: `satisfies` in the SQL of
// ClickHouse. Texts are compared in the form that the write path gives them (query/evaluate/search-text.ts), so ClickHouse
// never folds case or accents.

import { SIGNAL_TYPES, type SignalType } from '../../meaning/types/index.ts'
import {
  type Clause,
  type Condition,
  comparedFields,
  conditionsOf,
  DAY_SECONDS,
  type EqualCondition,
  LINE,
  type MatchCondition,
  type Pattern,
  type PatternWord,
  startOfDay,
  storedKey,
} from '../../query/index.ts'
import { confidencesOf, formsOf, isPlain, separatorOf, timesOf, typeName, wordRegex } from '../postgres/clause-sql.ts'
import { numberColumn, numberOfDate, SIGNAL_COLUMNS, type SignalColumn, signalColumn } from './layout.ts'
import { numberLiteral, textLiteral } from './literals.ts'

/** A condition on one signal: an expression over the values of some columns, by name. */
export interface SignalTest {
  /** Undefined if every signal passes. */
  readonly sql: string | undefined
  readonly columns: ReadonlySet<string>
}

/** The types whose signals can satisfy the clause. */
export function typesOfClause({ type }: Clause): readonly SignalType[] {
  return type === 'any' ? SIGNAL_TYPES : [typeName(type)]
}

export function signalTest(clause: Clause, asOf: number): SignalTest {
  const { from, before } = timesOf(clause, asOf)
  const columns = new Set<string>()
  const use = (name: string) => {
    columns.add(name)
    return argument(name)
  }
  const parts = [
    ...(from === undefined ? [] : [`${use('at')} >= ${numberLiteral(from)}`]),
    ...(before === undefined ? [] : [`${use('at')} < ${numberLiteral(before)}`]),
    ...(clause.closedDays === undefined
      ? []
      : [`${use('closed')} >= ${numberLiteral(startOfDay(asOf) - clause.closedDays * DAY_SECONDS)}`]),
    ...conditionsOf(clause).map((condition) => conditionSql(condition, use)),
  ]
  return { sql: parts.length === 0 ? undefined : parts.map((part) => `(${part})`).join(' and '), columns }
}

/** A signal that passes any of the tests passes. */
export function anyTest(tests: readonly SignalTest[]): SignalTest {
  if (tests.some(({ sql }) => sql === undefined)) return { sql: undefined, columns: new Set() }
  return {
    sql: tests.map(({ sql }) => `(${sql})`).join(' or '),
    columns: new Set(tests.flatMap(({ columns }) => [...columns])),
  }
}

/** The column of a type that a test names. */
export function columnOf(type: SignalType, name: string): string {
  return Object.hasOwn(SIGNAL_COLUMNS, name)
    ? signalColumn(type, name as SignalColumn)
    : numberColumn(type, name.slice(2))
}

/** The values of a column, of the signals that pass. */
export function passing(type: SignalType, { sql, columns }: SignalTest, values: string): string {
  if (sql === undefined) return values
  const names = [...columns]
  return `arrayFilter((${['_', ...names.map(argument)].join(', ')}) -> ${sql}, ${[values, ...names.map((name) => columnOf(type, name))].join(', ')})`
}

/** A column's value in the function that tests one signal. */
export function argument(column: string): string {
  return `s_${column}`
}

type Use = (column: string) => string

function conditionSql(condition: Condition, use: Use): string {
  const { field, kind } = condition
  if (field === 'confidence') return confidenceSql(condition, use)
  if ('patterns' in condition) {
    return condition.patterns.map((pattern) => patternSql(pattern, condition, use)).join(' or ')
  }
  if ('values' in condition) {
    const equal = equalSql(condition, use)
    // A missing field passes.
    return condition.op === ':' ? equal : `not (${equal})`
  }
  if (kind !== 'integer' && kind !== 'number' && kind !== 'date') throw new Error(`${field} has no order`)
  // A missing number is NaN, for which every comparison is false.
  return `${use(`n_${field}`)} ${condition.op} ${numberValue(condition.value)}`
}

function numberValue(value: string | number | boolean): string {
  return numberLiteral(typeof value === 'string' ? numberOfDate(value) : Number(value))
}

function confidenceSql(condition: Condition, use: Use): string {
  const fitting = confidencesOf(condition)
  const [min, max] = [fitting[0], fitting.at(-1)]
  if (min === undefined || max === undefined) return '0'
  const confidence = use('confidence')
  if (max - min + 1 === fitting.length) return `${confidence} >= ${min} and ${confidence} <= ${max}`
  return `${confidence} in (${fitting.join(', ')})`
}

function equalSql(condition: EqualCondition, use: Use): string {
  const { field, kind, values } = condition
  if (field === 'status') {
    const [active, closed] = [values.includes('active'), values.includes('closed')]
    if (active && closed) return '1'
    return active ? `${use('active')} = 1` : closed ? `${use('active')} = 0` : '0'
  }
  if (kind === 'text' || kind === 'texts') {
    return comparedFields(condition)
      .flatMap((name) => values.map((value) => contains(use('text'), keyLine(name, String(value)))))
      .join(' or ')
  }
  if (kind === 'integer' || kind === 'number' || kind === 'date') {
    return values.map((value) => `${use(`n_${field}`)} = ${numberValue(value)}`).join(' or ')
  }
  return comparedFields(condition)
    .flatMap((name) => values.map((value) => contains(use('facts'), factLine(name, String(value)))))
    .join(' or ')
}

export function factLine(field: string, value: string): string {
  return `${LINE}${field}=${value}${LINE}`
}

function contains(text: string, part: string): string {
  return `position(${text}, ${textLiteral(part)}) > 0`
}

/** The line of a key. A key that is just its words has no line of its own: then the line of the words has a colon. */
function keyLine(field: string, key: string): string {
  if (!isPlain(key)) return `${LINE}${field}=${storedKey(key)}${LINE}`
  const separator = separatorOf(field)
  return `${LINE}${field}:${separator}${key.replaceAll(' ', separator)}${separator}${LINE}`
}

function patternSql(pattern: Pattern, condition: MatchCondition, use: Use): string {
  const { field } = condition
  const names = `(?:${comparedFields(condition).join('|')})`
  const separator = separatorOf(field)
  const { phrase, words } = pattern
  const has = (of: string, word: PatternWord) =>
    `(${formsOf(word)
      .map((form) => contains(of, wordsPart(form, separator)))
      .join(' or ')})`
  const text = use('text')
  if (!phrase && words.length > 1) {
    const own = field === 'text' ? [] : [`match(line, ${textLiteral(`^${names}[:;]`)})`]
    const all = words.map((word) => has('line', word))
    return `arrayExists(line -> ${[...own, ...all].join(' and ')}, splitByChar(${textLiteral(LINE)}, ${text}))`
  }
  const [first] = words
  if (field === 'text' && words.length === 1 && first) return has(text, first)
  const isSimple = words.every(({ prefix, same }, i) => !same && (!prefix || i === words.length - 1))
  if (field === 'text' && isSimple) return contains(text, wordsPart(words, separator))
  // Words consist of letters and digits, so nothing needs escaping.
  const escaped = separator === '|' ? '\\|' : ' '
  const regex = words.map((word) => `${wordRegex(word, separator, escaped)}${escaped}`).join('')
  const start = field === 'text' ? '' : `${LINE}${names}[:;][^${LINE}]*`
  return `match(${text}, ${textLiteral(`${start}${escaped}${regex}`)})`
}

/** Adjacent words. Only the last one can be a prefix. */
function wordsPart(words: readonly PatternWord[], separator: string): string {
  return `${separator}${words.map(({ text }) => text).join(separator)}${words.at(-1)?.prefix ? '' : separator}`
}
