// Whatever is built prints as a text that the service's parser reads as exactly that query.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { parseSignalQuery } from '../../src/query/parse/parser.ts'
import { printQuery } from '../../src/query/parse/print.ts'
import { fieldNamed } from '../../src/query/tree/fields.ts'
import { statedStatus, withMeaning } from '../../src/query/tree/presence.ts'
import type { Clause, Condition, Pattern, Query as Tree } from '../../src/query/tree/tree.ts'
import { NO_LIMITS, query as treeArbitrary } from '../../test/harness/arbitraries.ts'
import {
  atLeast,
  atMost,
  days,
  lessThan,
  literally,
  months,
  moreThan,
  noneOf,
  not,
  phrase,
  type Query,
  signal,
  weeks,
  words,
} from '../src/index.ts'

const CLAUSES = { ...signal, funding_ai: signal.fundingAi } as unknown as Record<string, (conditions: object) => Query>
const COMPARISONS = { '>=': atLeast, '<=': atMost, '>': moreThan, '<': lessThan }

/** Makes a tree of the parser with the calls that a user of the client would write. */
function build(tree: Tree): Query {
  switch (tree.node) {
    case 'clause':
      return buildClause(tree)
    case 'not':
      return not(build(tree.of))
    case 'sequence': {
      const [first, ...rest] = tree.steps.map(({ clauses, withinDays }) => ({
        step: joined('or', clauses.map(buildClause)),
        options: withinDays === undefined ? {} : { within: days(withinDays) },
      }))
      return rest.reduce((query, { step, options }) => query.followedBy(step, options), first?.step ?? assert.fail())
    }
    default:
      return joined(tree.node, tree.of.map(build))
  }
}

function joined(kind: 'and' | 'or', [first, ...rest]: readonly Query[]): Query {
  return first?.[kind](...rest) ?? assert.fail()
}

function buildClause(clause: Clause): Query {
  const { type, conditions, anyBasis, anyRumour, withinDays, since, before, closedDays, count } = clause
  // One condition per field: an object can't have a key twice.
  const own = Object.fromEntries(
    conditions.map((condition) => [fieldNamed(type, condition.field)?.queryName ?? '', valueIn(condition)]),
  )
  const range = count && [atLeast(count.atLeast), ...(count.atMost === undefined ? [] : [atMost(count.atMost)])]
  return (CLAUSES[type] ?? assert.fail(type))({
    ...own,
    ...(anyBasis && { basis: 'any' }),
    ...(anyRumour && { rumour: 'any' }),
    within: withinDays === undefined ? undefined : days(withinDays),
    since: since === undefined ? undefined : new Date(since * 1000),
    before: before === undefined ? undefined : new Date(before * 1000),
    closed: closedDays === undefined ? undefined : days(closedDays),
    status: statedStatus(clause),
    count: range,
  })
}

function valueIn(condition: Condition): unknown {
  switch (condition.op) {
    case '~':
      return condition.patterns.length === 1 ? matchOf(condition.patterns[0]) : condition.patterns.map(matchOf)
    case '~=':
      return literally(matchOf(condition.patterns[0]))
    case '!:':
      return noneOf(...(condition.values as [string]))
    case ':':
      return condition.values
    default:
      return COMPARISONS[condition.op](condition.value)
  }
}

function matchOf(pattern: Pattern | undefined) {
  const text = (pattern?.words ?? []).map((word) => (word.prefix ? `${word.text}*` : word.text)).join(' ')
  return pattern?.phrase ? phrase(text) : words(text)
}

/** The same tree without what an object can't say: several conditions on one field, and alternatives of mixed patterns. */
function expressible(tree: Tree): Tree {
  if (tree.node === 'clause') {
    const stated = tree.conditions.filter(
      ({ field }) => !(tree.anyBasis && field === 'basis') && !(tree.anyRumour && field === 'rumour'),
    )
    const byField = new Map(stated.map((condition) => [condition.field, firstPattern(condition)]))
    return withMeaning({ ...tree, conditions: [...byField.values()] }, statedStatus(tree))
  }
  if (tree.node === 'sequence') {
    const steps = tree.steps.map((step) => ({
      ...step,
      clauses: step.clauses.map((each) => expressible(each) as Clause),
    }))
    return { ...tree, steps }
  }
  if (tree.node === 'not') return { ...tree, of: expressible(tree.of) }
  return { ...tree, of: tree.of.map(expressible) }
}

function firstPattern(condition: Condition): Condition {
  return 'patterns' in condition ? { ...condition, patterns: condition.patterns.slice(0, 1) } : condition
}

test('a built query parses to exactly the tree that was built', () => {
  fc.assert(
    fc.property(treeArbitrary.map(expressible), (tree) => {
      const text = build(tree).toString()
      assert.deepEqual(parseSignalQuery(text, NO_LIMITS), tree, text)
    }),
    { numRuns: 2000 },
  )
})

test('queries of the guide, as they are written and as they read', () => {
  const pairs: [Query, string][] = [
    [signal.hiring(), 'hiring'],
    [signal.hiring({ title: words('AI SDR'), within: days(30) }), 'hiring(title ~ ai sdr, within: 30d)'],
    [
      signal.hiring({ title: phrase('AI SDR'), count: atLeast(3) }).andNot(signal.tool({ name: 'hubspot' })),
      'hiring(title ~ "ai sdr", count >= 3) AND NOT tool(name: hubspot)',
    ],
    [
      signal
        .fundingAi({ amount: atLeast(5e6) })
        .followedBy(signal.hiring({ function: ['sales', 'marketing'] }), { within: days(90) }),
      'funding_ai(amount >= 5000000) THEN hiring(function: sales|marketing) WITHIN 90d',
    ],
    [signal.any({ text: words('llm', 'gpt*') }), 'any(text ~ llm|gpt*)'],
    [
      signal.funding({ amount: [atLeast(1_000_000), lessThan(2.5e6)], within: months(6) }),
      'funding(amount >= 1000000, amount < 2500000, within: 180d)',
    ],
    [
      signal.web({ kind: noneOf('llms_txt'), since: '2026-05-01' }).or(signal.velocity()),
      'web(kind !: llms_txt, since: 2026-05-01) OR velocity',
    ],
    [signal.hiring({ count: 2, within: weeks(2) }), 'hiring(within: 14d, count: 2)'],
  ]
  for (const [query, text] of pairs) {
    assert.equal(printQuery(parseSignalQuery(query.toString())), text)
    assert.deepEqual(parseSignalQuery(query.toString()), parseSignalQuery(text))
  }
  assert.equal(JSON.stringify({ signal_query: signal.hiring() }), '{"signal_query":"hiring"}')
})

test('what the language cannot say is a TypeError where it is written', () => {
  assert.throws(() => words('…'), TypeError)
  assert.throws(() => atLeast(-1), TypeError)
  assert.throws(() => atLeast(Number.NaN), TypeError)
  assert.throws(() => days(1.5), TypeError)
  assert.throws(() => signal.hiring({ function: [] }), TypeError)
  assert.throws(() => signal.hiring().and(signal.web()).followedBy(signal.tool()), TypeError)
})

test('a query is not a promise: it can be returned from an async function', async () => {
  assert.equal(String(await signal.hiring()), 'hiring')
})
