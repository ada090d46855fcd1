import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressOf, noClickHouse, startClickHouse } from '../../../test/harness/clickhouse-server.ts'
import fc from '../../../test/harness/fast-check.ts'
import { Connection, serverOf } from './connection.ts'
import { numberLiteral, numberSet, quotedName, textLiteral } from './literals.ts'

const HOSTILE = [
  ...[
    "'",
    "\\'",
    "\\\\'",
    "' or 1 = 1 --",
    "'; drop table x; --",
    '\\',
    '\\\\',
    '`',
    '"',
    '%_',
    '{x:String}',
    '/* */',
    '--',
  ],
  ...[
    '\0',
    '\u001e',
    '\u001f',
    '\n\r\t\b\f\v',
    '\u2028',
    'é',
    '𡗍',
    "\\x27 or '1",
    '\\u0027',
    'a\\',
    '\u007f',
    '',
    ' ',
  ],
]

/** Undoes the escaping like ClickHouse, and fails if the literal ends anywhere but at its end. */
function read(literal: string): string {
  assert.equal(literal[0], "'")
  let text = ''
  for (let i = 1; ; i++) {
    const letter = literal[i]
    assert.notEqual(letter, undefined, 'the literal has no end')
    if (letter === "'") {
      assert.equal(i, literal.length - 1, 'the literal ends too early')
      return text
    }
    if (letter !== '\\') text += letter
    else {
      const escaped = literal[++i] ?? ''
      text += { '0': '\0', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }[escaped] ?? escaped
    }
  }
}

test('no text ends its literal, and every text is read as it was', () => {
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(fc.constantFrom(...HOSTILE)).map((parts) => parts.join('')),
  )
  fc.assert(
    fc.property(texts, (text) => {
      assert.equal(read(textLiteral(text)), text.toWellFormed())
    }),
    { numRuns: 300 },
  )
})

test('a number is a number, and a name can’t end its quotes', () => {
  for (const each of [Number.NaN, Number.POSITIVE_INFINITY]) assert.throws(() => numberLiteral(each))
  assert.throws(() => numberLiteral('1' as unknown as number))
  assert.throws(() => numberSet(["1') or (1"] as unknown as number[]))
  assert.equal(quotedName('a`b\\'), '`a\\`b\\\\`')
})

test('a ClickHouse server reads hostile texts as they are', { skip: noClickHouse }, async () => {
  const connection = new Connection(serverOf(addressOf(await startClickHouse())))
  const rows = await connection.rows<string[]>(
    `select ${HOSTILE.map((text, i) => `${textLiteral(text)} as t${i}`).join(', ')}`,
  )
  await connection.close()
  assert.deepEqual(rows, [HOSTILE])
})
