// Chips: what they say, and what changes when they are edited. No grammar: the service reads and writes the text.

import { type ChipTermReply, type ClauseReply, slugWords } from '../../../contract.ts'
import { formatNumber } from '../../../parts/words/format.ts'
import { SIGNAL_TYPE_NAMES, type SignalType } from '../../../parts/words/signal-types.ts'
import { countryName } from '../search/format-company.ts'
import { texts } from './texts.ts'

export type Term = ChipTermReply
export type Step = Term['steps'][number]
export type Chip = Step['clauses'][number]
export type Condition = Chip['conditions'][number]
export type Field = ClauseReply['fields'][number]

/** The place of a chip. */
export interface Place {
  readonly term: number
  readonly step: number
  readonly clause: number
}

export const samePlace = (a: Place | undefined, b: Place) =>
  a?.term === b.term && a.step === b.step && a.clause === b.clause

export const chipAt = (terms: readonly Term[], { term, step, clause }: Place): Chip | undefined =>
  terms[term]?.steps[step]?.clauses[clause]

/** The places of all chips, in text order: the order of their counts. */
export function placesOf(terms: readonly Term[]): Place[] {
  return terms.flatMap(({ steps }, term) =>
    steps.flatMap(({ clauses }, step) => clauses.map((_, clause) => ({ term, step, clause }))),
  )
}

export const typeName = (type: string) => SIGNAL_TYPE_NAMES[type as SignalType] ?? texts.any

export const newChip = (type: string): Chip => ({ type, conditions: [] })
export const newTerm = (type: string): Term => ({ steps: [{ clauses: [newChip(type)] }] })

const changeStep = (terms: readonly Term[], { term, step }: Place, change: (step: Step) => Step): Term[] =>
  terms.map((each, t) =>
    t === term ? { ...each, steps: each.steps.map((one, s) => (s === step ? change(one) : one)) } : each,
  )

export const withChip = (terms: readonly Term[], place: Place, chip: Chip): Term[] =>
  changeStep(terms, place, (step) => ({
    ...step,
    clauses: step.clauses.map((each, c) => (c === place.clause ? chip : each)),
  }))

export const withGap = (terms: readonly Term[], place: Place, withinDays: number | undefined): Term[] =>
  changeStep(terms, place, ({ clauses }) => ({ clauses, ...(withinDays !== undefined && { withinDays }) }))

export const withNegation = (terms: readonly Term[], { term }: Place, isNegated: boolean): Term[] =>
  terms.map((each, t) => (t === term ? { steps: each.steps, ...(isNegated && { negated: true as const }) } : each))

/** Another clause in the same step: either one will do. */
export const withChoice = (terms: readonly Term[], place: Place, type: string): Term[] =>
  changeStep(terms, place, (step) => ({ ...step, clauses: [...step.clauses, newChip(type)] }))

/** Another step right after this one. */
export const withNext = (terms: readonly Term[], { term, step }: Place, type: string): Term[] =>
  terms.map((each, t) =>
    t === term
      ? { ...each, steps: each.steps.toSpliced(step + 1, 0, { clauses: [newChip(type)], withinDays: 90 }) }
      : each,
  )

/** A step without chips is removed, and the first one follows nothing. */
export function withoutChip(terms: readonly Term[], place: Place): Term[] {
  return changeStep(terms, place, (step) => ({ ...step, clauses: step.clauses.toSpliced(place.clause, 1) }))
    .map((term) => ({
      ...term,
      steps: term.steps
        .filter(({ clauses }) => clauses.length > 0)
        .map(({ clauses, withinDays }, s) => ({ clauses, ...(s > 0 && withinDays !== undefined && { withinDays }) })),
    }))
    .filter(({ steps }) => steps.length > 0)
}

const WORDS = new Set(['~', '~='])
export const isWords = (op: string) => WORDS.has(op)

/** A value as people type it: a phrase is in quotes. */
export const typedValue = ({ text, quoted }: Condition['values'][number], op: string) =>
  quoted && isWords(op) ? `"${text}"` : text

export const daysOf = (condition: Condition | undefined): number | undefined => {
  const days = Number.parseInt(condition?.values[0]?.text ?? '', 10)
  return Number.isNaN(days) ? undefined : days
}

export function valueName(value: string, { kind = '', values }: Partial<Field>): string {
  if (kind === 'country' || kind === 'countries') return countryName(value)
  if (values || kind === 'slug') return slugWords(value)
  if (!/^\d+$/.test(value) || kind === 'text') return value
  const millions = Number(value) / 1_000_000
  return Number.isInteger(millions * 10) && millions >= 1 ? `${formatNumber(millions)}M` : formatNumber(Number(value))
}

/** `job title contains AI SDR`, `last 30 days`. */
export function conditionWords({ field: name, op, values }: Condition, fields: readonly Field[]): string {
  const field = fields.find((each) => each.name === name)
  const label = field?.label ?? name
  const [first = { text: '' }] = values
  if (name === 'within') return texts.last(Number.parseInt(first.text, 10))
  if (field?.kind === 'boolean' && values.length === 1) {
    return (first.text === 'true') === (op === ':') ? texts.isTrue(label) : texts.isFalse(label)
  }
  const named = values.map((value) => valueName(typedValue(value, op), field ?? {})).join(` ${texts.or} `)
  return `${label.toLowerCase()} ${texts.operators[op] ?? op} ${named}`
}

export function chipWords({ type, conditions }: Chip, clauses: readonly ClauseReply[]): string {
  const fields = clauses.find((each) => each.type === type)?.fields ?? []
  return texts.chip(
    typeName(type),
    conditions.map((condition) => conditionWords(condition, fields)),
  )
}

/** Of a query that is written in the language. A sentence is its own name. */
const LANGUAGE = /[():~<>=]|\b(?:AND|OR|NOT|THEN)\b|^\S+$/

/** A search as a name: `Hiring, job title contains AI SDR and not Tool adoption, tool is hubspot`. */
export function searchName(query: string, terms: readonly Term[] | undefined, clauses: readonly ClauseReply[]): string {
  if (!terms?.length || !LANGUAGE.test(query)) return query
  return terms
    .map(({ negated, steps }) => {
      const words = steps.map(({ clauses: chips, withinDays }, s) => {
        const joint = s === 0 ? '' : `${withinDays === undefined ? texts.next : texts.nextWithin(withinDays)} `
        return `${joint}${chips.map((chip) => chipWords(chip, clauses)).join(` ${texts.or} `)}`
      })
      return `${negated ? `${texts.not} ` : ''}${words.join(' ')}`
    })
    .join(` ${texts.and} `)
}

/** A tool and a category are known by name, a title by its words. */
export function defaultOperator(field: Field | undefined): string {
  const { name = '', kind = '', operators = [] } = field ?? {}
  const isByName = kind !== 'text' || name === 'name'
  return isByName && operators.includes(':') ? ':' : (operators[0] ?? ':')
}
