import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc, { anyCharacter } from '../../../test/harness/fast-check.ts'
import { equalityKey, fold, slugOf, wordsOf } from './normalise-text.ts'

test('case, accents, ligatures and invisible characters are removed', () => {
  const pairs = [
    ['Señor', 'senor'],
    ['STRASSE', fold('Straße')],
    ['ẞ', 'ss'],
    ['İSTANBUL', 'istanbul'],
    ['ısı', 'isi'],
    ['ΟΔΟΣ', fold('οδοσ')],
    ['ﬁnance', 'finance'],
    ['Sales\u00adforce', 'salesforce'],
    ['Łódź', 'lodz'],
    ['Ærø', 'aero'],
    ['ＡＩ', 'ai'],
    ['한국', '한국'],
  ] as const
  for (const [text, folded] of pairs) assert.equal(fold(text), folded)
})

test('words are split at everything that is not a letter or digit', () => {
  for (const text of ['series-a', 'series_a', 'Series A', 'SERIES—A', '(series)/a!']) {
    assert.deepEqual(wordsOf(text), ['series', 'a'])
  }
  assert.deepEqual(wordsOf('😀 … \ud800'), [])
  assert.deepEqual(wordsOf('R&D 2.0'), ['r', 'd', '2', '0'])
})

test('the equality key keeps signs and unifies gaps', () => {
  assert.equal(equalityKey(' Hub_Spot\u0000'), equalityKey('hub–spot'))
  assert.notEqual(equalityKey('C++'), equalityKey('C#'))
  assert.equal(slugOf('C-Level'), 'c_level')
})

test('normalisation is idempotent, for every letter and any text', () => {
  for (let code = 0; code <= 0x1ffff; code++) {
    const once = fold(String.fromCodePoint(code))
    if (once !== fold(once)) assert.fail(`U+${code.toString(16)} folds to ${once}, then to ${fold(once)}`)
  }
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (text) => {
      assert.equal(equalityKey(equalityKey(text)), equalityKey(text))
      assert.deepEqual(wordsOf(wordsOf(text).join(' ')), wordsOf(text))
    }),
  )
})
