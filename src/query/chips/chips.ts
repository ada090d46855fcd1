// A query as chips, for people who don't know the language: a row of terms that must all hold, each a clause, a choice of
// clauses, or a sequence, and each may be negated. The screen draws and changes the chips and knows no grammar: it sends them
// back, and this file writes the text.
//
// Not every query is such a row. `NOT (a AND b)` and `a AND b OR c` have no chips; their text stays the only form.

import { fold } from '../../platform/text/normalise-text.ts'
import { parseSignalQuery } from '../parse/parser.ts'
import {
  isBare,
  type PrintedCondition,
  type PrintedValue,
  printConditions,
  printedConditions,
  printQuery,
} from '../parse/print.ts'
import { InvalidQuery } from '../tree/errors.ts'
import { fieldNamed } from '../tree/fields.ts'
import { CLAUSE_TYPES, type Clause, type ClauseType, type Query, type Step } from '../tree/tree.ts'

export interface ClauseChip {
  readonly type: string
  readonly conditions: readonly PrintedCondition[]
}

/** Any of the clauses. */
export interface StepChips {
  readonly clauses: readonly ClauseChip[]
  /** At most this many days after the step before. */
  readonly withinDays?: number
}

/** One step, or a sequence of several. */
export interface ChipTerm {
  readonly negated?: true
  readonly steps: readonly StepChips[]
}

/**
 * Undefined if the query has no chips. Their text means the same as the query: this is checked. Words keep the spelling of
 * `source`, because a query knows only folded words.
 */
export function chipsOf(query: Query, source = ''): readonly ChipTerm[] | undefined {
  const terms = (query.node === 'and' ? query.of : [query]).map(termOf)
  if (!terms.every((term) => term !== undefined)) return undefined
  const printed = printQuery(query)
  return [respelled(terms, spellingOf(source)), terms].find((each) => meansTheSame(each, printed))
}

/** The text of chips as the screen sends them. It may not be a valid query: parsing it reports what is wrong. */
export function textOfChips(terms: readonly ChipTerm[]): string {
  const isAlone = terms.length === 1
  return terms.map((term) => textOfTerm(term, isAlone)).join(' AND ')
}

/** How many steps and clauses of a query have chips, in text order, as `leavesOf` lists them. */
export function clausesOfChips(terms: readonly ChipTerm[]): ClauseChip[] {
  return terms.flatMap(({ steps }) => steps.flatMap(({ clauses }) => clauses))
}

function termOf(query: Query): ChipTerm | undefined {
  if (query.node === 'not') {
    const inner = termOf(query.of)
    return inner && !inner.negated ? { negated: true, steps: inner.steps } : undefined
  }
  if (query.node === 'sequence') return { steps: query.steps.map(stepOf) }
  const parts = query.node === 'clause' ? [query] : query.node === 'or' ? query.of : []
  const clauses = parts.filter((part) => part.node === 'clause')
  return clauses.length > 0 && clauses.length === parts.length ? { steps: [stepOf({ clauses })] } : undefined
}

function stepOf({ clauses, withinDays }: Step): StepChips {
  return { clauses: clauses.map(chipOf), ...(withinDays !== undefined && { withinDays }) }
}

const chipOf = (clause: Clause): ClauseChip => ({ type: clause.type, conditions: printedConditions(clause) })

function textOfTerm({ negated, steps }: ChipTerm, isAlone: boolean): string {
  const [only, second] = steps
  if (only && !second) {
    const choice = choiceOf(only)
    const isGroup = only.clauses.length > 1 && (negated || !isAlone)
    return `${negated ? 'NOT ' : ''}${isGroup ? `(${choice})` : choice}`
  }
  const sequence = steps.map((step, i) => {
    const group = step.clauses.length > 1 ? `(${choiceOf(step)})` : choiceOf(step)
    return i > 0 && step.withinDays !== undefined ? `${group} WITHIN ${step.withinDays}d` : group
  })
  return `${negated ? 'NOT ' : ''}${sequence.join(' THEN ')}`
}

const choiceOf = ({ clauses }: StepChips) => clauses.map(textOfClause).join(' OR ')

function textOfClause({ type, conditions }: ClauseChip): string {
  const known = CLAUSE_TYPES.find((each) => each === type) ?? 'any'
  return printConditions(
    known,
    conditions.map(({ field, op, values }) => ({
      field,
      op,
      values: values.map((value) => (op === '~' || op === '~=' ? wordsValue(value) : plainValue(value, known, field))),
    })),
  )
}

/** Words as people type them: signs are dropped, and quotes around all of them make a phrase. */
function wordsValue({ text, quoted }: PrintedValue): PrintedValue {
  const phrase = /^\s*["“”„](.*)["“”]\s*$/s.exec(text)?.[1]
  if (quoted || phrase !== undefined) return { text: phrase ?? text, quoted: true }
  const words = text.normalize('NFC').match(/[\p{L}\p{N}\p{M}]+\*?/gu)
  // Without a word there is nothing to search for, and the parser reports it.
  return words ? { text: words.join(' ') } : { text, quoted: true }
}

/** Quotes everything that isn't safe bare, but never numbers, days and times: the parser wouldn't read them. */
function plainValue({ text, quoted }: PrintedValue, type: ClauseType, field: string): PrintedValue {
  const trimmed = text.trim()
  if (quoted) return { text: trimmed, quoted }
  const { kind } = fieldNamed(type, field) ?? {}
  const isWritten =
    kind !== 'text' && kind !== 'texts' && kind !== 'slug' && /^[\p{L}\p{N}\p{Sc}_.%+ -]+$/u.test(trimmed)
  return isWritten || isBare(trimmed) ? { text: trimmed } : { text: trimmed, quoted: true }
}

/** How the source writes each word. */
function spellingOf(source: string): ReadonlyMap<string, string> {
  const words = source.normalize('NFC').match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  return new Map(words.toReversed().map((word) => [fold(word), word]))
}

function respelled(terms: readonly ChipTerm[], spelling: ReadonlyMap<string, string>): readonly ChipTerm[] {
  const word = (text: string) => spelling.get(text) ?? text
  const spelt = (clause: ClauseChip): ClauseChip => ({
    ...clause,
    conditions: clause.conditions.map(({ field, op, values }) => {
      const kind = fieldNamed(clause.type as ClauseType, field)?.kind
      if (kind !== 'text' && kind !== 'texts') return { field, op, values }
      const inWords = values.map(({ text, ...rest }) => ({ ...rest, text: text.replace(/[\p{L}\p{N}]+/gu, word) }))
      return { field, op, values: inWords }
    }),
  })
  return terms.map((term) => ({
    ...term,
    steps: term.steps.map((step) => ({ ...step, clauses: step.clauses.map(spelt) })),
  }))
}

function meansTheSame(terms: readonly ChipTerm[], printed: string): boolean {
  try {
    return printQuery(parseSignalQuery(textOfChips(terms))) === printed
  } catch (error) {
    if (error instanceof InvalidQuery) return false
    throw error
  }
}
