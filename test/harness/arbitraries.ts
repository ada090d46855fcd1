// Random queries, signals and query-like texts for property tests. Vocabularies are small, so that queries often match.

import { SIGNAL_STATUSES, type Signal } from '../../src/meaning/signals/index.ts'
import { toolNameKeys } from '../../src/meaning/tools/index.ts'
import { SIGNAL_DECLARATIONS, SIGNAL_TYPES } from '../../src/meaning/types/index.ts'
import { equalityKey, slugOf, wordsOf } from '../../src/platform/text/normalise-text.ts'
import { DAY_SECONDS } from '../../src/query/parse/times.ts'
import { withEquivalents } from '../../src/query/tree/equivalents.ts'
import { type ConditionField, fieldsOf } from '../../src/query/tree/fields.ts'
import { CLAUSE_STATUSES, withMeaning } from '../../src/query/tree/presence.ts'
import {
  andOf,
  CLAUSE_TYPES,
  type Clause,
  type Condition,
  notOf,
  orOf,
  type Pattern,
  type Query,
} from '../../src/query/tree/tree.ts'
import fc, { anyCharacter } from './fast-check.ts'

/** Building an arbitrary takes much longer than drawing a value from it: `chain` would build one for each value. */
function builtOnce<Key, Value>(build: (key: Key) => fc.Arbitrary<Value>): (key: Key) => fc.Arbitrary<Value> {
  const built = new Map<Key, fc.Arbitrary<Value>>()
  return (key) => {
    const arbitrary = built.get(key) ?? build(key)
    built.set(key, arbitrary)
    return arbitrary
  }
}

export const NO_LIMITS = { characters: Number.POSITIVE_INFINITY, clauses: 1000, depth: 1000 }

const plainWord = fc.constantFrom(
  ...['ai', 'sdr', 'sdrs', 'vp', 'sales', 'or', 'not', 'series', 'a', 'hiring', 'growth', '30d', 'crm'],
)
/** What a word of a query also finds, in the texts of signals. */
const longForm = fc.constantFrom(
  ...['sales development representative', 'vice president', 'vice president of', 'vp of', 'president vice'],
)
const anyWord = fc.string({ unit: anyCharacter }).map((text) => wordsOf(text)[0] ?? 'x')
const word = fc.oneof({ arbitrary: plainWord, weight: 9 }, { arbitrary: anyWord, weight: 1 })

const literalPattern: fc.Arbitrary<Pattern> = fc
  .record({
    phrase: fc.boolean(),
    words: fc.array(fc.record({ text: word, prefix: fc.boolean() }, { noNullPrototype: true }), {
      minLength: 1,
      maxLength: 3,
    }),
  })
  .map(({ phrase, words }) => ({ phrase: phrase && words.length > 1, words }))

/** As the parser makes it for `~`. */
export const pattern = literalPattern.map(
  ({ phrase, words }): Pattern => ({ phrase, words: words.map(withEquivalents) }),
)

const text = fc
  .oneof(
    fc
      .array(fc.oneof({ arbitrary: plainWord, weight: 6 }, longForm), { minLength: 1, maxLength: 2 })
      .map((words) => words.join(' ')),
    fc.string({ unit: anyCharacter }),
    fc.constantFrom('C++', 'a "b" \\c', 'AT&T', 'x|y,z)', 'O(n)'),
  )
  .map((raw) => equalityKey(raw) || 'x')

const day = fc
  .integer({ min: 0, max: 80_000 })
  .map((days) => new Date(days * DAY_SECONDS * 1000).toISOString().slice(0, 10))

/** Names of the catalogue: of a family, its products, and one that shares only the vendor. */
export const toolName = fc.constantFrom('hubspot', 'hub spot', 'hubspot crm', 'salesforce', 'sales cloud', 'slack')
const toolSlug = fc.constantFrom('hubspot', 'hubspot_crm', 'salesforce', 'salesforce_sales_cloud', 'slack')

function scalar(field: ConditionField): fc.Arbitrary<string | number | boolean> {
  if (field.name === 'tool') return fc.oneof(toolName, text)
  if (field.name === 'product' || field.name === 'family') return toolSlug
  switch (field.kind) {
    case 'enum':
      // `basis: any` is no condition on a signal: see `meaning`.
      return fc.constantFrom(...(field.values ?? []).filter((value) => field.name !== 'basis' || value !== 'any'))
    case 'slug':
      return text.map((raw) => slugOf(raw) || 'seed')
    case 'country':
    case 'countries':
      return fc.constantFrom('DE', 'GB', 'US', 'ZZ')
    case 'boolean':
      return fc.boolean()
    case 'integer':
      return fc.oneof(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }))
    case 'number':
      return fc.integer({ min: 0, max: 100 }).map((hundredths) => hundredths / 100)
    case 'date':
      return day
    default:
      return text
  }
}

