// Completion of signal queries, with the catalogue that the API publishes. It needs no browser.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { catalogueOf } from '../../src/api/catalogue/index.ts'
import { chipsOf, parseSignalQuery, plainContext, readSearchText } from '../../src/query/index.ts'
import { complete } from '../../web/src/pages/explore/search/completion.ts'
import { EXAMPLE_QUERIES } from '../../web/src/pages/explore/search/example-queries.ts'

const CLAUSES = (catalogueOf().find(({ id }) => id === 'signal_query')?.clauses ?? []).map((clause) => ({
  ...clause,
  fields: clause.fields.map(({ values, frequent, ...field }) => ({
    ...field,
    operators: [...field.operators],
    ...(values && { values: [...values] }),
    ...(frequent && { frequent: [...frequent] }),
  })),
}))

/** The names suggested at the end of the text. */
const suggested = (text: string) => complete(text, text.length, CLAUSES).suggestions.map(({ name }) => name)

test('types and operators at the top level, fields in a clause, values in a field', () => {
  assert.deepEqual(suggested('fund'), ['funding', 'funding_ai'])
  assert.deepEqual(suggested('hiring a'), ['any', 'AND'])
  assert.deepEqual(suggested('hiring AND (to'), ['tool'])
  assert.ok(suggested('hiring(').includes('title') && suggested('hiring(').includes('function'))
  assert.deepEqual(suggested('hiring(title ~ "AI SDR", wi'), ['within'])
  assert.deepEqual(suggested('tool(ai: '), ['true', 'false'])
  assert.deepEqual(suggested('hiring(function: sales|marke'), ['marketing'])
  assert.deepEqual(suggested('hiring(workplacetype: rem'), ['remote'])
  assert.ok(suggested('any(').includes('text') && !suggested('any(').includes('title'))
})

test('values of open fields are those in the data, most frequent first', () => {
  const clauses = CLAUSES.map((clause) => ({
    ...clause,
    fields: clause.fields.map((field) =>
      field.name === 'name'
        ? {
            ...field,
            frequent: [
              { value: 'OpenAI API', count: 9 },
              { value: 'Okta', count: 3 },
            ],
          }
        : field,
    ),
  }))
  const text = 'tool(name: O'
  const { suggestions } = complete(text, text.length, clauses)
  assert.deepEqual(
    suggestions.map((each) => each.text),
    ['"OpenAI API"', 'Okta'],
  )
})

test('no suggestions in quotes, for an empty query, after a complete word, or for unknown names', () => {
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
    assert.deepEqual(suggested(text), [], text)
})

test('the query language accepts the suggestions for every field of every type', () => {
  for (const { type, fields } of CLAUSES) {
    for (const { name, example, values } of fields) {
      const prefix = `${type}(${name.slice(0, 2)}`
      const { from, suggestions } = complete(prefix, prefix.length, CLAUSES)
      const suggestion =
        suggestions.find((each) => each.name === name) ?? assert.fail(`${type}.${name} is not suggested`)
      const value = values?.[0] ?? /[:=~<>]+\s*(.+)$/.exec(example)?.[1] ?? ''
      const query = `${prefix.slice(0, from)}${suggestion.text}${value})`
      assert.doesNotThrow(() => parseSignalQuery(query), query)
    }
  }
})

test('every example is a plain sentence that has chips', () => {
  for (const example of EXAMPLE_QUERIES) {
    const { query, isPlain } = readSearchText(example, plainContext())
    assert.ok(isPlain && chipsOf(query), example)
  }
})
