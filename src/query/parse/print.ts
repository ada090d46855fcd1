// Prints a query in its canonical form: every name resolved, every AND written out, parentheses only where needed. Parsing
// the printed text gives the same tree, and printing that tree gives the same text.

import { REGIONS } from '../../meaning/companies/index.ts'
import { fieldNamed, type Operator } from '../tree/fields.ts'
import { statedStatus } from '../tree/presence.ts'
import type { Clause, Condition, CountRange, Pattern, Query, ScalarValue, Step } from '../tree/tree.ts'
import { keywordOf } from '../tree/vocabulary.ts'
import { printTime } from './times.ts'
import { quote } from './values.ts'

export function printQuery(query: Query): string {
  switch (query.node) {
    case 'clause':
      return printClause(query)
    case 'sequence':
      return query.steps.map(printStep).join(' THEN ')
    case 'not':
      return `NOT ${printPart(query.of, ['and', 'or'])}`
    case 'and':
      return query.of.map((part) => printPart(part, ['or'])).join(' AND ')
    default:
      return query.of.map(printQuery).join(' OR ')
  }
}

/** Adds parentheses when the part binds more loosely than its context. */
function printPart(query: Query, looser: readonly Query['node'][]): string {
  return looser.includes(query.node) ? `(${printQuery(query)})` : printQuery(query)
}

function printStep({ clauses, withinDays }: Step): string {
  const step = clauses.map(printClause).join(' OR ')
  const group = clauses.length > 1 ? `(${step})` : step
  return withinDays === undefined ? group : `${group} WITHIN ${withinDays}d`
}

/** A value as written. `quoted`: a phrase, or a text that is no bare word. */
export interface PrintedValue {
  readonly text: string
  readonly quoted?: true
}

/** One condition between the parentheses of a clause. */
export interface PrintedCondition {
  /** The name in a query. */
  readonly field: string
  readonly op: Operator
  readonly values: readonly PrintedValue[]
}

export function printClause(clause: Clause): string {
  return printConditions(clause.type, printedConditions(clause))
}

export function printConditions(type: string, conditions: readonly PrintedCondition[]): string {
  return conditions.length === 0 ? type : `${type}(${conditions.map(printCondition).join(', ')})`
}

/** What is between the parentheses of a clause, in order. */
export function printedConditions(clause: Clause): PrintedCondition[] {
  const { type, conditions, withinDays, since, before, closedDays, count, anyBasis, anyRumour } = clause
  const status = statedStatus(clause)
  const own = conditions.map((condition) => ({
    field: fieldNamed(type, condition.field)?.queryName ?? condition.field,
    op: condition.op,
    values: valuesOf(condition),
  }))
  const one = (field: string, text: string, op: Operator = ':'): PrintedCondition => ({ field, op, values: [{ text }] })
  const time = (field: string, seconds: number): PrintedCondition => ({ field, op: ':', values: [timeValue(seconds)] })
  return [
    ...own,
    ...(anyBasis ? [one('basis', 'any')] : []),
    ...(anyRumour ? [one('rumour', 'any')] : []),
    ...(withinDays === undefined ? [] : [one('within', `${withinDays}d`)]),
    ...(since === undefined ? [] : [time('since', since)]),
    ...(before === undefined ? [] : [time('before', before)]),
    ...(closedDays === undefined ? [] : [one('closed', `${closedDays}d`)]),
    ...(status === undefined ? [] : [one('status', status)]),
    ...(count ? countBounds(count).map(([op, n]) => one('count', String(n), op)) : []),
  ]
}

function timeValue(seconds: number): PrintedValue {
  const text = printTime(seconds)
  return text.startsWith('"') ? { text: text.slice(1, -1), quoted: true } : { text }
}

function valuesOf(condition: Condition): PrintedValue[] {
  switch (condition.op) {
    case '~':
    case '~=':
      return condition.patterns.map(patternValue)
    case ':':
    case '!:':
      return (condition.kind === 'country' ? withRegions(condition.values) : condition.values).map(scalarValue)
    default:
      return [scalarValue(condition.value)]
  }
}

function printCondition({ field, op, values }: PrintedCondition): string {
  const words = op === '~' || op === '~='
  const printed = values.map(({ text, quoted }) => (quoted ? quote(text) : words ? bareWords(text) : text))
  return `${field}${op === ':' ? ':' : ` ${op}`} ${printed.join('|')}`
}

/** The countries of a region, as the parser lists them, are printed as the region: Europe has fifty. */
function withRegions(values: readonly ScalarValue[]): ScalarValue[] {
  const printed: ScalarValue[] = []
  for (let i = 0; i < values.length; ) {
    const region = LARGEST_FIRST.find(([, codes]) => codes.every((code, n) => values[i + n] === code))
    printed.push(region ? region[0] : (values[i] ?? ''))
    i += region ? region[1].length : 1
  }
  return printed
}

const LARGEST_FIRST = Object.entries(REGIONS).sort(([, a], [, b]) => b.length - a.length)

function countBounds({ atLeast, atMost }: CountRange): [op: Operator, count: number][] {
  if (atMost === undefined) return [['>=', atLeast]]
  if (atLeast === atMost) return [[':', atMost]]
  return [...(atLeast > 1 ? [['>=', atLeast] as [Operator, number]] : []), ['<=', atMost]]
}

function patternValue({ phrase, words }: Pattern): PrintedValue {
  const texts = words.map(({ text, prefix }) => (prefix ? `${text}*` : text))
  const text = texts.join(' ')
  return phrase || (texts.length === 1 && keywordOf(text)) ? { text, quoted: true } : { text }
}

/** A keyword among bare words gets a `_`, which parsing drops again. Quotes would turn the words into a phrase. */
function bareWords(text: string): string {
  return text
    .split(' ')
    .map((word) => (keywordOf(word) ? `${word}_` : word))
    .join(' ')
}

/** Unquoted when that parses back to the same value. */
function scalarValue(value: ScalarValue): PrintedValue {
  const text = String(value)
  return typeof value !== 'string' || isBare(text) ? { text } : { text, quoted: true }
}

/** Whether a value needs no quotes. */
export function isBare(text: string): boolean {
  return /^[\p{L}\p{N}_-]+( [\p{L}\p{N}]+)*$/u.test(text) && !text.split(' ').some(keywordOf)
}
