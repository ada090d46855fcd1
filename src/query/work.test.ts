// Any query of 1,000 characters is parsed or rejected quickly, because the parser runs on the event loop.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NO_LIMITS, queryLikeText } from '../../test/harness/arbitraries.ts'
import { leastCpuMs } from '../../test/harness/cpu-time.ts'
import fc from '../../test/harness/fast-check.ts'
import { parseSignalQuery } from './parse/parser.ts'
import { LIMITS } from './parse/token-cursor.ts'
import { InvalidQuery } from './tree/errors.ts'

const MAX_MS = 50

const BEGINNINGS = [
  ...['', 'hiring ', 'hiring(', 'hiring(function: "', 'hiring(function: "(', 'hiring(seniority: "', 'hiring(title ~ '],
  ...['hiring(country: ', 'hiring in DE or ', 'funding(amount > ', 'tool(name: "', 'uses ', 'NOT ', '('],
]
const UNITS = [
  ...[
    'gn',
    'gn ',
    '(m/w/d) ',
    'in gremxxy ',
    'in alxxria ',
    'in hirxxg ',
    'salss,',
    'salss & ',
    'hirng ',
    'fund. ',
    'a & ',
  ],
  ...[
    'germani | ',
    'FR or ',
    'x~y,',
    'not using ',
    'vps ',
    'in of the ',
    '3 days ',
    '-',
    '_ ',
    '* ',
    '"',
    '\u200d ',
    'ﷺ ',
  ],
  ...['\u{1d160}', 'é', 'hiring:a|', 'any ', '9', '\\', '(', ')', 'a*', '“', '!:', 'head of ', 'republic of the '],
]
const ENDS = ['', '"', '")', ')', ' within 30d', ' funding(amount > x)', '(', ' xx!']

function tryParse(text: string): void {
  try {
    parseSignalQuery(text)
  } catch (error) {
    if (!(error instanceof InvalidQuery)) throw error
  }
}

test('no repetition makes a query slow', () => {
  const slow: string[] = []
  for (const beginning of BEGINNINGS) {
    for (const unit of UNITS) {
      for (const end of ENDS) {
        const room = LIMITS.characters - beginning.length - end.length
        const text = beginning + unit.repeat(room / unit.length) + end
        if (leastCpuMs(() => tryParse(text), MAX_MS) >= MAX_MS) slow.push(text.slice(0, 60))
      }
    }
  }
  assert.deepEqual(slow, [])
})

test('no mixture of query parts is slow', () => {
  const long = fc
    .array(fc.oneof(fc.constantFrom(...BEGINNINGS, ...UNITS, ...ENDS), queryLikeText), {
      minLength: 50,
      maxLength: 300,
    })
    .map((parts) => parts.join('').slice(0, LIMITS.characters))
  fc.assert(
    fc.property(long, (text) => assert.ok(leastCpuMs(() => tryParse(text), MAX_MS) < MAX_MS, text)),
    { numRuns: 300 },
  )
})

test('suggestions are tried up to a number of characters, and those beyond are dropped', () => {
  const rejected = (query: string) => {
    try {
      parseSignalQuery(query, NO_LIMITS)
    } catch (error) {
      if (error instanceof InvalidQuery) return error.details.suggestions
    }
    return undefined
  }
  const slip = 'hiring(function: saels)'
  assert.deepEqual(rejected(slip), ['sales'])
  assert.deepEqual(rejected(`${slip} ${'a '.repeat(LIMITS.characters / 2 - slip.length)}`), ['sales'])
  assert.deepEqual(rejected(`${slip} ${'a '.repeat(LIMITS.characters * 2)}`), [])
})
