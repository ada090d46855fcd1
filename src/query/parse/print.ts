// Prints a query in its canonical form: every name resolved, every AND written out, parentheses only where needed. Parsing
// the printed text gives the same tree, and printing that tree gives the same text.

import { REGIONS } from '../../meaning/companies/index.ts'
import { fieldNamed } from '../tree/fields.ts'
import { statedStatus } from '../tree/presence.ts'
import type { Clause, Condition, CountRange, EqualCondition, Pattern, Query, ScalarValue, Step } from '../tree/tree.ts'
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

export function printClause(clause: Clause): string {
  const { type, conditions, withinDays, since, before, closedDays, count, anyBasis, anyRumour } = clause
  const status = statedStatus(clause)
  const parts = conditions.map((condition) => {
    const name = fieldNamed(type, condition.field)?.queryName ?? condition.field
    return `${name}${printCondition(condition)}`
  })
  if (anyBasis) parts.push('basis: any')
  if (anyRumour) parts.push('rumour: any')
  if (withinDays !== undefined) parts.push(`within: ${withinDays}d`)
  if (since !== undefined) parts.push(`since: ${printTime(since)}`)
  if (before !== undefined) parts.push(`before: ${printTime(before)}`)
  if (closedDays !== undefined) parts.push(`closed: ${closedDays}d`)
  if (status !== undefined) parts.push(`status: ${status}`)
  if (count) parts.push(...printCount(count))
  return parts.length === 0 ? type : `${type}(${parts.join(', ')})`
}

function printCondition(condition: Condition): string {
  switch (condition.op) {
    case '~':
    case '~=':
      return ` ${condition.op} ${condition.patterns.map(printPattern).join('|')}`
    case ':':
      return `: ${printValues(condition)}`
    case '!:':
      return ` !: ${printValues(condition)}`
    default:
      return ` ${condition.op} ${printValue(condition.value)}`
  }
}

function printValues({ kind, values }: EqualCondition): string {
  return (kind === 'country' ? withRegions(values) : values).map(printValue).join('|')
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

function printCount({ atLeast, atMost }: CountRange): string[] {
  if (atMost === undefined) return [`count >= ${atLeast}`]
  if (atLeast === atMost) return [`count: ${atMost}`]
  return [...(atLeast > 1 ? [`count >= ${atLeast}`] : []), `count <= ${atMost}`]
}

/** A keyword among bare words gets a `_`, which parsing drops again. Quotes would turn the words into a phrase. */
function printPattern({ phrase, words }: Pattern): string {
  const texts = words.map(({ text, prefix }) => (prefix ? `${text}*` : text))
  const [only = ''] = texts
  if (phrase || (texts.length === 1 && keywordOf(only))) return quote(texts.join(' '))
  return texts.map((text) => (keywordOf(text) ? `${text}_` : text)).join(' ')
}

/** Unquoted when that parses back to the same value. */
function printValue(value: ScalarValue): string {
  if (typeof value !== 'string') return String(value)
  const bare = /^[\p{L}\p{N}_-]+( [\p{L}\p{N}]+)*$/u.test(value) && !value.split(' ').some(keywordOf)
  return bare ? value : quote(value)
}
