import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NO_LIMITS, queryLikeText } from '../../../test/harness/arbitraries.ts'
import fc from '../../../test/harness/fast-check.ts'
import { InvalidQuery } from './errors.ts'
import { parseSignalQuery } from './parser.ts'
import { printQuery } from './print.ts'
import { Cursor } from './token-cursor.ts'

/** The text parses, or is rejected with a position inside the text and some help. */
function parsesOrExplains(text: string): void {
  try {
    const tree = parseSignalQuery(text)
    assert.deepEqual(parseSignalQuery(printQuery(tree), NO_LIMITS), tree)
  } catch (error) {
    if (!(error instanceof InvalidQuery)) throw error
    const { position, length, message, expected, suggestions } = error.details
    assert.ok(position >= 0 && length >= 0 && position + length <= text.length, `${position}+${length} in ${text}`)
    assert.ok(message.length > 0 && expected.length + suggestions.length > 0, `no help for ${text}`)
  }
}

test('any text parses or is rejected with a reason', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 1100 }), parsesOrExplains), { numRuns: 500 })
  fc.assert(fc.property(queryLikeText, parsesOrExplains), { numRuns: 5000 })
})

test('the work of parsing grows with the length of the text and no faster', () => {
  const ugly = [
    '(',
    '-',
    '"',
    '\\',
    'a*',
    '9',
    'hiring(',
    'hiring:a|',
    'any ',
    '1,',
    'é',
    '\u{1d160}',
    'ﷺ',
    '!:',
    '“',
    'a&',
  ]
  const long = fc
    .array(fc.oneof(fc.constantFrom(...ugly), fc.string({ unit: 'binary', minLength: 1, maxLength: 3 })), {
      minLength: 1,
      maxLength: 12,
    })
    .map((pieces) => pieces.join('').repeat(1000).slice(0, 1000))
  let worst = 0
  fc.assert(
    fc.property(long, (text) => {
      const looks = countLooks(() => {
        try {
          parseSignalQuery(text)
        } catch (error) {
          if (!(error instanceof InvalidQuery)) throw error
        }
      })
      worst = Math.max(worst, looks)
    }),
    { numRuns: 2000 },
  )
  assert.ok(worst > 1_000, `the longest texts have many tokens, and only ${worst} looks were counted`)
  assert.ok(worst < MAX_LOOKS_PER_CHARACTER * 1_000, `the parser looked at a token ${worst} times`)
})

/** About 45 are the most that were seen. A parser that went back, or looked to the end at each token, would need hundreds. */
const MAX_LOOKS_PER_CHARACTER = 100

/** How often the parser looks at a token: its work, whatever else the machine does. */
function countLooks(parse: () => void): number {
  const { ahead } = Cursor.prototype
  let looks = 0
  Cursor.prototype.ahead = function (this: Cursor, tokens) {
    looks++
    return ahead.call(this, tokens)
  }
  try {
    parse()
    return looks
  } finally {
    Cursor.prototype.ahead = ahead
  }
}
