// Searches that are aimed at what exists in a random world: the seconds at which signals occurred, words in several
// orders, facts with several sources and places. A bug in one rule shows in many of them.

import { toolNameKeys } from '../../src/meaning/tools/index.ts'
import { REPORTED_TYPES, SIGNAL_TYPES } from '../../src/meaning/types/index.ts'
import type { Clause, Condition, Pattern, Query } from '../../src/query/index.ts'
import { withEquivalents } from '../../src/query/tree/equivalents.ts'
import { withMeaning } from '../../src/query/tree/presence.ts'
import type { CompanyFilters, Search } from '../../src/search/index.ts'
import { toolName } from './arbitraries.ts'
import fc from './fast-check.ts'
import { SECOND_BEFORE_OR_AFTER_MIDNIGHT } from './midnight.ts'

type Aimed = Partial<Search> & Pick<Search, 'query'>

const clause = (type: Clause['type'], conditions: readonly Condition[] = [], rest: Partial<Clause> = {}): Clause =>
  withMeaning({ node: 'clause', type, conditions, ...rest }, 'any')
const asked = (query: fc.Arbitrary<Query>): fc.Arbitrary<Aimed> => query.map((each) => ({ query: each }))
const text = (patterns: readonly Pattern[], op: '~' | '~=' = '~'): Condition => ({
  field: 'text',
  kind: 'text',
  op,
  patterns,
})
const words = (...all: string[]) => all.map((each) => ({ text: each, prefix: false }))

/** A clause that hardly any company misses. */
const everywhere = fc.constantFrom(...REPORTED_TYPES).map((type) => clause(type))

const atBounds: fc.Arbitrary<Aimed> = asked(
  fc
    .tuple(SECOND_BEFORE_OR_AFTER_MIDNIGHT, fc.constantFrom('before' as const, 'since' as const))
    .map(([second, bound]) => clause('any', [], { [bound]: second })),
)

/** At the first second of a day and in the middle of it: a window begins at midnight. */
const windows: fc.Arbitrary<Aimed> = fc
  .tuple(
    fc.integer({ min: 2, max: 12 }),
    fc.constantFrom(0, 1, 43_200),
    fc.constantFrom(0, 5, 10, 30),
    fc.constantFrom('withinDays' as const, 'closedDays' as const),
  )
  .map(([fiveDays, second, days, window]) => ({
    asOf: fiveDays * 5 * 86_400 + second,
    query: clause('any', [], { [window]: days }),
  }))

/** Two steps within one second: none is later than the other. */
const sameSecond: fc.Arbitrary<Aimed> = asked(
  SECOND_BEFORE_OR_AFTER_MIDNIGHT.map((second): Query => {
    const step = withMeaning({
      node: 'clause',
      type: 'any',
      conditions: [],
      step: true,
      since: second,
      before: second + 1,
    })
    return { node: 'sequence', steps: [{ clauses: [step] }, { clauses: [step] }] }
  }),
)

const PHRASES = [
  ['vice', 'president'],
  ['president', 'vice'],
  ['sales', 'development'],
  ['ai', 'sdr'],
  ['sales', 'ai'],
] as const
const phrases: fc.Arbitrary<Aimed> = asked(
  fc
    .tuple(fc.constantFrom(...PHRASES), fc.boolean())
    .map(([phrase, isPhrase]) => clause('any', [text([{ phrase: isPhrase, words: words(...phrase) }])])),
)

const abbreviations: fc.Arbitrary<Aimed> = asked(
  fc
    .tuple(fc.constantFrom('vp', 'sdr', 'sdrs'), fc.constantFrom('word', 'prefix', 'literal', 'inside'))
    .map(([word, kind]) => {
      if (kind === 'literal') return clause('any', [text([{ phrase: false, words: words(word) }], '~=')])
      const found = kind === 'inside' ? word.slice(1) : word
      const one = { text: found, prefix: kind !== 'word' }
      return clause('any', [text([{ phrase: false, words: [withEquivalents(one)] }])])
    }),
)

