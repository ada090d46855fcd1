// Changes to the rules of the reference engine, from which planted bugs are made.

import type { Signal } from '../../src/meaning/signals/index.ts'
import { wordsOf } from '../../src/platform/text/normalise-text.ts'
import {
  type Clause,
  type Condition,
  LEAST,
  leavesOf,
  type MatchCondition,
  matchReason,
  type Pattern,
  partsThatOrder,
  type Query,
  type Ranked,
  rankingBy,
  type Satisfied,
  SIGNAL_RANKING,
  type Step,
  satisfies,
  searchedTexts,
} from '../../src/query/index.ts'
import { withEquivalents } from '../../src/query/tree/equivalents.ts'
import { RULES, type Rules } from './reference-engine.ts'

/** The rules with another test of whether a signal satisfies a clause. */
export function withSatisfies(satisfies: (clause: Clause, signal: Signal, asOf: number) => boolean): Partial<Rules> {
  const at =
    (asOf: number): Satisfied<Signal> =>
    (clause, signal) =>
      satisfies(clause, signal, asOf)
  return {
    satisfies,
    matches: (query, signals, asOf) => matchReason(query, signals, at(asOf)) !== undefined,
    ranking: (query, signals, asOf, options) => rankingBy(query, signals, at(asOf), SIGNAL_RANKING, options),
  }
}

/** The rules for a query that is changed before it is evaluated. */
export function withChangedQuery(change: (query: Query) => Query): Partial<Rules> {
  return {
    matches: (query, signals, asOf) => RULES.matches(change(query), signals, asOf),
    ranking: (query, signals, asOf, options) => RULES.ranking(change(query), signals, asOf, options),
  }
}

/** The rules with a changed place in the result, or changed signals to show. */
export function withRanking(
  change: (ranked: Ranked, query: Query, signals: readonly Signal[], asOf: number) => Ranked,
): Partial<Rules> {
  return {
    ranking(query, signals, asOf, options) {
      const ranked = RULES.ranking(query, signals, asOf, options)
      return ranked && change(ranked, query, signals, asOf)
    },
  }
}

/** The rules with other keys of signals. */
export function withKeys(keyOf: (signal: Signal) => number): Partial<Rules> {
  return {
    ranking: (query, signals, asOf, options) => {
      const satisfied: Satisfied<Signal> = (clause, signal) => satisfies(clause, signal, asOf)
      return rankingBy(query, signals, satisfied, { ...SIGNAL_RANKING, keyOf }, options)
    },
  }
}

/** The rules with another certainty of signals of a state next to an act. */
export function withCertainty(certaintyOf: (signal: Signal) => number): Partial<Rules> {
  return {
    ranking: (query, signals, asOf, options) => {
      const satisfied: Satisfied<Signal> = (clause, signal) => satisfies(clause, signal, asOf)
      return rankingBy(query, signals, satisfied, { ...SIGNAL_RANKING, certaintyOf }, options)
    },
  }
}

/** The rules with another key of a query that is an AND or an OR of parts that order it. */
export function withPartKeys(node: 'and' | 'or', combine: (keys: readonly number[]) => number): Partial<Rules> {
  return withRanking((ranked, query, signals, asOf) => {
    if (query.node !== node) return ranked
    const parts = node === 'and' ? partsThatOrder(query.of) : query.of
    const keys = parts.map((part) => keyOf(part, signals, asOf)).filter((key) => key !== undefined)
    return keys.length === 0 ? ranked : { ...ranked, matchKey: combine(keys) }
  })
}

export function keyOf(part: Query, signals: readonly Signal[], asOf: number): number | undefined {
  return RULES.ranking(part, signals, asOf)?.matchKey
}

export const newestOf = (signals: readonly Signal[]) => Math.max(LEAST, ...signals.map(({ occurredAt }) => occurredAt))

/** The signals of all clauses that are not under a NOT, whether or not their part holds. */
export function positiveMatches(query: Query, signals: readonly Signal[], asOf: number): Signal[] {
  const clauses = leavesOf(query).flatMap(({ clause, negated }) => (negated ? [] : [clause]))
  return signals.filter((signal) => clauses.some((clause) => satisfies(clause, signal, asOf)))
}

export function changeClauses(query: Query, change: (clause: Clause) => Query): Query {
  switch (query.node) {
    case 'clause':
      return change(query)
    case 'sequence':
      return query
    case 'not':
      return { node: 'not', of: changeClauses(query.of, change) }
    default:
      return { ...query, of: query.of.map((part) => changeClauses(part, change)) }
  }
}

