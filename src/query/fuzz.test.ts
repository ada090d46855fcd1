import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NO_LIMITS, queryLikeText } from '../../test/harness/arbitraries.ts'
import fc, { anyCharacter } from '../../test/harness/fast-check.ts'
import { parseSignalQuery } from './parse/parser.ts'
import { printQuery } from './parse/print.ts'
import { Cursor } from './parse/token-cursor.ts'
import { InvalidQuery } from './tree/errors.ts'

/** The text parses, or is rejected with a position inside the text, some help, and suggestions that make it valid. */
function parsesOrExplains(text: string): readonly string[] {
  try {
    const tree = parseSignalQuery(text)
    assert.deepEqual(parseSignalQuery(printQuery(tree), NO_LIMITS), tree)
    return []
  } catch (error) {
    if (!(error instanceof InvalidQuery)) throw error
    const { position, length, message, expected, suggestions } = error.details
    assert.ok(position >= 0 && length >= 0 && position + length <= text.length, `${position}+${length} in ${text}`)
    assert.ok(message.length > 0 && expected.length + suggestions.length > 0, `no help for ${text}`)
    for (const suggestion of suggestions) {
      parseSignalQuery(text.slice(0, position) + suggestion + text.slice(position + length))
    }
    return suggestions
  }
}

test('any text parses or is rejected with a reason', () => {
  const any = fc.string({ unit: anyCharacter, maxLength: 1100 })
  fc.assert(
    fc.property(any, (text) => void parsesOrExplains(text)),
    { numRuns: 500 },
  )
  fc.assert(
    fc.property(queryLikeText, (text) => void parsesOrExplains(text)),
    { numRuns: 5000 },
  )
})

/** Typical mistakes, combined with their surroundings in PLACES. */
const SLIPS = [
  ...['hirng', 'fundings', 'hiring+funding', '!hiring', 'hiring >= 3', 'hiring ~ sdr', 'hiring => web', '*ops', 'web.'],
  ...['hiring within 30d', 'hiring, within 30d', '(hiring or web), within 30d', 'hiring(title ~ x) within 4 weeks'],
  ...['title: sdr', 'amount >= 5m', 'within: 30d', 'ai: true', 'country: DE', 'type: hiring', 'function: sales|it'],
  ...[
    'tol(name: x)',
    'hiring(web OR tool)',
    'hiring(sales)',
    'hiring(ai)',
    'hiring(30d)',
    'hiring()',
    'hiring(ai: so)',
  ],
  ...['hiring(-title: x)', 'hiring(tilte ~ x)', 'hiring(text: sdr)', 'hiring(title ~ sdr or bdr)', 'hiring(count: 0)'],
  ...['hiring:3m', 'hiring: 2026', 'hiring:sdr|30d', 'hiring(within: 30 days)', 'hiring(confidence >= 80%)'],
  ...[
    'hiring(function: sales / marketng)',
    'hiring(country: germania)',
    'funding(amount >= 5,000,000)',
    'funding > 5m',
  ],
  ...['(hiring', '"ai sdr', 'hiring(title ~ x', 'hiring in IT', 'hiring in Gremany', 'Germany', 'hiring in US or DE'],
  ...[
    'companies',
    'raised $5 million',
    'recently funded',
    'hiring this week',
    'hiring with title sdr',
    'hiring 5+ sdr',
  ],
  ...['hiring without hubspot', 'hiring no funding', 'hiring followed by web', 'hiring more than 5', 'last 30 days'],
  ...['amount between 5m and 10m', 'hiring outside Germany', 'hiring title like "%sdr%"', 'web then tool within 3m'],
]
const PLACES = [
  ...['?', '? and web', 'web or ?', '(?) and web', '? (web or tool)', 'NOT (?)', '-?', '? then web', 'web then ?'],
  ...['tool, ?', '? funding', 'funding ?', '? sdr', 'sdr ?', '? last 30 days', '?:30d', '? | web', '"ai" ?', '? "ai"'],
  ...['? not using hubspot', 'uses hubspot ?', 'web then ? within 30d', '?(title ~ x)', 'hiring(title ~ x, ?)'],
]
const VALID = [
  'hiring(title ~ "AI SDR", within: 30d, count >= 3) NOT tool(name: hubspot)',
  'funding_ai(amount >= 5m) THEN hiring(function: sales|marketing) WITHIN 90d',
  'companies hiring sdr in Germany last 30 days or using hubspot',
  'any(source: "job board", status: active, confidence >= 0.8, since: 2026-01-01)',
]
/** A valid query with one character too many, too few, or wrong. */
const withTypo = fc
  .tuple(fc.constantFrom(...VALID), fc.nat(80), fc.nat(1), fc.constantFrom('', ...'x :()|-~",*!=>3'))
  .map(([query, at, removed, typed]) => query.slice(0, at) + typed + query.slice(at + removed))

test('a suggestion never causes another error', () => {
  const seen = { suggestions: 0 }
  const count = (text: string) => {
    seen.suggestions += parsesOrExplains(text).length
  }
  for (const place of PLACES) for (const slip of SLIPS) count(place.replace('?', () => slip))
  fc.assert(fc.property(withTypo, count), { numRuns: 1000 })
  assert.ok(seen.suggestions > 1_500, `only ${seen.suggestions} suggestions were tried`)
})

test('the work of parsing is linear in the length of the text', () => {
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
    .array(fc.oneof(fc.constantFrom(...ugly), fc.string({ unit: anyCharacter, minLength: 1, maxLength: 3 })), {
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

/**
 * The most seen is about 45. A parser that backtracked, or looked ahead to the end at each token, would need hundreds.
 */
const MAX_LOOKS_PER_CHARACTER = 100

/** How often the parser reads a token: a measure of its work that doesn't depend on the machine's load. */
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
