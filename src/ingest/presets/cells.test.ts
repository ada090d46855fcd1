import assert from 'node:assert/strict'
import { test } from 'node:test'
import { headcount, isoOfNamedMonth, slug } from './cells.ts'

test('reads a headcount, of a range its lower end', () => {
  const cells = ['1,234', '1.000', "12'500", '120.0', '51-100', '1 001 – 5 000', '201 to 500', '10001+', '42']
  assert.deepEqual(cells.map(headcount), [1234, 1000, 12_500, 120, 51, 1001, 201, 10_001, 42])
  assert.deepEqual(['', 'many', '51-100-200', '51-many', '123456789', '-5'].map(headcount), Array(6).fill(undefined))
})

test('reads a date with the name of its month, and no other', () => {
  assert.deepEqual(['16-May-2023', '1 feb 2024'].map(isoOfNamedMonth), ['2023-05-16', '2024-02-01'])
  assert.deepEqual(['16-05-2023', 'May 2023', '16-Mai-2023', ''].map(isoOfNamedMonth), Array(4).fill(undefined))
})

test('makes a name of an industry out of the first of its words', () => {
  assert.equal(slug('Information Technology & Services; Software'), 'information_technology_services')
  assert.equal(slug('  Öl und Gas '), 'ol_und_gas')
  assert.equal(slug('—'), undefined)
  assert.equal(slug('a'.repeat(101)), undefined)
})