export function changeSteps(query: Query, change: (step: Step) => Step): Query {
  if (query.node === 'clause') return query
  if (query.node === 'sequence') return { ...query, steps: query.steps.map(change) }
  if (query.node === 'not') return { node: 'not', of: changeSteps(query.of, change) }
  return { ...query, of: query.of.map((part) => changeSteps(part, change)) }
}

export function changeConditions(clause: Clause, change: (condition: Condition) => Condition): Clause {
  return { ...clause, conditions: clause.conditions.map(change) }
}

export const isMissing = (signal: Signal, field: string) =>
  !['text', 'confidence', 'source', 'status'].includes(field) && signal.fields[field] === undefined

/** Every prefix also matches the words of this signal that contain it anywhere. */
export function prefixAsSubstring(clause: Clause, signal: Signal): Clause {
  const words = [...searchedTexts(signal), signal.source.name].flatMap(wordsOf)
  return changeConditions(clause, (condition) => {
    if (!('patterns' in condition)) return condition
    const patterns = condition.patterns.flatMap((pattern) => {
      const [first, ...rest] = pattern.words
      if (!first?.prefix) return [pattern]
      const containing = words.filter((word) => word.includes(first.text))
      return [pattern, ...containing.map((text) => ({ ...pattern, words: [{ text, prefix: false }, ...rest] }))]
    })
    return { ...condition, patterns }
  })
}

/** Steps at the same second follow each other: the times are shifted so that the later step comes later. */
export function notStrictlyLater(query: Query, signals: readonly Signal[], asOf: number): boolean {
  switch (query.node) {
    case 'clause':
      return RULES.matches(query, signals, asOf)
    case 'not':
      return !notStrictlyLater(query.of, signals, asOf)
    case 'and':
      return query.of.every((part) => notStrictlyLater(part, signals, asOf))
    case 'or':
      return query.of.some((part) => notStrictlyLater(part, signals, asOf))
    default: {
      const spread = query.steps.flatMap((step, i) =>
        signals
          .filter((signal) => step.clauses.some((clause) => satisfies(clause, signal, asOf)))
          .map(({ occurredAt }) => ({ step: i, occurredAt: occurredAt * SCALE + i })),
      )
      const steps = query.steps.map(({ withinDays }, i) => ({
        clauses: [{ ...BARE, since: i }],
        ...(withinDays !== undefined && { withinDays: withinDays * SCALE }),
      }))
      return matchReason({ ...query, steps }, spread, (clause, { step }) => clause.since === step) !== undefined
    }
  }
}

/** More than a query has steps. */
const SCALE = 100
const BARE: Clause = { node: 'clause', type: 'any', conditions: [] }

export function changePatterns(
  clause: Clause,
  change: (pattern: Pattern, condition: MatchCondition) => Pattern,
): Clause {
  return changeConditions(clause, (condition) =>
    'patterns' in condition
      ? { ...condition, patterns: condition.patterns.map((pattern) => change(pattern, condition)) }
      : condition,
  )
}

export const withAllEquivalents = (pattern: Pattern): Pattern => ({
  ...pattern,
  words: pattern.words.map(({ text, prefix }) => ({ ...withEquivalents({ text, prefix: false }), prefix })),
})

/** Without its equivalents if their words are not adjacent in some text of the signal. */
export function withScatteredForms(clause: Clause, signal: Signal): Clause {
  const words = new Set(searchedTexts(signal).flatMap(wordsOf))
  return changePatterns(clause, (pattern) => ({
    ...pattern,
    words: pattern.words.flatMap((word) => {
      const form = (word.same ?? []).find((each) => each.length > 1 && each.every((part) => words.has(part)))
      return form && !pattern.phrase ? form.map((text) => ({ text, prefix: false })) : [word]
    }),
  }))
}

export const hasNot = (query: Query): boolean =>
  query.node === 'not' || ((query.node === 'and' || query.node === 'or') && query.of.some(hasNot))

export const comparesTool = ({ conditions }: Clause, wanted: ':' | '!:') =>
  conditions.some(({ field, op }) => field === 'tool' && op === wanted)

export function withNameOnly({ fields: { product: _product, family: _family, ...fields }, ...signal }: Signal): Signal {
  return { ...signal, fields }
}

export const comparesPlace = ({ conditions }: Clause, wanted: ':' | '!:' | '~') =>
  conditions.some(({ field, op }) => (field === 'country' || field === 'location') && op === wanted)

export function withOnePlace({
  fields: { countries: _countries, locations: _locations, ...fields },
  ...signal
}: Signal): Signal {
  return { ...signal, fields }
}