const OPERATORS = fc.constantFrom(':' as const, '!:' as const)
const sources: fc.Arbitrary<Aimed> = asked(
  OPERATORS.map((op) => clause('any', [{ field: 'source', kind: 'text', op, values: ['growth'] }])),
)

const places: fc.Arbitrary<Aimed> = asked(
  fc.oneof(
    fc
      .tuple(OPERATORS, fc.constantFrom('GB', 'US'))
      .map(([op, value]) => clause('hiring', [{ field: 'country', kind: 'country', op, values: [value] }])),
    fc.constantFrom('growth', 'ai').map((word) => {
      const patterns = [{ phrase: false, words: words(word) }]
      return clause('hiring', [{ field: 'location', kind: 'text', op: '~', patterns }])
    }),
  ),
)

const tools: fc.Arbitrary<Aimed> = asked(
  fc
    .tuple(OPERATORS, toolName)
    .map(([op, name]) => clause('tool', [{ field: 'tool', kind: 'text', op, values: toolNameKeys(name) }])),
)

const statuses: fc.Arbitrary<Aimed> = asked(
  fc
    .tuple(fc.constantFrom(...REPORTED_TYPES, 'any' as const), fc.constantFrom('closed', 'active', undefined))
    .map(([type, status]) => withMeaning({ node: 'clause', type, conditions: [] }, status as 'closed')),
)

/** A field that many signals don't have. */
const missing: fc.Arbitrary<Aimed> = asked(
  fc
    .constantFrom('department', 'location')
    .map((field) => clause('hiring', [{ field, kind: 'text', op: '!:', values: ['sdr'] }])),
)

/** A part of an OR that often does not hold, though signals meet its clauses; a NOT next to something. */
const parts: fc.Arbitrary<Aimed> = fc
  .tuple(
    everywhere,
    everywhere,
    everywhere,
    fc.constantFrom('half' as const, 'or' as const, 'not' as const, 'and' as const),
  )
  .map(([a, b, c, shape]): Aimed => {
    const counted: Clause = { ...c, count: { atLeast: 4 } }
    if (shape === 'half') return { sort: 'recent', query: { node: 'or', of: [a, { node: 'and', of: [b, counted] }] } }
    if (shape === 'or') return { sort: 'match', query: { node: 'or', of: [a, b] } }
    if (shape === 'and') return { sort: 'match', query: { node: 'and', of: [a, b] } }
    return { sort: 'match', query: { node: 'and', of: [a, { node: 'not', of: counted }] } }
  })

const oneFilter: fc.Arbitrary<CompanyFilters> = fc.oneof(
  fc.constantFrom('DE', 'US').map((country) => ({ countriesNot: [country] })),
  fc.constantFrom(1, 50).map((employeesMin) => ({ employeesMin })),
  fc.constant({ employeesMax: 50 }),
  fc.constantFrom('direct', 'agency').map((kind): CompanyFilters => ({ employerKind: [kind as 'direct'] })),
  fc.constant({ withoutAgencies: true as const }),
  fc.subarray([...SIGNAL_TYPES], { minLength: 2, maxLength: 2 }).map((watched) => ({ watched })),
  fc.constant({ only: [] }),
  fc.subarray([0, 1, 2, 3, 4, 5], { minLength: 1 }).map((except) => ({ except })),
)
const filtered: fc.Arbitrary<Aimed> = fc
  .tuple(oneFilter, fc.oneof(everywhere, fc.constant(clause('any'))))
  .map(([filters, query]) => ({ filters, query }))

/** What is not stated is as in any other search. */
export const aimed: fc.Arbitrary<Aimed> = fc
  .oneof(
    { arbitrary: atBounds, weight: 3 },
    { arbitrary: windows, weight: 3 },
    sameSecond,
    { arbitrary: phrases, weight: 3 },
    { arbitrary: abbreviations, weight: 3 },
    sources,
    { arbitrary: places, weight: 3 },
    { arbitrary: tools, weight: 2 },
    missing,
    { arbitrary: parts, weight: 5 },
    statuses,
    { arbitrary: filtered, weight: 4 },
  )
  .map((each) => ({ filters: {}, offset: 0, ...each }))
