import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseSignalQuery } from '../../../query/index.ts'
import { notFed } from '../feeds.ts'
import { needsOf } from './needs.ts'

const needs = (query: string) => needsOf(parseSignalQuery(query))

test('a slice needs signals of its types, and of the types that derived signals are made from', () => {
  assert.deepEqual(needs('velocity OR web'), { types: ['hiring', 'web'], looked: [] })
  assert.deepEqual(needs('funding_ai THEN hiring'), { types: ['hiring', 'funding'], looked: [] })
  assert.deepEqual(needs('any(confidence >= 0.5)'), { types: [], looked: [] })
})

test('a NOT and a first of its kind need monitored companies', () => {
  assert.deepEqual(needs('tool NOT web'), { types: ['web', 'tool'], looked: ['web'] })
  for (const query of ['hiring NOT any(confidence < 0.5)', 'hiring -intern']) {
    assert.deepEqual(needs(query).looked, ['hiring', 'funding', 'web', 'tool'], query)
  }
  assert.deepEqual(needs('hiring NOT (web NOT any)').looked, ['web'])
  assert.deepEqual(needs('hiring(first: true)').looked, ['hiring'])
  assert.deepEqual(needs('hiring(newCountry: true, count >= 2)').looked, ['hiring'])
})

test('a NOT that narrows a clause next to it needs no monitoring', () => {
  assert.deepEqual(needs('tool(name: X) NOT tool(name: X, change: adopted, within: 90d)').looked, [])
  assert.deepEqual(needs('tool(name: X) NOT tool(name: Y)').looked, ['tool'])
  assert.deepEqual(needs('web OR (tool(name: X) NOT tool(name: X, change: adopted))').looked, [])
  assert.deepEqual(needs('(web OR tool(name: X)) NOT tool(name: X, change: adopted)').looked, ['tool'])
  assert.deepEqual(needs('tool NOT tool(name: X)').looked, ['tool'])
})

test('a slice has no data for a type that is not delivered, or not monitored where it requires that', () => {
  const query = needs('tool NOT web')
  assert.deepEqual(notFed(query, { types: ['tool', 'web'], looked: ['web'] }), [])
  assert.deepEqual(notFed(query, { types: ['tool', 'web'], looked: ['tool'] }), ['web'])
  assert.deepEqual(notFed(query, { types: ['hiring'], looked: ['web'] }), ['web', 'tool'])
})
