import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../../test/harness/fast-check.ts'
import { GOOD, goodSlice } from '../../../../test/harness/slices.ts'
import { printQuery } from '../../../query/index.ts'
import { readSlices, SLICE_LIMITS, sliceFor } from './definition.ts'

function problemsOf(value: unknown): string[] {
  const { slices, problems } = readSlices(value)
  assert.deepEqual(slices, [], 'nothing of a file with a problem is used')
  return problems.map(({ place, message }) => `${place}: ${message}`)
}

test('a valid slice is accepted, and its query is limited to the window', () => {
  const slice = goodSlice()
  assert.deepEqual(slice.definition, GOOD)
  assert.deepEqual(slice.clauses, [
    { text: 'funding', weight: 0.5, leaf: 0 },
    { text: 'hiring(ai: true)', weight: 0.8, leaf: 1 },
  ])
  assert.equal(
    printQuery(slice.query),
    'funding(within: 60d) AND hiring(ai: true, seniority !: intern|junior, employmentType !: internship|temporary, within: 60d) AND NOT tool(name: hubspot)',
  )
})

const rejections: readonly [string, Record<string, unknown>, readonly RegExp[]][] = [
  ['a query that does not parse', { query: '  hirng' }, [/^query: at 2: .*Did you mean hiring\?$/]],
  ['a query of the wrong type', { query: 7 }, [/^query: must be a signal query/]],
  ['a query that needs no signal', { query: 'NOT funding', weights: {} }, [/^query: matches companies without any/]],
  ['a clause without a weight', { weights: { funding: 0.5 } }, [/^weights: has no weight for hiring\(ai: true\)$/]],
  ['a weight without a clause', { weights: { ...GOOD.weights, web: 0.5 } }, [/^weights\["web"\]: is not a clause/]],
  [
    'a weight of a clause under NOT',
    { weights: { ...GOOD.weights, 'tool(name: HubSpot)': 0.5 } },
    [/^weights\["tool\(name: HubSpot\)"\]: is not a clause/],
  ],
  ['two weights of one clause', { weights: { ...GOOD.weights, 'funding()': 1 } }, [/^weights\["funding\(\)"\]: is/]],
  ['a weight of 0', { weights: { ...GOOD.weights, funding: 0 } }, [/^weights\["funding"\]: must be a number above 0/]],
  [
    'a weight above 1',
    { weights: { ...GOOD.weights, funding: 1.01 } },
    [/^weights\["funding"\]: must be a number above 0/],
  ],
  [
    'a weight as text',
    { weights: { ...GOOD.weights, funding: '1' } },
    [/^weights\["funding"\]: must be a number above 0/],
  ],
  ['no weights', { weights: [1, 1] }, [/^weights: must be an object/]],
  ['a window of no day', { windowDays: 0 }, [/^windowDays: must be a whole number of days from 1 to 365$/]],
  ['a window of more than a year', { windowDays: 366 }, [/^windowDays/]],
  ['half a day', { windowDays: 1.5 }, [/^windowDays/]],
  ['a slug in capitals', { slug: 'Hiring' }, [/^slug: must be lower-case/]],
  ['a slug with a hyphen at its end', { slug: 'hiring-' }, [/^slug: must be lower-case/]],
  ['a long label', { label: 'x'.repeat(SLICE_LIMITS.label + 1) }, [/^label: has 81 characters: the maximum is 80$/]],
  ['a line break', { thesis: 'one\ntwo' }, [/^thesis: must not contain line breaks/]],
  [
    'half of a surrogate pair',
    { thesis: 'x\ud800' },
    [/^thesis: must not contain line breaks, control characters or invalid/],
  ],
  ['a NUL in the query', { query: 'hiring(title ~ "a\0b")', weights: {} }, [/^query: has a NUL character/]],
  [
    'half of a surrogate pair in the query',
    { query: 'hiring(title ~ "\udc00")', weights: {} },
    [/^query: is not well/],
  ],
  [
    'a NUL in a weight',
    { query: 'hiring(title ~ "a b")', weights: { 'hiring(title ~ "a\0b")': 1 } },
    [/^weights\[.*\]: has a NUL character/],
  ],
  ['a misspelt field', { windowdays: 3 }, [/^windowdays: is not a known field: did you mean windowDays\?$/]],
  [
    'a poor notebook',
    { notebook: { whynow: 'x', talkingPoints: ['a', ''] } },
    [/^notebook.whynow: .*whyNow\?$/, /^notebook.whyNow: is required/, /^notebook.talkingPoints\[1\]: is required/],
  ],
  ['no notebook', { notebook: null }, [/^notebook: must be an object/]],
  [
    'slots that do not exist, or that nothing in the query can fill',
    {
      notebook: {
        whyNow: 'Raised {round.amuont}. They use {uses.crn}.',
        talkingPoints: ['Ask about {surge.opened}.', 'Ask about {job.title and {round.name}.', 'Ask about {job.title'],
      },
    },
    [
      /^notebook\.whyNow: has no such slot as \{round\.amuont\}: did you mean \{round\.amount\}\?$/,
      /^notebook\.whyNow: has no such slot as \{uses\.crn\}: did you mean \{uses\.crm\}\?$/,
      /^notebook\.talkingPoints\[0\]: uses \{surge\.opened\}, but the query has no clause of velocity$/,
      /^notebook\.talkingPoints\[1\]: has no such slot as/,
      /^notebook\.talkingPoints\[2\]: has a brace without its other half$/,
    ],
  ],
]

