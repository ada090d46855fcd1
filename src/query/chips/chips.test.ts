import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grammarText, query } from '../../../test/harness/arbitraries.ts'
import fc, { anyCharacter } from '../../../test/harness/fast-check.ts'
import { parseSignalQuery } from '../parse/parser.ts'
import { printQuery } from '../parse/print.ts'
import { InvalidQuery } from '../tree/errors.ts'
import { type ChipTerm, chipsOf, clausesOfChips, textOfChips } from './chips.ts'

const read = (text: string) => chipsOf(parseSignalQuery(text), text)

test('the text of chips means the same as the query, in any spelling, and most queries have chips', () => {
  let shown = 0
  const check = (tree: ReturnType<typeof parseSignalQuery>, source: string) => {
    const chips = chipsOf(tree, source)
    if (!chips) return
    shown++
    const sent = JSON.parse(JSON.stringify(chips)) as ChipTerm[]
    assert.deepEqual(parseSignalQuery(textOfChips(sent)), tree)
  }
  fc.assert(
    fc.property(query, (tree) => check(tree, printQuery(tree).toUpperCase())),
    { numRuns: 300 },
  )
  assert.ok(shown > 180, `only ${shown} of 300 queries have chips`)
  shown = 0
  fc.assert(
    fc.property(grammarText, (text) => {
      try {
        check(parseSignalQuery(text), text)
      } catch (error) {
        if (!(error instanceof InvalidQuery)) throw error
      }
    }),
    { numRuns: 300 },
  )
  assert.ok(shown > 90, `only ${shown} of 300 texts have chips`)
})

test('a seller’s words keep their spelling, and each condition is a part of its chip', () => {
  const text = 'hiring(title ~ "AI SDR"|Sales Ops, within: 30d) AND NOT tool(name: HubSpot)'
  const chips = read(text) ?? assert.fail()
  assert.deepEqual(chips, [
    {
      steps: [
        {
          clauses: [
            {
              type: 'hiring',
              conditions: [
                { field: 'title', op: '~', values: [{ text: 'AI SDR', quoted: true }, { text: 'Sales Ops' }] },
                { field: 'within', op: ':', values: [{ text: '30d' }] },
              ],
            },
          ],
        },
      ],
    },
    {
      negated: true,
      steps: [{ clauses: [{ type: 'tool', conditions: [{ field: 'name', op: ':', values: [{ text: 'HubSpot' }] }] }] }],
    },
  ])
  assert.equal(textOfChips(chips), text)
})

test('choices and sequences have chips; a query that isn’t a row of terms has none', () => {
  for (const text of [
    'hiring OR funding',
    '(hiring OR funding) AND web',
    'NOT (hiring OR funding)',
    'NOT funding THEN hiring WITHIN 90d',
    'funding THEN (hiring OR velocity) WITHIN 90d AND NOT web',
    'any(text ~ or_, status: active)',
  ]) {
    const chips = read(text) ?? assert.fail(`${text} has no chips`)
    assert.deepEqual(parseSignalQuery(textOfChips(chips)), parseSignalQuery(text), text)
  }
  for (const text of ['hiring AND funding OR web', 'NOT (hiring AND web)', '(hiring THEN web) OR tool']) {
    assert.equal(read(text), undefined, text)
  }
  assert.equal(clausesOfChips(read('funding THEN (hiring OR velocity)') ?? []).length, 3)
})

test('values as people type them are quoted safely', () => {
  const typed = (type: string, field: string, op: '~' | ':' | '>=', ...texts: string[]) =>
    textOfChips([
      { steps: [{ clauses: [{ type, conditions: [{ field, op, values: texts.map((text) => ({ text })) }] }] }] },
    ])
  assert.equal(typed('hiring', 'title', '~', 'AI SDR (m/f)'), 'hiring(title ~ AI SDR m f)')
  assert.equal(typed('hiring', 'title', '~', ' "AI SDR" ', 'or'), 'hiring(title ~ "AI SDR"|or_)')
  assert.equal(typed('tool', 'name', ':', 'C++, "x"'), 'tool(name: "C++, \\"x\\"")')
  assert.equal(typed('funding', 'amount', '>=', '$5 million'), 'funding(amount >= $5 million)')
  assert.equal(typed('hiring', 'location', ':', 'Frankfurt (Main)'), 'hiring(location: "Frankfurt (Main)")')
  for (const text of ['hiring(title ~ AI SDR m f)', 'tool(name: "C++, \\"x\\"")', 'funding(amount >= $5 million)'])
    assert.doesNotThrow(() => parseSignalQuery(text))
  // Input never becomes grammar.
  fc.assert(
    fc.property(
      fc.string({ unit: anyCharacter, maxLength: 30 }),
      fc.constantFrom('~' as const, ':' as const),
      (text, op) => {
        try {
          const query = parseSignalQuery(typed('tool', 'name', op, text))
          assert.equal(query.node, 'clause')
          assert.equal(query.node === 'clause' && query.conditions.length, 1)
        } catch (error) {
          if (!(error instanceof InvalidQuery)) throw error
        }
      },
    ),
    { numRuns: 500 },
  )
})
