import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grammarText, NO_LIMITS, query } from '../../../test/harness/arbitraries.ts'
import fc from '../../../test/harness/fast-check.ts'
import { InvalidQuery } from '../tree/errors.ts'
import { parseSignalQuery } from './parser.ts'
import { printQuery } from './print.ts'

test('a printed tree parses back to the same tree, and survives JSON', () => {
  fc.assert(
    fc.property(query, (tree) => {
      assert.deepEqual(parseSignalQuery(printQuery(tree), NO_LIMITS), tree)
      assert.deepEqual(JSON.parse(JSON.stringify(tree)), tree)
    }),
    { numRuns: 2000 },
  )
})

test('printing a parsed text keeps its meaning, and printing again gives the same text', () => {
  let parsed = 0
  fc.assert(
    fc.property(grammarText, (text) => {
      try {
        const tree = parseSignalQuery(text, NO_LIMITS)
        const printed = printQuery(tree)
        parsed++
        assert.deepEqual(parseSignalQuery(printed, NO_LIMITS), tree)
        assert.equal(printQuery(parseSignalQuery(printed, NO_LIMITS)), printed)
      } catch (error) {
        if (!(error instanceof InvalidQuery)) throw error
      }
    }),
    { numRuns: 2000 },
  )
  assert.ok(parsed > 1000, `only ${parsed} of 2000 texts parsed`)
})

test('printing never nests groups deeper than the text did', () => {
  const limits = { ...NO_LIMITS, depth: 6 }
  fc.assert(
    fc.property(grammarText, (text) => {
      try {
        parseSignalQuery(text, limits)
      } catch {
        return
      }
      parseSignalQuery(printQuery(parseSignalQuery(text, limits)), limits)
    }),
  )
})