/** Names of tools as the parser resolves them. */
function resolved(names: readonly unknown[]): string[] {
  return [...new Set(names.map(String).flatMap(toolNameKeys))]
}

function condition(field: ConditionField): fc.Arbitrary<Condition> {
  const { name, kind } = field
  if (kind === 'duration' || kind === 'time' || kind === 'count') throw new Error(`${name} is not a field of a signal`)
  const base = { field: name, kind }
  // The only condition that the parser makes of it: see `meaning`.
  if (name === 'rumour') return fc.constant({ ...base, op: ':', values: [true] })
  const several = <T>(one: fc.Arbitrary<T>) => fc.array(one, { minLength: 1, maxLength: 3 })
  const byOperator = builtOnce((op: (typeof field.operators)[number]): fc.Arbitrary<Condition> => {
    if (op === '~') return several(pattern).map((patterns) => ({ ...base, op, patterns }))
    if (op === '~=') return several(literalPattern).map((patterns) => ({ ...base, op, patterns }))
    if (op === ':' || op === '!:') {
      return several(scalar(field)).map((values) => ({
        ...base,
        op,
        values: name === 'tool' ? resolved(values) : values,
      }))
    }
    return scalar(field).map((value) => ({ ...base, op, value: value as number | string }))
  })
  return fc.constantFrom(...field.operators).chain(byOperator)
}

/** Often full days, so that times tie and fall exactly on the bounds of windows. */
const seconds = fc.oneof(
  fc.integer({ min: 0, max: 20 }).map((days) => days * 5 * DAY_SECONDS),
  fc.integer({ min: 0, max: 100 * DAY_SECONDS }),
)
const count = fc.oneof(
  fc.integer({ min: 2, max: 4 }).map((atLeast) => ({ atLeast })),
  fc
    .tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 0, max: 2 }))
    .map(([atLeast, more]) => ({ atLeast, atMost: atLeast + more })),
)

/** What a clause may state about time and status, with its meaning as the parser fills it in. */
export function meaning(clause: fc.Arbitrary<Clause>, step: boolean): fc.Arbitrary<Clause> {
  const status = fc.option(fc.constantFrom(...CLAUSE_STATUSES), { nil: undefined, freq: 2 })
  const closedDays = fc.option(fc.constantFrom(0, 5, 10, 30), { nil: undefined, freq: 5 })
  return fc.tuple(clause, status, closedDays, fc.boolean()).map(([made, stated, days, takesAll]) =>
    withMeaning(
      {
        ...made,
        ...(days !== undefined && { closedDays: days }),
        ...(made.type === 'tool' && takesAll && { anyBasis: true as const }),
        ...(made.type === 'funding' && takesAll && { anyRumour: true as const }),
        ...(step && { step: true as const }),
      },
      days !== undefined && stated === 'active' ? undefined : stated,
    ),
  )
}

function clauseOf(counted: boolean): fc.Arbitrary<Clause> {
  return meaning(plainClause(counted), !counted)
}

function plainClause(counted: boolean): fc.Arbitrary<Clause> {
  const byType = builtOnce((type: (typeof CLAUSE_TYPES)[number]) => {
    const fields = fieldsOf(type).filter(
      ({ name, kind, operators }) =>
        operators.length > 0 && name !== 'status' && !['duration', 'time', 'count'].includes(kind),
    )
    const conditions = fc.array(fc.constantFrom(...fields).chain(builtOnce(condition)), { maxLength: 2 })
    return fc
      .record({
        conditions,
        withinDays: fc.option(fc.integer({ min: 0, max: 100 }), { nil: undefined, freq: 3 }),
        since: fc.option(seconds, { nil: undefined, freq: 3 }),
        gap: fc.option(fc.integer({ min: 1, max: 90 * DAY_SECONDS }), { nil: undefined, freq: 3 }),
        count: fc.option(counted ? count : fc.constant(undefined), { nil: undefined, freq: 2 }),
      })
      .map(({ conditions: parts, withinDays, since, gap, count: range }) => ({
        node: 'clause' as const,
        type,
        conditions: parts,
        ...(withinDays !== undefined && { withinDays }),
        ...(since !== undefined && { since }),
        ...(gap !== undefined && { before: (since ?? 0) + gap }),
        ...(range !== undefined && { count: range }),
      }))
  })
  return fc.constantFrom(...CLAUSE_TYPES).chain(byType)
}

export const clause = clauseOf(true)

export const sequence: fc.Arbitrary<Query & { node: 'sequence' }> = fc
  .array(
    fc.record({
      clauses: fc.array(clauseOf(false), { minLength: 1, maxLength: 2 }),
      withinDays: fc.option(fc.integer({ min: 1, max: 60 }), { nil: undefined }),
    }),
    { minLength: 2, maxLength: 4 },
  )
  .map((steps) => ({
    node: 'sequence',
    steps: steps.map(({ clauses, withinDays }, index) => ({
      clauses,
      ...(index > 0 && withinDays !== undefined && { withinDays }),
    })),
  }))