for (const [name, change, expected] of rejections) {
  test(`rejected, with its place: ${name}`, () => {
    const problems = problemsOf({ ...GOOD, ...change })
    assert.equal(problems.length, expected.length, problems.join('\n'))
    for (const [index, pattern] of expected.entries()) assert.match(problems[index] ?? '', pattern)
  })
}

test('bidirectional controls are removed from the texts of a slice', () => {
  const { definition } = goodSlice({ label: '\u202aRaised\u202c and \u2067building', thesis: 'A\u202e round.' })
  assert.deepEqual([definition.label, definition.thesis], ['Raised and building', 'A round.'])
})

test('all problems of a list are reported together, and a slug can occur only once', () => {
  assert.deepEqual(
    problemsOf([GOOD, { ...GOOD, windowDays: 0, label: '' }, 7]).map((problem) => problem.split(':')[0]),
    ['[1].label', '[1].windowDays', '[2]', '[1].slug'],
  )
  assert.deepEqual(problemsOf([]), ['the list: is empty'])
})

test('weights can use another spelling of a clause, and a clause that occurs twice has one weight', () => {
  const slice = goodSlice({
    query: 'tools(ai: yes) OR (tool(ai: true) AND web)',
    weights: { 'tool( AI = true )': 0.5, 'website ai': 0.2 },
  })
  assert.deepEqual(
    slice.clauses.map(({ text }) => text),
    ['tool(ai: true)', 'web'],
  )
  const chain = goodSlice({
    query: 'funding THEN hiring(ai: true, status: active)',
    weights: { funding: 0.5, 'hiring(ai: true, status: active)': 0.5 },
  })
  assert.deepEqual(chain.clauses.at(-1)?.text, 'hiring(ai: true, status: active)')
})

test('a template takes a tool’s name as written, whatever it contains', () => {
  const template = goodSlice({
    query: 'tool(name: {tool}, category: {category})',
    weights: { 'tool(name: {tool}, category: {category})': 0.5 },
    parameter: { name: 'tool', example: 'hubspot' },
  })
  const filled = (tool: string) => sliceFor(template, tool)?.definition.query
  assert.equal(filled('Pipedrive'), 'tool(name: "Pipedrive", category: "crm")')
  for (const tool of ['{category}', '{tool}', "x$'", 'x$`', 'x$&']) {
    assert.equal(filled(tool), `tool(name: "${tool}", category: "unknown")`)
  }
  assert.equal(filled('a"b\\'), 'tool(name: "a b", category: "unknown")')
  for (const tool of ['-', '"', '\u200b']) assert.equal(filled(tool), undefined)
})

test('reading any file gives either slices or problems', () => {
  const almost = fc.record(
    Object.fromEntries(
      Object.entries(GOOD).map(([name, good]) => [name, fc.oneof(fc.constant<unknown>(good), fc.jsonValue())]),
    ),
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), almost, fc.array(almost)), (value) => {
      const { slices, problems } = readSlices(value)
      assert.equal(slices.length === 0, problems.length > 0)
    }),
    { numRuns: 500 },
  )
})
