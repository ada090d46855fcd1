// Checks docs/query-language.md: every example parses, the first ten match and don't match as described, and the tables
// name every field.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { Signal } from '../meaning/signals/index.ts'
import type { SignalType } from '../meaning/types/index.ts'
import { matches } from './evaluate/evaluate.ts'
import { parseSignalQuery } from './parse/parser.ts'
import { printQuery } from './parse/print.ts'
import { plainContext, readSearchText } from './sentences/index.ts'
import { ABBREVIATIONS, SINGULARS } from './tree/equivalents.ts'
import { InvalidQuery } from './tree/errors.ts'
import { fieldsOf } from './tree/fields.ts'
import { CLAUSE_TYPES } from './tree/tree.ts'

const guide = readFileSync(new URL('../../docs/query-language.md', import.meta.url), 'utf8')
const examples = [...guide.matchAll(/^```signal-query\n(.*?)\n```$/gms)].map(([, text = '']) => text)

const AS_OF = Date.parse('2026-06-30T12:00:00Z') / 1000
let signalCount = 0
function signalOf(type: SignalType, daysAgo: number, fields: Signal['fields'] = {}): Signal {
  const occurredAt = AS_OF - daysAgo * 86_400
  const times = { occurredAt, firstSeenAt: occurredAt, lastSeenAt: occurredAt }
  signalCount++
  const source = { name: 'Job Board' }
  return { id: `s${signalCount}`, type, label: type, confidence: 1, status: 'active', source, fields, ...times }
}
const job = (title: string, daysAgo = 1, more: Signal['fields'] = {}) =>
  signalOf('hiring', daysAgo, { jobTitle: title, ...more })

/** For each of the ten examples, the signals of a company that matches and of one that doesn't. */
const worlds: readonly { readonly found: readonly Signal[]; readonly missed: readonly Signal[] }[] = [
  { found: [job('Cook')], missed: [signalOf('web', 1)] },
  { found: [job('Cook'), signalOf('funding_ai', 9)], missed: [job('Cook'), signalOf('funding', 9)] },
  { found: [job('SDR for AI tools')], missed: [job('SDR'), signalOf('tool', 1, { tool: 'AI' })] },
  { found: [job('Senior AI SDR', 30)], missed: [job('SDR, AI'), job('AI SDR', 31)] },
  { found: [job('Sales Lead')], missed: [job('Sales Lead'), signalOf('tool', 400, { tool: 'HubSpot' })] },
  {
    found: [job('Head', 1, { function: 'marketing', seniority: 'director', country: 'DE' })],
    missed: [job('Head', 1, { function: 'sales', seniority: 'director' }), job('Cook', 1, { country: 'DE' })],
  },
  {
    found: [job('Engineer'), job('Data Engineering'), job('English Teacher')],
    missed: [job('Engineer'), job('Data Engineering'), job('Engineer', 40)],
  },
  {
    found: [signalOf('funding', 1, { amountUsd: 5_000_000, round: 'series_a' })],
    missed: [
      signalOf('funding', 1, { amountUsd: 4_999_999, round: 'seed' }),
      signalOf('funding', 1, { round: 'seed' }),
    ],
  },
  { found: [job('AI Engineer'), signalOf('web', 1)], missed: [job('AI Engineer'), signalOf('tool', 1, { ai: false })] },
  {
    found: [signalOf('funding_ai', 100, { amountUsd: 6e6 }), job('AE', 10, { function: 'sales' })],
    missed: [signalOf('funding_ai', 101, { amountUsd: 6e6 }), job('AE', 10, { function: 'sales' })],
  },
]

test('every example parses, and the first ten match what the guide says', () => {
  assert.equal(worlds.length, 10)
  assert.ok(examples.length >= worlds.length)
  for (const [index, text] of examples.entries()) {
    const query = parseSignalQuery(text)
    const world = worlds[index]
    if (!world) continue
    assert.equal(matches(query, world.found, AS_OF), true, `${text} should match`)
    assert.equal(matches(query, world.missed, AS_OF), false, `${text} should not match`)
  }
})

test('the guide names every signal type and every field', () => {
  for (const type of CLAUSE_TYPES) {
    assert.ok(guide.includes(`\`${type}\``), type)
    for (const { queryName, operators } of fieldsOf(type)) {
      if (operators.length > 0) assert.match(guide, new RegExp(`\`${queryName}(\`| |:)`), `${type}.${queryName}`)
    }
  }
})

/** The cells of the table under a heading, as their code parts. */
function tableUnder(heading: string): string[][][] {
  const [section = ''] = guide.slice(guide.indexOf(`## ${heading}\n`) + 3).split('\n## ')
  const rows = section.split('\n').filter((line) => line.startsWith('| `'))
  return rows.map((row) =>
    row
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => [...cell.replaceAll('\\|', '|').matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)),
  )
}

test('the table of equivalents is the one that queries use', () => {
  const printed = Object.fromEntries(tableUnder('Equivalents').map(([[word = ''] = [], forms = []]) => [word, forms]))
  assert.deepEqual(printed, ABBREVIATIONS)
  const [, plurals = ''] = /plurals of these words[^:]*:(.*?)\.\s/s.exec(guide) ?? []
  assert.deepEqual(
    [...plurals.matchAll(/`(\w+)`/g)].map(([, word]) => word),
    SINGULARS,
  )
})

test('plain sentences mean what the guide says', () => {
  const rows = tableUnder('Plain sentences')
  assert.ok(rows.length >= 15)
  for (const [[text = ''] = [], [meaning = '', filters = ''] = []] of rows) {
    const read = readSearchText(text, plainContext())
    assert.equal(inOrder(printQuery(read.query)), inOrder(printQuery(parseSignalQuery(meaning))), text)
    assert.deepEqual(read.filters, JSON.parse(`{${filters}}`), text)
  }
})

/** The order of conditions changes no answer. */
function inOrder(query: string): string {
  return query.replace(/\(([^()]*)\)/g, (_, conditions: string) => `(${conditions.split(', ').sort().join(', ')})`)
}

test('words next to a type mean what the guide says', () => {
  const rows = tableUnder('Words beside a type')
  assert.ok(rows.length >= 15)
  for (const [sentences = [], [meaning = ''] = []] of rows) {
    for (const text of sentences) assert.deepEqual(parseSignalQuery(text), parseSignalQuery(meaning), text)
  }
})

test('the clauses of the guide on the present parse, and those in one row mean the same', () => {
  const rows = tableUnder('Present by default')
  assert.ok(rows.length >= 8)
  for (const [texts = []] of rows) {
    assert.equal(new Set(texts.map((text) => JSON.stringify(parseSignalQuery(text)))).size, 1, texts.join())
  }
})

test('the error in the guide is the error that is thrown', () => {
  const [, shown = ''] = /^```json\n(.*?)\n```$/ms.exec(guide) ?? []
  const { field, ...details } = JSON.parse(shown)
  assert.equal(field, 'signal_query')
  assert.throws(
    () => parseSignalQuery('AI hirng'),
    (error) => {
      assert.ok(error instanceof InvalidQuery)
      assert.deepEqual(error.details, details)
      return true
    },
  )
})
