import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SIGNAL_TYPE_TABLE, SIGNAL_TYPES } from '../../closed-sets/signals.ts'
import { SIGNAL_DECLARATIONS } from './declarations.ts'
import { beginningOf, changesOf, isContinuing, isEnding, LASTING_TYPES, STATE_TYPES } from './lifetimes.ts'

const numbers = Object.values(SIGNAL_TYPE_TABLE).map(({ number }): number => number)

test('every type keeps the number by which rows are stored', () => {
  const stored = Object.fromEntries(SIGNAL_TYPES.map((type) => [type, SIGNAL_TYPE_TABLE[type].number]))
  assert.deepEqual(
    stored,
    { hiring: 0, funding: 1, funding_ai: 2, web: 3, tool: 4, velocity: 5 },
    'add the number of a new type to this test; the others are in the databases of customers',
  )
})

test('no number is used twice, and each is a bit of a smallint', () => {
  assert.equal(new Set(numbers).size, numbers.length)
  for (const number of numbers) assert.ok(Number.isInteger(number) && number >= 0 && number < 15, String(number))
})

test('a name in a query means one type', () => {
  const names = SIGNAL_TYPES.flatMap((type) => [type, ...SIGNAL_DECLARATIONS[type].otherNames])
  assert.deepEqual(
    names.filter((name, at) => names.indexOf(name) !== at),
    [],
  )
  for (const name of names) assert.match(name, /^[a-z]+([_ ][a-z]+)*$/)
})

test('the changes of a state are the values of its field change, and no two states give a change different meanings', () => {
  for (const type of STATE_TYPES) {
    const { began, continues, ended } = changesOf(type) ?? assert.fail(type)
    const change = SIGNAL_DECLARATIONS[type].fields.find(({ name }) => name === 'change')
    assert.deepEqual(change?.values, [began, continues, ended], type)
    assert.equal(change?.default, began, type)
    assert.deepEqual([began, continues, ended].map(isContinuing), [false, true, false], type)
    assert.deepEqual([began, continues, ended].map(isEnding), [false, false, true], type)
    assert.equal(beginningOf(continues), began)
  }
})

test('jobs, pages and tools last, and other types are acts', () => {
  assert.deepEqual(LASTING_TYPES, ['hiring', 'web', 'tool'])
  assert.deepEqual(STATE_TYPES, ['web', 'tool'])
})

test('no type declares a field twice, and a derived type has nothing that a record states', () => {
  for (const type of SIGNAL_TYPES) {
    const { fields, takesAmounts, labelOf, grouping } = SIGNAL_DECLARATIONS[type]
    const names = fields.flatMap(({ name, queryName }) => (queryName === undefined ? [name] : [name, queryName]))
    assert.equal(new Set(names).size, names.length, type)
    if (!('derivedFrom' in SIGNAL_TYPE_TABLE[type])) continue
    assert.deepEqual(
      { takesAmounts, labelOf, grouping },
      { takesAmounts: undefined, labelOf: undefined, grouping: 'none' },
    )
  }
})
