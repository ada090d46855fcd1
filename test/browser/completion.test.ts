// What the query field offers, by the catalogue that the API publishes. No browser is needed for it.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { catalogueOf } from '../../src/features/catalogue/index.ts'
import { parseSignalQuery } from '../../src/features/query/index.ts'
import { complete } from '../../web/src/pages/explore/completion.ts'
import { EXAMPLES } from '../../web/src/pages/explore/examples.ts'

const CLAUSES = (catalogueOf([]).find(({ id }) => id === 'signal_query')?.clauses ?? []).map((clause) => ({
  ...clause,
  fields: clause.fields.map(({ values, ...field }) => ({
    ...field,
    operators: [...field.operators],
    ...(values && { values: [...values] }),
  })),
}))

/** The names offered at the end of what is written. */
const offered = (text: string) => complete(text, text.length, CLAUSES).offers.map(({ name }) => name)

test('types and joining words at the top, fields in a clause, values in a field', () => {
  assert.deepEqual(offered('fund'), ['funding', 'funding_ai'])
  assert.deepEqual(offered('hiring a'), ['any', 'AND'])
  assert.deepEqual(offered('hiring AND (to'), ['tool'])
  assert.ok(offered('hiring(').includes('title') && offered('hiring(').includes('function'))
  assert.deepEqual(offered('hiring(title ~ "AI SDR", wi'), ['within'])
  assert.deepEqual(offered('tool(ai: '), ['true', 'false'])
  assert.deepEqual(offered('hiring(function: sales|marke'), ['marketing'])
  assert.deepEqual(offered('hiring(workplacetype: rem'), ['remote'])
  assert.ok(offered('any(').includes('text') && !offered('any(').includes('title'))
})

test('nothing in quotes, at the beginning, behind what is written out, and of what is not known', () => {
  for (const text of [
    '',
    ' ',
    '"fund',
    'hiring(title ~ "wi',
    'hiring',
    'hiring(nonsense: a',
    'hiring(within: 3',
    'xyz',
  ])
    assert.deepEqual(offered(text), [], text)
})

test('what is offered can be read by the query language, for every field of every type', () => {
  for (const { type, fields } of CLAUSES) {
    for (const { name, example, values } of fields) {
      const begun = `${type}(${name.slice(0, 2)}`
      const { from, offers } = complete(begun, begun.length, CLAUSES)
      const offer = offers.find((each) => each.name === name) ?? assert.fail(`${type}.${name} is not offered`)
      const value = values?.[0] ?? /[:=~<>]+\s*(.+)$/.exec(example)?.[1] ?? ''
      const query = `${begun.slice(0, from)}${offer.text}${value})`
      assert.doesNotThrow(() => parseSignalQuery(query), query)
    }
  }
})

test('every example can be read', () => {
  for (const example of EXAMPLES) assert.doesNotThrow(() => parseSignalQuery(example), example)
})