/** Trees in the canonical form that the parser produces. */
export const query: fc.Arbitrary<Query> = fc.letrec<{ query: Query }>((tie) => ({
  query: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { arbitrary: clause, weight: 3 },
    { arbitrary: sequence, weight: 1 },
    { arbitrary: fc.array(tie('query'), { minLength: 1, maxLength: 3 }).map(andOf), weight: 2 },
    { arbitrary: fc.array(tie('query'), { minLength: 1, maxLength: 3 }).map(orOf), weight: 2 },
    { arbitrary: tie('query').map(notOf), weight: 1 },
  ),
})).query

const signalOfType = builtOnce((type: (typeof SIGNAL_TYPES)[number]): fc.Arbitrary<Signal> => {
  const declared = SIGNAL_DECLARATIONS[type].fields
  const searched = fieldsOf(type).filter(({ name }) => declared.some((field) => field.name === name))
  const values = Object.fromEntries(
    searched.map((field) => [
      field.name,
      field.kind === 'texts' || field.kind === 'countries'
        ? fc.array(scalar(field), { maxLength: 2 })
        : (scalar(field) as fc.Arbitrary<unknown>),
    ]),
  )
  return fc
    .record({
      id: fc.uuid(),
      label: fc
        .array(fc.oneof({ arbitrary: plainWord, weight: 4 }, longForm), { minLength: 1, maxLength: 3 })
        .map((words) => words.join(' ')),
      confidence: fc
        .oneof({ arbitrary: fc.integer({ min: 0, max: 100 }), weight: 9 }, fc.constantFrom(0, 1, 100))
        .map((hundredths) => hundredths / 100),
      status: fc.constantFrom(...SIGNAL_STATUSES),
      occurredAt: seconds,
      source: fc.record({ name: plainWord }, { noNullPrototype: true }),
      fields: fc.record(values, { requiredKeys: [], noNullPrototype: true }),
    })
    .map((made) => {
      const times = { firstSeenAt: made.occurredAt, lastSeenAt: made.occurredAt }
      return { ...made, type, ...times, ...(made.status === 'closed' && { closedAt: made.occurredAt }) } as Signal
    })
})

export const signal = fc.constantFrom(...SIGNAL_TYPES).chain(signalOfType)

const PIECES = [
  ...['hiring', 'funding_ai', 'web', 'tool', 'any', 'AI SDR', '"ai sdr"', 'website ai', 'growth', 'hirng', 'c++'],
  ...['(', ')', ',', '|', '||', '&', '+', '-', ' ', ':', '!:', '~', '>=', '<', '=', '"', '\\', '*', '!', '“', '$'],
  ...[' OR ', ' AND ', ' NOT ', ' THEN ', ' WITHIN ', 'title ~ x', 'name: y', 'count >= 2', 'within: 30d', '3m', '30d'],
  ...[
    'since: 2026-01-01',
    'amount >= 1.5m',
    'hiring(',
    'ai: true',
    'country: de',
    'funding plus ai',
    '\u0000',
    '😀',
    'é',
  ],
]

/** Texts that look like queries. Some of them are valid. */
export const queryLikeText: fc.Arbitrary<string> = fc
  .array(fc.constantFrom(...PIECES), { maxLength: 40 })
  .map((pieces) => pieces.join('').slice(0, 1000))

/** Texts built from the grammar, so that most of them parse. */
const value = fc.constantFrom('sdr', '"AI SDR"', 'eng*', 'or-so', 'Señor', 'C++')
const typed = fc.constantFrom(
  'hiring',
  'Tools',
  'website ai',
  'hiring velocity',
  'funding plus ai',
  'any',
  'funding-ai',
)
const leaf = fc.oneof(
  value,
  typed,
  fc.tuple(typed, value).map(([type, short]) => `${type}:${short}:30d`),
  fc.tuple(typed, value, value).map(([type, a, b]) => `${type} (text ~ ${a}|${b}, confidence>=.5)`),
  fc.tuple(typed, typed).map(([a, b]) => `(${a} OR ${b}) THEN ${a}:sdr WITHIN 3mo`),
)
export const grammarText: fc.Arbitrary<string> = fc.letrec<{ text: string }>((tie) => ({
  text: fc.oneof(
    { depthSize: 'small' },
    leaf,
    fc
      .tuple(tie('text'), fc.constantFrom(' ', ' OR ', '|', ' & ', ', ', ' + ', ' -', ' NOT '), tie('text'))
      .map((p) => p.join('')),
    tie('text').map((inner) => `(${inner})`),
    tie('text').map((inner) => `NOT ${inner}`),
  ),
})).text
